"""What attacks do to a body."""
