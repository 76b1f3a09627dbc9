"""Playing by typing."""
