"""Cover in play (SS-B1, SS-B2) and attacks through it (SS-B4): when geometry counts, and what a barrier lets through."""

import numpy as np

from fireteam.env.rules.ground.bits import lowest
from fireteam.env.rules.ground.bulk import stops_line
from fireteam.env.rules.ground.grid import apart, terrain_at
from fireteam.env.rules.ground.rays import BODY as BODY_HEIGHT
from fireteam.env.rules.ground.rays import LINE, RAYS, in_the_way, top_of
from fireteam.env.rules.ground.sight import GOOD, NO_COVER, PARTIAL
from fireteam.env.rules.kernel import allocating, kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import NOBODY

from ...words import events
from .. import clauses
from ..body.bodies import is_shielded, lost_in_a_hole, shield_of, through_body
from ..body.damage import modified_armor
from .barriers import batter, material_at, resisted_by_barrier

NOTHING_THERE = -1


@kernel
def cover_in_force(arena, target, viewer, seen_cover, model):
    """Return the cover that counts for a unit against a weapon, given the geometric cover against its attacker.

    `target` and `viewer` are records. A prone target far enough away counts as in good cover (SS-B1).
    """
    level = cover_taken(arena, target, viewer.x, viewer.y, seen_cover)
    if target.aboard == NOBODY and target.prone and apart(arena, target, viewer) >= arena.rules.prone_cover_from:
        level = GOOD
    return cover_against(arena, model, level)


@kernel
def cover_taken(arena, target, x, y, seen_cover):
    """Return the cover that a unit uses against attacks from (x, y), given the geometric cover (SS-B1).

    Cover counts only after a Take Cover action. A unit that sits in a vehicle has the vehicle's cover. A body that is
    carried covers against attacks from ahead (SS-B7).
    """
    if target.aboard != NOBODY:
        return arena.rules.passenger_cover
    level = min(seen_cover, GOOD) if target.covered else NO_COVER
    if is_shielded(target, x, y):
        level = max(level, arena.rules.body_cover)
    return level


@kernel
def cover_against(arena, model, level):
    """Return the cover that counts against a weapon: partial cover helps against ranged attacks only (SS-B1)."""
    return NO_COVER if level == PARTIAL and arena.weapons[model].melee else level


@kernel
def cover_dice(arena, level):
    """Return the dice that a cover adds to a defense."""
    if level == NO_COVER:
        return 0
    return arena.rules.good_cover if level >= GOOD else arena.rules.partial_cover


