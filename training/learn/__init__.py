"""Training: MaskablePPO, cloning, curricula, checkpoints."""
