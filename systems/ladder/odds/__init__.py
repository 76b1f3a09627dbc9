"""Exact odds of the attacks of ladder."""
