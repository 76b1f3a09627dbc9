"""The core roll (LD-D): four fudge dice and a rank; and the penalties for wounds and for several actions."""

from fireteam.env.rules import dice
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit_roll, term

from . import clauses
from .plan import penalty_of
from .tables import AT_LEAST, CRITICAL

SIDES = 3  # of a fudge die: minus, nothing, plus
DICE = 4
BLANK = 2  # the face that adds nothing
PLAIN, SUCCESS, FAILURE = range(3)  # glitches: nothing special, critical success, critical failure


@kernel
def roll(battle, log, who, target, purpose, bonus):
    """Roll four fudge dice and add `bonus`, the sum of the logged terms; return (result, PLAIN to FAILURE) (LD-D1, LD-D2).

    Four pluses are a critical success, four minuses a critical failure.
    """
    thrown, glitch = throw(battle, log, who, purpose)
    emit_roll(battle, log, who, target, thrown + bonus, purpose, glitch, DICE)
    return thrown + bonus, glitch


@kernel
def roll_attack(battle, arena, log, who, target, purpose, bonus):
    """Roll an attack: as `roll`, except that a critical success counts as a result of 5 (LD-D2).

    The option `critical` decides whether it is exactly that result, or at least that.
    """
    thrown, glitch = throw(battle, log, who, purpose)
    result = thrown + bonus
    if glitch == SUCCESS:
        cite(log, clauses.CRITICAL)
        result = critical_result(arena, result)
    elif glitch == FAILURE:
        cite(log, clauses.CRITICAL_FAILURE)
    emit_roll(battle, log, who, target, result, purpose, glitch, DICE)
    return result, glitch


@kernel
def critical_result(arena, result):
    """Return the result that a critical success of an attack counts as, by the option `critical` (LD-D2)."""
    if arena.rules.option_critical == AT_LEAST:
        return max(result, arena.rules.critical_result)
    return arena.rules.critical_result


@kernel
def throw(battle, log, who, purpose):
    """Throw four fudge dice; return their sum, -4 to 4, and whether that is a critical success or failure."""
    dice.throw(battle, log, who, purpose, DICE)
    total = 0
    for die in range(DICE):
        total += log.faces[die] - BLANK
    return total, SUCCESS if total == DICE else FAILURE if total == -DICE else PLAIN


@kernel
def skill_of(battle, arena, log, who, skill, actions):
    """Return a unit's bonus for a roll of a skill, and log its terms: rank, less for wounds and several actions.

    `actions` is the number of actions in its turn, 0 for a roll that is no action (LD-A1, LD-D3, LD-H2).
    """
    total = term(log, skill, arena.sheets[who].ranks[skill])
    total += term(log, clauses.ACTIONS, penalty_of(actions))
    return total + term(log, clauses.WOUNDED, wounds_of(arena, log, battle.units[who], who))


@kernel
def plain_skill(battle, arena, who, skill, actions):
    """Return `skill_of` without logging its terms."""
    sheet = arena.sheets[who]
    wounds = 0 if sheet.tough else penalty_for(arena, battle.units[who].level)
    return sheet.ranks[skill] + penalty_of(actions) + wounds


@kernel
def wounds_of(arena, log, unit, who):
    """Return the wound penalty of a unit's rolls, 0 or below; pain tolerance reduces it (LD-H2)."""
    penalty = penalty_for(arena, unit.level)
    if penalty and arena.sheets[who].tough:
        cite(log, clauses.PAIN)
        return 0
    return penalty


@kernel
def penalty_for(arena, level):
    """Return the penalty of a wound level on rolls, 0 or below (LD-H2)."""
    return arena.rules.penalty[min(level, CRITICAL) - 1] if level > 0 else 0


@kernel
def better_of(arena, who, one, other):
    """Return the one of two skills in which a unit is better, the first if it is as good in both."""
    ranks = arena.sheets[who].ranks
    return other if ranks[other] > ranks[one] else one
