"""Swan Song's tables of what shared code has kinds of: the rules behind events."""
