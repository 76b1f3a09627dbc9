"""What an observation of the toy shows."""
