"""Maps drawn in letters, and scenarios: flat TOML files and their reader."""

from .drawing import Drawing, load_map, map_names

__all__ = ["Drawing", "load_map", "map_names"]
