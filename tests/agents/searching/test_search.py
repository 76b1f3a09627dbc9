"""The search bot: the same decision every time, blind to the dice to come, always legal, and stronger than the tactician."""

import json
import re
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from fireteam.agents.bots import load_bot, parameters_of
from fireteam.agents.doctrine.records import MEMORY
from fireteam.agents.factory import factory_of
from fireteam.agents.orders.asking import Staff
from fireteam.agents.search.bot import SearchBot, search_bot
from fireteam.agents.search.halving import Halved, halve
from fireteam.agents.search.playouts import play_orders
from fireteam.agents.series.series import play
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle, seed_words
from fireteam.env.observe.actions import Action
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.kernel import plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import DOWN, MAX_TEAMS, MAX_UNITS
from fireteam.env.rules.systems import new_log
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
    bot = SearchBot(playouts=800, seed=2)
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
    assert bot.why(battle) == [{"order": "end", "action": "end", "playouts": 0, "share": None}]


def test_it_says_why() -> None:
    """The five best, the one taken first; plain JSON, and no account of battles it has not seen."""
    battle = advanced()
    bot = SearchBot(playouts=200)
    assert bot.why(battle) == []
    action = bot.decide(battle)
    rows = bot.why(battle)
    assert 2 <= len(rows) <= 5
    assert rows[0]["action"] == battle.words(action)
    assert rows[0]["playouts"] == max(row["playouts"] for row in rows)
    assert sum(row["playouts"] for row in rows) <= 200
    legal = {battle.words(action) for action in battle.legal()}
    for row in rows:
        assert set(row) == {"order", "action", "playouts", "share"}
        assert row["action"] in legal
        assert row["playouts"] >= 1
        assert 0 <= row["share"] <= 1
    assert len({row["order"] for row in rows}) == len(rows)
    assert json.loads(json.dumps(rows)) == rows
    assert bot.why(advanced()) == []


