"""Considerations of bots for ladder alone."""
