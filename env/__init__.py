"""A battle: engine, environments, replays, what is seen. On top lies what users import."""
