"""The interface of observations: the kernels in each system's `port` that write what it shows in its own way.

Besides them the port has the tables of `features.Port`. A system may leave out a kernel that is `overridable`. `out` is all
zeros before, except for numbers that shared kernels have written at places of their own.
"""

from ..rules.kernel import Array, Record, by_system, overridable
from .features import Tables


@by_system
def tables(battle: Record) -> Tables:
    """Return the system's TABLES."""


@overridable
def write_own_context(battle: Record, arena: Record, log: Record, who: int, out: Array) -> None:
    """Write the system's own part of the context of unit `who` into `out`: the decision, its means and its condition."""


@overridable
def write_bearing(battle: Record, arena: Record, who: int, other: int, out: Array, at: int) -> None:
    """Write what everybody sees of unit `other`, which is up and known to `who`, into its slot at `out[at]`."""


@overridable
def write_ties(battle: Record, arena: Record, layout: Record, who: int, out: Array) -> None:
    """Write into the slots of unit `who`'s observation the declared actions between units; see `units.shown_at`."""


@overridable
def write_condition(battle: Record, arena: Record, other: int, out: Array, at: int) -> None:
    """Write the condition of unit `other`, besides life and buffer, into its slot at `out[at]`.

    It is called for closely observed units.
    """


@overridable
def write_fallen(battle: Record, arena: Record, other: int, out: Array, at: int) -> None:
    """Write the condition of unit `other`, which lies unconscious, into its slot at `out[at]`."""


@overridable
def write_fire(
    battle: Record, arena: Record, who: int, out: Array, left: int, top: int, frame: tuple[int, int, int, int]
) -> None:
    """Mark in `out`, the window of unit `who`, the cells in zones of fire that would concern it, if the system has such.

    Args:
        left, top: x and y of the first cell.
        frame: the cells within the map: first row and end, first column and end.
    """


@overridable
def write_own_state(battle: Record, arena: Record, who: int, out: Array, at: int) -> None:
    """Write the system's own part of the global state of unit `who`, which is up, into its place at `out[at]`."""
