"""Calling a shot (SS-C1): the free action before an attack that names the place it is meant for."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import NOBODY

from ...words import events
from .. import clauses
from ..body.conditions import lose_aim
from ..body.locations import suits
from ..tables import FIRST_VEHICLE_LOCATION, KNOCK_DOWN

BODY_LOCATIONS = (1 << FIRST_VEHICLE_LOCATION) - 1  # of the options, a bit each


@kernel
def places_to_call(arena, blows, shots):
    """Return the locations, a bit each, at which an attack can be called (SS-C1).

    Those of bodies if it could be made at a body, those of vehicles if at a vehicle, and knocking down if it could be a
    blow (SS-C5). House rules may offer fewer, or none (the option `called_shots`). `blows` and `shots` are the units, a bit
    each, at which one or the other is open.
    """
    locations = 0
    for other in range(arena.units):
        if (blows | shots) >> other & 1:
            if suits(FIRST_VEHICLE_LOCATION, arena.sheets[other]):
                locations |= ~BODY_LOCATIONS
            elif suits(KNOCK_DOWN, arena.sheets[other]):
                locations |= BODY_LOCATIONS
    if blows == 0:
        locations &= ~(1 << KNOCK_DOWN)
    return arena.offered & locations


@kernel
def call_shot(battle, log, who, location):
    """Call the next attack of the phase at a location (SS-C1).

    An aim serves a called shot only if the call came first (SS-U4): whoever calls, or calls another place, loses an aim
    taken before.
    """
    unit = battle.units[who]
    lose_aim(unit)
    unit.called = location + 1
    cite(log, clauses.CALLED_SHOT)
    emit(battle, log, events.CALLED_SHOT, who, NOBODY, location, 0, 0)
