"""The whole battle as numbers, from nobody's point of view and without fog: PettingZoo's `state()`."""

from typing import Any, NamedTuple

from ..rules.interface import buffer, life_share
from ..rules.kernel import Array, Record, entry, kernel
from ..rules.record import UP
from ..rules.systems import DEFAULT
from .features import clipped, features_of, sizes_of
from .interface import tables, write_own_state

CLOCK = ("round / limit", "pass / 4", "decider's place in the roster / 32", "kind of decision / 8")
N_CLOCK = len(CLOCK)


class State(NamedTuple):
    """The features of a unit in the global state that every rule system has, or their places."""

    present: Any = "1 for a unit that is up"
    team: Any = "team / 4"
    x: Any = "x / width"
    y: Any = "y / height"
    life: Any = "life left / that of a fresh one"
    buffer: Any = "points left that are used up before life / 10"
    prone: Any = "1 when prone"
    covered: Any = "1 after Take Cover"
    acted: Any = "1 after its phase of this turn"


SHARED = features_of(State)


def state_size(own: int, others: int, system: str = DEFAULT) -> int:
    """Return the length of the global state: the clock, and a row for every unit that there may be."""
    return N_CLOCK + (own + others) * sizes_of(system).state


@entry
def write_state_row(battles: Array, arenas: Array, own: int, others: int, out: Array) -> None:
    """Fill `out`, float32 of shape (state_size,), with the global state of the battle in the first row.

    It takes nobody's point of view and knows no fog. Entries lie in the order of CLOCK, then the system's STATE for every
    unit; `own` and `others` are the numbers of slots.
    """
    battle = battles[0]
    write_state(battle, arenas[battle.variant], own, others, out)


@entry
def write_state_rows(battles: Array, arenas: Array, own: int, others: int, out: Array) -> None:
    """Fill `out`, float32 of shape (rows, state_size), with the global state of every row's battle."""
    for row in range(len(battles)):
        battle = battles[row]
        out[row] = 0.0
        write_state(battle, arenas[battle.variant], own, others, out[row])


@kernel
def write_state(battle: Record, arena: Record, own: int, others: int, out: Array) -> None:
    """Fill `out`, all zeros before, with the global state of a battle; see `write_state_row`."""
    place = tables(battle).state
    out[0] = battle.round_number / arena.limit
    out[1] = clipped(battle.pass_number / 4)
    out[2] = max(battle.decider, 0) / 32
    out[3] = battle.decision / 8
    for who in range(min(arena.units, own + others)):
        unit = battle.units[who]
        at = N_CLOCK + who * tables(battle).sizes.state
        out[at + place.team] = unit.team / 4
        if unit.status != UP:
            continue
        out[at + place.present] = 1.0
        out[at + place.x] = unit.x / arena.width
        out[at + place.y] = unit.y / arena.height
        out[at + place.life] = clipped(life_share(battle, arena, who))
        out[at + place.buffer] = clipped(buffer(battle, arena, who) / 10)
        out[at + place.prone] = unit.prone
        out[at + place.covered] = unit.covered
        out[at + place.acted] = unit.acted
        write_own_state(battle, arena, who, out, at)
