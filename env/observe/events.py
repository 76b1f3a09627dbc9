"""Events of the log for Python: numbers by name, the dice thrown, the terms of the pool, and who may see the event.

The engine says once what happened. Narration, replay, reward, renderer and statistics all read these events.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..rules.ground.grid import DIRECTIONS
from ..rules.record import ENDINGS, NOBODY, NOWHERE
from ..rules.systems import Named
from ..scenario.setup import Field


class Term(NamedTuple):
    """A term of a pool: a number of dice, the reason and the rule."""

    dice: int
    words: str
    rule: str

    def is_of(self, clause: Named) -> bool:
        """Return whether a clause has put the term there."""
        return (self.words, self.rule) == (clause.words, clause.rule)


def term_of(clause: Named, value: int) -> Term:
    """Return the term that a clause has put into a pool."""
    return Term(value, clause.words, clause.rule)


class Event(NamedTuple):
    """Something that happened.

    Attributes:
        kind: its name, one of its system's EVENTS.
        actor: agent that causes it, or None.
        target: agent it befalls, or None.
        at: (x, y) of the tile it happens on, where that matters, or None.
        numbers: its other values by name; numbers of the engine become names of the catalog.
        dice: the dice of a roll.
        terms: the terms of a roll's pool.
        seen_by: the teams that may see it.
    """

    kind: str
    actor: str | None
    target: str | None
    at: tuple[int, int] | None
    numbers: dict[str, int | str | None]
    dice: list[int]
    terms: list[Term]
    seen_by: list[str]


def rule_of(field: Field, event: Event) -> str:
    """Return the ID of the rule behind an event in the battle's system, "" for none."""
    return field.system.EVENTS.named(event.kind).rule


def _row(table: Any) -> Callable[[Field, int], str | None]:
    names = list(table)
    return lambda _, value: names[value] if 0 <= value < len(names) else None


def _entry(kind: str) -> Callable[[Field, int], str | None]:
    def name(field: Field, value: int) -> str | None:
        names = list(getattr(field.catalog, kind))
        return names[value] if 0 <= value < len(names) else None

    return name


def _tile(field: Field, value: int) -> str | None:
    width = field.drawing.width
    return f"{value % width},{value // width}" if value >= 0 else None


# Numbers of events that name something, by the name they have in its kind. A system has `WORDS` for more; all
# others stay numbers.
DECODERS: dict[str, Callable[[Field, int], str | None]] = {
    "weapon": _entry("weapons"),
    "from_tile": _tile,
    "team": lambda field, value: field.scenario.teams[value].name if value >= 0 else None,
    "verb": lambda field, value: field.system.VERBS[value].name if value in field.system.VERBS else None,
    "ending": _row(ENDINGS),
    "direction": _row(DIRECTIONS),
    "terrain": _entry("terrain"),
    "material": _entry("materials"),
    "item": _entry("items"),
}


def read_events(field: Field, log: np.void) -> list[Event]:
    """Return the events of a log, oldest first."""
    return [read_event(field, log, row) for row in log["events"][: log["count"]]]


def read_event(field: Field, log: np.void, row: np.void) -> Event:
    """Return one row of a log's events as an Event."""
    kind = field.system.EVENTS[int(row["kind"])]
    numbers = {}
    for name, value in ((kind.value, row["value"]), (kind.a, row["a"]), (kind.b, row["b"])):
        if name:
            numbers[name] = decoded(field, name, int(value))
    tile = int(row["tile"])
    width = field.drawing.width
    first_die, first_term = row["dice_from"], row["terms_from"]
    terms = log["terms"][first_term : first_term + row["terms_count"]]
    return Event(
        kind=kind.name,
        actor=name_of(field, row["actor"]),
        target=name_of(field, row["target"]),
        at=(tile % width, tile // width) if tile != NOWHERE else None,
        numbers=numbers,
        dice=log["dice"][first_die : first_die + row["dice_count"]].tolist(),
        terms=[term_of(field.system.CLAUSES[clause], value) for clause, value in terms.tolist()],
        seen_by=[team.name for number, team in enumerate(field.scenario.teams) if row["seen_by"] >> number & 1],
    )


def decoded(field: Field, name: str, value: int) -> int | str | None:
    """Return the meaning of a number of an event: a name, None for nothing, or the number itself."""
    if name in DECODERS:
        return DECODERS[name](field, value)
    words = field.system.WORDS.get(name)
    if words is None:
        return value
    return str(words[value]) if 0 <= value < len(words) else None


def name_of(field: Field, who: int) -> str | None:
    """Return the agent's name of a unit, None for nobody."""
    return field.roster[who].name if who != NOBODY else None
