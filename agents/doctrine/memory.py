"""What a bot remembers of each unit: its destination, last known enemies and search points; also clears all of it."""

from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.kernel import Array, Record, allocating, kernel
from fireteam.env.rules.record import ABSENT, NOWHERE
from fireteam.env.rules.sides.knowledge import has_come, knows, notices_ground

from .values import is_enemy

TRIES = 32  # places that a unit thinks of before it gives up looking for a while


@kernel
def clear_memories(memories: Array) -> None:
    """Clear the memories of all units, as a battle begins: no orders, no goals, nobody seen."""
    for who in range(len(memories)):
        memory = memories[who]
        memory.clock = 0
        memory.stage = 0
        memory.turn = 0
        memory.worth = 0.0
        memory.busy = 0
        memory.seen = 0
        memory.ground = 0
        memory.looked = 0


@kernel
def nearest_enemy(battle: Record, arena: Record, who: int) -> int:
    """Return the tile of the known enemy that is nearest to walk to, NOWHERE for none that can be walked to."""
    here = tile_of(arena, battle.units[who])
    nearest, found = UNREACHABLE, NOWHERE
    for other in range(arena.units):
        if is_enemy(battle, who, other):
            tile = tile_of(arena, battle.units[other])
            walk = path_length(battle, arena, here, tile)
            if walk < nearest:
                nearest, found = walk, tile
    return found


@allocating
def hunting_goal(battle: Record, arena: Record, who: int, seed: int, memory: Record) -> int:
    """Return the tile where a unit looks for enemies: where one is, was last known, or may be; NOWHERE for none."""
    team = battle.units[who].team
    tile = nearest_enemy(battle, arena, who)
    if tile != NOWHERE:
        return tile
    if memory.seen and not notices_ground(battle, arena, team, memory.seen - 1):
        return memory.seen - 1
    memory.seen = 0
    if not anybody_hides(battle, arena, team):
        return NOWHERE
    if memory.ground == 0 or notices_ground(battle, arena, team, memory.ground - 1):
        memory.ground = next_ground(battle, arena, who, seed, memory) + 1
    return memory.ground - 1


@kernel
def anybody_hides(battle: Record, arena: Record, team: int) -> bool:
    """Return whether some enemy has come into the battle that a team does not know."""
    for other in range(arena.units):
        unit = battle.units[other]
        if unit.team != team and unit.status == ABSENT and not knows(battle, team, other) and has_come(battle, arena, other):
            return True
    return False


@kernel
def next_ground(battle: Record, arena: Record, who: int, seed: int, memory: Record) -> int:
    """Return the next tile to search for enemies: one in reach that the team does not see; NOWHERE for none.

    The first is the one farthest from where the team came from. The others are drawn from `seed`, in the same order for the
    whole team, so that it keeps together.
    """
    team = battle.units[who].team
    here = tile_of(arena, battle.units[who])
    for _ in range(TRIES):
        tile = far_ground(arena, team, here) if memory.looked == 0 else mixed_word(seed, memory.looked) * arena.size >> 32
        memory.looked += 1
        if arena.paths[here * arena.size + tile] != UNREACHABLE and not notices_ground(battle, arena, team, tile):
            return tile
    return NOWHERE


@kernel
def far_ground(arena: Record, team: int, here: int) -> int:
    """Return the tile that is farthest to walk to from where a team's first unit entered the battle; `here` for none."""
    start = tile_of(arena, arena.opening[arena.goals[team].first])
    farthest, found = 0, here
    for tile in range(arena.size):
        walk = arena.paths[start * arena.size + tile]
        if farthest < walk < UNREACHABLE:
            farthest, found = walk, tile
    return found
