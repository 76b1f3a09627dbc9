"""Determinization: the battle as a side may believe it to be, each unknown unit on a tile that the side does not see.

A search begins with the battle as the side knows it (`env/rules/sides/view.py`), and gives everybody who must be
somewhere a place and an initiative score. So nothing that the side does not know can affect it.
"""

from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.ground.bulk import occupant
from fireteam.env.rules.ground.grid import passable, tile_of
from fireteam.env.rules.interface import make_ready
from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.record import ABSENT, NOBODY, UP
from fireteam.env.rules.sides.knowledge import has_come, hides_something, knows, notices
from fireteam.env.rules.sides.view import hide_unknown

AWAY = -100  # a place outside every map
DRAWS = 64  # tiles that are tried at random


@kernel
def determinize(battle: Record, arena: Record, who: int, seed: int) -> None:
    """Turn a copy of the battle into one that a unit's team may believe it is in, if anything may be unknown to the team.

    Each unknown enemy that the side believes to be there stands on a random tile: one that can be reached, and where the
    side would not notice it. A unit without such a tile gets no place.

    Args:
        who: the unit that decides.
        seed: seed of the places.
    """
    if not hides_something(battle, arena):
        return
    start = tile_of(arena, battle.units[who])
    team = battle.units[who].team
    hide_unknown(battle, arena, team)
    for other in range(arena.units):
        if is_somewhere(battle, arena, team, other):
            make_ready(battle, arena, who, other)
            battle.units[other].x = AWAY
    for vehicles in range(2):
        for other in range(arena.units):
            if battle.units[other].x == AWAY and arena.sheets[other].vehicle == 1 - vehicles:
                find_place(battle, arena, start, team, other, seed)


@kernel
def imagine(battle: Record, arena: Record, seed: int, number: int) -> None:
    """Turn a copy of a battle into one that the deciding side may believe in, with other dice to come.

    `number` is that of the playout, `seed` that of the search: the same two make the same battle.
    """
    determinize(battle, arena, battle.decider, mixed_word(seed, 4 * number + 3))
    battle.seed[0] = mixed_word(seed, 4 * number)
    battle.seed[1] = mixed_word(seed, 4 * number + 1)


@kernel
def is_somewhere(battle: Record, arena: Record, team: int, who: int) -> bool:
    """Return whether a unit that a team does not know must be somewhere on the map."""
    unit = battle.units[who]
    return unit.status == ABSENT and unit.team != team and not knows(battle, team, who) and has_come(battle, arena, who)


@kernel
def find_place(battle: Record, arena: Record, start: Array, team: int, other: int, seed: int) -> None:
    """Put unit `other` on a tile where it could be, in its vehicle if it came in one; without a place it is ABSENT.

    The place must be within walking distance of tile `start`, and unnoticed by `team`.
    """
    unit = battle.units[other]
    if unit.aboard != NOBODY:
        unit.x = battle.units[unit.aboard].x
        unit.y = battle.units[unit.aboard].y
        unit.status = battle.units[unit.aboard].status
        return
    tile = 0
    for number in range(DRAWS + arena.size):
        # At random, then one after another from there.
        tile = mixed_word(seed, number * 32 + other) * arena.size >> 32 if number < DRAWS else (tile + 1) % arena.size
        if could_be_at(battle, arena, start, team, other, tile):
            return
    unit.status = ABSENT
    unit.x = arena.opening[other].x


@kernel
def could_be_at(battle: Record, arena: Record, start: Array, team: int, other: int, tile: int) -> bool:
    """Put unit `other` on a tile; return whether it can stand there unnoticed by a team. If not, it is AWAY again.

    The tile must be within walking distance of tile `start`.
    """
    unit = battle.units[other]
    left, top = tile % arena.width, tile // arena.width
    if arena.paths[start * arena.size + tile] == UNREACHABLE:
        return False
    for place in range(unit.side * unit.side):
        x, y = left + place % unit.side, top + place // unit.side
        if x >= arena.width or y >= arena.height or not passable(battle, arena, y * arena.width + x):
            return False
        if occupant(battle, arena, x, y, other) != NOBODY:
            return False
    unit.x = left
    unit.y = top
    if unit.hidden:  # it may be in plain view
        return True
    goal = arena.goals[team]
    for who in range(goal.first, goal.first + goal.count):
        if battle.units[who].status == UP and notices(battle, arena, who, other):
            unit.x = AWAY
            return False
    return True
