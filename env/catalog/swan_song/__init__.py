"""The numbers of Swan Song: weapons, armor, units, actions, materials and terrain, as TOML."""
