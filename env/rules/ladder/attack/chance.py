"""Chances of rolls (LD-D1), and the harm that attacks are expected to do: for bots, for odds, for the danger of places."""

import numpy as np

from ...arena import BARE_HANDS, MAX_WEAPONS, SEES
from ...ground.sight import GOOD, NO_COVER, PARTIAL, TOTAL
from ...kernel import entry, kernel
from ..rolls.rolls import DICE, SIDES
from ..tables import AT_LEAST, EXACTLY, OUT, PHYSIQUE, UNARMED

MOST = 14  # the most that is added to a roll, or taken off it, in the tables: no sheet comes near it
NO_DEFENSE = 2 * MOST + 1  # in the place of what is added to a defense
MOST_OUTCOME = 42  # of the best shot that house rules allow: rank 8, aim 12, burst 6, dice 4, at a defense of -12
ROLL = np.array([1.0])  # chance of each sum of the dice, from -DICE on
for _ in range(DICE):
    ROLL = np.convolve(ROLL, np.full(SIDES, 1 / SIDES))


def outcomes(bonus: int, defense: int, reading: int, least: int = 0, critical: int = 5) -> np.ndarray:
    """Return the chance of each outcome of an attack, 0 for a miss to MOST_OUTCOME (LD-R1, LD-D2).

    Args:
        bonus: added to the attack's dice.
        defense: added to those of the defense, NO_DEFENSE for none.
        reading: of the option `critical`, EXACTLY or AT_LEAST.
        least: what a defense takes off at least.
        critical: what a critical success counts as.
    """
    chances = np.zeros(MOST_OUTCOME + 1)
    for thrown, chance in enumerate(ROLL, -DICE):
        if thrown == -DICE:
            chances[0] += chance
            continue
        result = thrown + bonus
        if thrown == DICE:
            result = max(result, critical) if reading == AT_LEAST else critical
        if defense == NO_DEFENSE:
            chances[min(max(result, 0), MOST_OUTCOME)] += chance
            continue
        for warded, likely in enumerate(ROLL, -DICE):
            taken = max(warded + defense, least)
            chances[min(max(result - taken, 0), MOST_OUTCOME)] += chance * likely
    return chances


# Chance of each outcome or a higher one, none above the last: by the reading of criticals, what is added to the attack and,
# from -MOST on, to the defense; the last one: no defense.
REACHED = np.zeros((2, 2 * MOST + 1, 2 * MOST + 2, MOST_OUTCOME + 2))
for _reading in (EXACTLY, AT_LEAST):
    for _bonus in range(-MOST, MOST + 1):
        for _ward in range(-MOST, MOST + 2):
            _chances = outcomes(_bonus, NO_DEFENSE if _ward > MOST else _ward, _reading)
            REACHED[_reading, _bonus + MOST, _ward + MOST, :-1] = _chances[::-1].cumsum()[::-1]
UNDEFENDED = MOST + 1  # what stands for no defense in the kernels below


@kernel
def expected_levels(arena, bonus, ward, harm, left, sure):
    """Return the wound levels, a float, that an attack is expected to cost its target, `left` of them at most (LD-H1).

    Args:
        bonus: added to the attack's dice.
        ward: added to those of the defense, UNDEFENDED for none.
        harm: the weapon's bonus less all armor.
        sure: 1 if it hits outright, -1 if it misses outright, 0 for neither.
    """
    if sure < 0:
        return 0.0
    reached = REACHED[arena.rules.option_critical, within(bonus) + MOST, within(ward) + MOST if ward < UNDEFENDED else -1]
    total = 0.0
    for levels in range(1, left + 1):  # each counts as often as it is reached
        total += reached[min(max(levels - harm, 1), MOST_OUTCOME + 1)]
    if sure > 0:
        total += (1.0 - reached[1]) * min(max(1 + harm, 0), left)
    return total


@kernel
def hit_chance(arena, bonus, ward):
    """Return the chance, a float, that an attack has an outcome above 0; arguments as those of `expected_levels`."""
    row = within(ward) + MOST if ward < UNDEFENDED else -1
    return REACHED[arena.rules.option_critical, within(bonus) + MOST, row, 1]


@kernel
def chance_of_result(least):
    """Return the chance, a float, that four fudge dice come to so much at least (LD-D1)."""
    chance = 0.0
    for thrown in range(max(least, -DICE), DICE + 1):
        chance += ROLL[thrown + DICE]
    return chance


@kernel
def within(bonus):
    """Return what is added to a roll, kept within what the tables have."""
    return min(max(bonus, -MOST), MOST)


@kernel
def plain_harm(arena, attacker, target, model, cover):
    """Return the wound levels, a float, expected of an attack made of the sheets alone; half of the targets evade it."""
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
    """Fill `arena.harm` and `arena.menace`, levels of plain harm by attacker, slot, target and cover; none out of sight."""
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
