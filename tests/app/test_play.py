"""`fireteam play` at the terminal: whole games typed in, every command and wrong input."""

import re
from pathlib import Path
from typing import Any

import pytest
from typed_in import good, refused, saved
from typer.testing import CliRunner

from fireteam.agents.bots import load_bot
from fireteam.cli import app
from fireteam.env.battle import Battle
from fireteam.env.game.game import PERSON, Game
from fireteam.prompt.commands import COMMANDS
from fireteam.prompt.loop import Prompt
from fireteam.prompt.text import strangers_to

PARTY = """
[[units]]
template = "officer"
name = "Vega"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play in a folder of its own: replays go where one is."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_whole_game_against_a_bot() -> None:
    """A game typed to its end, always the first thing that is open: told, saved, verified."""
    text = good(*["1"] * 400)
    replay = saved(text)
    assert replay.result is not None
    assert replay.result.ending != "undecided"
    assert replay.header.seats == {"red": "tactician", "blue": PERSON}
    assert "===" in text
    assert "To see it again: fireteam watch duel-4.jsonl.gz" in text
    assert "blue_1 the duelist acts: 3 action points" in text
    assert re.search(r"\d pass +0 AP +hit +\d+%, (damage|Strain) \d\.\d on average, puts it down \d+%", text)


def test_two_people_at_one_screen() -> None:
    """Both sides are asked; without a seed the dice are drawn."""
    text = good("1", "1", "1", "1", "quit", options="duel --side both")
    replay = saved(text)
    assert replay.header.seats == {"red": PERSON, "blue": PERSON}
    assert {step.unit for step in replay.steps} == {"red_1", "blue_1"}
    assert f"seed {replay.header.seed}" in text


def test_actions_by_number_words_or_verb() -> None:
    """The number on the list, the words, and the verb alone where that is enough."""
    text = good("o", "2", "step", "step north", "run", "undo", "end", options="duel --seed 4 --side both")
    assert "'step' needs more: step north, step northeast, step east" in text
    assert "Taken back: red_1, run." in text
    assert [step.action for step in saved(text).steps] == ["walk", "step north", "end"]


def test_orders_come_first() -> None:
    """A number gives an order, which is carried out to its end; undo takes it back whole; `o` turns to single actions."""
    text = good("3", "undo", "3", "log", "99", "more", "o", "1", options="duel --seed 4 --side both")
    assert re.search(r"orders +gain +danger +acts +worth\n +1 ", text)
    assert "`more` lists all 17 orders, `o` single actions" in text
    assert "99: there is no such order, they go from 1 to " in text
    assert "worth   what a tactician finds it worth, in enemies" in text
    assert re.search(
        r"red_1 the duelist: go to \((\d+, \d+)\)( by the [a-z ]+)?\.\n  red_1 the duelist moves to \(\1\)\.\n", text
    ), "in the log"
    whole = re.search(r"Taken back: red_1, (walk, step .*)\.", text)
    assert whole, "the order was a walk of several steps"
    steps = [step.action for step in saved(text).steps if step.unit == "red_1"]
    assert steps == [*whole[1].split(", "), "end"], "the order, then the first of the single actions"


def test_without_a_staff_there_are_single_actions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who turns to orders where nobody proposes any is told so; nor are there more."""
    prompt = Prompt(Game("duel", 4, {}, {"red", "blue"}), tmp_path / "game.jsonl", commands=COMMANDS)
    for command in ("o", "more"):
        prompt._obey(command)
    assert re.findall("there are (?:only single actions here|no orders to choose from now)", capsys.readouterr().err)


def test_going_to_a_place() -> None:
    """`go` declares the walk, takes the cheapest way and can be taken back; what is too far or nowhere is said."""
    text = good(
        "go 8,1",
        "map",
        "go 3,10",
        "go 0,0",
        "go 99,1",
        "go north",
        "go ²,1",
        "undo",
        "quit",
        options="duel --side blue --seed 9",
    )
    steps = [step.action for step in saved(text).steps if step.unit == "blue_1"]
    assert steps == []
    assert "blue_1 the duelist moves to (8, 1)." in text
    assert re.search(r"3,10 is \d+ m off; blue_1 has \d m left, more by: run 10 m", text)
    assert "blue_1 finds no way to 0,0" in text
    assert "99,1 is not on the map: it goes from 0,0 to" in text
    assert text.count("must be go X,Y, like go 3,4") == 2
    assert "Taken back: blue_1, walk, step west" in text


def test_commands() -> None:
    """Help, map, log, odds, saving under another name."""
    text = good(
        "help",
        "log",
        "log 2",
        "log many",
        "odds",
        "odds end",
        "odds 999",
        "o",
        "odds 999",
        "save mine.jsonl",
        "save",
        "quit",
        options="yard --seed 5 --side blue",
    )
    assert "undo              take the last decision back" in text
    assert "0    5    10" in text
    assert "attack   " in text
    assert "Agility 5 + Automatics 4" in text
    assert "how many lines must be a number" in text
    assert "end is no attack, so it has no odds" in text
    assert "999: numbers are those of orders now" in text
    assert "999: there is no such number" in text
    assert Path("mine.jsonl").exists()
    saved(text)


