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
        UnitKeys: a model of the keys of a scenario's units in this system only.
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
        """Return a fresh unit's full values."""


class Face(Own, Protocol):
    """The names of a system's `catalog` package, including those with a default.

    Attributes:
        OrderKeys: a model of what standing orders may say.
        OPTIONS, MEANINGS: the readings of the rules by option, the default first; the subject of each option.
        FIXED: kinds whose entries the engine names. MOST: room for entries, by kind. NEEDED: entries that it names, by kind.
        UNARMED: the weapon of an unarmed unit. COVER: numbers of the effect of cover.
        LISTED: the columns of lists of entries, by kind.
        CONDITIONS, SIGNS, SEEN, LEGEND, CITED, DEADLY: the tables behind cards, tokens and maps.
        TURN, PASSES, SCORE, ENDS, SECRETS, FACES_SHOWN: the names and looks of rounds, decisions and dice.
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
        """Raise a ContentError if entries contradict each other."""

    def expanded(self, kind: str, entries: Said) -> Said:
        """Return the entries of a kind in its file, one by one."""

    def fill_blank(self, battle: np.void) -> None:
        """Write a battle in which nothing has happened."""

    def effect_seen(self, effect: np.void) -> Said:
        """Return what can be seen of a fuse."""

    def zones_seen(self, field: Any, battle: np.void, tiles_of: Any) -> Said:
        """Return the zones of fire by number."""

    def believed(self, battle: Any, scene: Said) -> dict[str, dict[str, Said]]:
        """Return the fields of other units that teams are wrong about."""

    def planned(self, verb: str) -> str:
        """Return the kind of a declaration, from its verb."""

    def coming(self, field: Any, scene: Said) -> list[list[Any]]:
        """Return the order of turns in the round."""

    def barrel(self, weapon: Any) -> str:
        """Return the drawn length of a weapon that is no melee weapon."""

    def price(self, field: Any, battle: np.void, who: int, verb: int, argument: int, /) -> str:
        """Return the cost of an open action, as a button shows it."""

    def pool(self, terms: Iterable[Any], purpose: str, core: str) -> str:
        """Return the terms of a roll in words."""

    def came_to(self, numbers: Said) -> str:
        """Return the result of a roll."""

    def reads(self, terms: Iterable[Any], purpose: str) -> Said:
        """Return how the dice of a roll are read."""
