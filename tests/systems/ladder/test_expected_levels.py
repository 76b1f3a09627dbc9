"""What bots of ladder expect of attacks is what the exact odds say, by house rules and readings as well."""

import numpy as np
import pytest
from laddertable import *

from fireteam.env.rules.kernel import entry, plain
from fireteam.systems.ladder.odds.outcome import chances_of, decided_by
from fireteam.systems.ladder.rules.attack.chance import NO_DEFENSE, UNDEFENDED, chance_of_equal, expected_levels, hit_chance
from fireteam.systems.ladder.rules.tables import MOST_OUTCOME


@entry
def ask(arenas, bonus, ward, harm, left, sure):
    """Return what is expected of an attack, the chance that it hits, and that of a roll that adds so much more."""
    arena = arenas[0]
    return expected_levels(arena, bonus, ward, harm, left, sure), hit_chance(arena, bonus, ward), chance_of_equal(bonus)


HOUSES = [{}, {"critical_result": 8}, {"least_defense": 2}, {"least_defense": -12, "critical_result": 0}]


@pytest.mark.parametrize("reading", ["exactly", "at_least"])
@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_levels_and_chances_are_those_of_the_odds(house: dict[str, int], reading: str) -> None:
    """LD-R1, LD-D2: what is evaded comes off what hits outright, too, and a critical failure misses even then."""
    catalog = {"numbers": {name: {"value": value} for name, value in house.items()}}
    battle = table([fighter((1, 1))], [fighter((3, 1))], options={"critical": reading}, catalog=catalog)
    arenas = plain(battle.field.arena)
    for bonus, ward in [(-3, UNDEFENDED), (0, 0), (2, 3), (5, -2), (9, UNDEFENDED), (4, 1)]:
        defense = NO_DEFENSE if ward == UNDEFENDED else ward
        chances = chances_of(battle.field, bonus, defense)
        assert ask(arenas, bonus, ward, 0, 1, 0)[1] == pytest.approx(chances[1:].sum(), abs=1e-6)
        for sure in (-1, 0, 1):
            spread = decided_by(sure, chances_of(battle.field, bonus, defense))
            for harm, left in [(0, 6), (3, 6), (-4, 6), (2, 1), (12, 3)]:
                levels = np.minimum(np.maximum(np.arange(1, len(spread)) + harm, 0), left)
                expected = float((spread[1:] * levels).sum())
                assert ask(arenas, bonus, ward, harm, left, sure)[0] == pytest.approx(expected, abs=1e-5)


def test_a_tie_is_as_good() -> None:
    """LD-G3: ties free, and half of all that is none."""
    ties = sum(count * count for count in (1, 4, 10, 16, 19, 16, 10, 4, 1)) / 81**2
    arenas = plain(table([fighter((1, 1))], [fighter((3, 1))]).field.arena)
    chance = {more: ask(arenas, more, 0, 0, 1, 0)[2] for more in (-9, -8, -1, 0, 8)}
    assert chance[0] == pytest.approx(ties + (1 - ties) / 2)
    assert chance[-1] == pytest.approx((1 - ties) / 2)
    assert chance[8] == pytest.approx(1)
    assert chance[-8] == pytest.approx(1 / 81**2)
    assert chance[-9] == 0


@pytest.mark.rule("LD-H1")
@pytest.mark.parametrize(("armour", "armor"), [([], 0), (["jacket"], 1), (["combat_armor"], 2), (["hardshell"], 3)])
def test_armor_comes_off_plain_harm(armour: list[str], armor: int) -> None:
    """A light pistol of 2 at average Ranged: the outcome and 2, less the armor; half of the targets evade with Physique."""
    red, blue = fighter((1, 1), weapons=["light_pistol"]), fighter((3, 1), armour=armour)
    battle = table([red], [blue])
    levels = np.minimum(np.maximum(np.arange(1, MOST_OUTCOME + 1) + 2 - armor, 0), 6)
    ways = [float((chances_of(battle.field, 0, defense)[1:] * levels).sum()) for defense in (NO_DEFENSE, 0)]
    assert battle.field.arena[0]["harm"][0, 0, 1, 0] == pytest.approx(sum(ways) / 2, abs=1e-5)
