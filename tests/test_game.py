"""A game of people and bots: played step by step, taken back, handed over, saved and gone on with; always a replay."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fireteam.agents.bots import load_bot
from fireteam.env.actions import Action
from fireteam.env.battle import Battle
from fireteam.env.errors import BattleOver, ContentError, IllegalAction, ReplayError
from fireteam.env.events import Event
from fireteam.env.game import PERSON, BotFailed, Game
from fireteam.env.players import ANSWERS
from fireteam.env.replay import Replay
from fireteam.env.rules.verbs import VERBS
from fireteam.env.scenario import Scenario
from tabletop import RED_FIRST, table, unit

FAR = [unit((2, 2), weapons=["light_pistol"])], [unit((20, 2), weapons=["light_pistol"])]
NEAR = [unit((3, 2), weapons=["light_pistol", "knife"])], [unit((4, 2), weapons=["knife"])]


def game_of(units: Any = FAR, people: tuple[str, ...] = ("red", "blue"), **options: Any) -> Game:
    """Return a game on open ground, or the ground given; who is not played by people is a tactician."""
    bots = {team: load_bot("tactician", 1) for team in ("red", "blue") if team not in people}
    return Game(scenario_of(units, **options), 1, bots, people, dice=RED_FIRST)


def scenario_of(units: Any, **options: Any) -> Scenario:
    """Return the scenario of a table."""
    return table(*units, **options).field.scenario


def play_at_random(game: Game, seed: int, most: int = 400) -> None:
    """Play on: people at random, bots as they do."""
    dice = random.Random(seed)
    for _ in range(most):
        if game.battle.over:
            return
        if game.pending is None:
            assert game.advance() is not None
        else:
            game.act(dice.choice(game.battle.legal()))


def checked(game: Game, path: Path) -> Replay:
    """Return the replay of a game as it is read from a file; it must verify."""
    game.save(path)
    replay = Replay.load(path)
    replay.verify()
    assert replay.battle_at(len(replay.steps) + 1).record.tobytes() == game.battle.record.tobytes()
    return replay


@pytest.mark.parametrize("people", [("blue",), ("red", "blue")])
def test_a_game_is_a_replay(tmp_path: Path, people: tuple[str, ...]) -> None:
    """One person against a bot, and two people: the replay names who sat where, and verifies."""
    bots = {team: load_bot("charger", 2) for team in ("red", "blue") if team not in people}
    game = Game("yard", 7, bots, people)
    play_at_random(game, 1)
    replay = checked(game, tmp_path / "game.jsonl.gz")
    assert replay.header.seats == {"red": PERSON if "red" in people else "charger", "blue": PERSON}
    assert len(replay.steps) > 50
    assert all(step.why is None for step in replay.steps)


def test_bots_play_one_decision_at_a_time() -> None:
    """`advance` plays one decision of a bot and none of a person; `run` goes on to the person, or to the end."""
    game = Game("yard", 7, {"red": load_bot("tactician", 1)}, {"blue"})
    seen = 0
    while game.pending is None:
        count = len(game.replay.steps)
        assert game.advance()
        assert len(game.replay.steps) == count + 1
        seen += 1
    assert game.pending == game.battle.decision
    assert game.advance() is None
    assert game.choice() is None
    game.act("end" if game.pending.kind == "act" else "pass")
    again = Game("yard", 7, {"red": load_bot("tactician", 1), "blue": load_bot("tactician", 1)})
    assert len(list(again.run())) == len(again.replay.steps) > seen
    assert again.battle.over
    assert again.advance() is None


def test_illegal_decisions_change_nothing() -> None:
    """What is not open, or not a person's to decide, is refused; battle and replay stay as they are."""
    game = game_of(people=("red",))
    while game.pending is None:
        game.advance()
    before = game.battle.record.tobytes(), len(game.replay.steps)
    for wrong in ("fly", "dodge", "shoot", "shoot nobody", "step up", Action(99), Action(-1, 3), Action(2, 99)):
        with pytest.raises(IllegalAction):
            game.act(wrong)
        with pytest.raises(IllegalAction):
            game.check(wrong)
        assert (game.battle.record.tobytes(), len(game.replay.steps)) == before
    game.act(" walk ")
    assert game.replay.steps[-1].action == "walk"
    while game.pending is not None:
        game.act("end")
    with pytest.raises(IllegalAction, match="not for a person but for: tactician"):
        game.act("end")
    play_at_random(game, 3, 3000)
    with pytest.raises(BattleOver):
        game.act("end")


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


# Taking back.


