"""How a doctrine values area effects: a grenade, a rocket or a charge somewhere, and places to keep away from."""

from fireteam.agents.doctrine.offers import offer, offer_after, offer_all
from fireteam.agents.doctrine.orders import OTHER
from fireteam.agents.doctrine.orders import THROW as THROWING
from fireteam.agents.doctrine.records import BLAST
from fireteam.agents.doctrine.values import is_enemy
from fireteam.env.rules.arena import MAX_WEAPONS
from fireteam.env.rules.ground.grid import metres, tile_of
from fireteam.env.rules.ground.sight import TOTAL, cover_between, cover_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import CHARGE, DOWN, FUSE, GAS, MAX_EFFECTS, NO_EFFECT, NOBODY, UP

from ..rules.area.grenades import throw_band
from ..rules.attack.attack import OUT_OF_RANGE
from ..rules.attack.defense import can_be_attacked
from ..rules.attributes import attribute_now
from ..rules.odds import expected_damage, protection
from ..rules.pools import NO_LIMIT
from ..rules.record import END_OF_PASS
from ..rules.stack import price_of_free
from ..rules.tables import AGILITY, INTUITION, REACTION
from ..words.verbs import DETONATE, SWITCH, THROW
from ..words.verbs import FUSE as SET_FUSE
from .values import health_left

OWN_SIDE = 1.5  # a friend caught in a blast counts so much more than an enemy
AT_ONCE = -1  # instead of when a fuse has burned down, one of FUSES
STAYS = 0.35  # how likely somebody who has its phase before a blast does not get away
STAND_BACK = 60.0  # points of danger near a charge: it is not set off while a friend stands there
GAS_WORTH = 0.15  # of an enemy in gas


@kernel
def blast_worth(battle, arena, who, model, pool, limit, due, x, y):
    """Return the worth of a blast at (x, y): the harm to enemies within it, less that to the own side, the fallen too.

    Args:
        model: that of the weapon.
        pool, limit: dice and limit of the throw or shot.
        due: when it goes off: one of FUSES, or AT_ONCE.
    """
    weapon = arena.weapons[model]
    unit = battle.units[who]
    centre = y * arena.width + x
    worth = 0.0
    for other in range(arena.units):
        body = battle.units[other]
        own = body.team == unit.team and body.status in (UP, DOWN)
        if not own and not is_enemy(battle, who, other):
            continue
        distance = metres(arena, x, y, body.x, body.y)
        if distance > weapon.blast or cover_between(battle, arena, centre, 1, tile_of(arena, body), body.prone) == TOTAL:
            continue
        share = GAS_WORTH if weapon.damage == 0 else blast_share(battle, arena, other, model, pool, limit, distance)
        share *= stays(body, due)
        worth += -OWN_SIDE * share if own else share
    return worth


@kernel
def stays(body, due):
    """Return the chance that a unit is still there when a blast goes off: one that acts before then may get away."""
    return 1.0 if body.status == DOWN or due == AT_ONCE or (due == END_OF_PASS and body.acted) else STAYS


@kernel
def blast_share(battle, arena, other, model, pool, limit, distance):
    """Return the share of unit `other`'s life, 0 to 1, that a blast `distance` metres away is expected to cost it."""
    weapon = arena.weapons[model]
    body = battle.units[other]
    sheet = arena.sheets[other]
    armor, soak = protection(arena, other, model)
    defense = 0
    if sheet.inanimate == 0:
        defense = attribute_now(battle, arena, other, REACTION) + attribute_now(battle, arena, other, INTUITION)
        defense += arena.rules.area_effect + body.wounds
    damage = weapon.damage - weapon.falloff * distance
    if damage <= 0:
        return 0.0
    harm = expected_damage(pool, limit, defense, NO_LIMIT, damage, armor, soak, weapon.strain)
    return min(harm / health_left(battle, arena, other, weapon.strain), 1.0)


@kernel
def throwing_pool(battle, arena, who, model):
    """Return the dice of a throw, or of a shot with a launcher: attribute, skill and wounds."""
    sheet = arena.sheets[who]
    rank = sheet.skills[arena.weapons[model].skill]
    return attribute_now(battle, arena, who, AGILITY) + (rank if rank > 0 else -1) + battle.units[who].wounds


