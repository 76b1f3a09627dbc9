"""The order of declaring and acting (LD-T1): initiative is rolled every turn."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit
from fireteam.env.rules.record import NOBODY, UP

from ...words import events, purposes
from ..rolls import roll, skill_of
from ..tables import DISCIPLINE

RESULT = 16  # what a point of the roll counts for in a score; a rank of Discipline counts 1


@kernel
def roll_initiative(battle, arena, log, who):
    """Roll for the turn: four fudge dice + Discipline; among equals the more disciplined is quicker (LD-T1)."""
    unit = battle.units[who]
    bonus = skill_of(battle, arena, log, who, DISCIPLINE, 0)
    result, _ = roll(battle, log, who, NOBODY, purposes.INITIATIVE, bonus)
    unit.score = result * RESULT + arena.sheets[who].ranks[DISCIPLINE]
    emit(battle, log, events.INITIATIVE, who, NOBODY, result, 0, 0)


@kernel
def slowest_to_declare(battle, arena):
    """Return the unit with the lowest score that has not declared yet, NOBODY if all have (LD-T1).

    Among equals a coin, thrown once a turn, decides from which end of the roster they are taken; who declares first then
    acts last.
    """
    best = NOBODY
    for place in range(arena.units):
        who = place if battle.backwards else arena.units - 1 - place
        if not waits(battle, arena, who):
            continue
        if best == NOBODY or battle.units[who].score < battle.units[best].score:
            best = who
    return best


@kernel
def quickest_to_act(battle, arena):
    """Return the unit with the highest score whose plan is not carried out yet, NOBODY for none (LD-T1)."""
    best = NOBODY
    for place in range(arena.units):
        who = arena.units - 1 - place if battle.backwards else place
        if not waits(battle, arena, who):
            continue
        if best == NOBODY or battle.units[who].score > battle.units[best].score:
            best = who
    return best


@kernel
def waits(battle, arena, who):
    """Return whether a unit's phase of this pass is still to come."""
    unit = battle.units[who]
    return unit.status == UP and unit.acted == 0 and arena.sheets[who].inanimate == 0
