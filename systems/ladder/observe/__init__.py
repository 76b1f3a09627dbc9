"""The observations of ladder, beyond what all systems show."""
