"""Weights of doctrines by evolution, and the series of battles that rate them."""
