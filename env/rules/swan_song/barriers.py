"""Barriers that break (SS-B3, SS-B6): each tile of one has the Structure of its material in hit points for a square metre.

Damage gathers in the battle's dents. What reaches the hit points opens the tile; what is left of it goes on to the barrier
tiles that touch it, and opens those whose hit points it reaches as well.
"""

from .. import log as tells
from ..battle import MAX_DENTS, MAX_STRUCK, NOWHERE
from ..changes import change_terrain
from ..grid import beside, terrain_at
from ..kernel import entry, kernel
from ..log import cite, tell_at, term
from . import clauses, purposes
from .damage import modified_armor
from .pools import NO_LIMIT, roll

STRAIGHT_FIRST = (0, 2, 4, 6, 1, 3, 5, 7)  # directions, the nearest neighbours first


@kernel
def is_breakable(battle, arena, tile):
    """Return whether a barrier stands on a tile that can be destroyed."""
    terrain = arena.terrains[terrain_at(battle, arena, tile)]
    return terrain.passable == 0 and terrain.broken >= 0


@kernel
def material_at(battle, arena, tile):
    """Return the row of the material that stands on a tile."""
    return arena.terrains[terrain_at(battle, arena, tile)].material


@kernel
def hit_points(battle, arena, tile):
    """Return the hit points of a barrier: its Structure for each square metre (SS-B3)."""
    return arena.materials[material_at(battle, arena, tile)].structure * arena.rules.wall


@kernel
def resisted_by_barrier(battle, arena, log, attacker, target, kind, penetration):
    """Roll a barrier's Structure + Armor against an attack, the armor less its penetration; return the hits (SS-B4)."""
    material = arena.materials[kind]
    cite(log, clauses.BARRIER)
    pool = term(log, clauses.STRUCTURE, material.structure + modified_armor(material.armor, penetration))
    resisted, _ = roll(battle, arena, log, attacker, target, purposes.BARRIER, pool, NO_LIMIT)
    return resisted


@kernel
def batter(battle, arena, log, attacker, tile, damage):
    """Let the barrier on a tile take damage; it and what touches it break, as far as their hit points go (SS-B3, SS-B6)."""
    if damage <= 0 or not is_breakable(battle, arena, tile):
        return
    cite(log, clauses.BARRIER)
    points = hit_points(battle, arena, tile)
    damage += take_dent(battle, tile)
    if damage < points or not break_open(battle, arena, log, attacker, tile):
        leave_dent(battle, tile, damage)
        return
    damage -= points
    for direction in STRAIGHT_FIRST:
        other = beside(arena, tile % arena.width, tile // arena.width, direction)
        if other == NOWHERE or not is_breakable(battle, arena, other):
            continue
        points = hit_points(battle, arena, other)
        if damage >= points and break_open(battle, arena, log, attacker, other):
            take_dent(battle, other)
            damage -= points


@kernel
def put_off(battle, tile, damage):
    """Remember what a blast does to a barrier until everybody within it has been reached: the most, for it strikes once."""
    for row in range(battle.struck):
        if battle.strikes[row].tile == tile:
            battle.strikes[row].damage = max(battle.strikes[row].damage, damage)
            return
    if battle.struck < MAX_STRUCK:
        battle.strikes[battle.struck].tile = tile
        battle.strikes[battle.struck].damage = damage
        battle.struck += 1


@kernel
def batter_struck(battle, arena, log, attacker):
    """Let the barriers that a blast went through take their damage, now that it is over."""
    for row in range(battle.struck):
        batter(battle, arena, log, attacker, battle.strikes[row].tile, battle.strikes[row].damage)
    battle.struck = 0


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
    tell_at(battle, log, tells.BARRIER_BREAKS, attacker, tile, kind, rest)
    return True


@entry
def take_dent(battle, tile):
    """Return the damage a barrier tile has taken so far, and forget it."""
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
    """Remember the damage of a barrier tile; where there is no more room, the least dent is forgotten for it."""
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
