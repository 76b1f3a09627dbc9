"""How a doctrine values attacks: shots, blows, aiming, and the number of dice to keep for a defense."""

from fireteam.agents.doctrine.offers import offer, offer_after
from fireteam.agents.doctrine.orders import AIM as AIMING
from fireteam.agents.doctrine.orders import NO_ACT
from fireteam.agents.doctrine.orders import SHOOT as SHOOTING
from fireteam.agents.doctrine.orders import STRIKE as STRIKING
from fireteam.agents.doctrine.random_choice import random_noise
from fireteam.agents.doctrine.records import AIM as LIKES_AIM
from fireteam.agents.doctrine.records import ANSWER, ATTACK, NOISE
from fireteam.agents.doctrine.records import MELEE as LIKES_MELEE
from fireteam.agents.doctrine.values import focus, is_enemy
from fireteam.env.rules.ground.grid import apart
from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.interface import fights_close, hand, in_range, weapon_in_hand
from fireteam.env.rules.kernel import kernel

from ..rules.attack.chance import difficulty_now
from ..rules.attack.defense import holds_blade
from ..rules.attack.hands import NO_SLOT
from ..rules.rolls import pool_of
from ..rules.tables import BRAWL, DEXTERITY, DODGING, MELEE
from ..words.verbs import AIM, KEEP_TO_BRAWL, KEEP_TO_DODGE, KEEP_TO_PARRY, PUNCH, SHOOT, SINGLE_SHOT, STRIKE
from .values import SPARED, attack_share, dice_beside, life_taken, likely_defense, model_at, slot_of

CLOSE = 8  # metres at which who strikes is still to be feared in this round
SPARE_FOR_LATER = 0.6  # of what a shot that was aimed once more is worth more


@kernel
def attack(battle, arena, log, parameters, who, price, offers):
    """Offer attacks, with and without the plan to make before them, and to aim for a later shot."""
    weights = parameters.weights
    plan = keeping(battle, arena, log, weights, who)
    for target in range(arena.units):
        if not is_enemy(battle, who, target):
            continue
        shake = (1.0 + weights[NOISE] * random_noise(parameters.seed, battle, target + 1)) * weights[ATTACK]
        for verb in (SHOOT, SINGLE_SHOT, STRIKE, PUNCH):
            if battle.open[verb] >> target & 1 == 0:
                continue
            liking = focus(battle, arena, weights, who, target)
            liking *= shake * weights[LIKES_MELEE] if verb in (STRIKE, PUNCH) else shake
            if battle.open[AIM] >> target & 1 and verb == SHOOT:
                harm = aimed_share(battle, arena, log, who, target)
                offer(offers, AIMING, target, AIM, target, harm, 1.0, harm * weights[LIKES_AIM] * liking - price)
            planned_attack(battle, arena, log, who, target, verb, plan, liking, price, offers)


@kernel
def planned_attack(battle, arena, log, who, target, verb, plan, liking, price, offers):
    """Offer an attack with all dice, and one beside those that a plan keeps, made before or found by `keeping`.

    The better way is worth what the attack is worth with all dice. `liking` is what a share of the target's life is worth.
    """
    ability, kept, gain = plan
    unit = battle.units[who]
    kind = STRIKING if verb in (STRIKE, PUNCH) else SHOOTING
    harm = attack_share(battle, arena, log, who, target, verb, dice_beside(battle, arena, who, verb, 0, 0))
    worth = harm * liking - price
    keep_verb = KEEP_TO_PARRY if ability == MELEE else KEEP_TO_DODGE
    undo, beside = NO_ACT, 0
    if unit.kept:
        undo = KEEP_TO_PARRY if unit.kept_for == MELEE else KEEP_TO_BRAWL if unit.kept_for == BRAWL else KEEP_TO_DODGE
        keep_verb = NO_ACT
        beside = dice_beside(battle, arena, who, verb, unit.kept, unit.kept_for)
    elif kept and battle.open[keep_verb] >> kept & 1:
        beside = dice_beside(battle, arena, who, verb, kept, ability)
    if beside == 0:
        offer_after(offers, kind, target, undo, 0, verb, target, harm, 1.0, worth)
        return
    less = attack_share(battle, arena, log, who, target, verb, beside)
    if kept:
        offer_after(offers, kind, target, keep_verb, kept, verb, target, less, 1.0, worth)
        offer_after(offers, kind, target, undo, 0, verb, target, harm, 1.0, worth - gain)
    else:
        offer_after(offers, kind, target, undo, 0, verb, target, harm, 1.0, worth)
        offer_after(offers, kind, target, keep_verb, kept, verb, target, less, 1.0, less * liking - price)


