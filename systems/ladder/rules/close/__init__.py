"""Holding somebody: grapples, pins, garrotes, breaking free."""
