"""The roll of a test: what it is for, its pool, and what a pair of eyes or arms takes off it."""
