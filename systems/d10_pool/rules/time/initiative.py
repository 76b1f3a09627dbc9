"""The order of turns (DP-T1, DP-T2, DP-T4): initiative is rolled when the fight begins; newcomers roll as they enter."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY, UP

from ...words import events, purposes
from .. import clauses
from ..rolls import roll
from ..tables import DEXTERITY, WITS

FIRST = 1024  # what a success counts for in a score; a point of Dexterity counts 64, one of Wits 4


@kernel
def roll_initiative(battle, arena, log, who):
    """Roll Wits + Dexterity: more successes act first, then more Dexterity, then more Wits (DP-T1).

    Wounds do not matter. A unit that has walked into an ambush is last, without a roll (DP-T2).
    """
    unit = battle.units[who]
    sheet = arena.sheets[who]
    rank = 64 * sheet.attributes[DEXTERITY] + 4 * sheet.attributes[WITS]
    if is_ambushed(battle, arena, who):
        cite(log, clauses.AMBUSHED)
        unit.score = rank - FIRST
        emit(battle, log, events.SURPRISED, who, NOBODY, 0, 0, 0)
        return
    pool = term(log, WITS, sheet.attributes[WITS]) + term(log, DEXTERITY, sheet.attributes[DEXTERITY])
    difficulty = term(log, clauses.BASE, arena.rules.initiative_difficulty)
    successes, _ = roll(battle, arena, log, who, NOBODY, purposes.INITIATIVE, pool, difficulty)
    unit.score = min(successes, 30) * FIRST + rank
    emit(battle, log, events.INITIATIVE, who, NOBODY, successes, 0, 0)


@kernel
def is_ambushed(battle, arena, who):
    """Return whether enemies lie in ambush for a unit that does not expect them: in the first round (DP-T2)."""
    sheet = arena.sheets[who]
    if arena.surprise == 0 or battle.round_number > 1 or sheet.ambushes or sheet.warned:
        return False
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.team != battle.units[who].team and enemy.status == UP and arena.sheets[other].ambushes:
            return True
    return False


@kernel
def next_to_act(battle, arena):
    """Return the unit with the highest initiative that has not had its turn of the round; NOBODY if there is none (DP-T4).

    Among equals a coin decides from which end of the roster the search begins.
    """
    best = NOBODY
    for place in range(arena.units):
        who = arena.units - 1 - place if battle.backwards else place
        unit = battle.units[who]
        if unit.status != UP or unit.acted or arena.sheets[who].inanimate:
            continue
        if best == NOBODY or unit.score > battle.units[best].score:
            best = who
    return best
