"""Reading what people write: TOML against a model, problems with their places, errors."""
