"""How anything that a person wrote is read: TOML against a model, problems with their places, errors."""
