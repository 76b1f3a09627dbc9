"""Free actions (SS-A1, SS-A4): calling out to friends, dropping the weapon in hand, and free actions after the phase."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.grid import apart, tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit
from fireteam.env.rules.record import NOBODY, UP

from ...words import events
from ...words.verbs import CALL_OUT, CALL_SHOT, DROP, END, MULTIPLE, SHOOT, STEP
from ..body.hands import has_drawn_bow, lose_from_hand
from ..body.vehicles import can_be_heard
from ..pairs import is_deaf
from ..record import FREE
from ..stack import affords
from ..tables import MUTE


@kernel
def open_free_actions(battle, arena, who):
    """Open dropping the weapon in hand; open calling out if a friend would hear it that is not in the fight yet."""
    unit = battle.units[who]
    if unit.hand != BARE_HANDS and affords(arena, unit, DROP):
        battle.open[DROP] = 1
    if unit.ailing >> MUTE & 1 == 0 and can_be_heard(battle, unit) and affords(arena, unit, CALL_OUT):
        team = arena.goals[unit.team]
        for other in range(team.first, team.first + team.count):
            if would_hear_call(battle, arena, who, other):
                battle.open[CALL_OUT] = 1
                return


@kernel
def close_all_but_free(battle, arena, who):
    """Leave a unit that takes its free action after its phase only free actions and the steps of a walk (SS-A1).

    Loosing a drawn bow is one. Free actions that prepare an attack are closed, since no attack can follow.
    """
    unit = battle.units[who]
    has_one = unit.free_used < arena.rules.free_actions
    for verb in range(len(battle.open)):
        is_one = arena.cost[verb] == FREE and verb not in (CALL_SHOT, MULTIPLE)
        if verb == SHOOT and battle.open[SHOOT]:
            is_one = has_drawn_bow(arena, who, unit)
        if verb not in (END, STEP) and not (has_one and is_one):
            battle.open[verb] = 0


@kernel
def would_hear_call(battle, arena, who, other):
    """Return whether unit `other` of the own team would hear a call and is not in the fight yet."""
    unit = battle.units[who]
    friend = battle.units[other]
    if other == who or friend.engaged or friend.status != UP or arena.sheets[other].inanimate or is_deaf(friend):
        return False
    return apart(arena, unit, friend) <= arena.rules.hearing


@kernel
def call_out(battle, arena, log, who):
    """Call out: the friends who hear it are in the fight and no longer unaware (SS-F5)."""
    friends = 0
    team = arena.goals[battle.units[who].team]
    for other in range(team.first, team.first + team.count):
        if would_hear_call(battle, arena, who, other):
            battle.units[other].engaged = 1
            friends += 1
    emit(battle, log, events.CALLS_OUT, who, NOBODY, friends, 0, 0)


@kernel
def drop(battle, arena, log, who):
    """Drop the weapon in hand; it lies where the unit stands."""
    unit = battle.units[who]
    unit.held[unit.hand].lies_at = tile_of(arena, unit)
    emit(battle, log, events.DROPS, who, NOBODY, arena.sheets[who].weapons[unit.hand], 0, 0)
    lose_from_hand(unit)
