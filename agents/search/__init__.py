"""A bot that searches: playouts with other dice, and a tree that learns which bot should decide the later phases."""
