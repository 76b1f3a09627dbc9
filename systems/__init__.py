"""The rule systems in the box: a folder each, found by its name. Nothing outside a folder knows what is in it."""
