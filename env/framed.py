"""A frame around an object in a notebook; each class draws its own content."""

from collections.abc import Callable
from typing import Any

factories: dict[str, Callable[[Any], str]] = {}  # by the name of a class: makes the frame, as HTML


class Framed:
    """Something that a notebook shows as a frame."""

    def _repr_html_(self) -> str | None:
        make = factories.get(type(self).__name__)
        return make(self) if make is not None else None  # None: the notebook shows plain text
