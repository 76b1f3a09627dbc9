"""Orders in the log: told once to the own side, what only says the same folded away once there is another."""

from pathlib import Path

from recorded import fought

from fireteam.agents.bots import load_bot
from fireteam.env.game.game import Game
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.setup import prepare
from fireteam.env.view.playback.cutter import playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.playback.redact import for_side
from fireteam.env.view.reasons import because
from fireteam.env.view.screens.playing import Playing
from fireteam.reports.transcript import history


def told(player: Player, side: str = "") -> list[str]:
    """Return all lines of orders that a side reads."""
    moments = range(player.last + 1)
    return [line["text"] for n in moments for line in player.log_lines(n, side) if line["kind"] == "order"]


def test_a_side_reads_its_own_orders() -> None:
    """Everybody's orders for no side, its own for a side; in the file that a side is given there are no others."""
    replay = fought("yard", 3)
    playback = playback_of(replay)
    player = Player(playback)
    given = [step for step in replay.steps if step.order]
    assert [text.partition(": ")[2] for text in told(player)] == [f"{step.order}." for step in given]
    red = [f"{step.order}." for step in given if step.unit.startswith("red")]
    assert [text.partition(": ")[2] for text in told(player, "red")] == red
    own = for_side(playback, "red", prepare(replay.header.scenario))
    assert [text.partition(": ")[2] for text in told(Player(own))] == red
    under = {moment["under"].partition("_")[0] for moment in own["moments"] if "under" in moment}
    assert under == {"red"}


def test_steps_are_folded_once_there_is_another_order() -> None:
    """Of the moments of earlier orders the lines that fold are not read; those of the last order are."""
    player = Player(playback_of(fought("yard", 3)))
    unders = [player.moment(n).get("under", "") for n in range(player.last + 1)]
    folded = player.folded(player.last)
    assert folded
    last = next(under for under in reversed(unders) if under)
    assert folded == {n for n, under in enumerate(unders) if under not in ("", last)}
    assert {unders[n].partition("_")[0] for n in player.folded(player.last, "red")} == {"red"}
    lines = [line for n in folded for line in player.moment(n).get("log", []) if "folds" in line]
    assert {"step", "aim", "attack"} <= {line["kind"] for line in lines}
    assert not {line["kind"] for line in lines} & {"roll", "hit", "damage", "unconscious", "round"}


def test_who_plays_reads_no_orders_of_others(tmp_path: Path) -> None:
    """At the screen and at the terminal a person is not told what the enemies were ordered, nor why, even without fog."""
    game = Game("yard", 3, {"red": load_bot("tactician", 3)}, {"blue"})
    count = 0
    while not game.battle.over and count < 120:
        count += 1
        if game.pending is None:
            game.advance()
        else:
            game.act(game.battle.legal()[0], order="take cover" if game.pending.own else None)
    assert {bool(step.order) for step in game.replay.steps if step.unit.startswith("red")} == {True, False}
    play = Playing(game, tmp_path / "game.jsonl.gz")
    read = told(play.view.player)
    assert read
    assert all(text.startswith("blue_") for text in read)
    lines = history(game.replay, game.battle.field, {"blue": set(game.players.units("blue"))})
    orders = [line for line in lines if line.endswith(": take cover.")]
    assert orders
    given = [f": {step.order}." for step in game.replay.steps if step.order and step.unit.startswith("red")]
    assert not [line for line in lines if line.startswith("red_") and line.endswith(tuple(given))]


def test_reasons_in_words(tmp_path: Path) -> None:
    """Orders with their shares or chances, best first; of a stranger's bot whatever it says; nothing for nothing."""
    weighed = [{"order": "take cover", "share": 0.5, "playouts": 8}, {"order": "end", "share": 0.25, "playouts": 4}]
    assert because(weighed) == "because take cover (50% of 8 playouts); end (25% of 4 playouts)"
    assert because([{"order": "take cover", "share": None, "playouts": 0}]) == ""
    chances = {"value": 0.12345, "chances": {"shoot red_1": 0.75}}
    assert because(chances) == "because shoot red_1 (75%); value 0.123"
    assert because({"by": "guard", "why": chances}) == "because by guard, why shoot red_1 (75%); value 0.123"
    assert because({"mood_today": 3, "odd": [1.5, None]}) == "because mood today 3, odd 1.5"
    assert because(None) == because([]) == because("") == ""
    assert len(because("x" * 5000)) < 2100
    replay = fought("duel", 3)
    replay.steps[0] = replay.steps[0].model_copy(update={"why": weighed})
    replay.save(tmp_path / "why.jsonl")
    first = Player(playback_of(Replay.load(tmp_path / "why.jsonl"))).log_lines(1)
    assert because(weighed) in [line["text"] for line in first if line["kind"] == "why"]