def test_own_decisions_are_taken_back(tmp_path: Path) -> None:
    """Movement is taken back step by step, to the byte; the replay knows nothing of it, and the dice stay as they were."""
    game = game_of()
    states = [game.battle.record.tobytes()]
    assert game.pending is not None
    for action in ("walk", "step east", "step east", "drop_prone"):
        game.act(action)
        states.append(game.battle.record.tobytes())
    for action in ("drop_prone", "step east", "step east"):
        states.pop()
        assert game.why_no_undo() == ""
        assert game.undo().action == action
        assert game.battle.record.tobytes() == states[-1]
    assert [step.action for step in checked(game, tmp_path / "undone.jsonl").steps] == ["walk"]
    game.act("end")
    assert game.undo().action == "end"  # the other side has not decided yet
    other = game_of()
    for action in ("walk", "shoot blue_1", "pass"):
        game.act(action) if action != "walk" else None
        other.act(action)
    assert game.battle.record.tobytes() == other.battle.record.tobytes()
    checked(game, tmp_path / "undone.jsonl")


def test_what_dice_or_others_followed_stays() -> None:
    """Not after dice, nor after a decision of a bot, nor after a remembered answer, nor before anything."""
    game = game_of()
    assert "Nothing was decided" in game.why_no_undo()
    game.act("walk")
    game.act("shoot blue_1")
    assert game.undo().action == "shoot blue_1"  # it still waited for the defender
    game.act("shoot blue_1")
    game.act("pass")
    assert "Dice have been rolled since: red_1, attack" in game.why_no_undo()
    with pytest.raises(IllegalAction, match="Dice have been rolled"):
        game.undo()

    game = game_of(people=("red",))
    game.act("end")
    assert game.advance() is not None
    assert "blue_1, played by tactician, has decided since" in game.why_no_undo()

    game = game_of()
    game.remember("blue_1", "defend", "pass")
    game.act("shoot blue_1")
    assert game.advance() is not None
    assert "blue_1 has given its remembered answer since (pass)" in game.why_no_undo()


def test_what_was_found_out_stays() -> None:
    """In fog, a step that brings an enemy into sight is not taken back."""
    ground = "\n".join(["." * 40] + [".........#" + "." * 30] * 4)
    game = game_of(([unit((7, 1), skills={"running": 1})], [unit((35, 4))]), ground=ground, fog=True)
    assert not game.battle.record[0]["teams"][0]["known"] >> 1 & 1
    game.act("walk")
    for action in ("step northeast", "step east", "step east"):
        if not game.why_no_undo():
            game.act(action)
    assert "spotted" in [event.kind for event in game.battle.events()]
    assert "has been found since" in game.why_no_undo()


