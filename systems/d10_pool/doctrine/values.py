"""The worth of attacks and defenses in d10_pool: exact expectations of what the rules would roll now."""

from fireteam.agents.doctrine.values import points_left
from fireteam.env.rules.kernel import kernel

from ..rules.attack.attack import attack_pool, is_committed, is_off_hand
from ..rules.attack.chance import difficulty_now, expected_rise
from ..rules.attack.defense import can_defend
from ..rules.attack.hands import NO_SLOT, slot_that_shoots, slot_that_strikes
from ..rules.rolls import pool_of
from ..rules.split import dice_left
from ..rules.tables import DEXTERITY, DODGING, UNARMED
from ..words.verbs import PUNCH, SINGLE_SHOT, STRIKE

SPARED = 0.5  # of the harm that a defense spares: an enemy who is down sooner attacks less, which is counted nowhere else


@kernel
def slot_of(arena, who, unit, verb):
    """Return the slot of the weapon with which a unit attacks by a verb; NO_SLOT for bare hands."""
    if verb == PUNCH:
        return NO_SLOT
    return slot_that_strikes(arena, who, unit) if verb == STRIKE else slot_that_shoots(arena, who, unit)


@kernel
def model_at(arena, who, slot):
    """Return the model of weapon in a slot, bare hands for NO_SLOT."""
    return UNARMED if slot == NO_SLOT else arena.sheets[who].weapons[slot]


@kernel
def likely_defense(battle, arena, target, attacker):
    """Return the dice that a target is likely to dodge with: half of what it has left, as far as the deciding team knows."""
    if not can_defend(battle, arena, target, attacker):
        return 0
    return max(dice_left(battle.units[target], pool_of(battle, arena, target, DEXTERITY, DODGING)), 0) // 2


@kernel
def attack_share(battle, arena, log, who, target, verb, dice):
    """Return the share of its target's life that an attack with `dice` dice is expected to cost."""
    unit = battle.units[who]
    single = 1 if verb == SINGLE_SHOT else 0
    slot = slot_of(arena, who, unit, verb)
    model = model_at(arena, who, slot)
    off_hand = slot != NO_SLOT and slot != unit.hand
    difficulty = difficulty_now(battle, arena, log, who, target, model, single, off_hand)
    defense = likely_defense(battle, arena, target, who)
    return life_taken(battle, arena, who, target, model, difficulty, dice, defense, single)


@kernel
def life_taken(battle, arena, attacker, target, model, difficulty, dice, defense, single):
    """Return the share of a target's life that an attack at a difficulty is expected to cost it.

    Its dedicated dodge counts, if it has made one, in place of `defense` dice (DP-A5).
    """
    body = battle.units[target]
    dodged = max(body.dedicated - 1, 0)
    defense = 0 if body.dedicated else defense
    harm = expected_rise(arena, attacker, target, model, difficulty, dice, defense, dodged, body.level, single)
    return min(harm / points_left(battle, arena, target), 1.0)


@kernel
def dice_beside(battle, arena, who, verb, kept, kept_for):
    """Return the dice left for an attack beside `kept` dice for a defense with an ability; 0 if too few."""
    unit = battle.units[who]
    model = model_at(arena, who, slot_of(arena, who, unit, verb))
    committed = is_committed(arena, arena.weapons[model], False)
    if kept == 0:
        pool = attack_pool(battle, arena, who, model)
        if committed:
            return pool if unit.spent == 0 else 0
        dice = dice_left(unit, pool)
        return dice if dice >= arena.rules.least_share or (unit.spent == 0 and dice > 0) else 0
    if committed:
        return 0
    pool = min(attack_pool(battle, arena, who, model), pool_of(battle, arena, who, DEXTERITY, kept_for))
    dice = dice_left(unit, pool) - kept
    return dice if dice >= arena.rules.least_share else 0


@kernel
def harm_taken(battle, arena, log, frame, who, defense):
    """Return the share of life that the attack of a frame is expected to cost a unit that defends with `defense` dice."""
    attacker, model, single = frame.unit, frame.weapon, frame.single
    difficulty = difficulty_now(battle, arena, log, attacker, who, model, single, is_off_hand(battle, frame))
    return life_taken(battle, arena, attacker, who, model, difficulty, frame.dice, defense, single)
