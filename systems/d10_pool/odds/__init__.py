"""Exact odds of the attacks of d10_pool."""
