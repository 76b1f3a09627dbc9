"""The search bot in ladder: it plans what it declares and where it moves, alike for the same seed, blind to the dice."""

from collections import Counter

import pytest
from everysystem import under
from laddertable import *

from fireteam.agents.bots import load_bot
from fireteam.agents.search.bot import SearchBot
from fireteam.env.battle import Battle, seed_words
from fireteam.env.rules.record import DOWN
from fireteam.env.rules.verbs import STEP
from fireteam.systems.ladder.words.verbs import FEINT, VERBS

FEW = 60
KINDS = ("declare", "move")


def at_a_choice(kind: str, seed: int = 5, least: int = 4) -> Battle:
    """Return a battle of two chargers, in its second turn or later, at a decision of a kind with much to choose from."""
    battle, bot = Battle(under("ladder"), seed, reasons=False), load_bot("charger", 1)
    while battle.round < 2 or decider(battle)[0] != kind or len(battle.legal()) < least:
        battle.step(bot.decide(battle))
    return battle


@pytest.mark.parametrize("kind", KINDS)
def test_dice_to_come_decide_nothing(kind: str) -> None:
    """Whatever dice the battle will throw, the decision and its reasons are the same; the battle is not touched."""
    found = []
    for dice in (1, 2, 3):
        battle = at_a_choice(kind)
        battle.record[0]["seed"] = seed_words(dice)
        before = battle.snapshot()
        bot = SearchBot(playouts=FEW, seed=1)
        found.append((bot.decide(battle), bot.why(battle)))
        assert battle.snapshot() == before
    assert found[0] == found[1] == found[2]
    assert len(found[0][1]) > 1, "nothing was tried out"
    assert found[0][0] in battle.legal()


@pytest.mark.parametrize("scenario", ["duel", "night", "breakout"])
def test_always_legal(scenario: str) -> None:
    """Turns of a search against tacticians: what it declares and where it moves is open, and the same again."""
    courses = []
    for _ in range(2):
        battle, course, met = Battle(under("ladder", scenario), 2, reasons=False), [], Counter()
        bots = {team.name: load_bot("tactician", 1) for team in battle.field.scenario.teams}
        bots[next(iter(bots))] = SearchBot(playouts=8)
        for _ in range(120):
            if battle.decision is None:
                break
            bot = bots[battle.decision.team]
            action = bot.decide(battle)
            if isinstance(bot, SearchBot):
                met[battle.decision.kind] += len(battle.legal()) > 1
            course.append(action)
            battle.step(action)
        courses.append(course)
        assert met["declare"] > 5
    assert courses[0] == courses[1]


def test_it_declares_what_wins() -> None:
    """The last enemy is held, critically wounded and beside it: whatever it declares, that enemy falls in this turn."""
    red = fighter((5, 2), weapons=["sword"], skills={"melee": 4, "unarmed": 3})
    battle = table([red], [fighter((6, 2))])
    battle.unit("blue_1")["level"] = 5
    bot, met = SearchBot(playouts=800, seed=2), set()
    while not battle.over and battle.round < 3:
        kind, name = decider(battle)
        met.add(kind)
        battle.step(bot.decide(battle) if name == "red_1" else "end")
    assert battle.winner == "red"
    assert battle.unit("blue_1")["status"] >= DOWN
    assert battle.round == 1, "it took its time"


def test_it_moves_where_it_wins() -> None:
    """Whoever reaches the exit wins: it declares that it walks, and goes there, step by step."""
    ground = "\n".join(["." * 12] * 5)
    marks = "\n".join([".......z...."] * 5)
    red_team = {"objective": {"kind": "exit", "zone": "z"}}
    battle = table([fighter((4, 2))], [fighter((0, 0))], ground=ground, marks=marks, red_team=red_team)
    bot, taken = SearchBot(playouts=100, seed=3), Counter()
    while not battle.over and battle.round < 4:
        kind, name = decider(battle)
        action = bot.decide(battle) if name == "red_1" else None
        if action is not None:
            taken[kind, VERBS[action.verb].name] += 1
            assert action.verb != FEINT
        battle.step(action or "end")
    assert battle.winner == "red"
    assert taken["declare", "walk"] >= 1
    assert taken["move", VERBS[STEP].name] >= 2
