"""How a doctrine makes a plan in ladder: item by item, each for what it adds to the worth of the whole plan.

Every further action makes all of them harder (LD-A1). So the worth of an item is the worth of the plan with it, less the
worth of the plan without it.
"""

from fireteam.agents.doctrine.posture import posture
from fireteam.agents.doctrine.random_choice import random_noise
from fireteam.agents.doctrine.records import ANSWER, ATTACK, NOISE
from fireteam.agents.doctrine.records import MELEE as LIKES_MELEE
from fireteam.agents.doctrine.values import better, is_enemy
from fireteam.env.rules.kernel import kernel

from ..rules.plan import BLOWS, EVASIONS, has_planned
from ..words.verbs import (
    AIM,
    AWAIT,
    DODGE_ATTACKS,
    END,
    PARRY_ATTACKS,
    PUNCH,
    SHIELD_PARRY,
    SHIELD_STRIKE,
    SHOOT,
    SHOOT_THROUGH,
    STRIKE,
    STRIKE_THROUGH,
    VOLLEY,
    WALK,
)
from .clinch import clinch
from .evading import evasion_worth
from .loadout import loadout
from .moving import can_from, can_set_out, comes_to, walk_worth
from .shots import aimed_worth, awaited_worth
from .values import attack_worth, is_spoilt

MOST_ACTIONS = 3  # that a plan of a bot has
TAKEN = 0.5  # of what cover spares: it is an action like any other, and makes all others harder
ATTACKS = (SHOOT, VOLLEY, SHOOT_THROUGH, STRIKE, STRIKE_THROUGH, PUNCH, SHIELD_STRIKE)


@kernel
def best_declaration(battle, arena, log, parameters, who, memory, price):
    """Return the declaration (verb, argument, worth) that adds most to a unit's plan, END if none adds anything."""
    weights = parameters.weights
    unit = battle.units[who]
    if unit.actions >= MOST_ACTIONS:
        return END, 0, 0.0
    actions = unit.actions + 1
    if spoils(battle, arena, log, who, actions):
        return END, 0, 0.0
    now = plan_worth(battle, arena, log, weights, who, memory, unit.actions)
    lost = now - plan_worth(battle, arena, log, weights, who, memory, actions)
    best = (END, 0, 0.0)
    best = better(best, *attack(battle, arena, log, parameters, who, actions, memory.goal, price + lost))
    best = better(best, *evasion(battle, arena, log, weights, who, actions, price + lost))
    best = better(best, *clinch(battle, arena, log, weights, who, actions, price + lost))
    best = better(best, *loadout(battle, arena, who, price, lost))
    goal = memory.goal
    if not has_planned(unit, WALK) or (arena.tiles[goal].near_cover and comes_to(battle, arena, who, goal, actions)):
        cover = posture(battle, arena, weights, who, 0.0)
        best = better(best, cover[0], cover[1], TAKEN * cover[2] - price - lost)
    if battle.open[WALK] and memory.worth > 0 and can_set_out(battle, arena, who, goal):
        going = walk_worth(battle, arena, who, memory, actions) - price - lost
        attacks = best[0] in ATTACKS and going > best[2]
        if attacks and not can_from(battle, arena, who, best[1], best[0], goal, actions):
            later = walk_worth(battle, arena, who, memory, actions + 1)
            before = attack_worth(battle, arena, log, weights, who, best[1], best[0], actions + 1) * weights[ATTACK]
            if before + later - 2 * price - lost >= going:
                return best  # it attacks from here, and goes then
        best = better(best, WALK, 0, going)
    return best


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
def plan_worth(battle, arena, log, weights, who, memory, actions):
    """Return the worth of the attacks, evasions and walk in a unit's plan, if the turn has `actions` actions."""
    unit = battle.units[who]
    worth = 0.0
    for place in range(unit.items):
        verb, target = unit.plan[place].verb, unit.plan[place].argument
        if verb in ATTACKS:
            worth += attack_worth(battle, arena, log, weights, who, target, verb, actions) * weights[ATTACK]
        elif verb in EVASIONS:
            worth += evasion_worth(battle, arena, log, who, target, verb, actions) * weights[ANSWER]
        elif verb == WALK:
            worth += walk_worth(battle, arena, who, memory, actions)
    return worth


@kernel
def attack(battle, arena, log, parameters, who, actions, goal, price):
    """Return the best attack (verb, argument, worth), or the aiming or waiting that is better.

    A unit that has declared a walk towards the tile `goal` attacks an enemy that it can attack from there.
    """
    weights = parameters.weights
    walks = has_planned(battle.units[who], WALK)
    best = (END, 0, 0.0)
    for target in range(arena.units):
        if not is_enemy(battle, who, target):
            continue
        shake = (1.0 + weights[NOISE] * random_noise(parameters.seed, battle, target + 1)) * weights[ATTACK]
        for verb in ATTACKS:
            if battle.open[verb] >> target & 1 == 0 or is_spoilt(battle, arena, log, who, target, verb, actions):
                continue
            if walks and not can_from(battle, arena, who, target, verb, goal, actions):
                continue
            liking = shake * weights[LIKES_MELEE] if verb in BLOWS else shake
            worth = attack_worth(battle, arena, log, weights, who, target, verb, actions)
            best = better(best, verb, target, worth * liking - price)
        if battle.open[AIM] >> target & 1:
            best = better(best, AIM, target, aimed_worth(battle, arena, log, weights, who, target) * shake - price)
        if actions == 1 and battle.open[AWAIT] >> target & 1:  # beside something else it makes that harder
            best = better(best, AWAIT, target, awaited_worth(battle, arena, who, target) * shake - price)
    return best


@kernel
def evasion(battle, arena, log, weights, who, actions, price):
    """Return the best evasion (verb, argument, worth): the one that spares most."""
    best = (END, 0, 0.0)
    for attacker in range(arena.units):
        if not is_enemy(battle, who, attacker):
            continue
        for verb in (DODGE_ATTACKS, PARRY_ATTACKS, SHIELD_PARRY):
            if battle.open[verb] >> attacker & 1:
                spared = evasion_worth(battle, arena, log, who, attacker, verb, actions) * weights[ANSWER]
                best = better(best, verb, attacker, spared - price)
    return best
