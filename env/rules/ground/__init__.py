"""The ground: distances, sight and cover, ways, what changes on it."""
