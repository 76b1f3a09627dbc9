"""Standing orders: answers to interrupts, given beforehand by a unit that does not want to be asked."""

from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import SILENT

from ...words.decisions import DEFEND, INTERCEPT
from ...words.verbs import BLOCK, DODGE, FULL_DEFENSE, PARRY, PASS, PUNCH, STRIKE
from ..body.hands import blow_out_of_turn
from ..record import ASK, NEVER, WHEN_LIKELY
from ..tables import FISTS, GUN_BUTT, NO_FIRING
from .attack import attack_pool, pool_against
from .chance import chance_to_beat
from .cover import cover_in_force
from .defense import is_off_guard, model_in_hand, reply_skill

NO_ANSWER = -1


@kernel
def chance_of_hit(battle, arena, log, attacker, target, model, firing, reply):
    """Return the chance in per cent that an attack hits a target that answers with the verb `reply`."""
    seen_cover = cover_of(battle, arena, battle.units[target], battle.units[attacker])
    attack, defense, _ = pools_of(battle, arena, log, attacker, target, model, firing, reply, seen_cover)
    return chance_to_beat(attack, defense)


@kernel
def pools_of(battle, arena, log, attacker, target, model, firing, reply, seen_cover):
    """Return the dice of an attack, and dice and limit of the defense with the verb `reply`; nothing is logged.

    `seen_cover` is the geometric cover of the target.
    """
    level = log.level
    log.level = SILENT
    unit = battle.units[attacker]
    other = battle.units[target]
    cover = cover_in_force(arena, other, unit, seen_cover, model)
    unaware = is_off_guard(battle, arena, target, attacker, seen_cover)
    attack = attack_pool(battle, arena, log, attacker, target, model, firing, seen_cover == TOTAL)
    defense, limit = pool_against(battle, arena, log, target, attacker, model, firing, reply, cover, unaware)
    log.level = level
    return attack, defense, limit


@kernel
def model_of_blow(arena, unit, sheet, verb):
    """Return the model with which a unit strikes a blow in its phase: fists, the weapon in hand, or a firearm as a club."""
    if verb == PUNCH:
        return FISTS
    model = model_in_hand(unit, sheet)
    return model if arena.weapons[model].melee else GUN_BUTT


@kernel
def best_reply(battle, arena, target):
    """Return the verb of the open reply that adds most dice: parry, block or dodge; else full defense, else PASS."""
    unit = battle.units[target]
    sheet = arena.sheets[target]
    best = PASS
    most = 0
    for reply in (DODGE, PARRY, BLOCK):
        if battle.open[reply]:
            rank = sheet.skills[reply_skill(arena, unit, sheet, reply)]
            if rank > most:
                best = reply
                most = rank
    if best == PASS and battle.open[FULL_DEFENSE]:
        return FULL_DEFENSE
    return best


@kernel
def ordered_answer(battle, arena, log):
    """Return the action (verb, argument) with which standing orders answer the pending decision, NO_ANSWER to ask.

    The order `when_likely` depends on the chance that the attack hits or, for an interception, that the unit's blow does.
    """
    who = battle.decider
    unit = battle.units[who]
    order = ASK
    if battle.decision == DEFEND:
        order = unit.order_defend
    elif battle.decision == INTERCEPT:
        order = unit.order_intercept
    if order == ASK:
        return NO_ANSWER, 0
    verb, argument = PASS, 0
    if order != NEVER:
        frame = battle.stack[battle.depth - 1]
        attacker, target, model, firing = frame.unit, frame.target, frame.weapon, frame.firing
        if battle.decision == DEFEND:
            verb = best_reply(battle, arena, who)
        elif battle.open[STRIKE] or battle.open[PUNCH]:
            verb, argument = STRIKE if battle.open[STRIKE] else PUNCH, battle.opponent
            model = blow_out_of_turn(battle, arena, unit, battle.units[argument], arena.sheets[who], verb)
            attacker, target, firing = who, argument, NO_FIRING
        if verb != PASS and order == WHEN_LIKELY:
            if chance_of_hit(battle, arena, log, attacker, target, model, firing, PASS) < unit.order_odds:
                return PASS, 0
    return verb, argument
