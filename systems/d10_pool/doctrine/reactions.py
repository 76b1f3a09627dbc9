"""Answers of a doctrine outside the own turn: to attacks, and how a burst is divided."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import DEFEND, WAIT
from fireteam.agents.doctrine.records import ANSWER, ATTACK
from fireteam.agents.doctrine.values import is_enemy, points_left
from fireteam.env.rules.kernel import kernel

from ..rules.attack.attack import first_of
from ..rules.rolls import pool_of
from ..rules.split import MOST_SHARE
from ..rules.tables import DEXTERITY, DODGING
from ..words.verbs import BRAWL_WITH, DODGE, DODGE_WITH, FULL_DEFENSE, PARRY_WITH, PASS
from .values import SPARED, harm_taken

DIE_BEFORE = 0.035  # worth of a die while the own turn is still to come
DIE_AFTER = 0.012  # and after it, while other enemies may still attack


@kernel
def replies(battle, arena, log, weights, offers):
    """Offer the answers to an attack, for the harm that they spare and their dice; a free dodge is best if it is open.

    Dice are worth much to a unit whose turn is still to come, little after it, and nothing once no enemy is left to act.
    """
    frame = battle.stack[battle.depth - 1]
    who, attacker = frame.target, frame.unit
    pool = pool_of(battle, arena, who, DEXTERITY, DODGING)
    plain = harm_taken(battle, arena, log, frame, who, 0)
    offer(offers, WAIT, attacker, PASS, 0, 0.0, 0.0, 0.0)
    if battle.open[DODGE] == 0 or len(offers) > 1:
        dear_replies(battle, arena, log, weights, frame, plain, pool, offers)
    if battle.open[DODGE]:
        spared = plain - harm_taken(battle, arena, log, frame, who, pool)
        offer(offers, DEFEND, attacker, DODGE, 0, spared, 0.0, offers[0].worth + 1.0)


@kernel
def dear_replies(battle, arena, log, weights, frame, plain, pool, offers):
    """Offer the answers that take dice.

    `plain` is the share of life that the attack of the frame costs without an answer, `pool` that of dodging.
    """
    who, attacker = frame.target, frame.unit
    unit = battle.units[who]
    more = still_to_act(battle, arena, who, attacker)
    die = DIE_BEFORE * weights[ATTACK] if unit.acted == 0 else DIE_AFTER if more else 0.0
    for verb in (DODGE_WITH, PARRY_WITH, BRAWL_WITH):
        for dice in range(1, MOST_SHARE + 1):
            if battle.open[verb] >> dice & 1:
                spared = plain - harm_taken(battle, arena, log, frame, who, dice)
                worth = spared * SPARED * weights[ANSWER] - die * dice
                offer(offers, DEFEND, attacker, verb, dice, spared, dice / max(pool, 1), worth)
    if battle.open[FULL_DEFENSE]:
        spared = (plain - harm_taken(battle, arena, log, frame, who, pool)) * (1.0 + 0.4 * more)
        turn = 0.3 * weights[ATTACK] if unit.acted == 0 else 0.0
        offer(offers, DEFEND, attacker, FULL_DEFENSE, 0, spared, 1.0, spared * SPARED * weights[ANSWER] - turn)


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
    """Return how many of a burst's successes one target gets: they are divided evenly, the spare ones to the weaker."""
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
    return min(share, MOST_SHARE)
