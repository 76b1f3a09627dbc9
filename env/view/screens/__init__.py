"""Screens of the window: watching, playing, typing dice."""
