"""Training: MaskablePPO, cloning, curricula, evolution, checkpoints."""