@pytest.mark.parametrize("budget", [{"playouts": 64}, {"seconds": 0.064}])
def test_the_orders_of_a_phase_share_one_budget(budget: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first has half of it, each later one half of what is left; answers, and the next turn, have their own."""
    given: dict[tuple[int, int, int, bool], list[tuple[int | None, float]]] = {}
    battle, bot, other = Battle("skirmish", 5, reasons=False), SearchBot(seed=2, **budget), load_bot("tactician", 1)

    def noted(added: np.ndarray, play: object, playouts: int | None, seconds: float) -> Halved:
        row = battle.record[0]
        phase = int(row["round_number"]), int(row["pass_number"]), int(row["decider"]), battle.asked.own
        given.setdefault(phase, []).append((playouts, seconds))
        return halve(added, play, playouts, seconds)  # type: ignore[arg-type]

    monkeypatch.setattr("fireteam.agents.search.bot.halve", noted)
    while not battle.over:
        mine = battle.decision is not None and battle.decision.team == battle.field.scenario.teams[0].name
        battle.step((bot if mine else other).decide(battle))
    for budgets in given.values():
        shares = [0.5 ** (n + 1) for n in range(len(budgets))]
        assert budgets == [(max(round(64 * s), 1), 0.0) if "playouts" in budget else (None, 0.064 * s) for s in shares]
    assert max(map(len, given.values())) >= 3
    assert len(given) > 10


def test_playouts_add_up() -> None:
    """Of a budget nearly all is spent unless nothing is left to tell apart; all orders are played, none is made up."""
    battle, made = advanced(), Staff(parameters_of("tactician"))
    count = len(made.propose(battle))
    for playouts in (1, 150, 600):
        bot = SearchBot(playouts=playouts)
        found = bot._search(battle, made.propose(battle).copy(), 3)
        assert sorted(one.number for one in found) == list(range(count))
        assert min(one.playouts for one in found) >= 1
        assert sum(one.playouts for one in found) <= max(playouts, 2 * count + 16)
        assert all(one.share is not None and 0 <= one.share <= 1 for one in found)


def test_a_playout_of_the_own_order_is_what_the_doctrine_does() -> None:
    """It ends where the doctrine takes the battle from the same position with the same dice; it has a horizon."""
    battle, made = advanced(), Staff(parameters_of("tactician"))
    orders = made.propose(battle)[:1].copy()
    bots, memories = np.repeat(parameters_of("tactician"), MAX_TEAMS), np.zeros(MAX_UNITS, MEMORY)
    log = new_log(battle.record.dtype, SILENT)
    for most in (12, 10_000):
        boards, values = np.zeros(3, battle.record.dtype), np.empty((3, 2))
        given = map(plain, (battle.record, boards))
        own = map(plain, (log, bots, orders))
        rows = np.zeros(1, np.int64)
        play_orders(*given, battle.arrays[1], *own, rows, plain(memories.copy()), plain(memories), 7, 0, 0, most, values)
        taken = boards["decisions"].astype(int) - int(battle.record[0]["decisions"])
        assert (taken == most).all() if most == 12 else (boards["over"] != 0).all()
        assert ((values >= 0) & (values <= 1)).all()
    other = battle.copy()
    other.record[0]["seed"] = [mixed_word(7, 0), mixed_word(7, 1)]  # of the first playout
    play(other, {team.name: load_bot("tactician", mixed_word(7, 2)) for team in battle.field.scenario.teams})
    assert boards[0].tobytes() == other.record[0].tobytes()


def test_an_order_is_carried_out_without_another_search() -> None:
    """It searches when a new order is wanted; until then the unit goes on, and `why` names the order."""
    battle, bot, other = Battle("yard", 5, reasons=False), SearchBot(playouts=FEW, seed=2), load_bot("tactician", 1)
    order, went_on = {}, 0
    while battle.decision is not None:
        if battle.decision.team == "blue":
            battle.step(other.decide(battle))
            continue
        unit, own, choice = battle.decision.unit, battle.asked.own, len(battle.legal()) > 1
        action = bot.decide(battle)
        rows = bot.why(battle)
        assert rows[0]["action"] == battle.words(action)
        if own and choice and rows[0]["share"] is None and unit in order:
            went_on += rows[0]["order"] == order[unit]
        elif own and choice:
            order[unit] = rows[0]["order"]
        battle.step(action)
    assert went_on > 10


def going_on(hurt_at: int = -1) -> tuple[int, list[dict[str, Any]]]:
    """Return the first decision at which a unit goes on with its order, or the one before which it is hurt, and why."""
    battle, bot, other = Battle("yard", 5, reasons=False), SearchBot(playouts=FEW, seed=2), load_bot("tactician", 1)
    while True:
        number, choice = int(battle.record[0]["decisions"]), battle.asked.own and len(battle.legal()) > 1
        mine = battle.decision.team == "red"
        if number == hurt_at:
            battle.unit(battle.decision.unit)["flesh"] -= 1
        action = (bot if mine else other).decide(battle)
        if mine and choice and (number == hurt_at or (hurt_at < 0 and bot.why(battle)[0]["playouts"] == 0)):
            return number, bot.why(battle)
        battle.step(action)


def test_who_is_hurt_thinks_again() -> None:
    """A wound in the middle of an order is a reason for another search."""
    number, rows = going_on()
    assert [row["share"] for row in rows] == [None]
    assert going_on(number)[1][0]["playouts"] > 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("search:time=1", "no option 'time'. Options: doctrine, playouts, policy, seconds."),
        ("search:policy=veteran", "veteran was a policy of single actions: networks that choose orders"),
        ("search:second=1", "no option 'second'. Did you mean 'seconds'?"),
        ("search:seconds=soon", "seconds = 'soon': must be a number"),
        ("search:playouts=1.5", "playouts = '1.5': must be a whole number"),
        ("search:seconds=0", "seconds = 0.0: must be above 0"),
        ("search:seconds=nan", "seconds = nan: must be above 0"),
        ("search:playouts=0", "playouts = 0: must be from 1 to 1000000"),
        ("search:playouts=9,seconds=1", "a phase has one budget"),
        ("search:doctrine=tacticain", "Did you mean 'tactician'?"),
        ("serch", "Did you mean 'search'?"),
        ("strategist", "no bot is called 'strategist': it is 'search' now. Bots: "),
        ("strategist:playouts=500", "no bot is called 'strategist': it is 'search' now. Bots: "),
    ],
)
def test_bad_options_are_refused(text: str, says: str) -> None:
    """With a sentence that says what would do."""
    with pytest.raises(ContentError, match=re.escape(says)):
        find_bot(text, 0)


def test_named_with_its_options() -> None:
    """A saved game seats the same bot again; modules of that name can still be given."""
    for text in ("search", "search:seconds=0.5", "search:playouts=200,doctrine=guard"):
        bot = find_bot(text, 1)
        assert bot.name == search_bot(text, 1).name == text
        make = factory_of(bot)
        assert make is not None
        assert make(seed=3).name == text
    assert find_bot("search:playouts=500", 1).digest == find_bot("search", 2).digest
    with pytest.raises(ContentError, match="No module named 'search'"):
        find_bot("search:Mine", 0)
