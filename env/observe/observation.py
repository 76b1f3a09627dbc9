"""What an agent sees: record to arrays.

An observation is a flat float32 array of numbers between -1 and 1, from the point of view of the unit that decides:

    context    the pending decision, the clock, the unit's own state, its weapon, its team's objective
    own        a row for each slot of the own team
    others     a row for each slot of all other teams
    window     planes of 7 x 7 tiles around the unit

Each part lies in a file of its own. Which numbers there are in the context and in a row is up to the rule system: each has
tables of its own (`swan_song/`), and `fireteam list observation` prints every index from these. An observation is made of
the battle as the unit's team knows it (`rules/sides/view.py`): dice to come and the seed are in no observation, and in fog,
whom the team does not know of is all zeros.
"""

from collections.abc import Iterator

from ..rules.kernel import kernel, port
from ..rules.sides.view import as_known
from ..rules.systems import DEFAULT, port_of
from .context import write_context
from .features import sizes_of
from .interface import sizes
from .units import write_row
from .window import N_PLANE, PLANES, RADIUS, write_window


def observation_size(own: int, others: int, system: str = DEFAULT) -> int:
    """Return how many numbers an observation has for so many slots in a rule system."""
    known = sizes_of(system)
    return known.context + (own + others) * known.row + len(PLANES) * N_PLANE


def describe(own: int, others: int, system: str = DEFAULT) -> Iterator[tuple[int, str, str]]:
    """Yield (index, name, meaning) of every number of an observation in a rule system."""
    tables = port_of(system, "observe")
    index = 0
    for feature in tables.CONTEXT:
        yield index, feature.name, feature.meaning
        index += 1
    for group, slots in (("own", own), ("others", others)):
        for slot in range(slots):
            for feature in tables.ROW:
                yield index, f"{group}_{slot}.{feature.name}", feature.meaning
                index += 1
    for plane in PLANES:
        for y in range(-RADIUS, RADIUS + 1):
            for x in range(-RADIUS, RADIUS + 1):
                yield index, f"{plane.name}[{y:+d},{x:+d}]", plane.meaning
                index += 1


@port
def observe(battle, arena, log, layout, who, out) -> None:
    """Fill `out`, float32 of shape (observation_size,), with what a unit sees; `layout` is a record of LAYOUT."""
    write_known(as_known(battle, arena, log, battle.units[who].team), arena, log, layout, who, out)


@kernel
def write_known(battle, arena, log, layout, who, out):
    """Fill `out` with what a unit sees of `battle`, a battle that is already as the unit's team knows it."""
    numbers = sizes(battle)
    out[:] = 0.0
    write_context(battle, arena, log, who, out)
    goal = arena.goals[battle.units[who].team]
    for other in range(arena.units):
        row = row_of(goal, layout, other)
        if row >= 0:
            write_row(battle, arena, who, other, out, numbers.context + row * numbers.row)
    write_window(battle, arena, who, out[numbers.context + (layout.own + layout.others) * numbers.row :])


@kernel
def row_of(goal, layout, other):
    """Return the row of unit `other` in an observation, own slots first, for the team with a `goal`; -1 without a slot."""
    slot = other - goal.first
    if 0 <= slot < goal.count:
        return slot if slot < layout.own else -1
    slot = other if other < goal.first else other - goal.count
    return layout.own + slot if slot < layout.others else -1
