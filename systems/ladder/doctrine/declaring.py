"""What a unit can add to its plan in ladder, each item for what it adds to the worth of the whole plan.

Every further action makes all of them harder (LD-A1). So the worth of an item is the worth of the plan with it, less the
worth of the plan without it.
"""

from fireteam.agents.doctrine.movement import NO_STEP, door_towards
from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import AIM as AIMING
from fireteam.agents.doctrine.orders import COVER, DEFEND, MOVE
from fireteam.agents.doctrine.orders import SHOOT as SHOOTING
from fireteam.agents.doctrine.orders import STRIKE as STRIKING
from fireteam.agents.doctrine.random_choice import random_noise
from fireteam.agents.doctrine.records import AIM as LIKES_AIM
from fireteam.agents.doctrine.records import ANSWER, ATTACK, NOISE
from fireteam.agents.doctrine.records import COVER as LIKES_COVER
from fireteam.agents.doctrine.records import MELEE as LIKES_MELEE
from fireteam.agents.doctrine.values import exposure, focus, is_enemy
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY

from ..rules.plan import BLOWS, EVASIONS, has_planned
from ..words.verbs import (
    AIM,
    AWAIT,
    DODGE_ATTACKS,
    DOOR,
    PARRY_ATTACKS,
    PUNCH,
    SHIELD_PARRY,
    SHIELD_STRIKE,
    SHOOT,
    SHOOT_THROUGH,
    STRIKE,
    STRIKE_THROUGH,
    TAKE_COVER,
    VOLLEY,
    WALK,
)
from .clinch import clinch
from .evading import evasion_worth
from .loadout import loadout
from .moving import can_from, can_set_out, comes_to, walk_worth
from .shots import aimed_share, awaited_share
from .values import attack_worth, harm_share, is_spoilt

MOST_ACTIONS = 3  # that a plan of a bot has
TAKEN = 0.5  # of what cover spares: it is an action like any other, and makes all others harder
ATTACKS = (SHOOT, VOLLEY, SHOOT_THROUGH, STRIKE, STRIKE_THROUGH, PUNCH, SHIELD_STRIKE)


@kernel
def declarations(battle, arena, log, parameters, who, memory, price, offers):
    """Offer what a unit can add to its plan, for what it adds; return the gain that one more action costs the plan."""
    weights = parameters.weights
    unit = battle.units[who]
    goal = memory.goal
    if memory.worth > 0 and goal != tile_of(arena, unit):
        door = door_towards(battle, arena, who, goal)
        if door != NO_STEP:
            offer(offers, MOVE, NOBODY, DOOR, door, 0.0, 1.0, memory.worth)
            if len(offers) == 1:
                return 0.0
    actions = unit.actions + 1
    if actions > MOST_ACTIONS or spoils(battle, arena, log, who, actions):
        return 0.0
    spent, lost = losses(battle, arena, log, weights, who, memory)
    attack(battle, arena, log, parameters, who, actions, goal, price + lost, offers)
    evasion(battle, arena, log, weights, who, actions, price + lost, offers)
    clinch(battle, arena, log, weights, who, actions, price + lost, offers)
    loadout(battle, arena, who, price, lost, offers)
    if not has_planned(unit, WALK) or (arena.tiles[goal].near_cover and comes_to(battle, arena, who, goal, actions)):
        take_cover(battle, arena, weights, who, price + lost, offers)
    if battle.open[WALK] and memory.worth > 0 and can_set_out(battle, arena, who, goal):
        going = walk_worth(battle, arena, who, memory, actions) - price - lost
        if len(offers) > 1 or not attacks_first(battle, arena, log, weights, who, memory, offers[0], going, price, lost):
            offer(offers, MOVE, NOBODY, WALK, 0, 0.0, 1.0, going)
    return spent


@kernel
def attacks_first(battle, arena, log, weights, who, memory, best, going, price, lost):
    """Return whether a unit declares its best attack before a walk that is worth more: it attacks from here, and goes then.

    Args:
        best: its best offer.
        going: worth of the walk.
        lost: worth that one more action costs the plan.
    """
    verb, target = best.verbs[2], best.target
    actions = battle.units[who].actions + 1
    if verb not in ATTACKS or going <= best.worth or can_from(battle, arena, who, target, verb, memory.goal, actions):
        return False
    later = walk_worth(battle, arena, who, memory, actions + 1)
    before = attack_worth(battle, arena, log, weights, who, target, verb, actions + 1) * weights[ATTACK]
    return before + later - 2 * price - lost >= going


