"""Seats of a battle: agents decide for some units from outside, bots play the others."""
