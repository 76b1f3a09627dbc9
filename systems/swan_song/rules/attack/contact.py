"""Effects of an attack besides its damage: contact (SS-R6), and the location of a called shot (SS-C2, SS-C4, SS-C5)."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit

from ...words import events
from .. import clauses
from ..body.ailments import NO_PLACE, suffer_harm
from ..body.conditions import fall_prone
from ..body.locations import NO_LOCATION, location_of
from ..body.vehicles import break_systems
from ..tables import FIRST_VEHICLE_LOCATION, KNOCK_DOWN, STRENGTH


@kernel
def touch(battle, arena, log, attacker, target, model, damage):
    """Let the contact of an attack work: on a hit, on a grazing one, and where the armor stops all damage (SS-R6).

    `damage` is the damage value before soak, from which effects are counted.
    """
    contact = arena.weapons[model].contact
    if contact >= 0:
        cite(log, clauses.CONTACT)
        suffer_harm(battle, arena, log, attacker, target, arena.contacts[contact], damage, 0, NO_PLACE)


@kernel
def hurt_location(battle, arena, log, attacker, target, model, damage, suffered):
    """Let the location of a called shot suffer, if the attack got through at all (SS-C2, SS-C4).

    `damage` is the damage value before soak, from which effects are counted, `suffered` what got through.
    """
    number = location_of(battle, arena, attacker, target, model)
    if number == NO_LOCATION or (suffered <= 0 and arena.rules.called_needs_damage):
        return
    location = arena.locations[number]
    emit(battle, log, events.LOCATION_HIT, attacker, target, number, min(suffered, location.cap), 0)
    if number >= FIRST_VEHICLE_LOCATION:
        break_systems(battle, log, attacker, target, location.systems)
        return
    cite(log, clauses.LOCATION)
    weapon = arena.weapons[model]
    piercing = location.piercing if weapon.penetrating and weapon.strain == 0 else 0
    suffer_harm(battle, arena, log, attacker, target, location.harm, damage, piercing, number)


@kernel
def trips(battle, arena, attacker, target, model):
    """Return whether a blow is meant to knock its target down instead of hurting it (SS-C5)."""
    return location_of(battle, arena, attacker, target, model) == KNOCK_DOWN


@kernel
def trip(battle, arena, log, attacker, target, net):
    """Knock a target down if the attacker's Strength and net hits exceed the target's Physical limit (SS-C5)."""
    cite(log, clauses.KNOCK_DOWN)
    emit(battle, log, events.LOCATION_HIT, attacker, target, KNOCK_DOWN, 0, 0)
    if arena.sheets[attacker].attributes[STRENGTH] + net > arena.sheets[target].physical:
        fall_prone(battle, log, target, attacker, events.KNOCKDOWN)
