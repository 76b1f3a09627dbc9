"""Answers of a doctrine outside the own phase: to attacks, to movers, from a delay, with karma."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import DEFEND, WAIT
from fireteam.agents.doctrine.orders import STRIKE as STRIKING
from fireteam.agents.doctrine.records import ANSWER, ATTACK, MELEE, RESERVE
from fireteam.agents.doctrine.values import focus, is_enemy
from fireteam.env.rules.ground.grid import apart
from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.kernel import kernel

from ..rules.attack.attack import OUT_OF_RANGE, range_band
from ..rules.attack.defense import model_in_hand
from ..rules.body.hands import blow_out_of_turn
from ..rules.odds import MOST_DAMAGE, expected_points
from ..rules.record import NOT_DELAYED
from ..rules.tables import NO_FIRING
from ..words.verbs import BLOCK, CLOSE_CALL, DODGE, FULL_DEFENSE, KEEP_WITS, PARRY, PASS, PUNCH, QUICKEN, REROLL, STRIKE
from ..words.verbs import STEP_IN as STEP_IN_NOW
from .values import attack_share, health_left


@kernel
def replies(battle, arena, log, weights, offers):
    """Offer the verbs that answer an attack, for the harm that they spare and their points.

    Points are worth much to a unit whose phase of this pass is still to come, and only the reserve after it.
    """
    frame = battle.stack[battle.depth - 1]
    who = frame.target
    unit = battle.units[who]
    left = health_left(battle, arena, who, arena.weapons[frame.weapon].strain)
    price = weights[RESERVE] * 0.2 if unit.acted else 0.05 + weights[RESERVE]
    seen_cover = cover_of(battle, arena, unit, battle.units[frame.unit])
    plain = harm_after(battle, arena, log, frame, PASS, seen_cover)
    offer(offers, WAIT, frame.unit, PASS, 0, 0.0, 0.0, 0.0)
    for reply in (DODGE, PARRY, BLOCK):
        if battle.open[reply]:
            spared = min((plain - harm_after(battle, arena, log, frame, reply, seen_cover)) / left, 1.0)
            worth = spared * weights[ANSWER] - price * arena.cost[reply]
            offer(offers, DEFEND, frame.unit, reply, 0, spared, arena.cost[reply], worth)
    if battle.open[FULL_DEFENSE]:
        # It lasts for the round: whoever has yet to act may be kept off too.
        spared = min((plain - harm_after(battle, arena, log, frame, FULL_DEFENSE, seen_cover)) / left, 1.0)
        spared *= 1.0 + 0.3 * still_to_act(battle, arena, who)
        worth = spared * weights[ANSWER] - price * arena.cost[FULL_DEFENSE]
        offer(offers, DEFEND, frame.unit, FULL_DEFENSE, 0, spared, arena.cost[FULL_DEFENSE], worth)


@kernel
def harm_after(battle, arena, log, frame, reply, seen_cover):
    """Return the points of damage expected of the attack of a frame if its target answers with a verb."""
    unit = battle.units[frame.target]
    before = unit.full_defense
    if reply == FULL_DEFENSE:
        unit.full_defense, reply = 1, PASS
    attacker, who, model = frame.unit, frame.target, frame.weapon
    points = expected_points(battle, arena, log, attacker, who, model, frame.firing, reply, seen_cover, 0, MOST_DAMAGE)
    unit.full_defense = before
    return points


@kernel
def still_to_act(battle, arena, who):
    """Return how many enemies still have their phase of this pass to come."""
    count = 0
    for other in range(arena.units):
        body = battle.units[other]
        if is_enemy(battle, who, other) and body.acted == 0 and body.score > 0:
            count += 1
    return count


@kernel
def interceptions(battle, arena, log, weights, offers):
    """Offer the blows at a mover, and none; points cost more before the unit has acted in the pass."""
    who = battle.decider
    unit = battle.units[who]
    price = weights[RESERVE] * 0.2 if unit.acted else 0.05 + weights[RESERVE]
    target = battle.opponent
    offer(offers, WAIT, target, PASS, 0, 0.0, 0.0, 0.0)
    seen_cover = cover_of(battle, arena, battle.units[target], unit)
    for verb in (STRIKE, PUNCH):
        if battle.open[verb]:
            model = blow_out_of_turn(battle, arena, unit, battle.units[target], arena.sheets[who], verb)
            harm = attack_share(battle, arena, log, who, target, model, NO_FIRING, seen_cover, 0)
            worth = harm * focus(battle, arena, weights, who, target) * weights[ATTACK] * weights[MELEE]
            offer(offers, STRIKING, target, verb, target, harm, 1.0, worth - price)


@kernel
def choose_moment(battle, arena):
    """Return the verb of a delayed unit: it steps in before an enemy that it can shoot or reach, else waits on (SS-T7).

    A unit in its own turn acts at once, even in fire or gas.
    """
    who = battle.decider
    unit = battle.units[who]
    if unit.delay == NOT_DELAYED:
        return STEP_IN_NOW
    model = model_in_hand(unit, arena.sheets[who])
    for other in range(arena.units):
        if not is_enemy(battle, who, other) or cover_of(battle, arena, battle.units[other], unit) == TOTAL:
            continue
        distance = apart(arena, unit, battle.units[other])
        ranged = model >= 0 and arena.weapons[model].melee == 0
        if distance <= 2 or (ranged and range_band(arena.weapons[model], distance) != OUT_OF_RANGE):
            return STEP_IN_NOW
    return PASS


@kernel
def spend_karma(battle):
    """Return the verb to spend karma on: a bad roll, a bad glitch, surprise or a quick start; PASS for none (SS-X2)."""
    frame = battle.stack[battle.depth - 1]
    if battle.open[KEEP_WITS]:
        return KEEP_WITS
    if battle.open[QUICKEN]:
        return QUICKEN if battle.units[battle.decider].karma > 1 else PASS
    if battle.open[CLOSE_CALL] and frame.glitch > 1:
        return CLOSE_CALL
    if battle.open[REROLL]:
        attacks = frame.unit == battle.decider
        behind = frame.missed > 2 * frame.hits if attacks else frame.defense < frame.hits
        return REROLL if behind else PASS
    return PASS
