"""A doctrine at work: every open action gets a worth from a few considerations, and the best is taken.

Worth is counted in enemies taken out, the price of an action point in the same coin. The considerations are the same for
all doctrines; what tells them apart are the weights in `doctrines.toml`.
"""

from fireteam.env.rules.decisions import ACT, DEFEND, INTERCEPT, KARMA, LAST_STAND, STEP_IN
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.kernel import kernel, port
from fireteam.env.rules.mask import is_open
from fireteam.env.rules.record import NOBODY
from fireteam.env.rules.sides.view import as_known
from fireteam.env.rules.swan_song.attack.defense import weapon_row
from fireteam.env.rules.swan_song.attack.standing import blow_row
from fireteam.env.rules.swan_song.tables import MODES, NO_FIRING, SHOOT_OF_MODE, VOLLEY_OF_MODE
from fireteam.env.rules.swan_song.time.delay import is_fresh
from fireteam.env.rules.verbs import (
    AIM,
    CHARGE,
    DELAY,
    DROP_PRONE,
    END,
    FIGHT_FOR_LIFE,
    MODE,
    PUNCH,
    SHOOT,
    SPRINT,
    STAND_UP,
    STEP,
    STRIKE,
    TAKE_COVER,
    VOLLEY,
)

from .considerations.area import detonation, grenade_to_take, throws
from .considerations.breaching import breaching
from .considerations.called_shots import call
from .considerations.driving import driving
from .considerations.loadout import loadout
from .considerations.medical import sundries, treatment, wrestling
from .considerations.movement import choose_goal, next_move, step_towards
from .considerations.reactions import choose_interception, choose_moment, choose_reply, spend_karma
from .considerations.suppression import suppress
from .memory import moment_of
from .random_choice import random_action, shaken
from .records import AIM as LIKES_AIM
from .records import ATTACK, COVER, MELEE, NOISE, RANDOM, RESERVE, WAIT
from .values import attack_worth, exposure, is_enemy, overexerts
from .weighing import better


@port
def choose(battle, arena, log, parameters, memories) -> tuple[int, int]:
    """Return the action (verb, argument) of a compiled bot: the one it considers best, any legal one if that is not open.

    It sees the battle as its team knows it; nothing below looks at anything else.
    """
    known = as_known(battle, arena, log, battle.units[battle.decider].team)
    verb, argument = consider(known, arena, log, parameters, memories)
    if is_open(battle, verb, argument):
        return verb, argument
    return random_action(battle, mixed_word(parameters.seed, battle.decisions))


@kernel
def consider(battle, arena, log, parameters, memories):
    """Return the action (verb, argument) that a compiled bot thinks best for the pending decision; memories change."""
    if parameters.kind == RANDOM:
        word = int((shaken(parameters.seed, battle, 0) + 1.0) * 2147483647.0)
        verb, argument = random_action(battle, word)
        return (END, 0) if verb == SPRINT and overexerts(battle, arena, battle.decider) else (verb, argument)
    if battle.decision == ACT:
        return choose_action(battle, arena, log, parameters, memories[battle.decider])
    if battle.decision == DEFEND:
        return choose_reply(battle, arena, log, parameters.weights), 0
    if battle.decision == INTERCEPT:
        return choose_interception(battle, arena, log, parameters.weights)
    if battle.decision == STEP_IN:
        return choose_moment(battle, arena), 0
    if battle.decision == KARMA:
        return spend_karma(battle), 0
    if battle.decision == LAST_STAND:
        return FIGHT_FOR_LIFE, 0
    return TAKE_COVER if battle.open[TAKE_COVER] else DROP_PRONE, 0


@kernel
def choose_action(battle, arena, log, parameters, memory):
    """Return the best action (verb, argument) of the own phase: movement first, then gear, attack and posture by worth.

    `memory` is the record of the unit that decides.
    """
    who = battle.decider
    unit = battle.units[who]
    weights = parameters.weights
    if unit.charge != NOBODY:
        return finish_charge(battle, arena, who)
    moment = moment_of(battle)
    if memory.clock != moment:
        memory.clock = moment
        choose_goal(battle, arena, weights, who, memory)
    best = (END, 0, 0.0)
    price = weights[RESERVE]
    best = better(best, *loadout(battle, arena, who, price))
    best = better(best, *attack(battle, arena, log, parameters, who, price))
    best = better(best, *suppress(battle, arena, weights, who, price))
    best = better(best, *posture(battle, arena, weights, who, price))
    best = better(best, *rarities(battle, arena, weights, who, memory, price))
    if unit.called == 0:
        best = better(best, *call(battle, arena, log, weights, who, best[0], best[1]))
    if battle.open[DELAY] and best[0] == END and weights[WAIT] > 0.0 and is_fresh(battle):
        best = (DELAY, 0, weights[WAIT])
    if memory.worth > 0 and memory.goal != tile_of(arena, unit):
        verb, argument = next_move(battle, arena, who, memory.goal)
        # Where it pays to go at all, go before anything else: a shot is better from there.
        best = better(best, verb, argument, best[2] + memory.worth)
    return best[0], best[1]


