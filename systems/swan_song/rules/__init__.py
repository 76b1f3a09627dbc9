"""Swan Song, the default rule system: a file per chapter of its rules, and `flow.step` as the only door."""
