"""A doctrine at work: every open action gets a worth from a few considerations, and the best is taken.

Worth is counted in enemies taken out, the price of an action point in the same coin. The considerations are the same for
all doctrines; what tells them apart are the weights in `doctrines.toml`.
"""

from fireteam.env.rules.battle import ACT, DEFEND, INTERCEPT, NOBODY, PINNED, UP
from fireteam.env.rules.grid import DX, DY, apart, tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.sight import NO_COVER
from fireteam.env.rules.swan_song.chance import chance_to_beat
from fireteam.env.rules.swan_song.defense import weapon_row
from fireteam.env.rules.swan_song.standing import blow_row
from fireteam.env.rules.swan_song.suppression import in_pattern
from fireteam.env.rules.swan_song.tables import (
    BARE_HANDS,
    INTUITION,
    MAX_WEAPONS,
    MODES,
    NO_FIRING,
    SHOOT_OF_MODE,
    VOLLEY_OF_MODE,
    WILLPOWER,
)
from fireteam.env.rules.verbs import (
    AIM,
    BLOCK,
    CHARGE,
    DODGE,
    DROP_PRONE,
    END,
    FULL_DEFENSE,
    MODE,
    PARRY,
    PASS,
    PICK_UP,
    PUNCH,
    READY,
    RELOAD,
    SHOOT,
    STAND_UP,
    STEP,
    STRIKE,
    SUPPRESS_CONE,
    SUPPRESS_LINE,
    SWITCH,
    TAKE_COVER,
    VOLLEY,
)

from .chance import random_action, shaken
from .places import make_up_mind, next_move, step_towards
from .records import AIM as LIKES_AIM
from .records import ANSWER, ATTACK, COVER, MELEE, NOISE, RANDOM, RESERVE, SUPPRESS
from .values import attack_worth, expected, exposure, harm_from, is_enemy, points_left

RESIST_DICE_PER_PIN = 3  # a hit takes three dice on average


@kernel
def choose(battle, arena, log, brain, minds):
    """Return the action (verb, argument) of a compiled bot for the pending decision.

    Args:
        brain: its kind, seed and weights.
        minds: what each unit of the battle keeps in mind; changed.
    """
    if brain.kind == RANDOM:
        word = int((shaken(brain.seed, battle, 0) + 1.0) * 2147483647.0)
        return random_action(battle, word)
    if battle.decision == ACT:
        return choose_action(battle, arena, log, brain, minds[battle.decider])
    if battle.decision == DEFEND:
        return choose_reply(battle, arena, log, brain.weights), 0
    if battle.decision == INTERCEPT:
        return choose_interception(battle, arena, log, brain.weights)
    if battle.decision != PINNED:
        return PASS, 0
    return TAKE_COVER if battle.open[TAKE_COVER] else DROP_PRONE, 0


@kernel
def better(best, verb, argument, worth):
    """Return the better of the best candidate so far (verb, argument, worth) and another."""
    return (verb, argument, worth) if worth > best[2] and verb >= 0 else best


@kernel
def choose_action(battle, arena, log, brain, mind):
    """Return the best action of the own phase: movement first, then gear, attack and posture by their worth."""
    who = battle.decider
    unit = battle.units[who]
    weights = brain.weights
    if unit.charge != NOBODY:
        return finish_charge(battle, arena, who)
    clock = (battle.round_number * 16 + battle.pass_number) * 2 + unit.attacked
    if mind.clock != clock:
        mind.clock = clock
        make_up_mind(battle, arena, weights, who, mind)
    best = (END, 0, 0.0)
    price = weights[RESERVE]
    best = better(best, *gear(battle, arena, who, price))
    best = better(best, *attack(battle, arena, log, brain, who, price))
    best = better(best, *suppress(battle, arena, weights, who, price))
    best = better(best, *posture(battle, arena, weights, who, price))
    if mind.worth > 0 and mind.goal != tile_of(arena, unit):
        verb, argument = next_move(battle, arena, who, mind.goal)
        # Where it pays to go at all, go before anything else: a shot is better from there.
        best = better(best, verb, argument, best[2] + mind.worth)
    return best[0], best[1]


@kernel
def finish_charge(battle, arena, who):
    """Return the next action of a charge: the blow if it is open, else a step that comes nearer."""
    target = battle.units[who].charge
    if battle.open[STRIKE]:
        return STRIKE, target
    if battle.open[PUNCH]:
        return PUNCH, target
    direction = step_towards(battle, arena, who, tile_of(arena, battle.units[target]))
    return (STEP, direction) if direction >= 0 else (END, 0)


