"""Maps drawn in letters, and scenarios: flat TOML files and their reader."""

from .drawing import Drawing, load_map, map_names
from .reading import ContentError, closest, read_toml, validated

__all__ = ["ContentError", "Drawing", "closest", "load_map", "map_names", "read_toml", "validated"]
