"""Where: the movement roll of a turn, aim."""
