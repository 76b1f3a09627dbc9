"""The benchmark's results: what the command prints, and its page."""
