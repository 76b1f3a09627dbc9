"""Attacks: pools and how they are split, difficulty, defense, resolution."""
