"""Attacks: what they are made of, what evades them, shields, shots that wait."""
