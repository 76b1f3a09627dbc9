"""What a unit has declared that it will do in the turn."""
