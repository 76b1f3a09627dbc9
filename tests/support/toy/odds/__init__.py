"""Exact odds of the toy."""
