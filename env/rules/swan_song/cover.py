"""Cover in play (SS-B1, SS-B2) and shots through it (SS-B4): when geometry counts, and what a barrier lets through."""

import numpy as np

from .. import log as tells
from ..battle import NOBODY
from ..grid import apart, terrain_at, tile_of
from ..kernel import allocating, kernel
from ..log import cite, tell
from ..sight import BODY as BODY_HEIGHT
from ..sight import EYE, GOOD, LONGEST, NO_COVER, RAYS, in_the_way
from . import clauses
from .barriers import batter, material_at, resisted_by_barrier
from .bodies import is_shielded
from .tables import NO_FIRING

NOTHING_THERE = -1


@kernel
def cover_in_force(arena, target, viewer, seen_cover):
    """Return the cover that counts for a unit, given the geometric cover against its attacker.

    Cover counts only after a Take Cover action; a prone target far enough away counts as in good cover (SS-B1). A body
    that is carried covers against what comes from ahead (SS-B7).
    """
    level = NO_COVER
    if target.aboard != NOBODY:
        return arena.rules.passenger_cover
    if target.covered:
        level = min(seen_cover, GOOD)
    if target.prone and apart(arena, target, viewer) >= arena.rules.prone_cover_from:
        level = GOOD
    if is_shielded(target, viewer.x, viewer.y):
        level = max(level, arena.rules.body_cover)
    return level


@kernel
def cover_dice(arena, level):
    """Return the defense dice of a level of cover."""
    if level == NO_COVER:
        return 0
    return arena.rules.good_cover if level >= GOOD else arena.rules.partial_cover


@allocating
def through_cover(battle, arena, log, attacker, target, row, firing, damage):
    """Send an attack through what stands between two units; return the damage that goes on to the target (SS-B4).

    NOTHING_THERE if nothing stands between them: the prone on open ground have cover, but nothing that stops a shot.

    A modified damage value that does not exceed a barrier's armor, less penetration, stops there. Bullets and points
    cost the barrier and the attack a point or a few, by the rounds fired; anything else is resisted by Structure + Armor
    dice, and only what exceeds the Structure goes on.
    """
    line = np.empty((LONGEST, 3), np.int64)
    unit = battle.units[attacker]
    body = battle.units[target]
    a, b = tile_of(arena, unit), tile_of(arena, body)
    count = 0
    for ray in range(RAYS):
        count = in_the_way(battle, arena, a, b, ray, EYE[unit.prone], BODY_HEIGHT[body.prone] // 4, line)
        if count > 0:
            break
    if count == 0:
        return NOTHING_THERE
    return penetrate(battle, arena, log, attacker, target, row, firing, damage, line, count)


@allocating
def through_glass(battle, arena, log, attacker, target, row, firing, damage):
    """Send an attack through what is transparent between two units; return the damage that goes on (SS-B5).

    Other barriers on the line are what the attack went past.
    """
    line = np.empty((LONGEST, 3), np.int64)
    unit = battle.units[attacker]
    body = battle.units[target]
    a, b = tile_of(arena, unit), tile_of(arena, body)
    count = in_the_way(battle, arena, a, b, 0, EYE[unit.prone], BODY_HEIGHT[body.prone] // 2, line)
    panes = 0
    for place in range(count):
        if arena.terrains[terrain_at(battle, arena, line[place, 0])].transparent:
            line[panes, 0] = line[place, 0]
            panes += 1
    if panes == 0:
        return damage
    cite(log, clauses.TRANSPARENT)
    return penetrate(battle, arena, log, attacker, target, row, firing, damage, line, panes)


@kernel
def penetrate(battle, arena, log, attacker, target, row, firing, damage, line, count):
    """Send an attack through the barriers on a line, one after the other; return the damage that comes out (SS-B4).

    What the barriers take adds up until they break (SS-B3); Strain does nothing to them.
    """
    weapon = arena.weapons[row]
    struck = 0
    while struck < count and damage > 0:
        kind = material_at(battle, arena, line[struck, 0])
        material = arena.materials[kind]
        if damage <= max(material.armor - weapon.penetration, 0):
            tell(battle, log, tells.STOPPED_BY_COVER, attacker, target, damage, kind, 0)
            damage = 0
            break
        cite(log, clauses.SHOT_THROUGH)
        if weapon.penetrating:
            lost = arena.firings[firing].barrier if firing != NO_FIRING else 1
            taken = lost
        else:
            resisted = resisted_by_barrier(battle, arena, log, attacker, target, kind, weapon.penetration)
            lost = min(damage, resisted + material.structure)
            taken = lost - resisted
        damage -= lost
        line[struck, 1] = taken
        struck += 1
        tell(battle, log, tells.BARRIER_HIT, attacker, target, lost, kind, 0)
    if weapon.strain == 0:
        for place in range(struck):
            batter(battle, arena, log, attacker, line[place, 0], line[place, 1])
    if damage > 0:
        tell(battle, log, tells.THROUGH_COVER, attacker, target, damage, 0, 0)
    return max(damage, 0)
