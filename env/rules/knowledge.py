"""Fog of war: which units each team knows of. Without fog every team knows all."""

from . import log as tells
from .battle import MAX_TEAMS, MAX_UNITS, UP
from .grid import apart
from .kernel import kernel
from .log import tell
from .sight import sees
from .swan_song.pairs import is_blind, is_deaf

ALL_UNITS = (1 << MAX_UNITS) - 1


@kernel
def know_all(battle):
    """Let every team know every unit."""
    for team in range(MAX_TEAMS):
        battle.teams[team].known = ALL_UNITS


@kernel
def know_unit(battle, who, known):
    """Let every other team know a unit, or (known 0) none."""
    for team in range(MAX_TEAMS):
        if team != battle.units[who].team:
            battle.teams[team].known &= ~(1 << who)
            battle.teams[team].known |= known << who


@kernel
def notices(battle, arena, who, other):
    """Return whether a unit sees or hears another: it is in sight, near, or has fired since its last phase began.

    Who is deaf on both ears hears nothing, and who is blind on both eyes sees nothing (SS-C3).
    """
    watcher = battle.units[who]
    unit = battle.units[other]
    if not is_deaf(watcher) and (unit.shot or apart(arena, watcher, unit) <= arena.rules.hearing):
        return True
    return not is_blind(watcher) and sees(battle, arena, watcher, unit)


@kernel
def look_around(battle, arena, log):
    """Bring up to date what each team knows, if the battle is fought in fog; the fallen stay known, the hidden are not."""
    if arena.fog == 0:
        return
    for team in range(arena.teams):
        known = battle.teams[team].known
        for other in range(arena.units):
            unit = battle.units[other]
            if unit.team == team or unit.status > UP:
                known |= 1 << other
                continue
            before = known >> other & 1
            known &= ~(1 << other)
            if unit.hidden or unit.status != UP:
                continue
            for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
                if battle.units[who].status == UP and notices(battle, arena, who, other):
                    known |= 1 << other
                    if not before:
                        battle.teams[team].known = known
                        tell(battle, log, tells.SPOTTED, who, other, 0, 0, 0)
                    break
        battle.teams[team].known = known


@kernel
def knows(battle, team, who):
    """Return whether a team knows where a unit is."""
    return battle.teams[team].known >> who & 1 == 1
