"""Bots that search: playouts with other dice, and a tree that learns which bot decides the later phases best."""