def test_wrong_input_is_a_sentence() -> None:
    """Whatever is typed, the game goes on, and the message says what can be typed."""
    text = good("fly", "0", "77777777777777777777", "shoot", "undoo", "end", "", "dodge slowly", "\x1b[A", "quit")
    assert "no action is called 'fly'" in text
    assert "0: there is no such number, they go from 1 to" in text
    assert "Did you mean 'undo'" in text
    assert "'end' is not open now. blue_1 can (defend): pass, dodge, parry, full_defense." in text
    assert "takes nothing after it" in text
    assert "Traceback" not in text
    assert saved(text).result is not None


def test_undo_says_why_not() -> None:
    """What dice or others have followed stays."""
    text = good("undo", "1", "undo", "quit")
    assert "red_1, played by tactician, has decided since (strike blue_1)" in text
    assert "Dice have been rolled since: red_1, attack" in text
    assert "Nothing was decided in this game" in good("undo", "quit", options="duel --side both --seed 4")


def test_answers_are_remembered() -> None:
    """`always` answers now and from then on; it needs an interrupt, an answer that fits, and can be ended."""
    script = ["always pass", "end", "always fly", "always pass some", "always pass all", "always", "1"]
    text = good(*script, "forget blue_1", "always", "forget", "quit", options="yard --seed 5 --side blue")
    assert "only where a unit is asked about an interrupt" in text
    assert "'fly' answers no defend. Answers: pass, dodge" in text
    assert "after the answer only `all` may stand" in text
    assert "From now on pass, when asked to defend" in text
    assert (text.count("blue_1, defend: pass"), text.count("blue_2, defend: pass")) == (1, 2)
    steps = saved(text).steps
    assert {"by": "remembered answer"} in [step.why for step in steps if step.kind == "defend"]


def test_units_are_handed_over() -> None:
    """A bot plays a unit, or all, until they are taken back."""
    text = good(
        "hand blue_1",
        "hand blue_1 nobody",
        "hand blue_9 guard",
        "take blue_1",
        "hand all guard",
        options="duel --seed 4 --side blue",
    )
    assert "hand UNIT BOT: which unit" in text
    assert "no bot is called 'nobody'" in text
    assert "no unit is called 'blue_9'" in text
    assert "blue_1 was not handed over" in text
    assert "all: played by guard" in text
    replay = saved(text)
    assert replay.result is not None
    assert replay.result.ending != "undecided"
    text = good("hand blue_1 guard", "1", options="yard --seed 5 --side blue")
    assert "blue_1: played by guard" in text
    text = good("hand blue_1 guard", "take all", "quit", options="yard --seed 5 --side blue")
    assert "all: taken back" in text


def test_a_bot_that_fails_can_be_replaced(folder: Path) -> None:
    """The error names the bot; after another one takes over, the game goes on."""
    code = "class Broken:\n    def decide(self, battle):\n        raise ValueError('out of ideas')\n"
    (folder / "broken_bot.py").write_text(code, encoding="utf-8")
    script = ["1", "walk", "hand red_1 tactician", *["1"] * 6, "quit"]
    text = good(*script, options="duel --seed 4 --side blue --versus broken_bot:Broken")
    assert "the bot 'Broken', asked for red_1" in text
    assert "ValueError: out of ideas" in text
    replay = saved(text)
    assert {"by": "tactician"} in [step.why for step in replay.steps]


def test_wrong_options() -> None:
    """Each is refused before anything starts, and says what there is."""
    assert "no such team. Did you mean 'blue'? Teams: red, blue, or both" in refused("duel --side blu")
    assert "no bot is called 'nobody'" in refused("duel --versus nobody")
    assert "none.jsonl: cannot be read" in refused("--resume none.jsonl")
    assert "--resume brings its scenario" in refused("duel --resume none.jsonl")
    assert "--party goes with one side" in refused("duel --side both --party party.toml")
    assert "nobody rolls dice" in refused("duel --rule dice=bought --table")
    assert "no rule system is called 'song'" in refused("duel --system song")
    assert "--resume brings its scenario" in refused("--system swan_song --resume none.jsonl")
    assert "no bot is called 'nobody'" in refused("duel --table --versus nobody")
    assert "party.toml: cannot be read" in refused("duel --party party.toml")
    assert "nowhere" in refused("nowhere")


def test_a_party_and_house_rules(folder: Path) -> None:
    """The side's own units, and a reading of the rules, come into the game and its replay."""
    (folder / "party.toml").write_text(PARTY, encoding="utf-8")
    text = good("quit", options="duel --side red --party party.toml --rule distance=chebyshev --seed 1")
    assert "Vega" in text
    replay = saved(text)
    assert replay.header.scenario.options.distance == "chebyshev"
    assert replay.header.scenario.teams[0].units[0].name == "Vega"


