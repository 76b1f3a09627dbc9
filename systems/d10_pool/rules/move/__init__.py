"""Where: the pace of a turn."""
