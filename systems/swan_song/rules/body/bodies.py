"""Bodies that are carried (SS-B7), and what they stop as a shield; what they weigh: `rolls/attributes.py`."""

from fireteam.env.rules.ground.grid import is_ahead
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY

from ...words import events, purposes
from .. import clauses
from ..pools import NO_LIMIT, roll
from ..tables import BODY, NO_FIRING
from .damage import modified_armor, suffer


@kernel
def is_shielded(unit, x, y):
    """Return whether a unit holds a body between itself and an attack from the tile (x, y), ahead of it (SS-B7)."""
    if unit.carries == NOBODY or (x == unit.x and y == unit.y):
        return False
    return is_ahead(unit.facing, x - unit.x, y - unit.y)


@kernel
def shield_of(unit, x, y):
    """Return the index of the vehicle a unit sits in, or of the body it holds towards (x, y); NOBODY for neither."""
    if unit.aboard != NOBODY:
        return unit.aboard
    return unit.carries if is_shielded(unit, x, y) else NOBODY


@kernel
def lost_in_a_hole(arena, firing):
    """Return the points of damage that rounds, or a point, lose where they go through something (SS-B4, SS-B7)."""
    return arena.firings[firing].barrier if firing != NO_FIRING else 1


@kernel
def through_body(battle, arena, log, attacker, other, model, firing, damage):
    """Send an attack through a body, living or dead, or a vehicle; return the points of damage that go on (SS-B7).

    As with a barrier, with Body in place of Structure; the body suffers what it stops.
    """
    weapon = arena.weapons[model]
    sheet = arena.sheets[other]
    armor = modified_armor(sheet.armor, weapon.penetration)
    cite(log, clauses.BODY_SHIELD)
    if damage <= armor:
        emit(battle, log, events.SHIELD_HIT, attacker, other, 0, 0, 0)
        return 0
    if weapon.penetrating:
        lost = lost_in_a_hole(arena, firing)
        taken = lost
    else:
        pool = term(log, clauses.BODY_SHIELD, sheet.attributes[BODY]) + term(log, clauses.ARMOR, armor)
        resisted, _ = roll(battle, arena, log, attacker, other, purposes.BARRIER, pool, NO_LIMIT)
        lost = min(damage, resisted + sheet.attributes[BODY])
        taken = max(lost - resisted, 0)
    emit(battle, log, events.SHIELD_HIT, attacker, other, taken, 0, 0)
    if taken > 0:
        suffer(battle, arena, log, attacker, other, taken, weapon.strain, weapon.damage_type, weapon.gel)
    return max(damage - lost, 0)


@kernel
def bring_along(battle, who):
    """Move the body that a unit carries to where the unit is."""
    unit = battle.units[who]
    body = battle.units[unit.carries]
    body.x = unit.x
    body.y = unit.y
