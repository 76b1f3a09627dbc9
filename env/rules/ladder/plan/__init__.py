"""What a unit has declared that it will do in the turn, and what others take it for."""
