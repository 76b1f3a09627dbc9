"""The interface of a system's `catalog`: what it must define, and what it may define beside `defaults.py`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from .shown import Condition, Sign

Said = dict[str, Any]


class Own(Protocol):
    """What a system's `catalog` package must have.

    Attributes:
        Catalog: a named tuple: a kind of entries a field, each a table of models by name.
        UnitKeys: a model of what a unit of a scenario says in this system only.
    """

    Catalog: Any
    UnitKeys: Any

    def fill(self, arena: np.void, catalog: Any) -> None:
        """Write the numbers of the catalog into an arena."""

    def fill_sheet(self, arena: np.void, who: int, fighter: Any, catalog: Any) -> None:
        """Write a unit's sheet."""

    def fill_unit(self, unit: np.void, arena: np.void, who: int, fighter: Any) -> None:
        """Write a unit as it enters a battle."""

    def unit_seen(self, field: Any, who: int, unit: np.void, value: Any) -> Said:
        """Return what can be seen of a unit in a battle."""

    def unit_full(self, arena: np.void, who: int) -> Said:
        """Return what a fresh unit has."""


class Face(Own, Protocol):
    """The names of a system's `catalog` package, those too that have a default.

    Attributes:
        OrderKeys: a model of what standing orders may say.
        OPTIONS, MEANINGS: readings of the rules by option, the default first; what an option is about.
        FIXED: kinds whose entries the engine names. MOST: room for entries, by kind. NEEDED: entries that it names, by kind.
        UNARMED: the weapon of who has none. COVER: numbers of what cover is worth.
        LISTED: what a list shows of an entry, by the head of the column; by kind.
        CONDITIONS, SIGNS, SEEN, LEGEND, CITED, DEADLY: what cards, tokens and maps show.
        TURN, PASSES, SCORE, ENDS, SECRETS, FACES_SHOWN: how rounds, decisions and dice are called and shown.
    """

    OrderKeys: Any
    OPTIONS: Mapping[str, tuple[str, ...]]
    MEANINGS: Mapping[str, str]
    FIXED: tuple[str, ...]
    MOST: Mapping[str, int]
    NEEDED: Mapping[str, tuple[str, ...]]
    UNARMED: str
    COVER: tuple[str, ...]
    LISTED: Mapping[str, Callable[[Any], Said]]
    CONDITIONS: Sequence[Condition]
    SIGNS: Sequence[Sign]
    SEEN: tuple[str, ...]
    LEGEND: Sequence[tuple[str, str]]
    CITED: Mapping[str, str]
    DEADLY: float
    TURN: tuple[str, ...]
    PASSES: tuple[str, ...]
    SCORE: str
    ENDS: Mapping[str, str]
    SECRETS: bool
    FACES_SHOWN: tuple[tuple[str, str], ...]

    def check(self, catalog: Any, places: Any) -> None:
        """Raise a ContentError if entries do not go together."""

    def expanded(self, kind: str, entries: Said) -> Said:
        """Return the entries of a kind as they stand in its file, one by one."""

    def fill_blank(self, battle: np.void) -> None:
        """Write a battle in which nothing has happened."""

    def effect_seen(self, effect: np.void) -> Said:
        """Return what can be seen of a fuse."""

    def zones_seen(self, field: Any, battle: np.void, tiles_of: Any) -> Said:
        """Return the zones of fire by number."""

    def believed(self, battle: Any, scene: Said) -> dict[str, dict[str, Said]]:
        """Return what teams take fields of other units for that are not so."""

    def planned(self, verb: str) -> str:
        """Return the kind of what is declared by a verb."""

    def coming(self, field: Any, scene: Said) -> list[list[Any]]:
        """Return who acts when in the round."""

    def barrel(self, weapon: Any) -> str:
        """Return how what is no melee weapon is drawn."""

    def price(self, field: Any, battle: np.void, who: int, verb: int, argument: int, /) -> str:
        """Return what an open action costs, as a button says it."""

    def pool(self, terms: Iterable[Any], purpose: str, core: str) -> str:
        """Return what a roll was made of."""

    def came_to(self, numbers: Said) -> str:
        """Return what a roll came to."""

    def reads(self, terms: Iterable[Any], purpose: str) -> Said:
        """Return how the dice of a roll are read."""
