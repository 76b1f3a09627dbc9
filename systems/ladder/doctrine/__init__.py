"""The considerations of bots that only ladder has."""
