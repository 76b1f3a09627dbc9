"""Games of `fireteam play` that are saved: gone on with, left in every way, in places that cannot be written."""

import builtins
from pathlib import Path
from typing import Any

import pytest
from typed_in import good, refused, saved, typed

from fireteam.agents.bots import load_bot
from fireteam.env.game.game import PERSON, Game


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play in a folder of its own: replays go where one is."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_saved_game_goes_on() -> None:
    """Broken off at the end of the input, gone on with, broken off again: one replay, players as before."""
    first = saved(good("1", "1", options="yard --seed 6 --side blue --versus guard"))
    text = good("1", "1", "quit", options="--resume yard-6.jsonl.gz")
    second = saved(text)
    assert "yard-6-2.jsonl.gz" in text
    assert second.header.seats == {"red": "guard", "blue": PERSON}
    assert second.steps[: len(first.steps)] == first.steps
    assert len(second.steps) > len(first.steps)
    assert "yard-6-3.jsonl.gz" in good("quit", options="--resume yard-6-2.jsonl.gz")
    third = saved(good("quit", options="--resume yard-6-2.jsonl.gz --side red --versus charger --replay here.jsonl"))
    assert third.header.seats == {"red": PERSON, "blue": "charger"}
    assert Path("here.jsonl").exists()


def test_a_saved_game_remembers_who_was_handed_over(folder: Path) -> None:
    """A unit that a bot played is played by it again, and that is said; who is seated anew plays all units by hand."""
    text = good("hand blue_1 guard", "hand blue_2 charger", "take blue_2", "quit", options="yard --seed 5 --side blue")
    assert saved(text).header.handed == {"blue_1": "guard"}
    text = good("take blue_2", "quit", options="--resume yard-5.jsonl.gz")
    assert "blue_1: played by guard, until you `take blue_1`." in text
    assert "blue_2 was not handed over" in text
    assert saved(text).header.handed == {"blue_1": "guard"}
    assert saved(good("take blue_1", "quit", options="--resume yard-5.jsonl.gz --versus guard")).header.handed == {}
    assert saved(good("quit", options="--resume yard-5.jsonl.gz --side blue")).header.handed == {}


def test_a_saved_game_brings_no_code_of_its_own(folder: Path) -> None:
    """A replay names bots that come with the package; a unit of another one is the person's again, and that is said."""
    (folder / "sly.py").write_text("raise SystemExit('opened')\n", encoding="utf-8")
    game = Game("yard", 5, {"red": load_bot("guard", 1)}, {"blue"})
    stranger = load_bot("guard", 1)
    stranger.name = "sly:Bot"
    game.players.hand_over("blue_1", stranger)
    game.save("sly.jsonl")
    result = typed("quit", options="--resume sly.jsonl")
    assert result.exit_code == 0
    assert "blue_1 was handed to 'sly:Bot' and is not now: no bot is called 'sly:Bot'" in result.output
    game = Game("yard", 5, {"red": stranger}, {"blue"})
    game.save("sly.jsonl")
    assert "no bot is called 'sly:Bot'" in refused("--resume sly.jsonl")


def test_a_finished_game_is_not_gone_on_with() -> None:
    """It can be watched, and that is said."""
    good(*["1"] * 400, options="duel --seed 4 --side blue --replay done.jsonl")
    assert "the battle is over" in refused("--resume done.jsonl")


def test_leaving_at_the_dice_loses_nothing() -> None:
    """Whoever leaves while dice are asked for leaves the game as it was before the step; before the opening, none."""
    assert "Nothing was played." in good("quit", options="duel --seed 4 --side blue --table")
    assert "Nothing was played." in good(options="duel --seed 4 --side blue --table")
    assert list(Path().glob("*.gz")) == []
    text = good("5", *["1"] * 30, options="duel --seed 4 --side blue --table")
    saved(text)


def test_ctrl_c_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C saves the game and has its own exit code."""
    lines = iter(["1", "1"])

    def answer(_: str = "") -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", answer)
    result = typed()
    assert result.exit_code == 130
    assert len(saved(result.output).steps) >= 2


def test_a_mistake_of_ours_does_not_lose_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong while a game is shown, it has been saved."""

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("fireteam.prompt.loop.reason", broken)
    result = typed("1")
    assert isinstance(result.exception, ZeroDivisionError)
    assert saved(result.output).steps


def test_a_place_that_cannot_be_written(folder: Path) -> None:
    """The game is then saved in the folder for temporary files, and where is said; `save` only complains."""
    text = good("1", "save no/such/folder.jsonl", "quit", options="duel --seed 4 --side blue --replay no/such/game.jsonl")
    assert text.count("cannot be written") == 3
    assert text.count("not saved: ") == 1, "the end of a phase says so once"
    assert "game.jsonl" in text
    saved(text)
