"""The observations of d10_pool, beyond what all systems show."""
