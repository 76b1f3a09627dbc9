"""Training on many machines."""
