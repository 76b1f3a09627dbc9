"""Who plays what in a game: bots and people, units handed over, answers remembered, bots that fail."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gamed import FAR, NEAR, checked, game_of, scenario_of

from fireteam.agents.bots import load_bot
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.game.game import BotFailed, Game
from fireteam.env.observe.actions import Action


def test_players_are_named_or_refused() -> None:
    """Each team has one player, and each player is one."""
    bot = load_bot("tactician")
    cases: list[tuple[dict[str, Any], set[str], str]] = [
        ({"red": bot}, set(), "'blue' is played by neither a person nor a bot"),
        ({"red": bot, "blue": bot}, {"blue"}, "'blue' is played by both a person and a bot"),
        ({"red": bot, "grey": bot}, {"blue"}, "no team is called 'grey'"),
        ({"red": bot}, {"blau"}, "no team is called 'blau'"),
        ({"red": "tactician"}, {"blue"}, "is no bot"),
    ]
    for bots, people, message in cases:
        with pytest.raises(ContentError, match=message):
            Game("duel", 1, bots, people)


def test_remembered_answers(tmp_path: Path) -> None:
    """An interrupt with a remembered answer is not asked, if that is open; the replay says so, and verifies."""
    game = game_of(NEAR)
    game.players.remember("blue_1", "intercept", "strike")
    game.act("walk")
    game.act("step west")
    assert game.pending is None
    events = game.advance()
    assert events is not None
    assert "interception" in [event.kind for event in events]
    assert game.replay.steps[-1].action == "strike red_1"
    assert game.replay.steps[-1].why == {"by": "remembered answer"}
    checked(game, tmp_path / "remembered.jsonl")
    game.players.forget("blue_1", "intercept")
    assert game.players.remembered == {}


def test_an_answer_that_is_not_open_is_asked_for() -> None:
    """Nobody dodges a bullet: the person is asked, and the answer stays remembered."""
    game = game_of()
    game.players.remember("blue_1", "defend", "dodge")
    game.act("shoot blue_1")
    assert game.pending is not None
    assert game.pending.kind == "defend"
    assert game.players.remembered == {("blue_1", "defend"): "dodge"}
    game.players.forget("blue_1")
    assert game.players.remembered == {}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (("blue_9", "defend", "pass"), "no unit is called 'blue_9'. Did you mean 'blue_1'"),
        (("blue_1", "defence", "pass"), "no interrupt is called 'defence'. Did you mean 'defend'"),
        (("blue_1", "act", "end"), "no interrupt is called 'act'"),
        (("blue_1", "defend", "dodgy"), "'dodgy' answers no defend. Did you mean 'dodge'"),
        (("blue_1", "intercept", "strike grey_1"), "'grey_1' is not what 'strike' takes"),
    ],
)
def test_answers_that_make_no_sense(answer: tuple[str, str, str], message: str) -> None:
    """Unit, kind and answer are checked when they are said."""
    game = game_of()
    with pytest.raises(ContentError, match=message.replace("?", r"\?")):
        game.players.remember(*answer)
    assert game.players.remembered == {}


def test_every_interrupt_has_its_answers() -> None:
    """The answers name every verb that is ever open for an interrupt, and no other kind of decision."""
    found: dict[str, set[str]] = {}
    for scenario in ("yard", "duel", "ambush", "bank", "keep"):
        for seed in range(8):
            battle, dice = Battle(scenario, seed), random.Random(seed)
            for _ in range(250):
                decision = battle.decision
                if decision is None:
                    break
                legal = battle.legal()
                found.setdefault(decision.kind, set()).update(battle.words(action).split()[0] for action in legal)
                battle.step(dice.choice(legal))
    found.pop("act")
    assert found.keys() <= (answers := game_of().players.answers).keys()
    for kind, verbs in found.items():
        assert verbs <= set(answers[kind]), kind
    assert {"defend", "intercept", "karma"} <= found.keys()


def test_units_are_handed_over_and_taken_back(tmp_path: Path) -> None:
    """A unit that is handed over is played by the bot, the others are still asked; the replay says who decided."""
    game = Game("yard", 3, {"red": load_bot("tactician", 1)}, {"blue"})
    game.players.hand_over("blue_1", load_bot("guard", 1))
    assert game.players.handed() == {"blue_1": "guard"}
    asked = set()
    for _ in range(120):
        if game.battle.over:
            break
        if game.pending is None:
            game.advance()
        else:
            asked.add(game.pending.unit)
            game.act("end" if game.pending.kind == "act" else game.battle.legal()[0])
    assert asked
    assert "blue_1" not in asked
    replay = checked(game, tmp_path / "handed.jsonl")
    assert {str(step.why) for step in replay.steps if step.unit == "blue_1"} == {"{'by': 'guard'}"}
    game.players.take_back("blue_1")
    assert game.players.bot_of("blue_1") is None
    for unit_name, message in (("blue_1", "blue_1 was not handed over"), ("blue_7", "no unit is called 'blue_7'")):
        with pytest.raises(ContentError, match=message):
            game.players.take_back(unit_name)
    with pytest.raises(ContentError, match="is no bot"):
        game.players.hand_over("blue_1", "tactician")  # type: ignore[arg-type]


class Odd:
    """A bot that does one thing."""

    def __init__(self, does: Callable[[Battle], Any]) -> None:
        self.does, self.asked = does, 0

    def decide(self, battle: Battle) -> Any:
        """Do it."""
        self.asked += 1
        return self.does(battle)


class Numbers:
    """A bot that gives numbers that are no actions."""

    def act(self, observation: Any) -> int:
        """Return a number that does not exist."""
        return 10_000


def raising(_: Battle) -> Any:
    """Raise an error of the bot's own."""
    raise ZeroDivisionError("division by zero")


