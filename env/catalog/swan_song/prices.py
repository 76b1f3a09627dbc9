"""What actions and answers of Swan Song cost, as buttons and menus say it."""

from typing import Any

import numpy as np

from ...rules.arena import BARE_HANDS
from ...rules.swan_song.kinds.decisions import INTERCEPT, KARMA, LAST_STAND
from ...rules.swan_song.record import FREE
from ...rules.swan_song.repertoire import RULINGS
from ...rules.swan_song.tables import SHOOT_OF_MODE, VOLLEY_OF_MODE
from ...rules.verbs import PASS, RELOAD, REROLL, SHOOT, VERBS, VOLLEY
from ..defaults import points_words

OF_KARMA = (KARMA, LAST_STAND)  # kinds of decisions that karma is asked for


def expanded(kind: str, entries: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a kind as they stand in its file, one by one; of actions, it has a line for each class."""
    if kind != "actions":
        return entries
    return {VERBS[verb].name: entries[ruling.cost] for verb, ruling in RULINGS.items()}


def points_of(field: Any, battle: np.void, who: int, verb: int) -> int | None:
    """Return how many action points a verb takes, None for the free action of the pass (SS-A1, SS-A2, SS-A3)."""
    arena, unit = field.arena[0], battle["units"][who]
    cost = int(arena["cost"][verb])
    if unit["hand"] == BARE_HANDS or verb not in (SHOOT, VOLLEY, RELOAD):
        if cost == FREE:
            return 1 if unit["free_used"] >= arena["rules"]["free_actions"] else None
        return cost
    weapon = arena["weapons"][arena["sheets"][who]["weapons"][unit["hand"]]]
    if verb == RELOAD:
        return int(weapon["reload_cost"])
    mode = int(unit["held"][unit["hand"]]["mode"])
    firing = SHOOT_OF_MODE[mode] if verb == SHOOT else VOLLEY_OF_MODE[mode]
    return int(arena["firings"][firing]["cost"]) if weapon["firearm"] else cost


def price(field: Any, battle: np.void, who: int, verb: int) -> str:
    """Return what a verb costs that is open, and what is left then: action points, or karma where that is asked for (SS-X2).

    An interruption takes points of initiative, and letting the moment pass none.
    """
    unit = battle["units"][who]
    if battle["decision"] in OF_KARMA:
        paid = verb == PASS or (verb == REROLL and unit["rerolled"])  # for all attacks of a phase at once
        return "no karma" if paid else f"1 karma, {unit['karma'] - 1} left"
    if battle["decision"] == INTERCEPT:
        return points_words(0 if verb == PASS else int(field.arena[0]["rules"]["interception"]), unit)
    cost = points_of(field, battle, who, verb)
    return "free" if cost is None else points_words(cost, unit)
