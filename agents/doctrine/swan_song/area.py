"""Area effects in a doctrine's eyes: what a grenade, a rocket or a charge is worth somewhere, and what to keep away from."""

from fireteam.env.rules.arena import MAX_WEAPONS
from fireteam.env.rules.ground.grid import apart, metres, tile_of
from fireteam.env.rules.ground.sight import TOTAL, cover_between
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import CHARGE, FUSE, GAS, MAX_EFFECTS, NO_EFFECT, NOBODY, UP
from fireteam.env.rules.swan_song.odds import expected_damage, protection
from fireteam.env.rules.swan_song.record import END_OF_PASS, NEXT_ROUND
from fireteam.env.rules.swan_song.rolls.attributes import attribute_now
from fireteam.env.rules.swan_song.rolls.pools import NO_LIMIT
from fireteam.env.rules.swan_song.tables import AGILITY, INTUITION, REACTION, STRENGTH
from fireteam.env.rules.verbs import DETONATE, END, LOB, SWITCH, THROW
from fireteam.env.rules.verbs import FUSE as SET_FUSE

from ..records import BLAST, COVER
from ..values import exposure, is_enemy
from .values import health_left

OWN_SIDE = 1.5  # a friend caught in a blast counts so much more than an enemy
FLEES = (0.35, 0.75, 0.5)  # what is left of a blast's worth by the time its fuse has burned down, by FUSES
SMOKE_WORTH = 0.25  # of the harm that smoke on one's own tile may spare
STAND_BACK = 60.0  # points of danger near a charge: it is not set off while a friend stands there
GAS_WORTH = 0.15  # of an enemy in gas


@kernel
def blast_worth(battle, arena, who, model, pool, limit, x, y):
    """Return what a blast at (x, y) is worth: the harm to each enemy within it, less that to friends and oneself.

    Args:
        model: of the weapon.
        pool, limit: dice and limit of the throw or shot.
    """
    weapon = arena.weapons[model]
    unit = battle.units[who]
    centre = y * arena.width + x
    worth = 0.0
    for other in range(arena.units):
        body = battle.units[other]
        if body.status != UP or not (body.team == unit.team or is_enemy(battle, who, other)):
            continue
        distance = metres(arena, x, y, body.x, body.y)
        if distance > weapon.blast or cover_between(battle, arena, centre, 1, tile_of(arena, body), body.prone) == TOTAL:
            continue
        share = GAS_WORTH if weapon.damage == 0 else blast_share(battle, arena, other, model, pool, limit, distance)
        worth += share if body.team != unit.team else -OWN_SIDE * share
    return worth


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
def throws(battle, arena, weights, who, price):
    """Return the best throw (verb, argument, worth) with the grenade in hand; smoke goes to one's own feet.

    It may be the setting of the fuse, where that makes the throw better.
    """
    best_verb, best_argument, best = END, 0, 0.0
    if battle.open[THROW] == 0 and battle.open[LOB] == 0:
        return best_verb, best_argument, best
    unit = battle.units[who]
    model = arena.sheets[who].weapons[unit.hand]
    weapon = arena.weapons[model]
    if weapon.damage == 0 and weapon.contact < 0:
        if battle.open[LOB] >> who & 1:
            return LOB, who, SMOKE_WORTH * weights[COVER] * exposure(battle, arena, who, 0) - price
        return best_verb, best_argument, best
    pool = throwing_pool(battle, arena, who, model)
    left = FLEES[unit.fuse] if weapon.timed else 1.0
    for target in range(arena.units):
        if battle.open[THROW] >> target & 1:
            body = battle.units[target]
            worth = blast_worth(battle, arena, who, model, pool, arena.sheets[who].physical, body.x, body.y)
            if worth * left * weights[BLAST] - price > best:
                best_verb, best_argument, best = THROW, target, worth * left * weights[BLAST] - price
    if best_verb == THROW and weapon.timed and unit.fuse == NEXT_ROUND and battle.open[SET_FUSE] >> END_OF_PASS & 1:
        if unit.free_used == 0:
            return SET_FUSE, END_OF_PASS, best / left * FLEES[END_OF_PASS]
    return best_verb, best_argument, best


@kernel
def grenade_to_take(battle, arena, weights, who, price):
    """Return the switch (verb, slot, worth) to a grenade that would be worth throwing from here."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    best_slot, best = -1, 0.0
    if unit.ap < 2 or unit.attacked or battle.open[SWITCH] == 0:
        return END, 0, 0.0
    for slot in range(MAX_WEAPONS):
        if battle.open[SWITCH] >> slot & 1 == 0 or arena.weapons[sheet.weapons[slot]].thrown == 0:
            continue
        if unit.held[slot].ammo <= 0:
            continue
        model = sheet.weapons[slot]
        pool = throwing_pool(battle, arena, who, model)
        reach = 4 * arena.rules.throw_range * sheet.attributes[STRENGTH]
        for target in range(arena.units):
            if not is_enemy(battle, who, target) or apart(arena, unit, battle.units[target]) > reach:
                continue
            body = battle.units[target]
            if cover_between(battle, arena, tile_of(arena, unit), unit.prone, tile_of(arena, body), body.prone) == TOTAL:
                continue
            left = FLEES[END_OF_PASS] if arena.weapons[model].timed else 1.0
            worth = blast_worth(battle, arena, who, model, pool, sheet.physical, body.x, body.y) * left * weights[BLAST]
            if worth - 2 * price > best:
                best_slot, best = slot, worth - 2 * price
    if best_slot < 0:
        return END, 0, 0.0
    return SWITCH, best_slot, best


@kernel
def detonation(battle, arena, who, price):
    """Return the setting off of one's charges (verb, argument, worth); nothing while a friend stands within a blast."""
    if battle.open[DETONATE] == 0:
        return END, 0, 0.0
    unit = battle.units[who]
    for number in range(MAX_EFFECTS):
        effect = battle.effects[number]
        if effect.kind == CHARGE and effect.owner == who:
            for other in range(arena.units):
                body = battle.units[other]
                if body.status == UP and body.team == unit.team:
                    if metres(arena, effect.x, effect.y, body.x, body.y) <= arena.weapons[effect.weapon].blast:
                        return END, 0, 0.0
    return DETONATE, 0, 0.9 - price


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
