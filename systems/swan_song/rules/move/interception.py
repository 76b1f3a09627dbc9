"""Interception (SS-I1): who may strike at somebody who moves past or out of melee."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.sight import sees
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY, NOWHERE

from ..attack.defense import can_strike_at, is_surprised_by, model_in_hand, only_defends
from ..body.hands import wields
from ..body.holds import is_in_a_hold
from ..body.movement import comes_closer
from ..body.reach import is_beside
from ..time.initiative import goes_before


@kernel
def can_intercept(battle, arena, who, mover, direction):
    """Return whether unit `who` may strike at unit `mover`, an enemy that takes a step in a direction now.

    NOWHERE for a direction: it gets into a vehicle, and so out of melee.

    The mover starts the step within a metre, and a metre per point of Reach, of somebody on its feet with a point to spend,
    and passes by or leaves. Nobody knows yet if who comes nearer means to attack or to pass: until it stands beside the
    other, a step nearer is an approach, which is not intercepted. The target of a charge does not intercept it. A unit that
    has answered the movement of this phase is not asked again.
    """
    unit = battle.units[who]
    other = battle.units[mover]
    if unit.team == other.team or unit.prone:
        return False
    if unit.broken or only_defends(arena, unit):
        return False
    if is_surprised_by(unit, mover):
        return False
    if is_in_a_hold(unit):
        return False
    if unit.ap < arena.rules.interception or unit.engaged == 0 or other.charge == who or other.asked >> who & 1:
        return False
    if not can_strike_at(battle, arena, who, mover):
        return False
    if direction != NOWHERE and not is_beside(unit, other) and comes_closer(other, unit, direction):
        return False
    return sees(battle, arena, unit, other)


@kernel
def next_interceptor(battle, arena, log, mover, direction):
    """Return the unit, first by initiative, that may intercept a mover's step (SS-T3), NOBODY if there is none."""
    best = NOBODY
    for who in range(arena.units):
        if can_intercept(battle, arena, who, mover, direction):
            if best == NOBODY or goes_before(battle, arena, log, who, best):
                best = who
    return best


@kernel
def can_strike_with_hand(arena, unit, sheet):
    """Return whether a unit can strike a blow with what it holds: a melee weapon, or a firearm as a club."""
    model = model_in_hand(unit, sheet)
    if unit.hand == BARE_HANDS or model < 0 or not wields(arena, unit, sheet):
        return False
    weapon = arena.weapons[model]
    if weapon.melee:
        return unit.held[unit.hand].jammed == 0
    return weapon.firearm == 1
