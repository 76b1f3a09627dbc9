"""The core roll (DP-D): a pool of ten-sided dice against a difficulty; and the pools and penalties of a unit."""

from fireteam.env.rules import dice
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit_roll, term

from . import clauses
from .tables import CRIPPLED

SIDES = 10
NO_BOTCH, BOTCH = range(2)


@kernel
def roll(battle, arena, log, who, target, purpose, count, difficulty):
    """Roll `count` dice; return (successes, botch). A die that reaches the difficulty succeeds; a 1 cancels one (DP-D1).

    A roll with a 1 and no success at all is a botch. The difficulty is limited to 2 to 10.
    """
    least = within(arena, log, difficulty)
    count = dice.throw(battle, log, who, purpose, count)
    hits, ones = 0, 0
    for die in range(count):
        face = log.faces[die]
        hits += 1 if face >= least else 0
        ones += 1 if face == 1 else 0
    botch = BOTCH if hits == 0 and ones > 0 else NO_BOTCH
    successes = max(hits - ones, 0)
    emit_roll(battle, log, who, target, successes, purpose, botch, count)
    return successes, botch


@kernel
def roll_damage(battle, arena, log, who, target, purpose, count):
    """Roll `count` dice of damage and return the successes; ones cancel nothing (DP-D2, DP-H1)."""
    least = log_damage_difficulty(arena, log)
    count = dice.throw(battle, log, who, purpose, count)
    damage = 0
    for die in range(count):
        damage += 1 if log.faces[die] >= least else 0
    emit_roll(battle, log, who, target, damage, purpose, NO_BOTCH, count)
    return damage


@kernel
def log_damage_difficulty(arena, log):
    """Return the difficulty of damage dice, whose ones cancel nothing, and log its terms (DP-D2, DP-H1)."""
    cite(log, clauses.NO_ONES)
    return within(arena, log, term(log, clauses.BASE, arena.rules.damage_difficulty))


@kernel
def within(arena, log, difficulty):
    """Return a difficulty limited to what dice can meet, and log the correction as a term (DP-D1)."""
    least = clamped(arena, difficulty)
    term(log, clauses.WITHIN, least - difficulty)
    return least


@kernel
def clamped(arena, difficulty):
    """Return a difficulty limited to the range in which a die can succeed and can fail (DP-D1)."""
    return min(max(difficulty, arena.rules.least_difficulty), arena.rules.most_difficulty)


@kernel
def penalty_of(arena, unit):
    """Return the dice, 0 or below, that a unit's wound level takes off its pools (DP-H3)."""
    return arena.rules.penalty[min(unit.level, CRIPPLED) - 1] if unit.level > 0 else 0


@kernel
def pool_of(battle, arena, who, attribute, ability):
    """Return the dice of an attribute and an ability, by their numbers, less the wound penalty (DP-D1, DP-H3)."""
    sheet = arena.sheets[who]
    return max(sheet.attributes[attribute] + sheet.abilities[ability] + penalty_of(arena, battle.units[who]), 0)


@kernel
def log_pool(battle, arena, log, who, attribute, ability, count):
    """Log the terms of a pool of which `count` dice are rolled; the other dice are for other actions (DP-A3)."""
    sheet = arena.sheets[who]
    whole = term(log, attribute, sheet.attributes[attribute])
    whole += term(log, clauses.FIRST_ABILITY + ability, sheet.abilities[ability])
    whole += term(log, clauses.WOUNDED, max(penalty_of(arena, battle.units[who]), -whole))
    term(log, clauses.SPLIT, count - whole)
