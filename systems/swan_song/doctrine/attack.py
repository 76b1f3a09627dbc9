"""How a doctrine values attacks: shots in every mode, aiming first, blows, charges."""

from fireteam.agents.doctrine.movement import step_towards
from fireteam.agents.doctrine.random_choice import random_noise
from fireteam.agents.doctrine.records import AIM as LIKES_AIM
from fireteam.agents.doctrine.records import ATTACK, MELEE, NOISE
from fireteam.agents.doctrine.values import better, focus, is_enemy
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.ground.sight import cover_of
from fireteam.env.rules.kernel import kernel

from ..rules.attack.defense import model_in_hand
from ..rules.attack.standing import model_of_blow
from ..rules.tables import MODES, NO_FIRING, SHOOT_OF_MODE, VOLLEY_OF_MODE
from ..words.verbs import AIM, CHARGE, END, MODE, PUNCH, SHOOT, STEP, STRIKE, VOLLEY
from .values import attack_share


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
    """Return the best attack (verb, argument, worth): a shot in any mode, aiming for a shot, a blow, a charge."""
    best = (END, 0, 0.0)
    unit = battle.units[who]
    model = model_in_hand(unit, arena.sheets[who])
    for target in range(arena.units):
        if not is_enemy(battle, who, target):
            continue
        shake = 1.0 + parameters.weights[NOISE] * random_noise(parameters.seed, battle, target + 1)
        if model >= 0 and arena.weapons[model].melee == 0:
            best = shots(battle, arena, log, parameters.weights, who, target, model, price, shake, best)
        best = blows(battle, arena, log, parameters.weights, who, target, price, shake, best)
    return best


@kernel
def shots(battle, arena, log, weights, who, target, model, price, shake, best):
    """Return the better of `best` and the shots at one target: those open now, after aiming, or of another gun mode.

    `model` is that of the weapon in hand, `shake` a factor by which the bot's randomness multiplies the worth.
    """
    unit = battle.units[who]
    bit = target
    can_aim = battle.open[AIM] >> bit & 1 == 1
    if battle.open[SHOOT] >> bit & 1 == 0 and battle.open[VOLLEY] >> bit & 1 == 0:
        return best
    seen_cover = cover_of(battle, arena, battle.units[target], unit)
    liking = weights[ATTACK] * shake * focus(battle, arena, weights, who, target)
    if arena.weapons[model].firearm == 0:
        if battle.open[SHOOT] >> bit & 1:
            worth = attack_share(battle, arena, log, who, target, model, NO_FIRING, seen_cover, 0) * liking
            best = better(best, SHOOT, target, worth - price)
            if can_aim and unit.ap >= 2:
                worth = attack_share(battle, arena, log, who, target, model, NO_FIRING, seen_cover, 1) * liking
                best = better(best, AIM, target, worth * weights[LIKES_AIM] - 2 * price)
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
            worth = attack_share(battle, arena, log, who, target, model, firing, seen_cover, 0) * liking
            if extra_cost:
                best = better(best, MODE, mode, worth - cost * price)
                continue
            best = better(best, VOLLEY if heavy else SHOOT, target, worth - cost * price)
            if can_aim and cost < unit.ap:
                worth = attack_share(battle, arena, log, who, target, model, firing, seen_cover, 1) * liking
                best = better(best, AIM, target, worth * weights[LIKES_AIM] - (cost + 1) * price)
    return best


@kernel
def blows(battle, arena, log, weights, who, target, price, shake, best):
    """Return the better of `best` and the blows at one target, or the charge at it; `shake` multiplies their worth."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    if (battle.open[STRIKE] | battle.open[PUNCH] | battle.open[CHARGE]) >> target & 1 == 0:
        return best
    seen_cover = cover_of(battle, arena, battle.units[target], unit)
    liking = weights[ATTACK] * weights[MELEE] * shake * focus(battle, arena, weights, who, target)
    for verb in (STRIKE, PUNCH):
        if battle.open[verb] >> target & 1:
            model = model_of_blow(arena, unit, sheet, verb)
            worth = attack_share(battle, arena, log, who, target, model, NO_FIRING, seen_cover, 0) * liking
            best = better(best, verb, target, worth - price)
    if battle.open[CHARGE] >> target & 1:
        model = model_in_hand(unit, sheet)
        verb = STRIKE if model >= 0 and arena.weapons[model].melee else PUNCH
        model = model_of_blow(arena, unit, sheet, verb)
        extra = arena.rules.charging + arena.rules.running
        worth = attack_share(battle, arena, log, who, target, model, NO_FIRING, seen_cover, extra) * liking
        best = better(best, CHARGE, target, 0.9 * worth - 2 * price)
    return best