@kernel
def throws(battle, arena, weights, who, slot, price, offers):
    """Offer throws with the grenade in a slot, taken in hand and its fuse set first where that is needed.

    No doctrine throws smoke: it spares less than the phase it takes is worth. Thrown, it loses `chase` and wins no scenario.
    """
    unit = battle.units[who]
    sheet = arena.sheets[who]
    model = sheet.weapons[slot]
    weapon = arena.weapons[model]
    if weapon.damage == 0 and weapon.contact < 0 and len(offers) == 1:
        return
    due = AT_ONCE
    if weapon.timed:
        due = END_OF_PASS if unit.fuse == END_OF_PASS or price_of_free(arena, unit) == 0 else unit.fuse
    held = unit.hand == slot
    fused = weapon.timed == 0 or unit.fuse == END_OF_PASS or due != END_OF_PASS
    for target in range(arena.units):
        body = battle.units[target]
        if not is_enemy(battle, who, target) or not can_be_attacked(arena, body):
            continue
        if held and battle.open[THROW] >> target & 1 == 0:
            continue
        band = throw_band(arena, who, unit, body)
        if band == OUT_OF_RANGE or cover_of(battle, arena, body, unit) == TOTAL:
            continue
        pool = throwing_pool(battle, arena, who, model) + arena.rules.range[band]
        harm = blast_worth(battle, arena, who, model, pool, sheet.physical, due, body.x, body.y)
        worth = harm * weights[BLAST] - price
        if held and fused:
            offer(offers, THROWING, target, THROW, target, harm, 1.0, worth)
        elif held:
            offer_after(offers, THROWING, target, SET_FUSE, END_OF_PASS, THROW, target, harm, 1.0, worth)
        elif fused:
            offer_after(offers, THROWING, target, SWITCH, slot, THROW, target, harm, 2.0, worth - price)
        else:
            fuse = SET_FUSE, END_OF_PASS
            offer_all(offers, THROWING, target, SWITCH, slot, *fuse, THROW, target, harm, 2.0, worth - price)


@kernel
def grenades(battle, arena, weights, who, price, offers):
    """Offer throws with the grenade in hand, and with those that could be taken in hand and thrown in this phase."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    if battle.open[THROW]:
        throws(battle, arena, weights, who, unit.hand, price, offers)
    if sheet.throws == 0 or unit.ap < arena.cost[SWITCH] + arena.cost[THROW] or unit.attacked:
        return
    for slot in range(MAX_WEAPONS):
        if battle.open[SWITCH] >> slot & 1 and arena.weapons[sheet.weapons[slot]].thrown and unit.held[slot].ammo > 0:
            throws(battle, arena, weights, who, slot, price, offers)


@kernel
def detonation(battle, arena, who, price, offers):
    """Offer the detonation of the unit's charges, but not while a friend is within a blast."""
    if battle.open[DETONATE] == 0:
        return
    unit = battle.units[who]
    for number in range(MAX_EFFECTS):
        effect = battle.effects[number]
        if effect.kind == CHARGE and effect.owner == who:
            for other in range(arena.units):
                body = battle.units[other]
                if body.status == UP and body.team == unit.team:
                    if metres(arena, effect.x, effect.y, body.x, body.y) <= arena.weapons[effect.weapon].blast:
                        return
    offer(offers, OTHER, NOBODY, DETONATE, 0, 0.9, 1.0, 0.9 - price)


@kernel
def blast_danger(battle, arena, tile):
    """Return the points of damage that fuses, charges and gas may do on a tile."""
    x, y = tile % arena.width, tile // arena.width
    danger = 0.0
    for number in range(MAX_EFFECTS):
        effect = battle.effects[number]
        if effect.kind == NO_EFFECT or effect.owner == NOBODY:
            continue
        distance = metres(arena, effect.x, effect.y, x, y)
        if distance > arena.weapons[effect.weapon].blast:
            continue
        if effect.kind == CHARGE:
            danger += STAND_BACK
        elif effect.kind == FUSE:
            danger += max(arena.weapons[effect.weapon].damage - arena.weapons[effect.weapon].falloff * distance, 0) / 2
        elif effect.kind == GAS:
            danger += 3.0
    return danger
