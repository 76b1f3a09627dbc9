"""Considerations of bots for d10_pool alone."""
