"""The strategist: the same decision every time, blind to the dice to come, always legal, true to what it has rehearsed."""

import json
import re
from typing import Any

import numpy as np
import pytest

from fireteam.agents.bots import load_bot, parameters_of, specialists
from fireteam.agents.doctrine.records import MEMORY
from fireteam.agents.factory import factory_of
from fireteam.agents.search.proposals import movement
from fireteam.agents.search.rehearsal import led_by, rehearse
from fireteam.agents.search.strategist import Strategist, advisers_of, phase_of, side_of, strategist
from fireteam.agents.series.series import play
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle, seed_words
from fireteam.env.observe.actions import Action
from fireteam.env.rules import kernel
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.rules.systems import new_log
from fireteam.env.scenario.reading import load_scenario
from fireteam.seating import find_bot

FEW = 24
each_system = pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])


def begun(system: str = "", seed: int = 5) -> Battle:
    """Return a battle of two tacticians at the first decision of a unit's own phase after some, with a choice."""
    battle, bot = Battle(load_scenario("yard", system), seed, reasons=False), load_bot("tactician", 1)
    while battle.record[0]["decisions"] < 9 or len(battle.legal()) < 3 or not battle.asked.own:
        battle.step(bot.decide(battle))
    return battle


@each_system
def test_it_asks_the_specialists_of_its_system(system: str) -> None:
    """The tactician first, and nobody who was found under other rules."""
    bot = Strategist(FEW)
    bot.decide(begun(system))
    assert bot.advisers == advisers_of(system)
    assert bot.advisers[0] == "tactician"
    assert {specialists()[name]["system"] for name in bot.advisers[1:]} == {system}
    assert 6 <= len(bot.advisers) <= 8


@each_system
def test_the_same_seed_decides_the_same_way(system: str) -> None:
    """Two bots of one seed play a battle alike, to its end."""
    courses = []
    for _ in range(2):
        battle, course = Battle(load_scenario("duel", system), 3, reasons=False), []
        bots: dict[str, Any] = {"red": Strategist(FEW, seed=4), "blue": load_bot("tactician", 1)}

        def step(action: Action, battle: Battle = battle, course: list[Action] = course) -> None:
            course.append(action)
            battle.step(action)

        play(battle, bots, step)
        assert battle.over
        courses.append(course)
    assert courses[0] == courses[1]


def test_dice_to_come_decide_nothing() -> None:
    """Whatever dice the battle will throw, the decision and its reasons are the same; the battle is not touched."""
    found = []
    for dice in (1, 2, 3):
        battle = begun()
        battle.record[0]["seed"] = seed_words(dice)
        before = battle.snapshot()
        bot = Strategist(FEW, seed=1)
        found.append((bot.decide(battle), bot.why(battle)))
        assert battle.snapshot() == before
    assert found[0] == found[1] == found[2]


def test_a_playout_has_a_horizon() -> None:
    """It ends after so many decisions, however far the battle is from its end; else when somebody has won."""
    battle = begun()
    bots = np.concatenate([parameters_of(name) for name in ("tactician", "charger")])
    log, memories = new_log(battle.record.dtype, SILENT), np.zeros(MAX_UNITS, MEMORY)
    for most, ended in ((12, 12), (10_000, None)):
        boards, values = np.zeros(6, battle.record.dtype), np.empty((6, 2))
        given = (battle.record, boards, log, bots, memories)
        position, played, lines, parameters, kept = map(kernel.plain, given)
        arenas = battle.arrays[1]
        rehearse(position, played, arenas, lines, parameters, led_by(np.arange(2)), kept, 7, 0, 0, most, values)
        taken = boards["decisions"].astype(int) - int(battle.record[0]["decisions"])
        assert (taken == ended).all() if ended else (boards["over"] != 0).all()
        assert ((values >= 0) & (values <= 1)).all()