def test_an_interrupted_decision_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C between the step and its record takes the battle back to where the replay is."""
    game = game_of()
    game.act("walk")
    before = game.battle.record.tobytes()

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("fireteam.env.replay.difference", interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.act("step east")
    assert game.battle.record.tobytes() == before
    game.act("step southeast")
    checked(game, tmp_path / "game.jsonl")


# Remembered answers.


def test_remembered_answers(tmp_path: Path) -> None:
    """An interrupt with a remembered answer is not asked, if that is open; the replay says so, and verifies."""
    game = game_of(NEAR)
    game.remember("blue_1", "intercept", "strike")
    game.act("walk")
    game.act("step west")
    assert game.pending is None
    events = game.advance()
    assert events is not None
    assert "interception" in [event.kind for event in events]
    assert game.replay.steps[-1].action == "strike red_1"
    assert game.replay.steps[-1].why == {"by": "remembered answer"}
    checked(game, tmp_path / "remembered.jsonl")
    game.forget("blue_1", "intercept")
    assert game.remembered == {}


def test_an_answer_that_is_not_open_is_asked_for() -> None:
    """Nobody dodges a bullet: the person is asked, and the answer stays remembered."""
    game = game_of()
    game.remember("blue_1", "defend", "dodge")
    game.act("shoot blue_1")
    assert game.pending is not None
    assert game.pending.kind == "defend"
    assert game.remembered == {("blue_1", "defend"): "dodge"}
    game.forget("blue_1")
    assert game.remembered == {}


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (("blue_9", "defend", "pass"), "no unit is called 'blue_9'. Did you mean 'blue_1'"),
        (("blue_1", "defence", "pass"), "no interrupt is called 'defence'. Did you mean 'defend'"),
        (("blue_1", "act", "end"), "no interrupt is called 'act'"),
        (("blue_1", "defend", "dodgy"), "'dodgy' answers no defend. Did you mean 'dodge'"),
        (("blue_1", "intercept", "strike grey_1"), "'grey_1' is not what 'strike' takes"),
    ],
)
def test_answers_that_make_no_sense(told: tuple[str, str, str], message: str) -> None:
    """Unit, kind and answer are checked when they are said."""
    game = game_of()
    with pytest.raises(ContentError, match=message.replace("?", r"\?")):
        game.remember(*told)
    assert game.remembered == {}


def test_every_interrupt_has_its_answers() -> None:
    """ANSWERS names every verb that is ever open for an interrupt, and no other kind of decision."""
    found: dict[str, set[str]] = {}
    for scenario in ("yard", "duel", "ambush", "bank", "keep"):
        for seed in range(3):
            battle, dice = Battle(scenario, seed), random.Random(seed)
            for _ in range(250):
                decision = battle.decision
                if decision is None:
                    break
                legal = battle.legal()
                found.setdefault(decision.kind, set()).update(VERBS[action.verb].name for action in legal)
                battle.step(dice.choice(legal))
    found.pop("act")
    assert found.keys() <= ANSWERS.keys()
    for kind, verbs in found.items():
        assert verbs <= set(ANSWERS[kind]), kind
    assert {"defend", "intercept", "karma"} <= found.keys()


# Bots.


def test_units_are_handed_over_and_taken_back(tmp_path: Path) -> None:
    """A unit that is handed over is played by the bot, the others are still asked; the replay says who decided."""
    game = Game("yard", 3, {"red": load_bot("tactician", 1)}, {"blue"})
    game.hand_over("blue_1", load_bot("guard", 1))
    assert game.handed() == ["blue_1"]
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
    game.take_back("blue_1")
    assert game.player("blue_1") is None
    for unit_name, message in (("blue_1", "blue_1 was not handed over"), ("blue_7", "no unit is called 'blue_7'")):
        with pytest.raises(ContentError, match=message):
            game.take_back(unit_name)
    with pytest.raises(ContentError, match="is no bot"):
        game.hand_over("blue_1", "tactician")  # type: ignore[arg-type]


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
    game.hand_over("red_1", load_bot("tactician", 1))
    assert game.advance() is not None
    checked(game, tmp_path / "saved.jsonl")


def test_a_bot_is_asked_once_for_each_decision() -> None:
    """What it chose is kept until it is played, or until another one plays."""
    bot = Odd(lambda battle: battle.legal()[0])
    game = Game(scenario_of(FAR), 1, {"red": bot}, {"blue"})
    while game.battle.decision and game.battle.decision.unit != "red_1":
        game.act("end")
    first = game.choice()
    assert (game.choice(), bot.asked) == (first, 1)
    game.advance()
    assert bot.asked == 1
    assert game.battle.words(first) if first else False


# Saving and going on.


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    """It is at the same point to the byte; seats are taken anew; it verifies from its beginning, also a second time."""
    path = tmp_path / "part.jsonl.gz"
    game = Game("yard", 5, {"red": load_bot("tactician", 1)}, {"blue"})
    play_at_random(game, 2, 60)
    replay = checked(game, path)
    assert replay.result is not None
    assert replay.result.ending == "undecided"
    again = Game.resume(path, {"red": load_bot("guard", 1)}, {"blue"})
    assert again.battle.record.tobytes() == game.battle.record.tobytes()
    assert "Nothing was decided in this game" in again.why_no_undo()
    play_at_random(again, 2, 40)
    replay = checked(again, path)
    assert replay.header.seats == {"red": "guard", "blue": PERSON}
    assert len(replay.steps) == 100
    last = Game.resume(path, {}, {"red", "blue"})
    play_at_random(last, 2, 4000)
    assert last.battle.over
    checked(last, path)
    with pytest.raises(ReplayError, match="the battle is over"):
        Game.resume(path, {}, {"red", "blue"})


def test_what_cannot_be_gone_on_with(tmp_path: Path) -> None:
    """No file, no replay, a replay that was tampered with: named by file, and by the first decision that differs."""
    with pytest.raises(ReplayError, match="cannot be read"):
        Game.resume(tmp_path / "none.jsonl", {}, {"red", "blue"})
    game = game_of()
    for action in ("walk", "shoot blue_1", "pass", "end"):
        game.act(action)
    path = tmp_path / "game.jsonl"
    game.save(path)
    path.write_text(path.read_text(encoding="utf-8").replace('"action":"walk"', '"action":"run"'), encoding="utf-8")
    with pytest.raises(ReplayError, match=r"game.jsonl: decision 1 \(red_1: run\)"):
        Game.resume(path, {}, {"red", "blue"})


def test_events_are_what_the_replay_holds() -> None:
    """What `act` and `advance` return is what was recorded."""
    game = Game("duel", 3, {"red": load_bot("tactician", 1)}, {"blue"})
    told: list[Event] = list(game.battle.events())
    while not game.battle.over:
        events = game.advance() if game.pending is None else game.act(game.battle.legal()[0])
        assert events is not None
        told += events
    assert game.replay.events() == told
