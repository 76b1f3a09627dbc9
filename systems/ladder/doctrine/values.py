"""The worth of attacks and evasions in ladder: exact expectations of what the rules would roll."""

from fireteam.agents.doctrine.values import focus, points_left
from fireteam.env.rules.arena import UNREACHABLE
from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.kernel import kernel

from ..rules.attack.chance import UNDEFENDED, chance_of_result, expected_levels
from ..rules.attack.evasion import can_evade, evasion_in_force
from ..rules.attack.hands import model_for, strikes
from ..rules.attack.modifiers import HITS, reach_of
from ..rules.attack.now import attack_now, evasion_now, stance_of, stand_again, stand_as_planned
from ..rules.attack.shield import is_shielded
from ..rules.plan import evasion_against, penalty_of
from ..rules.reaching import way_to_touch
from ..rules.record import MOST_ITEMS, PENDING
from ..rules.rolls import DICE, plain_skill
from ..rules.tables import PHYSIQUE
from ..rules.walk import most_metres
from ..words.verbs import DODGE_ATTACKS, SHOOT_THROUGH

NO_REPLY = -1
MAY_EVADE = 0.25  # chance that an enemy which is still to declare evades an attack


@kernel
def attack_worth(battle, arena, log, weights, who, target, verb, actions):
    """Return the worth of an attack, one of `actions` actions, in enemies: the share of life it costs, weighted by focus."""
    return harm_share(battle, arena, log, who, target, verb, actions) * focus(battle, arena, weights, who, target)


@kernel
def harm_share(battle, arena, log, who, target, verb, actions):
    """Return the share of life that an attack, one of `actions` actions, is expected to cost its target.

    The attacker stands as it has declared to by then, and so does a target that evades it.
    """
    unit, body = battle.units[who], battle.units[target]
    stance, place = stance_of(unit), evasion_against(body, who)
    stand_as_planned(battle, arena, log, who)
    model = model_for(arena, who, unit.bearing, verb, unit.hand, unit.off_hand)
    harm = 0.0
    likely = chance_to_attack(battle, arena, who, target, model, verb, actions) if model >= 0 else 0.0
    if likely > 0.0:
        numbers = attack_now(battle, arena, log, who, target, model, verb, actions)
        reply = evasion_in_force(battle, arena, target, who, arena.weapons[model]) if place >= 0 else NO_REPLY
        harm = levels_cost(battle, arena, log, target, model, numbers, reply, body.actions)
        if place < 0 and body.acted == 0 and can_evade(battle, arena, target):
            met = levels_met(battle, arena, log, who, target, model, verb, actions, numbers, DODGE_ATTACKS, 1)
            harm += MAY_EVADE * (met - harm)
    stand_again(unit, stance)
    return min(likely * harm / points_left(battle, arena, target), 1.0)


@kernel
def levels_cost(battle, arena, log, target, model, numbers, reply, others):
    """Return the wound levels that an attack is expected to cost its target.

    Args:
        numbers: the bonus, verdict and armor of the attack, from `attack_now`.
        reply: verb of the target's evasion, one of `others` actions; NO_REPLY for none.
    """
    bonus, sure, armor = numbers
    ward = UNDEFENDED if reply == NO_REPLY else evasion_now(battle, arena, log, target, reply, others)
    harm = arena.weapons[model].bonus - armor
    return expected_levels(arena, bonus, ward, harm, points_left(battle, arena, target), sure)


@kernel
def levels_met(battle, arena, log, attacker, target, model, verb, actions, numbers, reply, others):
    """Return `levels_cost` for a target that stands as it has declared to and also evades by the verb `reply`.

    The evasion may turn the target's shield to the attacker, or be of no use. NO_REPLY adds no evasion. `numbers` are
    those of the attack as the target stands now; they are computed anew only if it has more or less to stand behind by
    then.
    """
    body = battle.units[target]
    stance, items = stance_of(body), body.items
    item = body.plan[min(items, MOST_ITEMS - 1)]
    before = item.verb, item.argument, item.state
    if reply != NO_REPLY and evasion_against(body, attacker) < 0 and items < MOST_ITEMS:
        item.verb, item.argument, item.state = reply, attacker, PENDING
        body.items += 1
    covered, shielded = body.covered, is_shielded(battle, arena, target, attacker)
    stand_as_planned(battle, arena, log, target)
    if body.covered != covered or is_shielded(battle, arena, target, attacker) != shielded:
        numbers = attack_now(battle, arena, log, attacker, target, model, verb, actions)
    if reply != NO_REPLY:
        reply = evasion_in_force(battle, arena, target, attacker, arena.weapons[model])
    levels = levels_cost(battle, arena, log, target, model, numbers, reply, others)
    item.verb, item.argument, item.state = before
    body.items = items
    stand_again(body, stance)
    return levels


@kernel
def is_spoilt(battle, arena, log, who, target, verb, actions):
    """Return whether with `actions` actions an attack needs a critical success, though a single action could hit without."""
    unit = battle.units[who]
    stance = stance_of(unit)
    stand_as_planned(battle, arena, log, who)
    model = model_for(arena, who, unit.bearing, verb, unit.hand, unit.off_hand)
    spoilt = False
    if model >= 0:
        bonus, sure, _ = attack_now(battle, arena, log, who, target, model, verb, 1)
        spoilt = sure != HITS and bonus + DICE > 1 >= bonus + penalty_of(actions) + DICE
    stand_again(unit, stance)
    return spoilt


@kernel
def chance_to_attack(battle, arena, who, target, model, verb, actions):
    """Return the chance that a declared attack can be made: blows after movement depend on the movement roll (LD-A3).

    Shots at units that are out of sight now count as impossible.
    """
    unit = battle.units[who]
    body = battle.units[target]
    if not strikes(arena.weapons[model]):
        return 0.0 if verb != SHOOT_THROUGH and cover_of(battle, arena, body, unit) == TOTAL else 1.0
    return chance_to_touch(battle, arena, who, target, reach_of(arena, arena.weapons[model]), actions)


@kernel
def chance_to_touch(battle, arena, who, target, reach, actions):
    """Return the chance that a unit comes within reach of an enemy, with movement as one of `actions` actions (LD-A3)."""
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
def spared_by(battle, arena, log, who, attacker, attack, place, verb, actions):
    """Return the share of life that an evasion by a verb spares a unit, as one of `actions` actions.

    The arguments are those of `share_met`.
    """
    plain = share_met(battle, arena, log, who, attacker, attack, place, NO_REPLY, 0)
    return plain - share_met(battle, arena, log, who, attacker, attack, place, verb, actions) if plain > 0.0 else 0.0


@kernel
def share_met(battle, arena, log, who, attacker, attack, place, verb, actions):
    """Return the share of life that an attack is expected to cost a unit that evades it, one of `actions` actions.

    Args:
        attack: verb of the attack.
        place: the attack's place in the attacker's plan; earlier items count as carried out.
        verb: the verb of the evasion, NO_REPLY for none.
    """
    body = battle.units[attacker]
    stance, planned = stance_of(body), body.items
    body.items = place
    stand_as_planned(battle, arena, log, attacker)
    body.items = planned
    model = model_for(arena, attacker, body.bearing, attack, body.hand, body.off_hand)
    levels = 0.0
    if model >= 0:
        numbers = attack_now(battle, arena, log, attacker, who, model, attack, body.actions)
        levels = levels_met(battle, arena, log, attacker, who, model, attack, body.actions, numbers, verb, actions)
    stand_again(body, stance)
    return levels / points_left(battle, arena, who)