@pytest.mark.parametrize("scenario", ["night", "breakout", "keep", "market"])
def test_always_legal(scenario: str) -> None:
    """A step refuses what is not open; fog, exits, vehicles, barriers and a third side included."""
    battle = Battle(scenario, 2, reasons=False)
    bots: dict[str, Any] = {team.name: load_bot("tactician", 1) for team in battle.field.scenario.teams}
    bots[next(iter(bots))] = Strategist(8)
    play(battle, bots)
    assert battle.over


def test_a_phase_has_one_leader() -> None:
    """It rehearses once a phase; until that ends, or its unit is hurt, the leader decides, and `why` says who it is."""
    battle, bot, other = Battle("yard", 5, reasons=False), Strategist(FEW, seed=2), load_bot("tactician", 1)
    phase, leader, followed = (), "", 0
    while battle.decision is not None:
        if battle.decision.team == "blue":
            battle.step(other.decide(battle))
            continue
        own, choice, now = battle.asked.own, len(battle.legal()) > 1, phase_of(battle)
        battle.step(bot.decide(battle))
        rows = bot.why(battle)
        if own and choice and now != phase:
            assert rows[0]["playouts"] >= 1
            phase, leader = now, rows[0]["plan"]
        elif choice:
            head = bot.advisers[bot.heads[0]]
            assert [(row["plan"], row["playouts"]) for row in rows] == [(leader if own else head, 0)]
            followed += own and leader != "tactician"
    assert followed > 10


@pytest.mark.parametrize("head", [0, 1])
def test_a_course_says_who_leads_the_rest_of_the_side(head: int) -> None:
    """A playout ends where bots of those names take the battle from the same position with the same dice."""
    names, battle = ("tactician", "charger"), begun()
    bots = np.concatenate([parameters_of(name) for name in names])
    boards, values = np.zeros(1, battle.record.dtype), np.empty((1, 2))
    log, memories = new_log(battle.record.dtype, SILENT), np.zeros(MAX_UNITS, MEMORY)
    position, played, lines, parameters, kept = map(kernel.plain, (battle.record, boards, log, bots, memories))
    courses = led_by(np.array([head]), head)
    rehearse(position, played, battle.arrays[1], lines, parameters, courses, kept, 7, 0, 0, 10_000, values)
    side = battle.decision.team
    battle.record[0]["seed"] = [mixed_word(7, 0), mixed_word(7, 1)]  # of the first playout
    own = {
        team.name: load_bot(names[head if team.name == side else 0], mixed_word(7, 2))
        for team in battle.field.scenario.teams
    }
    play(battle, own)
    assert boards[0].tobytes() == battle.record[0].tobytes()


@pytest.mark.parametrize(("scenario", "system", "is_tactician"), [("stand", "d10_pool", False), ("duel", "swan_song", True)])
def test_whoever_fights_far_better_leads_the_rest(scenario: str, system: str, is_tactician: bool) -> None:
    """Where a tactician nearly always loses and an adviser wins, that one is the head; if nobody is better, he is."""
    for seed in range(3):
        battle, bot = Battle(load_scenario(scenario, system), seed, reasons=False), Strategist(seed=seed)
        while side_of(battle) or len(battle.legal()) == 1:
            battle.step(load_bot("tactician", 1).decide(battle))
        bot.decide(battle)
        assert (bot.heads[0] == 0) == is_tactician


def test_in_fog_the_tactician_leads_the_rest() -> None:
    """What a side imagines of the others does not show who is the better head."""
    battle, bot = Battle("night", 1, reasons=False), Strategist(FEW)
    while len(battle.legal()) == 1:
        battle.step(load_bot("tactician", 1).decide(battle))
    bot.decide(battle)
    assert bot.why(battle)[0]["playouts"] > 0
    assert bot.heads == {}


