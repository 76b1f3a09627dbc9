"""A tactics card: what a bot does in which situation, as a picture and five sentences."""