@kernel
def spoils(battle, arena, log, who, actions):
    """Return whether with `actions` actions an attack in a unit's plan hits only by a critical success."""
    unit = battle.units[who]
    for place in range(unit.items):
        verb, target = unit.plan[place].verb, unit.plan[place].argument
        if verb in ATTACKS and is_spoilt(battle, arena, log, who, target, verb, actions):
            return True
    return False


@kernel
def losses(battle, arena, log, weights, who, memory):
    """Return what one more action costs a unit's plan (gain, worth)."""
    actions = battle.units[who].actions
    gain, worth = plan_worth(battle, arena, log, weights, who, memory, actions)
    gain_then, worth_then = plan_worth(battle, arena, log, weights, who, memory, actions + 1)
    return gain - gain_then, worth - worth_then


@kernel
def plan_worth(battle, arena, log, weights, who, memory, actions):
    """Return the gain and the worth of the attacks, evasions and walk in a plan, if the turn has `actions` actions."""
    unit = battle.units[who]
    gain, worth = 0.0, 0.0
    for place in range(unit.items):
        verb, target = unit.plan[place].verb, unit.plan[place].argument
        if verb in ATTACKS:
            harm = harm_share(battle, arena, log, who, target, verb, actions)
            gain += harm
            worth += harm * focus(battle, arena, weights, who, target) * weights[ATTACK]
        elif verb in EVASIONS:
            spared = evasion_worth(battle, arena, log, who, target, verb, actions)
            gain += spared
            worth += spared * weights[ANSWER]
        elif verb == WALK:
            worth += walk_worth(battle, arena, who, memory, actions)
    return gain, worth


@kernel
def attack(battle, arena, log, parameters, who, actions, goal, price, offers):
    """Offer attacks, aiming and waiting with a shot.

    A unit that has declared a walk towards the tile `goal` attacks an enemy that it can attack from there.
    """
    weights = parameters.weights
    walks = has_planned(battle.units[who], WALK)
    for target in range(arena.units):
        if not is_enemy(battle, who, target):
            continue
        shake = (1.0 + weights[NOISE] * random_noise(parameters.seed, battle, target + 1)) * weights[ATTACK]
        liking = focus(battle, arena, weights, who, target)
        for verb in ATTACKS:
            if battle.open[verb] >> target & 1 == 0 or is_spoilt(battle, arena, log, who, target, verb, actions):
                continue
            if walks and not can_from(battle, arena, who, target, verb, goal, actions):
                continue
            harm = harm_share(battle, arena, log, who, target, verb, actions)
            if verb in BLOWS:
                worth = harm * liking * (shake * weights[LIKES_MELEE]) - price
                offer(offers, STRIKING, target, verb, target, harm, 1.0, worth)
            else:
                offer(offers, SHOOTING, target, verb, target, harm, 1.0, harm * liking * shake - price)
        if battle.open[AIM] >> target & 1:
            share = aimed_share(battle, arena, log, who, target)
            offer(offers, AIMING, target, AIM, target, share, 1.0, share * liking * weights[LIKES_AIM] * shake - price)
        if actions == 1 and battle.open[AWAIT] >> target & 1:  # beside something else it makes that harder
            share = awaited_share(battle, arena, who, target)
            offer(offers, AIMING, target, AWAIT, target, share, 1.0, share * shake - price)


@kernel
def evasion(battle, arena, log, weights, who, actions, price, offers):
    """Offer evasions for the harm that they spare."""
    for attacker in range(arena.units):
        if not is_enemy(battle, who, attacker):
            continue
        for verb in (DODGE_ATTACKS, PARRY_ATTACKS, SHIELD_PARRY):
            if battle.open[verb] >> attacker & 1:
                spared = evasion_worth(battle, arena, log, who, attacker, verb, actions)
                offer(offers, DEFEND, attacker, verb, attacker, spared, 1.0, spared * weights[ANSWER] - price)


@kernel
def take_cover(battle, arena, weights, who, price, offers):
    """Offer to take cover for the harm that it spares."""
    if battle.open[TAKE_COVER]:
        spared = TAKEN * (exposure(battle, arena, who, 0) - exposure(battle, arena, who, 1))
        offer(offers, COVER, NOBODY, TAKE_COVER, 0, spared, 1.0, spared * weights[LIKES_COVER] - price)
