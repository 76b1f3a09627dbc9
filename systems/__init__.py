"""The shipped rule systems: a folder each, found by its name; nothing outside a folder knows what is in it."""
