"""How a doctrine values evasions: the harm that they spare, from declared attacks and from likely ones."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.grid import apart
from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.interface import in_range, weapon_in_hand
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import UP

from ..rules.attack.hands import NO_SLOT, SHOOTS, STRIKES, slot_that
from ..rules.plan import BLOWS, SHOTS
from ..rules.record import PENDING
from ..words.verbs import PUNCH, SHOOT, STRIKE
from .values import spared_by

SPARED = 0.8  # of the harm that is spared: an enemy who is down sooner attacks less, which is counted nowhere else
MAY_ATTACK = 0.8  # chance that an enemy which is still to declare attacks somebody in its reach


@kernel
def evasion_worth(battle, arena, log, who, attacker, verb, actions):
    """Return the share of life that an evasion, one of `actions` actions, is expected to spare a unit."""
    body = battle.units[attacker]
    if body.acted == 0:
        chance = MAY_ATTACK / targets_in_reach(battle, arena, attacker, who)
        attack = likely_attack(arena, attacker, body)
        return chance * SPARED * spared_by(battle, arena, log, who, attacker, attack, 0, verb, actions)
    spared = 0.0
    for place in range(body.items):
        item = body.plan[place]
        if item.state == PENDING and item.argument == who and (item.verb in SHOTS or item.verb in BLOWS):
            spared += spared_by(battle, arena, log, who, attacker, item.verb, place, verb, actions)
    return spared * SPARED


@kernel
def likely_attack(arena, who, unit):
    """Return the verb with which a unit is likely to attack, given the weapon in its hand."""
    if unit.hand == BARE_HANDS:
        return PUNCH
    if slot_that(SHOOTS, arena, who, unit.hand, unit.off_hand) != NO_SLOT:
        return SHOOT
    return STRIKE if slot_that(STRIKES, arena, who, unit.hand, unit.off_hand) != NO_SLOT else PUNCH


@kernel
def targets_in_reach(battle, arena, who, target):
    """Return how many units of `target`'s team a unit could attack, given sight and reach; a large number for none."""
    unit = battle.units[who]
    weapon = weapon_in_hand(battle, arena, who)
    goal = arena.goals[battle.units[target].team]
    count = 0
    for other in range(goal.first, goal.first + goal.count):
        body = battle.units[other]
        if body.status == UP and in_range(battle, arena, weapon, apart(arena, unit, body)):
            if cover_of(battle, arena, body, unit) != TOTAL:
                count += 1
            elif other == target:
                return 100
        elif other == target:
            return 100
    return max(count, 1)
