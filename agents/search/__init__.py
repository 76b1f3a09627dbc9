"""A bot that searches: playouts with other dice, below them a tree of who had better think."""