@kernel
def rarities(battle, arena, weights, who, memory, price):
    """Return the best (verb, argument, worth) of what few units can do.

    They throw, treat, wrestle, drive, break through barriers and look after themselves.
    """
    best = (END, 0, 0.0)
    best = better(best, *throws(battle, arena, weights, who, price))
    best = better(best, *grenade_to_take(battle, arena, weights, who, price))
    best = better(best, *detonation(battle, arena, who, price))
    best = better(best, *treatment(battle, arena, weights, who, price))
    best = better(best, *sundries(battle, arena, weights, who, price))
    best = better(best, *wrestling(battle, arena, weights, who, price))
    best = better(best, *breaching(battle, arena, weights, who, memory.breach, price))
    if arena.vehicles:
        best = better(best, *driving(battle, arena, who, price))
    return best


@kernel
def finish_charge(battle, arena, who):
    """Return the next action (verb, argument) of a charge: the blow if it is open, else a step that comes nearer."""
    target = battle.units[who].charge
    if battle.open[STRIKE]:
        return STRIKE, target
    if battle.open[PUNCH]:
        return PUNCH, target
    direction = step_towards(battle, arena, who, tile_of(arena, battle.units[target]))
    return (STEP, direction) if direction >= 0 else (END, 0)


@kernel
def attack(battle, arena, log, parameters, who, price):
    """Return the best attack (verb, argument, worth): a shot in any mode, aiming for one, a blow, a charge."""
    best = (END, 0, 0.0)
    unit = battle.units[who]
    row = weapon_row(unit, arena.sheets[who])
    for target in range(arena.units):
        if not is_enemy(battle, who, target):
            continue
        shake = 1.0 + parameters.weights[NOISE] * shaken(parameters.seed, battle, target + 1)
        if row >= 0 and arena.weapons[row].melee == 0:
            best = shots(battle, arena, log, parameters.weights, who, target, row, price, shake, best)
        best = blows(battle, arena, log, parameters.weights, who, target, price, shake, best)
    return best


@kernel
def shots(battle, arena, log, weights, who, target, row, price, shake, best):
    """Return the better of `best` and the shots at one target: those open now, after aiming, or of another gun mode.

    `row` is the weapon in hand, `shake` a factor by which the bot's randomness multiplies the worth.
    """
    unit = battle.units[who]
    bit = target
    liking = weights[ATTACK] * shake
    can_aim = battle.open[AIM] >> bit & 1 == 1
    if arena.weapons[row].firearm == 0:
        if battle.open[SHOOT] >> bit & 1:
            worth = attack_worth(battle, arena, log, weights, who, target, row, NO_FIRING, 0) * liking
            best = better(best, SHOOT, target, worth - price)
            if can_aim and unit.ap >= 2:
                worth = attack_worth(battle, arena, log, weights, who, target, row, NO_FIRING, 1) * liking
                best = better(best, AIM, target, worth * weights[LIKES_AIM] - 2 * price)
        return best
    if battle.open[SHOOT] >> bit & 1 == 0 and battle.open[VOLLEY] >> bit & 1 == 0:
        return best
    held = unit.held[unit.hand]
    for mode in range(len(MODES)):
        if mode != held.mode and battle.open[MODE] >> mode & 1 == 0:
            continue
        extra_cost = 0 if mode == held.mode else 1
        for heavy in range(2):
            firing = VOLLEY_OF_MODE[mode] if heavy else SHOOT_OF_MODE[mode]
            if firing == NO_FIRING or held.ammo < arena.firings[firing].rounds:
                continue
            cost = arena.firings[firing].cost + extra_cost
            if cost > unit.ap or (mode == held.mode and battle.open[VOLLEY if heavy else SHOOT] >> bit & 1 == 0):
                continue
            worth = attack_worth(battle, arena, log, weights, who, target, row, firing, 0) * liking
            if extra_cost:
                best = better(best, MODE, mode, worth - cost * price)
                continue
            best = better(best, VOLLEY if heavy else SHOOT, target, worth - cost * price)
            if can_aim and cost < unit.ap:
                worth = attack_worth(battle, arena, log, weights, who, target, row, firing, 1) * liking
                best = better(best, AIM, target, worth * weights[LIKES_AIM] - (cost + 1) * price)
    return best


@kernel
def blows(battle, arena, log, weights, who, target, price, shake, best):
    """Return the better of `best` and the blows at one target, or the charge at it; `shake` multiplies their worth."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    liking = weights[ATTACK] * weights[MELEE] * shake
    for verb in (STRIKE, PUNCH):
        if battle.open[verb] >> target & 1:
            row = blow_row(arena, unit, sheet, verb)
            worth = attack_worth(battle, arena, log, weights, who, target, row, NO_FIRING, 0) * liking
            best = better(best, verb, target, worth - price)
    if battle.open[CHARGE] >> target & 1:
        row = weapon_row(unit, sheet)
        verb = STRIKE if row >= 0 and arena.weapons[row].melee else PUNCH
        row = blow_row(arena, unit, sheet, verb)
        extra = arena.rules.charging + arena.rules.running
        worth = attack_worth(battle, arena, log, weights, who, target, row, NO_FIRING, extra) * liking
        best = better(best, CHARGE, target, 0.9 * worth - 2 * price)
    return best


@kernel
def posture(battle, arena, weights, who, price):
    """Return the best change of posture (verb, argument, worth): to stand up, or to take cover."""
    best = (END, 0, 0.0)
    if battle.open[STAND_UP]:
        best = better(best, STAND_UP, 0, 0.15 - price)
    if battle.open[TAKE_COVER]:
        spared = exposure(battle, arena, who, 0) - exposure(battle, arena, who, 1)
        best = better(best, TAKE_COVER, 0, spared * weights[COVER] - price)
    return best
