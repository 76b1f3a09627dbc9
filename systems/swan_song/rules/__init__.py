"""Swan Song, the default rule system: a file per chapter of its rules; `flow.step` is the only entry point."""
