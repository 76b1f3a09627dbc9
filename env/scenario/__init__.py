"""Scenarios as people write them, and battles made from them."""
