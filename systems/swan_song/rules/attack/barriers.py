"""Barriers that break (SS-B3, SS-B6): each tile of one has the Structure of its material in hit points for a square metre.

Damage gathers in the battle's dents. Damage that reaches the hit points opens the tile; the rest of it opens further tiles
of the same barrier.
"""

import numpy as np

from fireteam.env.rules.ground.changes import change_terrain
from fireteam.env.rules.ground.grid import beside, terrain_at
from fireteam.env.rules.kernel import allocating, entry, kernel
from fireteam.env.rules.log import cite, emit_at, term
from fireteam.env.rules.record import MAX_CHANGES, MAX_DENTS, NOWHERE

from ...words import events, purposes
from .. import clauses
from ..body.damage import modified_armor
from ..pools import NO_LIMIT, roll

STRAIGHT_FIRST = (0, 2, 4, 6, 1, 3, 5, 7)  # directions, the nearest neighbours first


@kernel
def is_breakable(battle, arena, tile):
    """Return whether a barrier stands on a tile that can be destroyed."""
    terrain = arena.terrains[terrain_at(battle, arena, tile)]
    return terrain.passable == 0 and terrain.broken >= 0


@kernel
def material_at(battle, arena, tile):
    """Return the material that stands on a tile, an index in `arena.materials`."""
    return arena.terrains[terrain_at(battle, arena, tile)].material


@kernel
def hit_points(battle, arena, tile):
    """Return the hit points of the barrier on a tile: its Structure for each square metre (SS-B3)."""
    return arena.materials[material_at(battle, arena, tile)].structure * arena.rules.wall


@kernel
def resisted_by_barrier(battle, arena, log, attacker, target, kind, penetration):
    """Roll a barrier's Structure + Armor against an attack, the armor less its penetration; return the hits (SS-B4).

    `kind` is an index in `arena.materials`; `penetration` is in points of armor.
    """
    material = arena.materials[kind]
    cite(log, clauses.BARRIER)
    pool = term(log, clauses.STRUCTURE, material.structure + modified_armor(material.armor, penetration))
    resisted, _ = roll(battle, arena, log, attacker, target, purposes.BARRIER, pool, NO_LIMIT)
    return resisted


@allocating
def batter(battle, arena, log, attacker, tile, damage):
    """Let the barrier on a tile take points of damage; a hole opens and grows until they are used up (SS-B3, SS-B6).

    As many points again as the tile's hit points open another tile of the same material that touches the hole, the nearest
    first.
    """
    if damage <= 0 or not is_breakable(battle, arena, tile):
        return
    cite(log, clauses.BARRIER)
    kind = material_at(battle, arena, tile)
    points = hit_points(battle, arena, tile)
    damage += take_dent(battle, tile)
    if damage < points or not break_open(battle, arena, log, attacker, tile):
        leave_dent(battle, tile, damage)
        return
    damage -= points
    hole = np.empty(MAX_CHANGES, np.int64)
    hole[0] = tile
    size, place = 1, 0
    while place < size and damage >= points:
        for direction in STRAIGHT_FIRST:
            other = beside(arena, hole[place] % arena.width, hole[place] // arena.width, direction)
            if damage < points or other == NOWHERE or size == MAX_CHANGES or not is_breakable(battle, arena, other):
                continue
            if material_at(battle, arena, other) == kind and break_open(battle, arena, log, attacker, other):
                take_dent(battle, other)
                damage -= points
                hole[size] = other
                size += 1
        place += 1


@entry
def break_open(battle, arena, log, attacker, tile):
    """Turn a barrier into what is left of it; return False, and leave it, where the record has no room for the change."""
    kind = material_at(battle, arena, tile)
    rest = arena.terrains[terrain_at(battle, arena, tile)].broken
    if not change_terrain(battle, arena, tile, rest):
        return False
    cite(log, clauses.DESTROYED)
    battle.broken = min(battle.broken + 1, 100)
    battle.quiet = 0
    emit_at(battle, log, events.BARRIER_BREAKS, attacker, tile, kind, rest)
    return True


@entry
def take_dent(battle, tile):
    """Return the points of damage a barrier tile has taken so far, and forget them."""
    for row in range(battle.dented):
        if battle.dents[row].tile == tile:
            damage = battle.dents[row].damage
            battle.dented -= 1
            battle.dents[row].tile = battle.dents[battle.dented].tile
            battle.dents[row].damage = battle.dents[battle.dented].damage
            return int(damage)
    return 0


@entry
def leave_dent(battle, tile, damage):
    """Note the points of damage of a barrier tile; where there is no more room, the smallest dent is forgotten for it."""
    row = battle.dented
    if row < MAX_DENTS:
        battle.dented += 1
    else:
        row = 0
        for other in range(MAX_DENTS):
            if battle.dents[other].damage < battle.dents[row].damage:
                row = other
    battle.dents[row].tile = tile
    battle.dents[row].damage = min(damage, 10_000)
