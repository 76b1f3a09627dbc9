"""What holds of quoted odds in every system: the battle is left alone, and what is no attack that is open has none."""

from typing import Any

import pytest
from everysystem import under

from fireteam.agents.bots import load_bot
from fireteam.content.errors import BattleOver, ContentError, IllegalAction
from fireteam.env.analysis.odds import quote_attack, quotes
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.view.parts.choices import odds_words
from fireteam.prompt.text import chances


def decisions_quoted(system: str, silent: int = 0) -> list[int]:
    """Return how many decisions of three battles had odds, checked: they change not a byte, and know nothing of the dice.

    The battle with the seed `silent` keeps no reasons.
    """
    counted = []
    for name, seed in (("yard", 1), ("keep", 2), ("duel", 3)):
        battle, bot = Battle(under(system, name), seed, reasons=seed != silent), load_bot("tactician", seed)
        asked = 0
        while not battle.over and asked < 12:
            before = battle.record.tobytes(), battle.log.tobytes()
            found = quotes(battle)
            assert (battle.record.tobytes(), battle.log.tobytes()) == before
            asked += bool(found)
            if found:
                assert quotes(battle.clone(reseed=99)) == found
            battle.step(bot.decide(battle))
        counted.append(asked)
    return counted


def check_what_has_no_odds(battle: Battle, system: str, *others: str) -> None:
    """Assert that open actions which are no attacks have no odds, and that what is not open, or no reply, is refused."""
    for words in others:
        assert quote_attack(battle, words) is None
    for wrong in ("dodge", "shoot red_1", "shoot", "fly", Action(99)):
        with pytest.raises(IllegalAction):
            quote_attack(battle, wrong)
    with pytest.raises(ContentError, match="reply = 'duck': must be one of standard, dodge"):
        quote_attack(battle, "shoot blue_1", "duck")
    battle, bot = Battle(under(system, "duel"), 1), load_bot("random", 1)
    while not battle.over:
        battle.step(bot.decide(battle))
    assert quotes(battle) == {}
    with pytest.raises(BattleOver):
        quote_attack(battle, "end")


def check_words(before: Any, after: Any, unanswered: str) -> None:
    """Assert what people are told of the odds of an attack `before` it is answered, with what is assumed, and `after`."""
    assert before is not None
    assert after is not None
    hit, points = f"{before.hit:.0%} {unanswered}", f"{before.expected:.1f}"
    assert chances(before, False).startswith(f"hit  {hit}, damage {points} on average, puts it down ")
    assert odds_words(before, False).startswith(f"hit {hit}, {points} damage, down ")
    assert chances(after, True) == f"hit  {after.hit:.0%}, damage {after.expected:.1f} on average"
    assert odds_words(after, True).startswith(f"is hit {after.hit:.0%}, {after.expected:.1f} damage, down ")
