"""What text play says of actions: what each does, what it costs now, by which rule; how the battle ends."""

import re
from pathlib import Path

import pytest
from everysystem import each, under
from typed_in import good

from fireteam.commands.play import introduction
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.rules.systems import port_of
from fireteam.prompt.helping import about_action, about_open, cost
from fireteam.prompt.text import numbered, reason


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play in a folder of its own: replays go where one is."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@each
def test_every_action_on_the_list_has_its_price(system: str) -> None:
    """Every number of the list has a price beside it or on its line, and `help` a line for each verb with the same one."""
    battle = Battle(under(system), 4)
    open_now = battle.legal()
    text = numbered(battle, open_now, {}, fog=False)
    entries = re.split(r"\s{2,}(?=\d)", " ".join(text.split("\n     ")))
    helped = "\n".join(about_open(battle, open_now))
    for action in open_now:
        price = cost(battle, action)
        assert price
        verb = battle.words(action).partition(" ")[0]
        assert any(verb in entry and re.search(rf"\((.*; )?{price}\)", entry) for entry in entries), (verb, entries)
        assert re.search(rf"  {verb} +{price} ", helped)


@each
def test_help_of_every_verb(system: str) -> None:
    """What it does, whether it is open and what it costs, and its rule; a word that is none is answered with a near one."""
    battle = Battle(under(system), 4)
    for verb in port_of(system).VERBS.numbers:
        first, *_, opened, rule = about_action(battle, verb, battle.legal()).splitlines()
        assert first.startswith(verb)
        assert opened.startswith(("  Open now: costs ", "  Not open now."))
        assert re.match(r"  [A-Z]+-[A-Z]*\d+", rule)
    with pytest.raises(ContentError, match="Did you mean 'shoot'"):
        about_action(battle, "shot", battle.legal())


def test_help_at_the_prompt() -> None:
    """`help` lists commands and what is open; with a word it explains that one, an action with its options or a command."""
    text = good(
        "o", "help", "help shoot", "help mode BF", "help undo", "help flying", "quit", options="yard --seed 3 --side both"
    )
    assert re.search(r"suppress_cone +2 AP +covers a cone", text)
    assert "SS-R1: An attack rolls skill + attribute" in text
    assert re.search(r"BF +bursts: `shoot` fires three rounds", text)
    assert "mode BF (bursts: `shoot` fires three rounds, `volley` six; 1 AP)" in " ".join(text.split())
    assert text.count("undo              take the last decision back") == 2
    assert "no action or command is called so" in text


def test_the_question_of_ladder_says_what_it_means() -> None:
    """The first declaration has nothing before it, the second names what was declared."""
    battle = Battle("shieldwall", 3)
    assert "declares what it will do in this turn. So far: nothing. Add an action, or `end`" in reason(battle)
    unit = battle.decision and battle.decision.unit
    battle.step("walk")
    assert battle.decision is not None
    assert battle.decision.unit == unit
    assert "So far: walk." in reason(battle)


def test_the_beginning_says_who_wins_at_the_limit() -> None:
    """Goals, who wins after the last round, and how long nothing may happen."""
    wall = introduction(Battle("shieldwall", 1).field, {"wall"})
    assert "Wall must defeat raiders, or last 12 rounds." in wall
    assert wall[-1] == (
        "Whoever stands alone wins, too. After 12 rounds Wall wins. "
        "More than 6 rounds in a row without harm or progress are a draw."
    )
    assert introduction(Battle("mist", 1).field, {"buyers"})[-1].endswith("After 20 rounds it is a draw.")
