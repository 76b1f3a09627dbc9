"""Where a called shot lands (SS-C1, SS-C2, SS-C4, SS-C5): the dice it costs, and the most damage it can do.

A unit carries its call in `called` until its attack has landed or its phase ends. Attacks with an area effect are never
called, and a call at a part that the target does not have costs its dice and does nothing.
"""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, term
from fireteam.env.rules.record import NOBODY

from .. import clauses
from ..tables import FIRST_VEHICLE_LOCATION, KNOCK_DOWN

NO_LOCATION = -1


@kernel
def suits(location, sheet):
    """Return whether a target has a location, an index in `arena.locations`: bodies have theirs, vehicles have theirs."""
    if location >= FIRST_VEHICLE_LOCATION:
        return sheet.vehicle == 1
    return sheet.vehicle == 0 and sheet.inanimate == 0


@kernel
def location_of(battle, arena, attacker, target, model):
    """Return the location, an index in `arena.locations`, at which an attack is called.

    It is NO_LOCATION if there is none, or the target does not have it.
    """
    if attacker == NOBODY or battle.units[attacker].called == 0 or arena.weapons[model].blast > 0:
        return NO_LOCATION
    location = battle.units[attacker].called - 1
    if location == KNOCK_DOWN and arena.weapons[model].melee == 0:
        return NO_LOCATION
    return location if suits(location, arena.sheets[target]) else NO_LOCATION


@kernel
def called_dice(battle, arena, log, attacker, model):
    """Add the dice that a called shot costs its attacker: those of the location replace the call's own (SS-C1, SS-C2)."""
    called = battle.units[attacker].called
    if called == 0 or arena.weapons[model].blast > 0:
        return 0
    clause = clauses.LOCATION
    if called - 1 == KNOCK_DOWN:
        clause = clauses.KNOCK_DOWN
    elif called - 1 >= FIRST_VEHICLE_LOCATION:
        clause = clauses.VEHICLE_LOCATION
    cite(log, clauses.CALLED_SHOT)
    return term(log, clause, arena.locations[called - 1].modifier)


@kernel
def most_damage(battle, arena, attacker, target, model, damage):
    """Return `damage`, points that got through, cut to what the location of a called shot allows (SS-C2)."""
    location = location_of(battle, arena, attacker, target, model)
    if location == NO_LOCATION:
        return damage
    return min(damage, arena.locations[location].cap)