def test_fog_hides_what_a_side_does_not_know() -> None:
    """In fog the map and the story leave out whom the side has not noticed, and nobody's state is given away."""
    text = good("map", "log 300", "1", "1", "1", "quit", options="night --seed 3 --side smugglers")
    assert "smugglers_1" in text
    assert not re.search(r"customs_\d", text.partition("--- round 1")[0])  # nobody was noticed yet: nothing is told of them
    for line in text.splitlines():
        assert not re.match(r"[a-z] customs_\d.*\d/\d", line), line
    assert "puts it down" not in text


def test_strangers_have_no_name(folder: Path) -> None:
    """What people are told of units that they know of neither before nor after names nobody, and leaves out their dice."""
    game = Game("night", 3, {"customs": load_bot("tactician", 3)}, ["smugglers"])
    prompt = Prompt(game, folder / "game.jsonl", commands=COMMANDS)
    printed: list[str] = []
    prompt.print = printed.append  # type: ignore[method-assign]
    assert strangers_to(game.battle, ["smugglers"]) >= {"customs_1", "customs_2"}
    phase = next(event for event in game.battle.events() if event.kind == "phase")
    roll = next(event for event in game.battle.events() if event.kind == "roll")
    for actor in ("customs_1", "smugglers_1"):
        prompt.narrate([event._replace(actor=actor, seen_by=["smugglers"]) for event in (phase, roll)])
    names = [re.findall(r"[Ss]omebody|customs|smugglers_1", line) for line in printed]
    assert names == [["somebody"], ["smugglers_1"], ["smugglers_1"]]
    known = game.battle.record[0]["teams"]
    known["known"][[team.name for team in game.battle.field.scenario.teams].index("smugglers")] = 2**20 - 1
    prompt.narrate([phase._replace(actor="customs_1", seen_by=["smugglers"])])
    assert "customs_1" in printed[-1]


def test_dice_are_typed_in() -> None:
    """A table session: opening and rolls typed, wrong ones asked again; the events show them, the replay verifies."""
    script = ["13", "6", "pass", "99", "1 hit", *["1", "1", "0 hits 1 one", "3/1"] * 60]
    text = good(*script, options="duel --seed 4 --side blue --table")
    assert "blue_1 the duelist, initiative: roll" in text
    assert re.search(r"blue_1 the duelist, defense: 1 hit of \d+ dice. How many ones\?", text)
    assert "Their sum or faces?" in text
    assert "'13' is no sum of 2 dice: it is from 2 to 12" in text
    assert re.search(r"99 hits: too many for \d+ dice", text)
    replay = saved(text)
    thrown = [event for event in replay.events() if event.kind == "roll" and event.actor == "blue_1" and event.dice]
    assert any(event.numbers["purpose"] == "initiative" for event in thrown)
    for event in thrown:
        if event.numbers["purpose"] in ("defense", "soak", "attack") and len(event.dice) > 6:
            assert set(event.dice) <= {1, 2, 5}
    assert any(step.dice for step in replay.steps)


@pytest.mark.parametrize(("options", "again"), [("--table", "--table --text"), ("", "--text")])
def test_it_says_how_to_go_on(options: str, again: str) -> None:
    """The whole command: without --table the program would roll the players' dice from then on."""
    text = good(*(["6"] if options else []), "quit", options=f"duel --seed 4 --side blue {options}")
    assert re.search(rf"To go on: fireteam play --resume \S+ {again}\n", text.replace("\n ", " "))


def test_a_table_is_told_what_is_played_before_its_dice(folder: Path) -> None:
    """Title, story and goals come before the first roll is asked for, once; heroes are asked by their names."""
    (folder / "party.toml").write_text(PARTY, encoding="utf-8")
    text = good("8", "quit", options="duel --seed 4 --side red --table --party party.toml")
    before, asked, _ = text.partition("Vega (red_1), initiative: roll ")
    assert asked
    assert before.splitlines()[0] == Battle("duel", 4).field.scenario.title
    assert "Red must defeat blue." in before
    assert text.count("Red must defeat blue.") == 1
    assert "Customs must" not in good("quit", options="night --seed 4 --side smugglers --table")


def test_without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --text a window is wanted; where there can be none, a sentence says so and what to do."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    result = CliRunner().invoke(app, ["play", "duel", "--seed", "1"])
    assert result.exit_code == 2
    assert "--text" in result.output
    assert "Traceback" not in result.output

    def missing(_: str) -> Any:
        raise ImportError

    monkeypatch.setattr("fireteam.env.view.draw.canvas.import_module", missing)
    result = CliRunner().invoke(app, ["play", "duel", "--seed", "1"])
    assert result.exit_code == 2
    assert 'pip install -e ".[view]"' in result.output
    assert list(Path().glob("*.gz")) == []