def playing_on(battle: Battle) -> Action:
    """Play on by itself."""
    battle.step(battle.legal()[0])
    return battle.legal()[0]


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (Odd(raising), "the bot 'Odd', asked for red_1 .act., failed: ZeroDivisionError: division by zero"),
        (Odd(lambda _: Action(12)), "wants 'dodge', which is not open"),
        (Odd(lambda _: Action(99, 1)), r"wants action \(99, 1\), which is not open"),
        (Odd(lambda _: None), "failed: TypeError"),
        (Odd(playing_on), "has played on by itself"),
        (Numbers(), "the bot 'Numbers', asked for red_1 .act., failed: IllegalAction"),
    ],
)
def test_a_bot_that_fails_does_not_lose_the_game(tmp_path: Path, bot: Any, message: str) -> None:
    """The error names the bot, nothing has changed, the game can be saved and goes on with another bot."""
    scenario = scenario_of(FAR)
    game = Game(scenario, 1, {"red": bot}, {"blue"})
    while game.battle.decision and game.battle.decision.unit != "red_1":
        game.act("end")
    before = game.battle.record.tobytes()
    for _ in range(2):
        with pytest.raises(BotFailed, match=message):
            game.advance()
        assert game.battle.record.tobytes() == before
    checked(game, tmp_path / "saved.jsonl")
    game.players.hand_over("red_1", load_bot("tactician", 1))
    assert game.advance() is not None
    checked(game, tmp_path / "saved.jsonl")


def test_a_bot_is_asked_once_for_each_decision() -> None:
    """What it chose is kept until it is played, or until another one plays."""
    bot = Odd(lambda battle: battle.legal()[0])
    game = Game(scenario_of(FAR), 1, {"red": bot}, {"blue"})
    while game.battle.decision and game.battle.decision.unit != "red_1":
        game.act("end")
    first = game.players.choice()
    assert (game.players.choice(), bot.asked) == (first, 1)
    game.advance()
    assert bot.asked == 1
    assert game.battle.words(first) if first else False
