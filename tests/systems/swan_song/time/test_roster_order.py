"""No result depends on the order of the roster: who is asked first, who enters first, whom a blast reaches first."""

import numpy as np
import pytest

from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import fight_series
from fireteam.env.battle import Battle
from fireteam.env.rules import kernel
from fireteam.env.scenario.models import Scenario
from fireteam.maps import Drawing
from tabletop import *

GROUND = "\n".join(["." * 12] * 5)


@pytest.mark.rule("SS-I1")
@pytest.mark.rule("SS-U9")
@pytest.mark.rule("SS-T3")
@pytest.mark.parametrize("passing", ["interception", "opportunity"])
@pytest.mark.parametrize(("faces", "asked"), [((2, 3), ["blue_2", "blue_1"]), ((3, 2), ["blue_1", "blue_2"])])
def test_those_who_may_strike_are_asked_by_initiative(passing: str, faces: tuple[int, int], asked: list[str]) -> None:
    """Red steps away from two enemies: the one with the higher score may strike first."""
    battle = table(
        [unit((5, 2))],
        [unit((6, 1), weapons=["knife"]), unit((6, 3), weapons=["knife"])],
        GROUND,
        dice=order(6, *faces),
        options={"passing": passing},
    )
    take(battle, "walk", "step west")
    for name in asked:
        assert decider(battle) == ("intercept", name)
        play(battle, "pass")
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-F4")
@pytest.mark.rule("SS-X3")
def test_a_blast_is_over_before_anybody_has_won() -> None:
    """Red's rocket fells red and blue. Red, reached first, does not spend its karma; nobody is left, and nobody has won."""
    red = unit((3, 2), weapons=["rocket_launcher"], skills={"heavy_weapons": 3}, karma=1, flesh=1)
    battle = table([red], [target((5, 2), flesh=1)], GROUND)
    battle.dictate([5] * 6 + [2] * 100)
    battle.step("shoot blue_1")
    while decider(battle)[0] != "last_stand":
        quietly(battle, "pass")
    assert decider(battle) == ("last_stand", "red_1")
    quietly(battle, "pass")
    assert battle.over
    assert battle.winner is None


@pytest.mark.rule("SS-T6")
def test_neither_of_two_who_want_the_same_tile_is_preferred() -> None:
    """One of each team enters at the same place in round 1: either has it in about half of 200 battles (four sigma)."""
    drawn = table([unit((0, 0)), unit((5, 2), arrives=1)], [unit((11, 4)), unit((5, 2), arrives=1)], GROUND, dice=None)
    first = 0
    for seed in range(200):
        units = Battle(drawn.field.scenario, seed).record[0]["units"]
        at = [(int(units[who]["x"]), int(units[who]["y"])) == (5, 2) for who in (1, 3)]
        assert sum(at) == 1
        first += at[0]
    assert abs(first - 100) < 4 * np.sqrt(50)


HALF = (
    "..........", ".O...O....", "....#...O.", "..........", "O...O...#.", ".........O",
    "O...O...#.", "..........", "....#...O.", ".O...O....", "..........",
)  # fmt: skip
SQUAD = (("soldier", 1), ("brawler", 0), ("grenadier", 1), ("guard", 0))  # templates, and karma


def mirrored(west_first: bool) -> Scenario:
    """Return a battle on a map that is the same from both sides, of two teams alike, in one order or the other."""
    ground = "\n".join(row + row[::-1] for row in HALF)
    teams = [
        {
            "name": name,
            "units": [{"template": of, "karma": karma, "at": [x, 2 + 2 * n]} for n, (of, karma) in enumerate(SQUAD)],
        }
        for name, x in (("west", 1), ("east", 18))
    ]
    drawing = Drawing(title="mirror", ground=ground)
    return Scenario.model_validate({"title": "mirror", "map": drawing, "teams": teams[:: 1 if west_first else -1]})


@pytest.mark.slow
@pytest.mark.skipif(not kernel.COMPILED, reason="thousands of battles take the compiled engine")
@pytest.mark.parametrize("bot", ["tactician", "suppressor", "charger"])
def test_the_first_in_the_roster_wins_no_more_than_the_second(bot: str) -> None:
    """The same bot fights itself with either team first: the share of the first lies within 3.3 sigma of a half.

    The places are the same in both orders, so that no advantage of a side of the map counts.
    """
    wins = [0, 0]
    for west_first in (True, False):
        bots = {"west": load_bot(bot), "east": load_bot(bot)}
        for outcome in fight_series(mirrored(west_first), bots, 3000, seed=int(west_first)).outcomes:
            if outcome.winner >= 0:
                wins[outcome.winner] += 1
    decided = sum(wins)
    assert decided > 4000
    assert abs(wins[0] - wins[1]) < 3.3 * np.sqrt(decided), wins
