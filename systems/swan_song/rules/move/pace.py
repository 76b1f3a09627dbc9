"""How far a unit gets in its phase, and what it declares to get further (SS-M1 to SS-M3)."""

from fireteam.env.rules.kernel import kernel

from ...words.verbs import RUN, WALK
from ..body.movement import metres_left, walk_rate
from ..record import SPRINTS


@kernel
def reach(battle, arena, who):
    """Return the metres that a unit can walk in this phase, and those that it can go with a run; crawling costs more."""
    unit = battle.units[who]
    walking = unit.run_left + (unit.walk_left if unit.stuck == 0 else 0)
    if unit.prone:
        walking //= arena.rules.prone_cost
        return walking, walking
    running = walking
    if unit.runs == 0 and unit.ap >= 2:
        running += walk_rate(battle, arena, who)
    return walking, running


@kernel
def pace_to_declare(battle, arena, who, metres):
    """Return the verb, WALK or RUN, that a unit needs to go a little more than `metres` metres; -1 if none is open."""
    unit = battle.units[who]
    if unit.pace < SPRINTS and metres_left(unit) < metres + 2 * arena.scale:
        if battle.open[WALK]:
            return WALK
        if battle.open[RUN]:
            return RUN
    return -1
