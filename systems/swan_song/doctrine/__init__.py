"""Considerations of doctrines for Swan Song alone, a chapter each: whom to help, what to throw, where to call a shot."""
