"""The observations of Swan Song, beyond what all systems show."""
