"""Exact odds of the attacks of Swan Song."""