@kernel
def gear(battle, arena, who, price):
    """Return the best action with weapons: ready, pick up, reload an empty one, switch to a clearly better one."""
    unit = battle.units[who]
    best = (END, 0, 0.0)
    if battle.open[READY]:
        best = better(best, READY, 0, 0.5 - price)
    if battle.open[PICK_UP]:
        best = better(best, PICK_UP, 0, 0.4 - price)
    if battle.open[RELOAD]:
        held = unit.held[unit.hand]
        row = arena.sheets[who].weapons[unit.hand]
        if arena.weapons[row].firearm == 0 or held.ammo < 3:
            best = better(best, RELOAD, 0, 0.45 - price)
        elif 2 * held.ammo < arena.weapons[row].magazine and battle.open[SHOOT] == 0:
            best = better(best, RELOAD, 0, 0.02)
    if battle.open[SWITCH]:
        now = usefulness(battle, arena, who, unit.hand)
        for slot in range(MAX_WEAPONS):
            if battle.open[SWITCH] >> slot & 1:
                gain = usefulness(battle, arena, who, slot) - now
                if gain > 0.05:
                    best = better(best, SWITCH, slot, 0.3 + gain - price)
    return best


@kernel
def usefulness(battle, arena, who, slot):
    """Return what a weapon slot is good for here: the best share of an enemy's life it would cost, melee within a run."""
    unit = battle.units[who]
    row = -1 if slot == BARE_HANDS else arena.sheets[who].weapons[slot]
    if row >= 0:
        weapon = arena.weapons[row]
        held = unit.held[slot]
        if weapon.melee == 0 and held.ammo == 0 and held.spare == 0:
            return 0.0
    best = 0.0
    for enemy in range(arena.units):
        if not is_enemy(battle, who, enemy):
            continue
        body = battle.units[enemy]
        harm = arena.harm[who, slot, enemy, NO_COVER] / points_left(arena, enemy, body, 0)
        if row < 0 or arena.weapons[row].melee:
            distance = apart(arena, unit, body)
            reach = 1 + (arena.weapons[row].reach if row >= 0 else 0)
            harm *= 1.0 if distance <= reach else 0.7 if distance <= 12 else 0.2
        best = max(best, min(harm, 1.0))
    return best


@kernel
def attack(battle, arena, log, brain, who, price):
    """Return the best attack on anybody: shots in every mode the points allow, aiming for them, blows, charges."""
    best = (END, 0, 0.0)
    unit = battle.units[who]
    row = weapon_row(unit, arena.sheets[who])
    for target in range(arena.units):
        if not is_enemy(battle, who, target):
            continue
        shake = 1.0 + brain.weights[NOISE] * shaken(brain.seed, battle, target + 1)
        if row >= 0 and arena.weapons[row].melee == 0:
            best = shots(battle, arena, log, brain.weights, who, target, row, price, shake, best)
        best = blows(battle, arena, log, brain.weights, who, target, price, shake, best)
    return best


@kernel
def shots(battle, arena, log, weights, who, target, row, price, shake, best):
    """Weigh the shots at one target: those open now, a better one after aiming, those of another gun mode."""
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
            if cost > unit.ap:
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
    """Weigh the blows at one target, and the charge at it."""
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
def suppress(battle, arena, weights, who, price):
    """Return the best suppressive fire: the chance of pinning each enemy in it, less that of pinning friends."""
    best = (END, 0, 0.0)
    if battle.open[SUPPRESS_LINE] == 0 or weights[SUPPRESS] <= 0.0:
        return best
    unit = battle.units[who]
    sheet = arena.sheets[who]
    row = sheet.weapons[unit.hand]
    pool = sheet.attributes[INTUITION] + sheet.skills[arena.weapons[row].skill] + unit.wounds
    pin = arena.firings[VOLLEY_OF_MODE[unit.held[unit.hand].mode]].pin
    for target in range(arena.units):
        if battle.open[SUPPRESS_LINE] >> target & 1:
            body = battle.units[target]
            aim_x, aim_y = body.x - unit.x, body.y - unit.y
            border = (aim_x, aim_y, 2, 0, max(abs(aim_x), abs(aim_y)))
            worth = pinned_in(battle, arena, who, border, pool - RESIST_DICE_PER_PIN * pin)
            best = better(best, SUPPRESS_LINE, target, worth * weights[SUPPRESS] - 2 * price)
    pool += arena.rules.cone - RESIST_DICE_PER_PIN * pin
    for direction in range(8):
        border = (DX[direction], DY[direction], 12, 5, 0)
        worth = pinned_in(battle, arena, who, border, pool)
        best = better(best, SUPPRESS_CONE, direction, worth * weights[SUPPRESS] - 2 * price)
    return best


