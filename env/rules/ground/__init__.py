"""The ground: distances, sight and cover, paths, what changes on it."""
