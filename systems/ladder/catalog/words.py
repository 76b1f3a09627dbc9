"""The words of ladder for rolls and options."""

from collections.abc import Iterable
from typing import Any

from fireteam.env.catalog import defaults
from fireteam.env.catalog.defaults import summed

from ..words import purposes

PLUS = 3  # the face of a fudge die; 1 is minus, 2 is nothing (LD-D1)
SCORE = "initiative"
SECRETS = True  # feints, and what is being declared (LD-T1, LD-G5)
ENDS = {"declare": "all declared", "move": "stop here"}
PASSES = ("declaring", "acting")  # the passes of a turn (LD-T1)
FACES_SHOWN = (("-", "\u2212"), ("0", ""), ("+", "+"))  # of a fudge die, as written and as they look (LD-D1)
COIN = purposes.PURPOSES[purposes.COIN].words

MEANINGS = {  # of the options
    **defaults.MEANINGS,
    "critical": "a critical success counts as a result of 5: exactly so, or as at least so (LD-D2)",
    "wounds": "what wounds take off rolls: all of them added up, or the worst of them alone (LD-H2)",
    "circumstances": "what decides an attempt: more than 3 of them added up, or a single one of more than 3 (LD-R1)",
}


def pool(terms: Iterable[Any], purpose: str, core: str) -> str:
    """Return the terms of a roll in words: each bonus and its reason; "nothing" for the bare dice."""
    return summed(terms, core) or "nothing"


def came_to(numbers: dict[str, Any]) -> str:
    """Return the result of a roll from the numbers of its event, and whether it is critical (LD-D2); "" for a coin."""
    if numbers["purpose"] == COIN:
        return ""
    result = f"{numbers['hits']:+d}" if numbers["hits"] else "0"
    return result if numbers["glitch"] == "none" else f"{result}, a {numbers['glitch']}"


def reads(terms: Iterable[Any], purpose: str) -> dict[str, Any]:
    """Return how the dice of a roll are read: a plus adds one, a minus takes one off (LD-D1)."""
    return {"least": PLUS, "ones": True}
