"""Exact odds: distributions of hits, net hits and damage by convolution; no dice are thrown.

These are floating point numbers for people, observations and bots; nothing here decides a battle. What people are told is
tried on a real table (`analysis/swan_song`). `expected_damage` is for bots, who ask often: it equals that where nothing
covers the target and no shot is called, and leaves aside what ties do through cover, and what stands between may stop.
"""

from math import comb

import numpy as np

from ..arena import MAX_WEAPONS, SEES
from ..ground.sight import TOTAL
from ..kernel import entry, kernel
from ..record import NOBODY
from .attack.attack import accuracy, damage_value
from .attack.cover import cover_against, cover_dice
from .body.conditions import wound_modifier
from .body.damage import modified_armor
from .body.reach import farthest_blow
from .legal import open_phase
from .tables import AGILITY, BODY, FISTS, INTUITION, REACTION, STRENGTH

MOST_DICE = 40
MOST_DAMAGE = 60


def _hit_table() -> np.ndarray:
    """Return the chance, 0 to 1, of k hits with n dice, float64 [n, k]; a die hits with one chance in three (SS-D1)."""
    table = np.zeros((MOST_DICE + 1, MOST_DICE + 1))
    for dice in range(MOST_DICE + 1):
        for hits in range(dice + 1):
            table[dice, hits] = comb(dice, hits) * 2 ** (dice - hits) / 3**dice
    return table


HITS = _hit_table()


def _left_table() -> np.ndarray:
    """Return the points, float64 [damage, pool], expected to be left of a damage value after a soak pool (SS-R4)."""
    damage = np.arange(MOST_DAMAGE + 1)[:, None]
    left = np.maximum(damage - np.arange(MOST_DICE + 1)[None, :], 0)
    return left @ HITS.T


LEFT = _left_table()


@kernel
def chance_of(pool, limit, hits):
    """Return the chance, 0 to 1, that a pool scores exactly so many hits; those above its limit are lost (SS-D4)."""
    pool = min(max(pool, 0), MOST_DICE)
    if hits > limit or hits > pool:
        return 0.0
    if hits < limit:
        return HITS[pool, hits]
    chance = 0.0
    for more in range(hits, pool + 1):
        chance += HITS[pool, more]
    return chance


@kernel
def left_after_soak(damage, armor, soak, strain):
    """Return the points, a float, expected to get through: none if health damage is below the armor (SS-R4, SS-R5).

    `soak` is the number of dice.
    """
    if strain == 0 and damage < armor:
        return 0.0
    return LEFT[min(max(damage, 0), MOST_DAMAGE), min(max(soak, 0), MOST_DICE)]


@entry
def expected_damage(pool, limit, defense, defense_limit, damage, armor, soak, strain):
    """Return the points of damage, a float, expected of an attack; ties and glitches are left aside.

    Args:
        pool, limit: dice and limit of the attack.
        defense, defense_limit: dice and limit of the defense.
        damage: damage value before net hits.
        armor, soak: modified armor in points, and dice that soak.
    """
    expected = 0.0
    for hits in range(1, min(max(pool, 0), limit, MOST_DICE) + 1):
        chance = chance_of(pool, limit, hits)
        for defended in range(min(hits, max(defense, 0) + 1)):
            defended_chance = chance_of(defense, defense_limit, defended)
            expected += chance * defended_chance * left_after_soak(damage + hits - defended, armor, soak, strain)
    return expected


@entry
def damage_after_soak(damage, armor, soak, strain, out):
    """Fill `out`, float64, with the distribution of the damage that gets through: out[k] is the chance of k points.

    It needs more entries than `damage`, the modified damage value; `soak` is the number of dice.
    """
    out[:] = 0.0
    if strain == 0 and damage < armor:
        out[0] = 1.0
        return
    pool = min(max(soak, 0), MOST_DICE)
    for hits in range(pool + 1):
        out[max(damage - hits, 0)] += HITS[pool, hits]


@kernel
def protection(arena, target, model):
    """Return unit `target`'s modified armor against a weapon, in points, and its dice of soak (SS-R3, SS-R4)."""
    sheet = arena.sheets[target]
    armor = modified_armor(sheet.armor, arena.weapons[model].penetration)
    return armor, armor + sheet.attributes[BODY] // 2


@kernel
def plain_harm(arena, attacker, target, model, cover):
    """Return the points of damage, a float, expected of one plain attack with a weapon against a target in a cover.

    It is made of the sheets alone: no wounds, range or movement.
    """
    weapon = arena.weapons[model]
    sheet = arena.sheets[attacker]
    other = arena.sheets[target]
    rank = sheet.skills[weapon.skill]
    pool = sheet.attributes[AGILITY] + (rank if rank > 0 else -1)
    limit = weapon.accuracy if weapon.accuracy > 0 else sheet.physical
    defense = 0 if other.inanimate else other.attributes[REACTION] + other.attributes[INTUITION]
    defense += cover_dice(arena, cover_against(arena, model, cover))
    damage = weapon.damage + (sheet.attributes[STRENGTH] if weapon.adds_strength else 0)
    armor, soak = protection(arena, target, model)
    return expected_damage(pool, limit, defense, MOST_DICE, damage, armor, soak, weapon.strain)


@entry
def fill_harm(arena):
    """Fill `arena.melee`, and `arena.harm` and `arena.menace`: points of plain harm by attacker, slot, target and cover.

    Out of sight there is none.
    """
    arena.melee = farthest_blow(arena)
    for attacker in range(arena.units):
        for slot in range(MAX_WEAPONS + 1):
            model = FISTS if slot == MAX_WEAPONS else arena.sheets[attacker].weapons[slot]
            if model < 0 or arena.sheets[attacker].inanimate:
                continue
            for target in range(arena.units):
                for cover in range(TOTAL):
                    harm = plain_harm(arena, attacker, target, model, cover)
                    arena.harm[attacker, slot, target, cover] = harm
                    arena.menace[attacker, slot, target, cover] = SEES + harm


@entry
def numbers_of(battles, arenas, attacker, target, model, out):
    """Write the numbers of an attack in the first row that no roll tells, into `out`, int64 of shape (4,).

    They are: limit, damage value, modified armor, soak pool.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    aboard = battle.units[attacker].aboard
    rams = arena.weapons[model].melee and aboard != NOBODY
    out[0] = arena.sheets[aboard].handling if rams else accuracy(arena, attacker, model)
    out[1] = damage_value(battle, arena, attacker, target, model)
    out[2], out[3] = protection(arena, target, model)


@entry
def injure(battles, arenas, who, points):
    """Let a unit of the first row have lost points of its last pool of health before the battle (SS-H5)."""
    unit = battles[0].units[who]
    sheet = arenas[battles[0].variant].sheets[who]
    if sheet.flesh > 0:
        unit.flesh -= points
    else:
        unit.armored -= points
    unit.wounds = wound_modifier(arenas[battles[0].variant], sheet, unit)


@entry
def reopen(battles, arenas, logs):
    """Open what the unit of the first row that acts may do, as it stands now."""
    battle = battles[0]
    open_phase(battle, arenas[battle.variant], logs[0], battle.decider)
