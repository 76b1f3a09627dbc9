"""How what people write is checked: models that know their keys, messages that name the place. For the rooms above."""

from fireteam.maps.reading import Strict, listed, read_text, shown, validated

__all__ = ["Strict", "listed", "read_text", "shown", "validated"]
