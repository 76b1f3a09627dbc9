"""The search bot: the same decision every time, blind to the dice to come, always legal, and stronger than the tactician."""

import json
import re
from time import perf_counter
from typing import Any

import pytest

from fireteam.agents.bots import load_bot
from fireteam.agents.search.bot import SearchBot, search_bot
from fireteam.agents.series.series import play
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle, seed_words
from fireteam.env.observe.actions import Action
from fireteam.env.rules.record import DOWN
from fireteam.seating import find_bot
from tabletop import RED_FIRST, table, target, unit

FEW = 60
OPEN_AT = 9  # a decision of the yard with much to choose from


def advanced(decisions: int = OPEN_AT, seed: int = 5, scenario: str = "yard") -> Battle:
    """Return a battle of two tacticians after so many decisions and until there is a choice."""
    battle, bot = Battle(scenario, seed, reasons=False), load_bot("tactician", 1)
    while battle.record[0]["decisions"] < decisions or len(battle.legal()) < 5:
        battle.step(bot.decide(battle))
    return battle


def test_the_same_seed_decides_the_same_way() -> None:
    """Two bots of one seed play a battle alike; a budget of playouts leaves the clock out of it."""
    courses = []
    for _ in range(2):
        battle, course = Battle("duel", 3, reasons=False), []
        bots = {"red": SearchBot(playouts=FEW, seed=4), "blue": load_bot("tactician", 1)}

        def step(action: Action, battle: Battle = battle, course: list[Action] = course) -> None:
            course.append(action)
            battle.step(action)

        play(battle, bots, step)
        courses.append(course)
    assert courses[0] == courses[1]


def test_dice_to_come_decide_nothing() -> None:
    """Whatever dice the battle will throw, the decision and its reasons are the same; the battle is not touched."""
    found = []
    for dice in (1, 2, 3):
        battle = advanced()
        battle.record[0]["seed"] = seed_words(dice)
        before = battle.snapshot()
        bot = SearchBot(playouts=FEW, seed=1)
        found.append((bot.decide(battle), bot.why(battle)))
        assert battle.snapshot() == before
    assert found[0] == found[1] == found[2]


def test_it_takes_a_winning_shot() -> None:
    """The last enemy stands helpless in the open and all but down: whatever it does, that enemy falls in this phase."""
    shooter = unit((5, 2), weapons=["assault_rifle"], attributes={"agility": 8}, skills={"automatics": 8})
    shooter["orders"] = {"defend": "never", "intercept": "never"}
    victim = target((15, 2), weapons=["assault_rifle"], attributes={"agility": 8}, skills={"automatics": 8})
    battle = table([shooter], [victim], dice=RED_FIRST)
    battle.unit("blue_1")["flesh"] = 1
    battle.unit("blue_1")["armored"] = 0
    bot = SearchBot(playouts=400, seed=2)
    while battle.decision is not None and battle.decision.unit == "red_1":
        action = bot.decide(battle)
        why = bot.why(battle)
        battle.step(action)
    assert battle.winner == "red", why
    assert battle.unit("blue_1")["status"] >= DOWN


@pytest.mark.parametrize("scenario", ["duel", "night", "breakout", "keep"])
def test_always_legal(scenario: str) -> None:
    """A step refuses what is not open; fog, exits, vehicles and barriers included, every decision is answered."""
    battle = Battle(scenario, 2, reasons=False)
    bots: dict[str, Any] = {team.name: load_bot("tactician", 1) for team in battle.field.scenario.teams}
    bots[next(iter(bots))] = SearchBot(playouts=1)
    play(battle, bots)
    assert battle.over


def test_it_stops_when_its_time_is_over() -> None:
    """A generous bound: a machine may be busy, but a search of a tenth of a second is no search of a minute."""
    battle = advanced()
    SearchBot(playouts=1).decide(battle)  # compiles
    began = perf_counter()
    SearchBot(seconds=0.1).decide(battle)
    assert perf_counter() - began < 10


def test_one_open_action_needs_no_search() -> None:
    """What cannot be otherwise is done at once, whatever the budget."""
    battle = advanced()
    battle.record[0]["open"] = 0
    battle.record[0]["open"][0] = 1
    bot = SearchBot(seconds=3000)
    assert bot.decide(battle) == (0, 0)
    assert bot.why(battle) == [{"action": "end", "plan": "", "playouts": 0, "share": None}]


def test_it_says_why() -> None:
    """The five best, the one taken first; plain JSON, and no account of battles it has not seen."""
    battle = advanced()
    bot = SearchBot(playouts=200)
    assert bot.why(battle) == []
    action = bot.decide(battle)
    rows = bot.why(battle)
    assert 2 <= len(rows) <= 5
    assert rows[0]["action"] == battle.words(action)
    assert sum(row["playouts"] for row in rows) <= 400
    for row in rows:
        assert set(row) == {"action", "plan", "playouts", "share"}
        assert row["playouts"] >= 1
        assert 0 <= row["share"] <= 1
    assert json.loads(json.dumps(rows)) == rows
    assert bot.why(advanced()) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("search:time=1", "no option 'time'. Options: doctrine, playouts, policy, seconds."),
        ("search:second=1", "no option 'second'. Did you mean 'seconds'?"),
        ("search:seconds=soon", "seconds = 'soon': must be a number"),
        ("search:playouts=1.5", "playouts = '1.5': must be a whole number"),
        ("search:seconds=0", "seconds = 0.0: must be above 0"),
        ("search:seconds=nan", "seconds = nan: must be above 0"),
        ("search:playouts=0", "playouts = 0: must be from 1 to 1000000"),
        ("search:playouts=9,seconds=1", "a decision has one budget"),
        ("search:doctrine=tacticain", "Did you mean 'tactician'?"),
        ("serch", "Did you mean 'search'?"),
    ],
)
def test_bad_options_are_refused(text: str, says: str) -> None:
    """With a sentence that says what would do."""
    with pytest.raises(ContentError, match=re.escape(says)):
        find_bot(text, 0)


def test_named_with_its_options() -> None:
    """A saved game seats the same bot again; modules of that name can still be given."""
    for text in ("search", "search:seconds=0.5", "search:playouts=200,doctrine=guard"):
        assert find_bot(text, 1).name == search_bot(text, 1).name == text
    with pytest.raises(ContentError, match="No module named 'search'"):
        find_bot("search:Mine", 0)
