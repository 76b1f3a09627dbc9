"""Checks of what people write, for other packages: models that know their keys, messages that name the place."""

from fireteam.content.named import named_file
from fireteam.content.reading import PRINTABLE, Strict, closest, listed, read_bytes, read_text, read_toml, shown, validated

__all__ = [
    "PRINTABLE",
    "Strict",
    "closest",
    "listed",
    "named_file",
    "read_bytes",
    "read_text",
    "read_toml",
    "shown",
    "validated",
]
