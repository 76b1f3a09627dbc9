"""A bot that says how it is made again begins each battle anew, whoever wrote it."""

from collections.abc import Callable
from functools import partial

from fireteam.agents.bots import load_bot
from fireteam.agents.factory import factory_of, reseeded
from fireteam.agents.series.series import fight_series
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.scenario.reading import load_scenario

MADE: list["Forgetful"] = []


class Forgetful:
    """Ends its phases, and notes the battles that it is asked in."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.battles: set[int] = set()
        MADE.append(self)

    def maker(self) -> Callable[..., "Forgetful"]:
        """Return what makes it again."""
        return partial(Forgetful)

    def decide(self, battle: Battle) -> Action:
        """Return what is open first."""
        self.battles.add(int(battle.record[0]["seed"][0]))
        return battle.legal()[0]


class Plain:
    """Says nothing of how it is made."""

    def decide(self, battle: Battle) -> Action:
        """Return what is open first."""
        return battle.legal()[0]


def test_a_strangers_bot_is_made_anew_for_each_battle() -> None:
    """None of those that fight has been in two battles, and the one that was given in none."""
    MADE.clear()
    given = Forgetful()
    fight_series(load_scenario("duel"), {"red": given, "blue": load_bot("guard")}, 3)
    assert [len(bot.battles) for bot in MADE] == [0, 1, 1, 1]
    assert len({bot.seed for bot in MADE[1:]}) == 3


def test_one_that_says_nothing_stays_as_it_is() -> None:
    """It is nobody's business how to make it."""
    bot = Plain()
    assert factory_of(bot) is None
    assert reseeded(bot, 5) is bot
    assert factory_of(Forgetful) is None, "a class is no bot yet"
