"""Tiles and tokens as prims, lists of shapes that a window and a page draw alike."""