def test_a_course_may_begin_with_an_action() -> None:
    """Who does first what they would do anyway ends every playout in the same place; who does something else does not."""
    battle, bots = begun(), parameters_of("tactician")
    bot = Strategist(FEW, seed=2)
    bot.decide(battle)
    own = next(row["action"] for row in bot.why(battle) if row["plan"] == "tactician")
    legal = battle.legal()
    (same,) = [action for action in legal if battle.words(action) == own]
    other = next(action for action in legal if action != same)
    log, memories = new_log(battle.record.dtype, SILENT), np.zeros(MAX_UNITS, MEMORY)
    for action, alike in ((same, True), (other, False)):
        boards, values = np.zeros(6, battle.record.dtype), np.empty((6, 2))
        given = (battle.record, boards, log, bots, memories)
        position, played, lines, parameters, kept = map(kernel.plain, given)
        courses = np.array([*led_by(np.arange(1)).tolist(), (0, 0, *action)])
        rehearse(position, played, battle.arrays[1], lines, parameters, courses, kept, 7, 0, 0, 10_000, values)
        assert (boards[:3].tobytes() == boards[3:].tobytes()) == alike


def test_who_fights_alone_thinks_of_every_action() -> None:
    """In a duel it weighs single actions, and what it is asked by others; who walks goes on. In company it does neither."""
    battle, bot, other = Battle("duel", 5, reasons=False), Strategist(FEW, seed=2), load_bot("tactician", 1)
    asked = single = walked = 0
    while battle.decision is not None:
        if battle.decision.team == "blue":
            battle.step(other.decide(battle))
            continue
        own, choice, legal = battle.asked.own, len(battle.legal()) > 1, battle.legal()
        action = bot.decide(battle)
        assert action in legal
        rows = bot.why(battle)
        asked += choice and not own and rows[0]["playouts"] > 0
        single += choice and any(row["plan"] == "" for row in rows)
        walked += choice and own and rows[0]["playouts"] == 0
        assert rows[0]["playouts"] > 0 or not choice or action.verb in movement(battle.field.scenario.system)
        battle.step(action)
    assert min(asked, single, walked) > 0
    company = begun()
    bot.decide(company)
    assert {row["plan"] for row in bot.why(company)} <= set(bot.advisers)


def test_who_is_hurt_thinks_again() -> None:
    """A wound in the middle of a phase is a reason for another rehearsal."""
    battle, bot = begun(), Strategist(FEW, seed=2)
    bot.decide(battle)
    battle.unit(battle.decision.unit)["flesh"] = 1
    bot.decide(battle)
    assert bot.why(battle)[0]["playouts"] > 0


def test_it_says_why() -> None:
    """The five best, the one taken first; plain JSON, and no account of battles it has not seen."""
    battle, bot = begun(), Strategist(64)
    assert bot.why(battle) == []
    action = bot.decide(battle)
    rows = bot.why(battle)
    assert len(rows) == 5
    assert rows[0]["action"] == battle.words(action)
    assert rows[0]["playouts"] == max(row["playouts"] for row in rows)
    for row in rows:
        assert row["plan"] in bot.advisers
        assert 0 <= row["share"] <= 1
    assert json.loads(json.dumps(rows)) == rows
    assert bot.why(begun()) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("strategist:playout=1", "no option 'playout'. Did you mean 'playouts'?"),
        ("strategist:playouts=1.5", "playouts = '1.5': must be a whole number"),
        ("strategist:playouts=0", "playouts = 0: must be from 1 to 1000000"),
        ("stratgist", "Did you mean 'strategist'?"),
    ],
)
def test_bad_options_are_refused(text: str, says: str) -> None:
    """With a sentence that says what would do."""
    with pytest.raises(ContentError, match=re.escape(says)):
        find_bot(text, 0)


def test_made_again_by_its_name() -> None:
    """As a saved game, a series of battles and another process do."""
    for text in ("strategist", "strategist:playouts=500"):
        bot = find_bot(text, 1)
        assert bot.name == strategist(text, 1).name == text
        make = factory_of(bot)
        assert make is not None
        assert make(seed=3).name == text
    assert find_bot("strategist:playouts=500", 1).digest == find_bot("strategist", 2).digest
