"""Files that people write: their possible keys, their checks, and the ground that they describe."""
