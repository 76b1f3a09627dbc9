"""Luck attribution: how much each roll of a replay changed each side's chance to win, and whether dice decided it."""
