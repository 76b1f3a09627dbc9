"""Vehicles, kept simple (SS-C4, SS-F4): who drives, who sits where, what a vehicle adds to pools, what breaks.

A vehicle is a unit that never acts itself: whoever of those aboard stands first in the roster, and can act, drives it. A
unit aboard is where the vehicle is, on all of its tiles and as wide as it (`side`). It takes no tile of its own and is out
of everybody's reach. It meets zones of fire wherever the vehicle is.
"""

from fireteam.env.rules.ground.bulk import occupant, takes_place
from fireteam.env.rules.ground.grid import passable
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY, UP

from ...words import events
from .. import clauses
from ..pools import blindness, burdens, skill_and_attribute
from ..tables import ANTENNA, BODY, ENGINE, LEAK, PILOTING, REACTION, SYSTEMS, WINDOW
from .reach import can_touch


@kernel
def works(vehicle, system):
    """Return whether a system of a vehicle, a number of SYSTEMS, has not been broken by a called shot (SS-C4)."""
    return vehicle.systems >> system & 1 == 0


@kernel
def driver_of(battle, arena, vehicle):
    """Return who drives a vehicle, by its index; NOBODY if no one aboard can act."""
    for who in range(arena.units):
        if battle.units[who].aboard == vehicle and battle.units[who].status == UP:
            return who
    return NOBODY


@kernel
def is_driver(battle, arena, who):
    """Return whether a unit drives the vehicle it is in."""
    vehicle = battle.units[who].aboard
    return vehicle != NOBODY and driver_of(battle, arena, vehicle) == who


@kernel
def rouse_crew(battle, arena, vehicle):
    """Bring everybody aboard a vehicle, by its index, into the fight: it has been attacked (SS-F5)."""
    for who in range(arena.units):
        if battle.units[who].aboard == vehicle:
            battle.units[who].engaged = 1


@kernel
def seats_taken(battle, arena, vehicle):
    """Return how many units sit in a vehicle, by its index."""
    count = 0
    for who in range(arena.units):
        if battle.units[who].aboard == vehicle:
            count += places_for(battle.units[who])
    return count


@kernel
def places_for(unit):
    """Return how many seats a unit needs: one, and another for the body it carries."""
    return 1 if unit.carries == NOBODY else 2


@kernel
def in_moving_vehicle(battle, unit):
    """Return whether a unit sits in a vehicle that has moved since its driver's last phase began."""
    return unit.aboard != NOBODY and battle.units[unit.aboard].driven > 0


@kernel
def is_free(battle, arena, vehicle, x, y):
    """Return whether the tile (x, y) can be stood on and holds nobody but unit `vehicle` and those aboard."""
    if x < 0 or y < 0 or x >= arena.width or y >= arena.height or not passable(battle, arena, y * arena.width + x):
        return False
    return occupant(battle, arena, x, y, vehicle) == NOBODY


@kernel
def is_beside_vehicle(battle, arena, who):
    """Return whether a vehicle or its wreck stands beside a unit, to take cover behind (SS-B1)."""
    for other in range(arena.units):
        vehicle = battle.units[other]
        if other != who and arena.sheets[other].vehicle and takes_place(arena, other, vehicle):
            if can_touch(battle, arena, battle.units[who], vehicle):
                return True
    return False


@kernel
def ram_pool(battle, arena, log, who):
    """Return the pool of ramming: Piloting + Reaction (SS-C4), and what failing eyes cost (SS-C3)."""
    pool = skill_and_attribute(battle, arena, log, who, PILOTING, REACTION)
    return pool + burdens(battle, arena, log, who, pool) + blindness(arena, log, battle.units[who])


@kernel
def ram_damage(battle, arena, who):
    """Return the damage value of ramming: half the vehicle's Body, and more the farther it has driven (SS-C4)."""
    number = battle.units[who].aboard
    return arena.sheets[number].attributes[BODY] // 2 + battle.units[number].driven // arena.rules.ram_per_metres


@kernel
def passenger_dice(battle, arena, log, unit):
    """Add the dice that a moving vehicle gives the defense of those in it (SS-F4)."""
    if not in_moving_vehicle(battle, unit):
        return 0
    return term(log, clauses.ABOARD, arena.rules.passenger)


@kernel
def drive_by_dice(battle, arena, log, unit):
    """Add the dice that it costs to shoot out of a moving vehicle (SS-C4)."""
    if not in_moving_vehicle(battle, unit):
        return 0
    return term(log, clauses.DRIVE_BY, arena.rules.drive_by)


@kernel
def can_shoot_out(battle, unit):
    """Return whether a unit may shoot or throw from where it sits: not through a window that cannot be opened (SS-C4)."""
    return unit.aboard == NOBODY or works(battle.units[unit.aboard], WINDOW)


@kernel
def can_be_heard(battle, unit):
    """Return whether a unit's call, or its signal, carries: from a vehicle only by its antenna (SS-C4)."""
    return unit.aboard == NOBODY or works(battle.units[unit.aboard], ANTENNA)


@kernel
def break_systems(battle, log, attacker, number, systems):
    """Break systems of vehicle `number`, a bit each; without its engine it stops, and what is broken stays so (SS-C4)."""
    vehicle = battle.units[number]
    cite(log, clauses.VEHICLE_LOCATION)
    for system in range(len(SYSTEMS)):
        if systems >> system & 1 and works(vehicle, system):
            vehicle.systems |= 1 << system
            emit(battle, log, events.SYSTEM_BREAKS, attacker, number, system, 0, 0)
    if not works(vehicle, ENGINE):
        vehicle.run_left = 0


@kernel
def throw_out(battle, arena, log, number):
    """Throw everybody out of a wrecked vehicle: they fall on the nearest free tiles and lose initiative (SS-C4)."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.aboard != number:
            continue
        unit.aboard = NOBODY
        unit.side = 1
        unit.covered = 0
        place_near(battle, arena, who)
        emit(battle, log, events.THROWN_OUT, who, number, 0, 0, 0)
        unit.prone = 1
        unit.score -= arena.rules.crash


@kernel
def place_near(battle, arena, who):
    """Put a unit on the free tile nearest to where it is; where there is none it stays."""
    unit = battle.units[who]
    for radius in range(max(arena.width, arena.height)):
        for y in range(unit.y - radius, unit.y + radius + 1):
            for x in range(unit.x - radius, unit.x + radius + 1):
                if max(abs(x - unit.x), abs(y - unit.y)) == radius and is_free(battle, arena, who, x, y):
                    unit.x = x
                    unit.y = y
                    return


@kernel
def leaks(vehicle):
    """Return whether a vehicle loses fuel or charge, which costs it a point of Armored health a round (SS-C4)."""
    return vehicle.status == UP and not works(vehicle, LEAK)
