"""Ladder in the window: several things are declared by clicks, what is declared so far is seen, steps come in their turn."""

from pathlib import Path

import pytest
from everysystem import under
from screening import Hand

from fireteam.agents.bots import load_bot
from fireteam.env.game.game import Game
from fireteam.env.view.draw.ui import Ui
from fireteam.env.view.screens.battle import BattleScreen
from fireteam.env.view.screens.playing import Playing

SEED = 3


def test_a_turn_is_declared_and_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A click on the enemy declares, one on a tile a walk; that is read again; in its phase the unit walks by a click."""
    said: list[str] = []
    write = Ui.text
    monkeypatch.setattr(Ui, "text", lambda ui, says, *args, **more: (said.append(says), write(ui, says, *args, **more))[1])
    game = Game(under("ladder", "duel"), SEED, {"red": load_bot("tactician", SEED)}, {"blue"})
    play = Playing(game, tmp_path / "game.jsonl.gz")
    hand = Hand(BattleScreen(play))
    stage = play.view.stage
    hand.until(play.acts)
    assert play.view.side == "blue", "sides have secrets, so one sees what one's own sees"
    assert not stage.darkens, "and yet there is no fog"
    tile = max(play.hand.choices().paths)
    hand.tap(*stage.pixel(tile % stage.size[0] + 0.5, tile // stage.size[0] + 0.5))
    hand.until(lambda: play.acts() and not play.walk.under_way())
    x, y = next((x, y) for name, x, y, _ in play.view.player.tokens(play.view.n, 99) if name == "red_1")
    hand.tap(*stage.pixel(x, y))
    hand.key("1")
    hand.until(play.acts)
    said.clear()
    hand.frames(1)
    assert "declared: walk, strike red_1" in said
    assert "declaring" in said
    hand.key("f")
    assert play.view.side == "blue"
    hand.key("return")
    hand.until(play.acts)
    assert play.hand.choices().kind == "move"
    assert play.hand.choices().ends == "stop here"
    start = play.view.player.scenes[-1]["units"]["blue_1"]
    goal = min(play.hand.choices().paths)
    hand.tap(*stage.pixel(goal % stage.size[0] + 0.5, goal // stage.size[0] + 0.5))
    hand.until(lambda: not play.walk.under_way() and play.view.shown())
    end = play.view.player.scenes[-1]["units"]["blue_1"]
    assert (start["x"], start["y"]) != (end["x"], end["y"])
