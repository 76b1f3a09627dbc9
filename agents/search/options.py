"""The options of search bots, as written after a bot's name: `search:playouts=50`."""

from collections.abc import Mapping
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed, shown


def options_in(text: str, kinds: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options behind a bot's name, separated by commas: `search:playouts=200,doctrine=guard`.

    Args:
        kinds: the type of each known option: int, float or str.

    Raises:
        ContentError: there is no such option, or its value is not valid.
    """
    options: dict[str, Any] = {}
    for part in filter(None, text.partition(":")[2].split(",")):
        name, _, value = part.partition("=")
        if name not in kinds:
            raise ContentError(f"bot {text!r}: no option {name!r}.{closest(name, kinds)} Options: {listed(kinds)}.")
        try:
            options[name] = kinds[name](value)
        except ValueError:
            kind = "a whole number" if kinds[name] is int else "a number"
            raise ContentError(f"bot {text!r}: {name} = {shown(value)}: must be {kind}") from None
    return options
