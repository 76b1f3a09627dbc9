"""Attacks: their rolls, evasion, shields, shots that wait."""
