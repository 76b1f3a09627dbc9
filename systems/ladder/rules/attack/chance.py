"""Chances of rolls (LD-D1), and the expected harm of attacks: for bots, odds, and the danger of tiles."""

from functools import cache

import numpy as np

from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS, SEES
from fireteam.env.rules.ground.sight import GOOD, NO_COVER, PARTIAL, TOTAL
from fireteam.env.rules.kernel import entry, kernel

from ..rolls import DICE, SIDES
from ..tables import AT_LEAST, MOST, MOST_OUTCOME, OUT, PHYSIQUE, TAILS, UNARMED

NO_DEFENSE = 2 * MOST + 1  # in the place of what is added to a defense
ROLL = np.array([1.0])  # chance of each sum of the dice, from -DICE on
for _ in range(DICE):
    ROLL = np.convolve(ROLL, np.full(SIDES, 1 / SIDES))
APART = np.convolve(ROLL, ROLL)  # of each difference of two sums, from -2 * DICE on
UNDEFENDED = MOST + 1  # what stands for no defense in the kernels below


def outcomes(
    bonus: int, defense: int, reading: int, least: int = 0, critical: int = 5, besides: int = NO_DEFENSE
) -> np.ndarray:
    """Return the chance of each outcome of an attack, 0 for a miss to MOST_OUTCOME (LD-R1, LD-D2).

    Args:
        bonus: added to the dice of the attack.
        defense: added to the dice of the defense, NO_DEFENSE for none.
        reading: the reading of the option `critical`, EXACTLY or AT_LEAST.
        least: the least that a defense takes off.
        critical: the result that a critical success counts as.
        besides: added to the dice of a second defense, NO_DEFENSE for none.
    """
    chances = np.zeros(MOST_OUTCOME + 1)
    taken = taken_off(taken_off({0: 1.0}, defense, least), besides, least)
    for thrown, chance in enumerate(ROLL, -DICE):
        if thrown == -DICE:
            chances[0] += chance
            continue
        result = thrown + bonus
        if thrown == DICE:
            result = max(result, critical) if reading == AT_LEAST else critical
        for less, likely in taken.items():
            chances[min(max(result - less, 0), MOST_OUTCOME)] += chance * likely
    return chances


def taken_off(taken: dict[int, float], defense: int, least: int) -> dict[int, float]:
    """Return the chance of each outcome after one more defense, from the chances `taken` of those before; see `outcomes`."""
    if defense == NO_DEFENSE:
        return taken
    made: dict[int, float] = {}
    for less, likely in taken.items():
        for thrown, chance in enumerate(ROLL, -DICE):
            both = less + max(thrown + defense, least)
            made[both] = made.get(both, 0.0) + likely * float(chance)
    return made


@cache
def tails_of(reading: int, least: int, critical: int) -> np.ndarray:
    """Return the chances that an attack has at least a given outcome, float32, shape `TAILS`; see `outcomes`."""
    tails = np.zeros(TAILS, np.float32)
    for bonus in range(-MOST, MOST + 1):
        for ward in range(-MOST, UNDEFENDED + 1):
            chances = outcomes(bonus, NO_DEFENSE if ward == UNDEFENDED else ward, reading, least, critical)
            tails[bonus + MOST, ward + MOST] = chances[::-1].cumsum()[::-1]
    return tails


@kernel
def expected_levels(arena, bonus, ward, harm, left, sure):
    """Return the wound levels, a float, that an attack is expected to cost its target, `left` of them at most (LD-H1).

    Args:
        bonus: added to the dice of the attack.
        ward: added to the dice of the defense, UNDEFENDED for none.
        harm: the weapon's bonus less all armor.
        sure: 1 if it hits outright, -1 if it misses outright, 0 for neither.
    """
    if sure < 0:
        return 0.0
    tails = arena.tails[within(bonus) + MOST, within(ward) + MOST if ward < UNDEFENDED else MOST + UNDEFENDED]
    total = 0.0
    for level in range(1, left + 1):  # the chance of so many levels at least
        total += tails[min(max(level - harm, 1), MOST_OUTCOME)] if level - harm <= MOST_OUTCOME else 0.0
    if sure > 0:  # what would miss is an outcome of 1, but for a critical failure (LD-R1)
        total += (1.0 - ROLL[0] - tails[1]) * min(max(1 + harm, 0), left)
    return total


@kernel
def hit_chance(arena, bonus, ward):
    """Return the chance, a float, that an attack has an outcome above 0; arguments as those of `expected_levels`."""
    return arena.tails[within(bonus) + MOST, within(ward) + MOST if ward < UNDEFENDED else MOST + UNDEFENDED, 1]


@kernel
def chance_of_equal(margin):
    """Return the chance, a float, that a roll with a bonus larger by `margin` is at least as good as another (LD-D1)."""
    chance = 0.0
    for difference in range(max(-margin, -2 * DICE), 2 * DICE + 1):
        chance += APART[difference + 2 * DICE]
    return chance


@kernel
def chance_of_result(least):
    """Return the chance, a float, that four fudge dice sum to at least `least` (LD-D1)."""
    chance = 0.0
    for thrown in range(max(least, -DICE), DICE + 1):
        chance += ROLL[thrown + DICE]
    return chance


@kernel
def within(bonus):
    """Return a bonus limited to the range of the tables."""
    return min(max(bonus, -MOST), MOST)


@kernel
def plain_harm(arena, attacker, target, model, cover):
    """Return the wound levels, a float, expected of an attack from the sheets alone; half of the targets evade it."""
    weapon = arena.weapons[model]
    rules = arena.rules
    bonus = arena.sheets[attacker].ranks[weapon.skill]
    if cover != NO_COVER:
        bonus += rules.taken_cover + (rules.partial_cover if cover == PARTIAL else rules.good_cover if cover == GOOD else 0)
    harm = weapon.bonus - arena.sheets[target].armor
    plain = expected_levels(arena, bonus, UNDEFENDED, harm, OUT, 0)
    if arena.sheets[target].inanimate:
        return plain
    return 0.5 * (plain + expected_levels(arena, bonus, arena.sheets[target].ranks[PHYSIQUE], harm, OUT, 0))


@entry
def fill_harm(arena):
    """Fill `arena.harm` and `arena.menace`, levels of plain harm by attacker, slot, target and cover; 0 out of sight."""
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