@kernel
def pinned_in(battle, arena, who, pattern, pool):
    """Return how many enemies a pattern of fire is expected to pin, friends counted against them."""
    unit = battle.units[who]
    row = arena.sheets[who].weapons[unit.hand]
    count = 0.0
    for other in range(arena.units):
        body = battle.units[other]
        if other == who or body.status != UP or body.stuck != 0 or arena.sheets[other].inanimate:
            continue
        if not in_pattern(pattern, body.x - unit.x, body.y - unit.y, 0):
            continue
        if harm_from(battle, arena, who, tile_of(arena, unit), other, row) <= 0.0:
            continue
        attributes = arena.sheets[other].attributes
        chance = chance_to_beat(pool, attributes[WILLPOWER] + attributes[INTUITION] + body.wounds) / 100
        count += chance if body.team != unit.team else -chance
    return count


@kernel
def posture(battle, arena, weights, who, price):
    """Return the best change of posture: to stand up, to take cover."""
    best = (END, 0, 0.0)
    if battle.open[STAND_UP]:
        best = better(best, STAND_UP, 0, 0.15 - price)
    if battle.open[TAKE_COVER]:
        spared = exposure(battle, arena, who, 0) - exposure(battle, arena, who, 1)
        best = better(best, TAKE_COVER, 0, spared * weights[COVER] - price)
    return best


@kernel
def choose_reply(battle, arena, log, weights):
    """Return the reply to an attack: the one that spares most harm for its points.

    Points are dear to a unit whose phase of this pass is still to come, and worth only the reserve after it.
    """
    frame = battle.stack[battle.depth - 1]
    who = frame.target
    unit = battle.units[who]
    left = points_left(arena, who, unit, arena.weapons[frame.weapon].strain)
    price = weights[RESERVE] * 0.2 if unit.acted else 0.05 + weights[RESERVE]
    plain = expected(battle, arena, log, frame.unit, who, frame.weapon, frame.firing, PASS, 0)
    best = (PASS, 0, 0.0)
    for reply in (DODGE, PARRY, BLOCK):
        if battle.open[reply]:
            harm = expected(battle, arena, log, frame.unit, who, frame.weapon, frame.firing, reply, 0)
            worth = min((plain - harm) / left, 1.0) * weights[ANSWER]
            best = better(best, reply, 0, worth - price * arena.cost[reply])
    if battle.open[FULL_DEFENSE]:
        unit.full_defense = 1
        harm = expected(battle, arena, log, frame.unit, who, frame.weapon, frame.firing, PASS, 0)
        unit.full_defense = 0
        # It lasts for the round: whoever has yet to act may be kept off too.
        worth = min((plain - harm) / left, 1.0) * (1.0 + 0.3 * still_to_act(battle, arena, who)) * weights[ANSWER]
        best = better(best, FULL_DEFENSE, 0, worth - price * arena.cost[FULL_DEFENSE])
    return best[0]


@kernel
def still_to_act(battle, arena, who):
    """Return how many enemies have their phase of this pass still to come."""
    count = 0
    for other in range(arena.units):
        body = battle.units[other]
        if is_enemy(battle, who, other) and body.acted == 0 and body.score > 0:
            count += 1
    return count


@kernel
def choose_interception(battle, arena, log, weights):
    """Return the blow at a mover, or to let it pass: a point is dear before the own phase of the pass."""
    who = battle.decider
    unit = battle.units[who]
    price = weights[RESERVE] * 0.2 if unit.acted else 0.05 + weights[RESERVE]
    best = (PASS, 0, 0.0)
    for verb in (STRIKE, PUNCH):
        if battle.open[verb]:
            row = blow_row(arena, unit, arena.sheets[who], verb)
            target = battle.opponent
            worth = attack_worth(battle, arena, log, weights, who, target, row, NO_FIRING, 0)
            best = better(best, verb, target, worth * weights[ATTACK] * weights[MELEE] - price)
    return best[0], best[1]
