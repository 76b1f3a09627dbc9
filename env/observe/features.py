"""The numbers of an observation by name: the features that all tables consist of, and their range.

Each rule system has tables of its own, in its own order (`swan_song/port.py`). The features that every system shows are a
named tuple here, and shared kernels write them. A system's table lists them among its own features. The system passes their
places to the kernels in the same tuple, with numbers in it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeVar

from ..rules.kernel import kernel
from ..rules.numbered import number
from ..rules.systems import DEFAULT, checked, port_of


class Feature(NamedTuple):
    """One number of an observation: its name and what it means."""

    name: str
    meaning: str


class Sizes(NamedTuple):
    """The sizes of a rule system's tables.

    Numbers in the context, in the slot of a unit, and for a unit in the global state.
    """

    context: int
    slot: int
    state: int


class Tables(NamedTuple):
    """The tables of a rule system for shared kernels: their sizes, and the places of the shared features in each.

    The last three are the named tuples that each kind of table has (`context.Context`, `units.Slot`, `state.State`), with
    places in them. See `tables.tables_of`.
    """

    sizes: Sizes
    context: Any
    slot: Any
    state: Any


class Port(Protocol):
    """The interface of a system's observations for Python, besides the kernels of `interface.py`.

    Attributes:
        CONTEXT, SLOT, STATE: its tables: of the context, of the slot of a unit, of a unit in the global state.
        TABLES: the result of `tables.tables_of` for the three.
    """

    CONTEXT: Sequence[Feature]
    SLOT: Sequence[Feature]
    STATE: Sequence[Feature]
    TABLES: Tables


Shared = TypeVar("Shared", bound=tuple[Any, ...])


def numbering(table: list[Feature]) -> Callable[[str, str], int]:
    """Return a function that adds a feature to a table, by name and meaning, and returns its place there."""
    return lambda name, meaning: number(table, Feature(name, meaning))


def features_of(kind: type[Shared]) -> Shared:
    """Return the features of a named tuple: its fields are their names, its defaults their meanings."""
    meanings: dict[str, str] = vars(kind)["_field_defaults"]
    return kind(*(Feature(*each) for each in meanings.items()))


def detailed(feature: Feature, detail: str) -> Feature:
    """Return a feature that all systems have, with one system's remark on it."""
    return feature._replace(meaning=f"{feature.meaning} ({detail})")


def places_of(shared: Shared, table: Sequence[Feature]) -> Shared:
    """Return where the features of a named tuple stand in a table.

    Raises:
        ValueError: one is missing there.
    """
    names = [feature.name for feature in table]
    kind: Any = type(shared)
    return kind(*(names.index(feature.name) for feature in shared))


@cache
def observed(system: str = DEFAULT) -> Port:
    """Return the port of a rule system's observations.

    Raises:
        TypeError: it lacks what shared code needs.
    """
    port: Port = checked(port_of(system, "observe"), Port)
    return port


def sizes_of(system: str = DEFAULT) -> Sizes:
    """Return the sizes of the tables of a rule system."""
    return observed(system).TABLES.sizes


@kernel
def clipped(value: float) -> float:
    """Return a number cut to the range -1 to 1."""
    return min(max(value, -1.0), 1.0)
