"""The roll of a test: its pool, and what a pair of eyes or arms takes off it."""
