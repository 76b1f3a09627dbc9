"""Levels: battles that are drawn from a distribution, each by its number."""
