"""Swan Song's tables of what shared code has kinds of: decisions, and the rules behind events."""
