"""The costs of actions and answers in Swan Song, as buttons and menus show them."""

from typing import Any

import numpy as np

from fireteam.env.catalog.defaults import points_words

from ..rules.resolve.prices import FREE_NOW, points_for
from ..words.decisions import KARMA, LAST_STAND
from ..words.verbs import PASS, PUSH, REROLL, VERBS

OF_KARMA = (KARMA, LAST_STAND)  # kinds of decisions that karma is asked for


def expanded(kind: str, entries: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a kind in its file, one by one; actions are grouped there by class."""
    if kind != "actions":
        return entries
    return {verb.name: entries[verb.cost] for verb in VERBS.values()}


def price(field: Any, battle: np.void, who: int, verb: int, argument: int) -> str:
    """Return the cost of an open action, and what is left after it: action points, or karma (SS-A1, SS-X2)."""
    unit = battle["units"][who]
    if battle["decision"] in OF_KARMA or verb == PUSH:
        paid = verb == PASS or (verb == REROLL and unit["rerolled"])  # for all attacks of a phase at once
        return "no karma" if paid else f"1 karma, {unit['karma'] - 1} left"
    points = points_for(battle.reshape(1), field.arena, who, verb, argument)
    return "free" if points == FREE_NOW else points_words(points, unit)
