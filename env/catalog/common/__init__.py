"""The numbers that all rule systems share: materials and terrain, as TOML."""
