"""How what people write is checked: models that know their keys, messages that name the place. For the rooms above."""

from fireteam.maps.reading import Strict, closest, listed, read_bytes, read_text, read_toml, shown, validated

__all__ = ["Strict", "closest", "listed", "read_bytes", "read_text", "read_toml", "shown", "validated"]
