"""Luck attribution: what every roll of a replay was worth to whom, and whether dice decided it."""
