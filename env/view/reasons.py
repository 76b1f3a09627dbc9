"""Orders and reasons in words, as the log of a battle tells them."""

from collections.abc import Mapping
from typing import Any

LONGEST = 2000  # characters of reasons that are told: those of a stranger's bot may be anything


def reason_words(why: Any) -> str:
    """Return the reasons for a decision, whatever their form, as words; "" for none, and for an order that goes on."""
    if isinstance(why, list):
        return "; ".join(filter(None, map(reason_words, why)))
    if isinstance(why, Mapping):
        if isinstance(why.get("order"), str):
            return order_words(why)
        if isinstance(why.get("chances"), Mapping):
            return chances_words(why)
        return ", ".join(f"{spelled(key)} {reason_words(value)}" for key, value in why.items())
    if isinstance(why, float):
        return f"{round(why, 3):g}"
    return "" if why is None else spelled(why)


def order_words(why: Mapping[str, Any]) -> str:
    """Return an order that a search has weighed, and how much of its playouts was won; "" for one that goes on."""
    share, playouts = why.get("share"), why.get("playouts")
    return f"{why['order']} ({share:.0%} of {playouts} playouts)" if isinstance(share, (int, float)) else ""


def chances_words(why: Mapping[str, Any]) -> str:
    """Return how likely a network or a policy was to do what, and what it expects."""
    likely = [f"{what} ({chance:.0%})" for what, chance in why["chances"].items() if isinstance(chance, (int, float))]
    return "; ".join([*likely, f"value {reason_words(why.get('value'))}"])


def spelled(words: object) -> str:
    """Return a word without underscores, and no longer than is told."""
    return str(words).replace("_", " ")


def because(why: Any) -> str:
    """Return the line that gives the reasons for a decision, "" without any."""
    words = reason_words(why)[:LONGEST]
    return f"because {words}" if words else ""
