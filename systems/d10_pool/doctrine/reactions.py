"""Answers of a doctrine outside the own turn: to attacks, and how a burst is divided."""

from fireteam.agents.doctrine.records import ANSWER, ATTACK
from fireteam.agents.doctrine.values import better, is_enemy, points_left
from fireteam.env.rules.kernel import kernel

from ..rules.attack.attack import first_of
from ..rules.rolls import pool_of
from ..rules.split import MOST_SHARE
from ..rules.tables import DEXTERITY, DODGING
from ..words.verbs import BRAWL_WITH, DODGE, DODGE_WITH, FULL_DEFENSE, GIVE, PARRY_WITH, PASS
from .values import SPARED, harm_taken

DIE_BEFORE = 0.035  # worth of a die while the own turn is still to come
DIE_AFTER = 0.012  # and after it, while other enemies may still attack


@kernel
def choose_reply(battle, arena, log, weights):
    """Return the answer (verb, dice) to an attack: the one that spares most harm for its dice.

    Dice are worth much to a unit whose turn is still to come, little after it, and nothing once no enemy is left to act.
    """
    frame = battle.stack[battle.depth - 1]
    who, attacker = frame.target, frame.unit
    unit = battle.units[who]
    if battle.open[DODGE]:
        return DODGE, 0
    more = still_to_act(battle, arena, who, attacker)
    die = DIE_BEFORE * weights[ATTACK] if unit.acted == 0 else DIE_AFTER if more else 0.0
    plain = harm_taken(battle, arena, log, frame, who, 0)
    best = (PASS, 0, 0.0)
    for verb in (DODGE_WITH, PARRY_WITH, BRAWL_WITH):
        for dice in range(1, MOST_SHARE + 1):
            if battle.open[verb] >> dice & 1:
                spared = plain - harm_taken(battle, arena, log, frame, who, dice)
                best = better(best, verb, dice, spared * SPARED * weights[ANSWER] - die * dice)
    if battle.open[FULL_DEFENSE]:
        pool = pool_of(battle, arena, who, DEXTERITY, DODGING)
        spared = plain - harm_taken(battle, arena, log, frame, who, pool)
        turn = 0.3 * weights[ATTACK] if unit.acted == 0 else 0.0
        best = better(best, FULL_DEFENSE, 0, spared * (1.0 + 0.4 * more) * SPARED * weights[ANSWER] - turn)
    return best[0], best[1]


@kernel
def still_to_act(battle, arena, who, but):
    """Return how many enemies besides unit `but` still have their turn of this round to come."""
    count = 0
    for other in range(arena.units):
        if other != but and is_enemy(battle, who, other) and battle.units[other].acted == 0:
            count += 1
    return count


@kernel
def divide(battle, arena):
    """Return how a burst's successes are divided, as (verb, number): evenly, the spare ones to the weaker target."""
    frame = battle.stack[battle.depth - 1]
    others = frame.asked & ~(1 << frame.target)
    count = 1
    rest = others
    while rest:
        rest &= rest - 1
        count += 1
    share = frame.successes // count
    if frame.successes % count and points_left(battle, arena, frame.target) <= points_left(battle, arena, first_of(others)):
        share += 1
    return GIVE, min(share, MOST_SHARE)
