"""Chances of pools (DP-D1), and the expected harm of attacks: for bots, and for the danger of tiles."""

from math import comb

import numpy as np

from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS, SEES
from fireteam.env.rules.ground.sight import NO_COVER, TOTAL
from fireteam.env.rules.kernel import entry, kernel
from fireteam.env.rules.log import SILENT

from ..damage import damage_dice
from ..rolls import SIDES, clamped
from ..split import MOST_SHARE
from ..tables import DEXTERITY, DODGING, INCAPACITATED, UNARMED
from .difficulty import attack_difficulty

MOST_DAMAGE_DICE = 40


def successes(difficulty: int, dice: int) -> np.ndarray:
    """Return the chance of each number of successes, 0 to MOST_SHARE, of dice whose ones cancel successes (DP-D1)."""
    hit, blank, one = (SIDES + 1 - difficulty) / SIDES, (difficulty - 2) / SIDES, 1 / SIDES
    table = np.zeros(2 * MOST_SHARE + 1)
    table[MOST_SHARE] = 1.0
    for _ in range(dice):
        table = blank * table + hit * np.roll(table, 1) + one * np.roll(table, -1)
    folded = table[MOST_SHARE:].copy()
    folded[0] += table[:MOST_SHARE].sum()
    return folded


def damage_chances(difficulty: int, dice: int) -> list[float]:
    """Return the chance of each number of successes, 0 to `dice`, of damage dice, whose ones cancel nothing (DP-D2)."""
    hit = (SIDES + 1 - difficulty) / SIDES
    return [comb(dice, damage) * hit**damage * (1 - hit) ** (dice - damage) for damage in range(dice + 1)]


def rise(difficulty: int, dice: int, level: int) -> float:
    """Return by how much damage dice are expected to raise a wound level, up to being incapacitated (DP-H3)."""
    chances = damage_chances(difficulty, dice)
    return sum(chances[damage] * (min(max(damage, level + 1), INCAPACITATED) - level) for damage in range(1, dice + 1))


DIFFICULTIES = range(SIDES + 1)  # those below 2 stand for 2: a 1 is never a success
# By difficulty, dice and successes; by difficulty, dice and wound level.
SUCCESSES = np.array([[successes(max(least, 2), dice) for dice in range(MOST_SHARE + 1)] for least in DIFFICULTIES])
RISES = np.array(
    [
        [[rise(max(least, 2), dice, level) for level in range(INCAPACITATED)] for dice in range(MOST_DAMAGE_DICE + 1)]
        for least in DIFFICULTIES
    ]
)


@kernel
def expected_rise(arena, attacker, target, model, difficulty, dice, defense, dodged, level, single):
    """Return the wound levels, a float, by which an attack with `dice` dice is expected to raise its target's.

    Args:
        difficulty: that of the attack.
        defense: dice of the defense, 0 for none.
        dodged: successes that a dedicated dodge takes off besides (DP-A5).
        level: wound level of the target.
        single: 1 for one steady shot, else 0.
    """
    least = clamped(arena, difficulty)
    ward = clamped(arena, arena.rules.defense_difficulty)
    damaging = clamped(arena, arena.rules.damage_difficulty)
    dice = min(max(dice, 0), MOST_SHARE)
    defense = min(max(defense, 0), MOST_SHARE)
    level = min(level, INCAPACITATED - 1)
    harm = 0.0
    for outcome in range(1, dice + 1):
        chance = 0.0
        for warded in range(min(defense, dice - outcome - dodged) + 1):
            chance += SUCCESSES[least, dice, outcome + dodged + warded] * SUCCESSES[ward, defense, warded]
        count = min(damage_dice(arena, attacker, target, model, outcome, single), MOST_DAMAGE_DICE)
        harm += chance * RISES[damaging, count, level]
    return harm


@kernel
def difficulty_now(battle, arena, log, attacker, target, model, single, off_hand):
    """Return the difficulty of an attack as it would be made now; nothing is logged."""
    level = log.level
    log.level = SILENT
    difficulty = attack_difficulty(battle, arena, log, attacker, target, model, single, off_hand)
    log.level = level
    return difficulty


@kernel
def plain_harm(arena, attacker, target, model, cover):
    """Return the harm, a float, expected of an attack from the sheets alone, against a dodge with the fewest dice."""
    weapon = arena.weapons[model]
    sheet = arena.sheets[attacker]
    other = arena.sheets[target]
    pool = sheet.attributes[weapon.attribute] + sheet.abilities[weapon.ability]
    difficulty = weapon.difficulty + (arena.rules.target_cover if cover != NO_COVER else 0)
    dodges = other.attributes[DEXTERITY] + other.abilities[DODGING]
    defense = 0 if other.inanimate else min(arena.rules.least_share, dodges)
    return expected_rise(arena, attacker, target, model, difficulty, pool, defense, 0, 0, 0)


@entry
def fill_harm(arena):
    """Fill `arena.harm` and `arena.menace`, points of plain harm by attacker, slot, target and cover; 0 out of sight."""
    for attacker in range(arena.units):
        for slot in range(MAX_WEAPONS + 1):
            model = UNARMED if slot == BARE_HANDS else arena.sheets[attacker].weapons[slot]
            if model < 0 or arena.sheets[attacker].inanimate:
                continue
            for target in range(arena.units):
                for cover in range(TOTAL):
                    harm = plain_harm(arena, attacker, target, model, cover)
                    arena.harm[attacker, slot, target, cover] = harm
                    arena.menace[attacker, slot, target, cover] = SEES + harm
