"""The considerations of bots that only d10_pool has."""
