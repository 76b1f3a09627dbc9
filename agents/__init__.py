"""Bots: random play and scripted doctrines, and compiled battles between them."""
