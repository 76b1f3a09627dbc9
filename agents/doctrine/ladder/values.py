"""What attacks and evasions are worth in ladder: the exact expectation of what the rules would roll."""

from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.ladder.attack.chance import UNDEFENDED, chance_of_result, expected_levels
from fireteam.env.rules.ladder.attack.evasion import can_evade
from fireteam.env.rules.ladder.attack.hands import model_for, slot_of_shield, strikes
from fireteam.env.rules.ladder.attack.modifiers import HITS, reach_of
from fireteam.env.rules.ladder.attack.now import attack_now
from fireteam.env.rules.ladder.move.reaching import way_to_touch
from fireteam.env.rules.ladder.move.walk import most_metres
from fireteam.env.rules.ladder.plan.plan import bearing_then, evasion_against, hands_then, penalty_of
from fireteam.env.rules.ladder.rolls.rolls import DICE, plain_skill
from fireteam.env.rules.ladder.tables import BUCKLER, MELEE, PHYSIQUE
from fireteam.env.rules.verbs import DODGE_ATTACKS, SHIELD_PARRY, SHOOT_THROUGH

from ..values import focus, points_left

MAY_EVADE = 0.25  # chance that an enemy which is still to declare evades an attack


@kernel
def attack_worth(battle, arena, log, weights, who, target, verb, actions):
    """Return what an attack, one of so many actions, is worth in enemies: a share of the target's life, times its focus."""
    return harm_share(battle, arena, log, who, target, verb, actions) * focus(battle, arena, weights, who, target)


@kernel
def harm_share(battle, arena, log, who, target, verb, actions):
    """Return the share of its life that an attack, one of so many actions, is expected to cost its target."""
    unit = battle.units[who]
    hand, off_hand = hands_then(arena, who, unit)
    model = model_for(arena, who, bearing_then(unit), verb, hand, off_hand)
    if model < 0:
        return 0.0
    likely = chance_to_attack(battle, arena, who, target, model, verb, actions)
    if likely == 0.0:
        return 0.0
    bonus, sure, armor = attack_now(battle, arena, log, who, target, model, verb)
    bonus += penalty_of(actions)
    left = points_left(battle, arena, target)
    harm = arena.weapons[model].bonus - armor
    plain = expected_levels(arena, bonus, UNDEFENDED, harm, left, sure)
    evading = chance_of_evasion(battle, arena, target, who, strikes(arena.weapons[model]))
    if evading > 0.0:
        ward = ward_of(battle, arena, target, who)
        plain += evading * (expected_levels(arena, bonus, ward, harm, left, sure) - plain)
    return min(likely * plain / left, 1.0)


@kernel
def is_spoilt(battle, arena, log, who, target, verb, actions):
    """Return whether so many actions leave an attack nothing but a critical success, that could hit as the only one."""
    unit = battle.units[who]
    hand, off_hand = hands_then(arena, who, unit)
    model = model_for(arena, who, bearing_then(unit), verb, hand, off_hand)
    if model < 0:
        return False
    bonus, sure, _ = attack_now(battle, arena, log, who, target, model, verb)
    return sure != HITS and bonus + DICE > 1 >= bonus + penalty_of(actions) + DICE


@kernel
def chance_to_attack(battle, arena, who, target, model, verb, actions):
    """Return the chance that an attack can be made as it is declared: blows after movement depend on its roll (LD-A3).

    Shots at whom nobody sees yet are not counted on.
    """
    unit = battle.units[who]
    body = battle.units[target]
    if not strikes(arena.weapons[model]):
        return 0.0 if verb != SHOOT_THROUGH and cover_of(battle, arena, body, unit) == TOTAL else 1.0
    return chance_to_touch(battle, arena, who, target, reach_of(arena, arena.weapons[model]), actions)


@kernel
def chance_to_touch(battle, arena, who, target, reach, actions):
    """Return the chance that a unit comes within reach of an enemy, with its movement as one of so many actions (LD-A3)."""
    rules = arena.rules
    most = most_metres(battle, arena, who, actions)
    needed = way_to_touch(battle, arena, battle.units[who], battle.units[target], reach, most)
    if needed <= arena.scale:  # a tile is what any roll goes
        return 1.0
    if needed == UNREACHABLE:
        return 0.0
    points = (needed - rules.move_base + rules.move_point - 1) // max(rules.move_point, 1)
    return chance_of_result(points - plain_skill(battle, arena, who, PHYSIQUE, actions))


@kernel
def chance_of_evasion(battle, arena, target, who, blow):
    """Return the chance that a target meets an attack by a unit: what it has declared, or is taken to declare yet."""
    if not can_evade(battle, arena, target):
        return 0.0
    body = battle.units[target]
    place = evasion_against(body, who)
    if place >= 0:
        return 1.0 if blow or body.plan[place].verb == DODGE_ATTACKS else 0.0
    return MAY_EVADE if body.acted == 0 else 0.0


@kernel
def ward_of(battle, arena, target, who):
    """Return what a target adds to the roll of its evasion against a unit: as declared, or of a dodge."""
    body = battle.units[target]
    place = evasion_against(body, who)
    if place < 0:
        return plain_skill(battle, arena, target, PHYSIQUE, 1)
    return ward_with(battle, arena, target, body.plan[place].verb, body.actions)


@kernel
def ward_with(battle, arena, who, verb, actions):
    """Return what a unit adds to the roll of an evasion by a verb, one of so many actions."""
    if verb == DODGE_ATTACKS:
        return plain_skill(battle, arena, who, PHYSIQUE, actions)
    ward = plain_skill(battle, arena, who, MELEE, actions)
    if verb == SHIELD_PARRY:
        unit = battle.units[who]
        slot = slot_of_shield(arena, who, unit.bearing, unit.hand, unit.off_hand)
        if slot >= 0 and arena.weapons[arena.sheets[who].weapons[slot]].shield == BUCKLER:
            ward += arena.rules.buckler_parry
    return ward


@kernel
def spared_by(battle, arena, log, who, attacker, attack, verb, actions):
    """Return the share of its life that an evasion by a verb spares a unit of one attack, by the verb `attack`."""
    body = battle.units[attacker]
    hand, off_hand = hands_then(arena, attacker, body)
    model = model_for(arena, attacker, bearing_then(body), attack, hand, off_hand)
    if model < 0 or (verb != DODGE_ATTACKS and not strikes(arena.weapons[model])):
        return 0.0
    bonus, sure, armor = attack_now(battle, arena, log, attacker, who, model, attack)
    bonus += penalty_of(body.actions)
    left = points_left(battle, arena, who)
    harm = arena.weapons[model].bonus - armor
    ward = ward_with(battle, arena, who, verb, actions)
    plain = expected_levels(arena, bonus, UNDEFENDED, harm, left, sure)
    return (plain - expected_levels(arena, bonus, ward, harm, left, sure)) / left