@kernel
def through_cover(battle, arena, log, attacker, target, model, firing, damage, a, b, eye):
    """Send an attack through the cover of a unit; return the points of damage that go on to it (SS-B2).

    It comes from `eye` centimetres above tile `a`, and goes to the target's tile `b`. First the barriers on its way, then
    the vehicle the target sits in or the body it holds before it. NOTHING_THERE if there is neither: the prone on open
    ground have cover, but nothing that stops a shot.
    """
    left = through_barriers(battle, arena, log, attacker, target, model, firing, damage, a, b, eye)
    shield = shield_of(battle.units[target], a % arena.width, a // arena.width)
    if shield == NOBODY:
        return left
    if left == NOTHING_THERE:
        left = damage
    return through_body(battle, arena, log, attacker, shield, model, firing, left) if left > 0 else 0


@allocating
def through_barriers(battle, arena, log, attacker, target, model, firing, damage, a, b, eye):
    """Send an attack through the barriers between a place and a unit; return the damage that goes on (SS-B4).

    Vehicles in the line are barriers of their Body and armor (SS-B7). NOTHING_THERE if nothing stands there.

    A modified damage value that does not exceed a barrier's armor, less penetration, stops there. Bullets and points
    cost the barrier and the attack a point or a few, by the rounds fired; anything else is resisted by Structure + Armor
    dice, and only what exceeds the Structure goes on.
    """
    line = np.empty(LINE, np.int64)
    count, vehicles = barriers_in_the_way(battle, arena, a, b, eye, battle.units[target].prone, line)
    if count == 0 and vehicles == 0:
        return NOTHING_THERE
    left = damage
    if count > 0:
        left = penetrate(battle, arena, log, attacker, target, model, firing, left, line, count)
    while vehicles and left > 0:
        left = through_body(battle, arena, log, attacker, lowest(vehicles), model, firing, left)
        vehicles &= vehicles - 1
    return left


@kernel
def barriers_in_the_way(battle, arena, a, b, eye, prone, line):
    """Return how many tiles stop an attack on a unit's cover, written into `line`, and the vehicles, a bit each, that do.

    The obstacle may stand on the target's own tile, too, like brush. `prone` says how it lies there; `through_cover` has the
    other arguments.
    """
    aim = BODY_HEIGHT[prone] // 4
    count, vehicles = 0, 0
    for ray in range(RAYS):
        count = in_the_way(battle, arena, a, b, ray, eye, aim, line)
        if arena.vehicles:
            vehicles = vehicles_in_the_way(battle, arena, a, b, ray, eye, aim)
        if count > 0 or vehicles:
            break
    if a != b and top_of(battle, arena, b, True) > arena.tiles[b].floor + aim:
        line[count, 0] = b
        count += 1
    return count, vehicles


@kernel
def vehicles_in_the_way(battle, arena, a, b, ray, eye, aim):
    """Return the vehicles, a bit each, that stop a line along a ray of the fan; `ray`, `eye`, `aim` as in `in_the_way`."""
    vehicles = 0
    for number in range(arena.units):
        if stops_line(battle, arena, number, a, b, ray, eye, aim):
            vehicles |= 1 << number
    return vehicles


@allocating
def through_glass(battle, arena, log, attacker, target, model, firing, damage, a, b, eye):
    """Send an attack through what is transparent between a place and a unit; return the points of damage that go on (SS-B5).

    The attack passes by other barriers on the line. It comes from `eye` centimetres above tile `a`.
    """
    line = np.empty(LINE, np.int64)
    panes = panes_in_the_way(battle, arena, a, b, eye, battle.units[target].prone, line)
    if panes == 0:
        return damage
    cite(log, clauses.TRANSPARENT)
    return penetrate(battle, arena, log, attacker, target, model, firing, damage, line, panes)


@kernel
def panes_in_the_way(battle, arena, a, b, eye, prone, line):
    """Return how many transparent tiles stand in an attack's way, written into `line`; see `barriers_in_the_way`."""
    count = in_the_way(battle, arena, a, b, 0, eye, BODY_HEIGHT[prone] // 2, line)
    panes = 0
    for place in range(count):
        if arena.terrains[terrain_at(battle, arena, line[place, 0])].transparent:
            line[panes, 0] = line[place, 0]
            panes += 1
    return panes


@kernel
def stops(weapon):
    """Return whether barriers stop a weapon, a record, completely: it harms by Strain and pierces nothing (SS-B6)."""
    return weapon.strain == 1 and weapon.penetrating == 0


@kernel
def penetrate(battle, arena, log, attacker, target, model, firing, damage, line, count):
    """Send an attack through the barriers on a line, one after the other; return the points of damage that come out (SS-B4).

    What the barriers take adds up until they break (SS-B3). A blast harms them after it has reached everybody within it
    (`shattering.py`). Strain does nothing to barriers (SS-B6): bullets go through for nothing, and anything else stops, for
    only what exceeds the Structure goes on.

    Args:
        line: `count` rows, a tile in the first column of each; the second column is overwritten.
    """
    weapon = arena.weapons[model]
    struck, kind = 0, 0
    while struck < count and damage > 0:
        kind = material_at(battle, arena, line[struck, 0])
        material = arena.materials[kind]
        if stops(weapon) or damage <= modified_armor(material.armor, weapon.penetration):
            emit(battle, log, events.STOPPED_BY_COVER, attacker, target, damage, kind, 0)
            damage = 0
            break
        cite(log, clauses.SHOT_THROUGH)
        if weapon.strain:
            struck += 1
            continue
        if weapon.penetrating:
            lost = lost_in_a_hole(arena, firing)
            taken = lost
        else:
            resisted = resisted_by_barrier(battle, arena, log, attacker, target, kind, weapon.penetration)
            lost = min(damage, resisted + material.structure)
            taken = lost - resisted
        damage -= lost
        line[struck, 1] = taken
        struck += 1
        emit(battle, log, events.BARRIER_HIT, attacker, target, lost, kind, 0)
    if weapon.strain == 0 and weapon.blast == 0:
        for place in range(struck):
            batter(battle, arena, log, attacker, line[place, 0], line[place, 1])
    if damage > 0:
        emit(battle, log, events.THROUGH_COVER, attacker, target, damage, kind, 0)
    return max(damage, 0)
