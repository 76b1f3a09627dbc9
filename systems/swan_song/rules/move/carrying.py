"""Lifting bodies and carrying them (SS-B7)."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit
from fireteam.env.rules.record import DEAD, DOWN, NOBODY

from ...words import events
from ...words.verbs import LIFT, LIFT_ENEMY, PUT_DOWN
from ..attributes import weight_on
from ..body.bodies import bring_along
from ..body.conditions import weigh_down
from ..body.movement import walk_rate
from ..body.reach import can_touch, is_on_foot
from ..stack import affords
from ..tables import REACTION


@kernel
def open_carrying(battle, arena, who):
    """Open lifting a body that lies within reach, or putting down the one that is carried."""
    unit = battle.units[who]
    if unit.carries != NOBODY:
        if affords(arena, unit, PUT_DOWN):
            battle.open[PUT_DOWN] = 1
        return
    if unit.prone or unit.ap < 1:
        return
    for other in range(arena.units):
        body = battle.units[other]
        if body.status == DOWN or body.status == DEAD:
            verb = LIFT if body.team == unit.team else LIFT_ENEMY
            if affords(arena, unit, verb) and can_lift(battle, arena, unit, other):
                battle.open[verb] |= 1 << other


@kernel
def can_lift(battle, arena, unit, other):
    """Return whether a body lies where a unit can lift it: within reach, in no vehicle, and nobody else carries it."""
    body = battle.units[other]
    if not is_on_foot(body) or arena.sheets[other].inanimate or arena.sheets[other].vehicle:
        return False
    return can_touch(battle, arena, unit, body)


@kernel
def lift(battle, arena, log, who, other):
    """Lift a body: it comes onto the unit's tile and moves with it.

    A heavy one shortens the walk of this round too, and lowers the score at once (SS-T5).
    """
    unit = battle.units[who]
    free = walk_rate(battle, arena, who)
    unit.carries = other
    battle.units[other].carried_by = who
    bring_along(battle, who)
    unit.walk_left = max(unit.walk_left - free + walk_rate(battle, arena, who), 0)
    emit(battle, log, events.LIFTS, who, other, 0, 0, 0)
    weigh_down(battle, log, who, weight_on(battle, arena, who, REACTION))
