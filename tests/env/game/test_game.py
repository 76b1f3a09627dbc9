"""A game of people and bots: played step by step, taken back, saved and gone on with; always a replay."""

from pathlib import Path
from typing import Any

import pytest
from gamed import checked, game_of, play_at_random

from fireteam.agents.bots import load_bot
from fireteam.content.errors import BattleOver, IllegalAction, ReplayError
from fireteam.env.game.game import PERSON, Game
from fireteam.env.observe.actions import Action
from fireteam.env.observe.events import Event
from fireteam.env.replay.replay import Replay
from tabletop import *


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
    assert game.players.choice() is None
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
    game.players.remember("blue_1", "defend", "pass")
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
        patch.setattr("fireteam.env.replay.replay.difference", interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.act("step east")
    assert game.battle.record.tobytes() == before
    game.act("step southeast")
    checked(game, tmp_path / "game.jsonl")


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


def test_a_saved_game_names_who_was_handed_over(tmp_path: Path) -> None:
    """Units that a bot plays in a person's place stand in the file, those taken back do not; older files name none."""
    path = tmp_path / "handed.jsonl"
    game = Game("yard", 5, {"red": load_bot("tactician", 1)}, {"blue"})
    game.save(path)
    assert "handed" not in path.read_text(encoding="utf-8").splitlines()[0]
    assert Replay.load(path).header.handed == {}
    game.players.hand_over("blue_1", load_bot("guard", 1))
    game.players.hand_over("blue_2", load_bot("charger", 1))
    game.players.take_back("blue_2")
    replay = checked(game, path)
    assert replay.header.handed == {"blue_1": "guard"}
    assert replay.fork(1)[1].header.handed == {}
    again = Game.resume(path, {"red": load_bot("tactician", 1)}, {"blue"})
    assert again.players.handed() == {}, "who plays is seated anew"
    assert checked(again, path).header.handed == {}


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
    happened: list[Event] = list(game.battle.events())
    while not game.battle.over:
        events = game.advance() if game.pending is None else game.act(game.battle.legal()[0])
        assert events is not None
        happened += events
    assert game.replay.events() == happened
