"""A tactics card: what a bot does when, as a picture and five sentences."""
