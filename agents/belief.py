"""What a side can believe about whom it does not see: they stand anywhere that is hidden from it."""

from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.rules.battle import MAX_UNITS, NOBODY, UP
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.grid import passable, tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.knowledge import knows, notices
from fireteam.env.rules.swan_song.vehicles import occupant

AWAY = -100  # a place outside every map
DRAWS = 64  # tiles that are tried at random


@kernel
def is_lost_from_view(battle, arena, team, who):
    """Return whether a team cannot know where a unit on foot is, and nothing that is being resolved tells it."""
    unit = battle.units[who]
    if unit.status != UP or unit.team == team or knows(battle, team, who) or arena.sheets[who].inanimate:
        return False
    if unit.aboard != NOBODY or unit.carried_by != NOBODY or unit.held_by != NOBODY:
        return False
    if unit.carries != NOBODY or unit.holds != NOBODY:
        return False
    for depth in range(battle.depth):
        if battle.stack[depth].unit == who or battle.stack[depth].target == who:
            return False
    return True


@kernel
def imagine(battle, arena, truth, who, seed):
    """Move everybody whom the team of a unit has lost from view to a tile where it would not notice them.

    Any such tile that can be reached from the unit will do; their true places make no difference. Where there is no such
    tile, they stay.

    Args:
        truth: the battle as it is, of which `battle` is a copy.
        who: the unit that decides.
        seed: of the places.
    """
    start = tile_of(arena, battle.units[who])
    team = battle.units[who].team
    for other in range(arena.units):
        if is_lost_from_view(truth, arena, team, other):
            battle.units[other].x = AWAY
    for other in range(arena.units):
        unit = battle.units[other]
        if unit.x != AWAY:
            continue
        tile = 0
        for number in range(DRAWS + arena.size):
            # At random, then one after another from there.
            tile = (
                mixed_word(seed, number * MAX_UNITS + other) * arena.size >> 32
                if number < DRAWS
                else (tile + 1) % arena.size
            )
            if could_be_at(battle, arena, start, team, other, tile):
                break
        else:
            unit.x = truth.units[other].x
            unit.y = truth.units[other].y


@kernel
def could_be_at(battle, arena, start, team, other, tile):
    """Put a unit on a tile and return whether it can stand there unnoticed by a team; if not, it is away again."""
    if not passable(battle, arena, tile) or arena.paths[start * arena.size + tile] == UNREACHABLE:
        return False
    x, y = tile % arena.width, tile // arena.width
    if occupant(battle, arena, x, y, other) != NOBODY:
        return False
    unit = battle.units[other]
    unit.x = x
    unit.y = y
    if unit.hidden:  # it may be in plain view
        return True
    goal = arena.goals[team]
    for who in range(goal.first, goal.first + goal.count):
        if battle.units[who].status == UP and notices(battle, arena, who, other):
            unit.x = AWAY
            return False
    return True