@kernel
def aimed_share(battle, arena, log, who, target):
    """Return the share of life that it is worth to spend this turn on aiming: the better shot comes a turn later."""
    unit = battle.units[who]
    aim, at = unit.aim, unit.aim_at
    unit.aim = min((aim if at == target else 0) + 1, arena.rules.aim_most)
    unit.aim_at = target
    share = attack_share(battle, arena, log, who, target, SHOOT, dice_beside(battle, arena, who, SHOOT, 0, 0))
    unit.aim = aim
    unit.aim_at = at
    return share * SPARE_FOR_LATER


@kernel
def keeping(battle, arena, log, weights, who):
    """Return the ability and the dice to keep for a defense in this round, and what that gains, the attack's loss counted.

    No dice are kept if they spare less than the attack loses.
    """
    unit = battle.units[who]
    verb = best_open(battle)
    if verb < 0 or weights[ANSWER] <= 0.0:
        return DODGING, 0, 0.0
    threat, attacker = worst_threat(battle, arena, who)
    if attacker < 0:
        return DODGING, 0, 0.0
    ability = DODGING
    close = fights_close(battle, arena, weapon_in_hand(battle, arena, attacker))
    if close and holds_blade(arena, who, unit):
        if pool_of(battle, arena, who, DEXTERITY, MELEE) > pool_of(battle, arena, who, DEXTERITY, DODGING):
            ability = MELEE
    target = first_target(battle, verb)
    model = model_at(arena, attacker, slot_of(arena, attacker, battle.units[attacker], STRIKE if close else SHOOT))
    pool = pool_of(battle, arena, attacker, arena.weapons[model].attribute, arena.weapons[model].ability)
    difficulty = difficulty_now(battle, arena, log, attacker, who, model, 0, False)
    plain = life_taken(battle, arena, attacker, who, model, difficulty, pool, 0, 0)
    slot = slot_of(arena, who, unit, verb)
    own = model_at(arena, who, slot)
    against = difficulty_now(battle, arena, log, who, target, own, 0, slot != NO_SLOT and slot != unit.hand)
    ward = likely_defense(battle, arena, target, who)
    liked = focus(battle, arena, weights, who, target)
    dice = dice_beside(battle, arena, who, verb, 0, 0)
    whole = life_taken(battle, arena, who, target, own, against, dice, ward, 0) * liked
    best, kept = 0.0, 0
    for dice in range(arena.rules.least_share, pool_of(battle, arena, who, DEXTERITY, ability)):
        beside = dice_beside(battle, arena, who, verb, dice, ability)
        if beside == 0:
            break
        spared = plain - life_taken(battle, arena, attacker, who, model, difficulty, pool, dice, 0)
        lost = whole - life_taken(battle, arena, who, target, own, against, beside, ward, 0) * liked
        gain = spared * SPARED * weights[ANSWER] * threat - lost * weights[ATTACK]
        if gain > best:
            best, kept = gain, dice
    return ability, kept, best


@kernel
def worst_threat(battle, arena, who):
    """Return (chance that it attacks this unit, enemy) for the most dangerous enemy whose turn is still to come."""
    unit = battle.units[who]
    worst, found = 0.0, -1
    for enemy in range(arena.units):
        body = battle.units[enemy]
        if not is_enemy(battle, who, enemy) or body.acted or arena.sheets[enemy].inanimate or body.stunned:
            continue
        away = apart(arena, unit, body)
        weapon = weapon_in_hand(battle, arena, enemy)
        if fights_close(battle, arena, weapon):
            if away > CLOSE:
                continue
        elif cover_of(battle, arena, unit, body) == TOTAL or not in_range(battle, arena, weapon, away):
            continue
        harm = arena.harm[enemy, hand(battle, enemy), who, 0]
        if harm > worst:
            worst, found = harm, enemy
    return 0.5, found


@kernel
def best_open(battle):
    """Return the verb of attack that is open, shots first; -1 for none."""
    for verb in (SHOOT, STRIKE, SINGLE_SHOT, PUNCH):
        if battle.open[verb]:
            return verb
    return -1


@kernel
def first_target(battle, verb):
    """Return the first unit that a verb is open against."""
    target = 0
    while battle.open[verb] >> target & 1 == 0:
        target += 1
    return target
