"""How a doctrine cares for bodies: first aid, remedy, carrying the fallen away, breaking out of a hold."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import DEFEND, HELP, OTHER, STRIKE
from fireteam.agents.doctrine.records import HEAL, MELEE
from fireteam.agents.doctrine.values import exposure, is_enemy, life_lost
from fireteam.env.rules.arena import EXIT
from fireteam.env.rules.ground.bits import lowest
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.ground.paths import path_length
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import DOWN, NOBODY, UP

from ..rules.attack.chance import chance_to_beat
from ..rules.attributes import attribute_now
from ..rules.tables import AGILITY, BLEEDOUT, BODY, FIRST_AID, LOGIC, STIMULATED, STRENGTH, UNARMED, WINDED
from ..words.verbs import BREAK_FREE, CALL_OUT, GRAPPLE, HOLD_ON, LIFT, OBSERVE, REMEDY, REPAIR, USE_ITEM
from ..words.verbs import FIRST_AID as TREAT

WAKES_WORTH = 0.7  # of a friend back on its feet
SAVED_WORTH = 0.3  # of one that no longer bleeds to death
WARD_WORTH = 1.5  # of shouldering the one who must be brought out
SKILLED = 2  # rank from which one goes out of one's way to treat others


@kernel
def first_aid_hits(battle, arena, who):
    """Return how many hits above its threshold a unit's first aid is expected to score; a float, negative for fewer."""
    sheet = arena.sheets[who]
    pool = sheet.attributes[LOGIC] + sheet.skills[FIRST_AID] + battle.units[who].wounds
    return pool / 3 - arena.rules.first_aid_threshold


@kernel
def treatment(battle, arena, weights, who, price, offers):
    """Offer first aid: to wake, to save, to heal."""
    if battle.open[TREAT] == 0:
        return
    hits = first_aid_hits(battle, arena, who)
    for patient in range(arena.units):
        if battle.open[TREAT] >> patient & 1 == 0:
            continue
        body = battle.units[patient]
        gain = 0.1 * max(hits, 0.2) * life_lost(battle, arena, patient)
        if body.status == DOWN and body.flesh <= 0:
            gain = WAKES_WORTH if body.flesh + hits > 0 else 0.0 if body.stable else SAVED_WORTH
        if body.ailing >> BLEEDOUT & 1:
            gain += 0.4
        worth = gain * weights[HEAL] - arena.cost[TREAT] * price
        if patient != who:
            worth -= 0.1 * exposure(battle, arena, who, 0)
        offer(offers, HELP, patient, TREAT, patient, gain, arena.cost[TREAT], worth)


@kernel
def fallen_friend(battle, arena, who):
    """Return the tile of the friend in need nearest to walk to, within 40 metres; -1 for none, or without the skill."""
    if arena.sheets[who].skills[FIRST_AID] < SKILLED:
        return -1
    unit = battle.units[who]
    best, found = 40, -1
    for other in range(arena.units):
        body = battle.units[other]
        if body.status == DOWN and body.team == unit.team and body.stable == 0 and body.carried_by == NOBODY:
            tile = tile_of(arena, body)
            walk = path_length(battle, arena, tile_of(arena, unit), tile)
            if walk < best and arena.sheets[other].flesh > 0 and body.flesh <= 0:
                best, found = walk, tile
    return found


@kernel
def minor_actions(battle, arena, weights, who, price, offers):
    """Offer minor actions: remedy, stimulant, call, observation, repair, lift."""
    unit = battle.units[who]
    if battle.open[CALL_OUT] and unit.free_used == 0:
        offer(offers, OTHER, NOBODY, CALL_OUT, 0, 0.1, 0.0, 0.1)
    if battle.open[OBSERVE]:
        offer(offers, OTHER, NOBODY, OBSERVE, 0, 0.12, 1.0, 0.12 - price)
    if battle.open[REMEDY]:
        gain = worst_ailment(unit)
        offer(offers, HELP, who, REMEDY, 0, gain, 2.0, gain - 2 * price)
    if battle.open[REPAIR]:
        for patient in range(arena.units):
            if battle.open[REPAIR] >> patient & 1:
                gain = 0.3 * life_lost(battle, arena, patient)
                offer(offers, HELP, patient, REPAIR, patient, gain, 2.0, gain - 2 * price)
    if battle.open[USE_ITEM] and any_enemy(battle, arena, who):
        offer(offers, HELP, who, USE_ITEM, lowest(battle.open[USE_ITEM]), 0.15, 1.0, 0.15 - price)
    if battle.open[LIFT] and unit.carries == NOBODY and arena.goals[unit.team].needed > 0:
        ward = arena.goals[unit.team].unit
        if ward != NOBODY and battle.open[LIFT] >> ward & 1:
            offer(offers, HELP, ward, LIFT, ward, WARD_WORTH, 1.0, WARD_WORTH - price)
        elif arena.goals[unit.team].kind == EXIT:
            friend = lowest(battle.open[LIFT])
            offer(offers, HELP, friend, LIFT, friend, 0.4, 1.0, 0.4 * weights[HEAL] - price)


@kernel
def worst_ailment(unit):
    """Return the worth of recovering from ailments: 0.08 for each, except shortness of breath and stimulants."""
    worth = 0.0
    ailing = unit.ailing & ~(1 << WINDED) & ~(1 << STIMULATED)
    while ailing:
        ailing &= ailing - 1
        worth += 0.08
    return worth


@kernel
def any_enemy(battle, arena, who):
    """Return whether any enemy is known."""
    for other in range(arena.units):
        if is_enemy(battle, who, other):
            return True
    return False


@kernel
def wrestling(battle, arena, weights, who, price, offers):
    """Offer what there is of grappling: get free, hold on, take hold."""
    unit = battle.units[who]
    own = strength_of_grip(arena, who)
    if battle.open[BREAK_FREE]:
        chance = chance_to_beat(own + unit.wounds, strength_of_grip(arena, unit.held_by)) / 100
        offer(offers, DEFEND, unit.held_by, BREAK_FREE, 0, 0.3 * chance + 0.1, 1.0, 0.3 * chance + 0.1 - price)
    if battle.open[HOLD_ON] and unit.holds != NOBODY:
        offer(offers, STRIKE, unit.holds, HOLD_ON, 0, 0.25, 1.0, 0.25 - price)
    if battle.open[GRAPPLE]:
        pool = attribute_now(battle, arena, who, AGILITY) + arena.sheets[who].skills[UNARMED] + unit.wounds
        for target in range(arena.units):
            if battle.open[GRAPPLE] >> target & 1 and battle.units[target].status == UP:
                chance = chance_to_beat(pool, strength_of_grip(arena, target)) / 100
                gain, cost = 0.35 * chance, arena.cost[GRAPPLE]
                offer(offers, STRIKE, target, GRAPPLE, target, gain, cost, gain * weights[MELEE] - cost * price)


@kernel
def strength_of_grip(arena, who):
    """Return the dice with which a unit keeps or breaks a hold."""
    sheet = arena.sheets[who]
    return sheet.attributes[STRENGTH] + max(sheet.skills[UNARMED], sheet.attributes[BODY])
