"""Observations: writes a battle's record into an array for an agent.

An observation is a flat float32 array of numbers between -1 and 1, from the point of view of the unit that decides:

    context    the pending decision, the clock, the unit's own state, its weapon, its team's objective
    own        a slot for each unit of the own team
    others     a slot for each unit of all other teams
    window     planes of 7 x 7 tiles around the unit

Each part lies in a file of its own. The rule system decides which numbers there are in the context and in a slot. Each
system has tables of its own (`systems/swan_song/observe/`), and `fireteam list observation` prints every index from these.
An observation is made of the battle as the unit's team knows it (`rules/sides/view.py`). No observation has the seed or the
dice to come. In fog, a unit that the team does not know of is all zeros.
"""

from collections.abc import Iterator

from ..rules.kernel import Array, Record, kernel, port
from ..rules.sides.view import as_known
from ..rules.systems import DEFAULT
from .context import write_context
from .features import observed, sizes_of
from .interface import tables, write_ties
from .units import slot_of, write_slot
from .window import N_PLANE, PLANES, RADIUS, write_window


def observation_size(own: int, others: int, system: str = DEFAULT) -> int:
    """Return the length of an observation with a number of slots in a rule system."""
    known = sizes_of(system)
    return known.context + (own + others) * known.slot + len(PLANES) * N_PLANE


def describe(own: int, others: int, system: str = DEFAULT) -> Iterator[tuple[int, str, str]]:
    """Yield (index, name, meaning) of every number of an observation in a rule system."""
    port = observed(system)
    index = 0
    for feature in port.CONTEXT:
        yield index, feature.name, feature.meaning
        index += 1
    for group, slots in (("own", own), ("others", others)):
        for slot in range(slots):
            for feature in port.SLOT:
                yield index, f"{group}_{slot}.{feature.name}", feature.meaning
                index += 1
    for plane in PLANES:
        for y in range(-RADIUS, RADIUS + 1):
            for x in range(-RADIUS, RADIUS + 1):
                yield index, f"{plane.name}[{y:+d},{x:+d}]", plane.meaning
                index += 1


@port
def observe(battle: Record, arena: Record, log: Record, layout: Record, who: int, out: Array) -> None:
    """Fill `out`, float32 of shape (observation_size,), with what a unit sees; `layout` is a record of LAYOUT."""
    write_known(as_known(battle, arena, log, battle.units[who].team), arena, log, layout, who, out)


@kernel
def write_known(battle: Record, arena: Record, log: Record, layout: Record, who: int, out: Array) -> None:
    """Fill `out` with what a unit sees of `battle`, a battle that is already as the unit's team knows it."""
    sizes = tables(battle).sizes
    out[:] = 0.0
    write_context(battle, arena, log, who, out)
    goal = arena.goals[battle.units[who].team]
    for other in range(arena.units):
        slot = slot_of(goal, layout, other)
        if slot >= 0:
            write_slot(battle, arena, who, other, out, sizes.context + slot * sizes.slot)
    write_ties(battle, arena, layout, who, out)
    write_window(battle, arena, who, out[sizes.context + (layout.own + layout.others) * sizes.slot :])
