"""The battle as text: every kind of ground has its letter."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.view.text import GOALS, draw
from fireteam.maps import load_map, map_names
from fireteam.prompt.text import board, ruled
from tabletop import *


def drawn(ground: str, legend: dict[str, str], **options: object) -> list[str]:
    """Return the lines of a map as text, with two units in its first column."""
    battle = table([unit((0, 0))], [target((0, 1))], ground=ground, legend=legend, **options)
    return draw(battle).splitlines()[1:3]


def test_every_terrain_of_the_catalog_has_its_letter() -> None:
    """None is left to guess, and what looks alike is alike: only walls that hide all share a letter."""
    signs = {name: terrain.sign for name, terrain in load_catalog().terrain.items()}
    assert all(signs.values())
    letters = {letter: [name for name, its in signs.items() if its == letter] for letter in signs.values()}
    shared = {letter for letter, names in letters.items() if len(names) > 1}
    assert shared == {"█", "▆"}


def test_no_shipped_map_has_a_question_mark() -> None:
    """Walls of a bunker, vault doors, glass: every tile of every map is drawn by its letter."""
    for name in map_names():
        assert set(load_map(name).terrain()) <= set(load_catalog().terrain), name
    lines = drawn(".bgvw\n.fldB\n.....", {"b": "bunker", "g": "armored_glass", "v": "vault_door", "w": "window",
                                   "f": "ferroconcrete", "l": "locked_door", "d": "debris", "B": "breach"})  # fmt: skip
    assert [line[1:] for line in lines] == ["█≡╬=", "█‡;_"]


@pytest.mark.parametrize(
    ("terrain", "letter"),
    [
        ({"words": "mire", "difficult": True}, ":"),
        ({"words": "carpet"}, "·"),
        ({"words": "cliff", "passable": False, "top": 300, "material": "structure"}, "█"),
        ({"words": "counter", "passable": False, "top": 110, "material": "average"}, "▆"),
    ],
)
def test_terrain_of_a_house_is_drawn_by_what_it_does(terrain: dict[str, object], letter: str) -> None:
    """What a game master adds is no question mark either."""
    lines = drawn("..x\n..x\n...", {"x": "own"}, catalog={"terrain": {"own": terrain}})
    assert [line[2] for line in lines] == [letter, letter]


def test_the_board_shows_the_goals() -> None:
    """Tiles to be held are marked on open ground, and the legend says whose they are; in fog only one's own."""
    battle = Battle("bridge", 4)
    field = battle.field
    text = board(battle, "attackers", colour=False)
    for number, team in enumerate(field.scenario.teams):
        tiles = field.drawing.tiles_marked(team.objective.zone) if team.objective.zone else []
        assert (f"{GOALS[number]} goal of {team.name} (" in text) == bool(tiles)
        assert (GOALS[number] in text) == bool(tiles)
    fog = Battle(field.scenario.model_copy(update={"fog": True}), 4)
    blind = next(team.name for team in field.scenario.teams if not team.objective.zone)
    assert "goal of" not in board(fog, blind, colour=False)


def test_the_board_says_what_its_letters_are() -> None:
    """A legend of the letters that occur and of no others; windows and locked doors have letters of their own."""
    battle = table([unit((0, 0))], [target((0, 1))], ground="..w\n..l\n...", legend={"w": "window", "l": "locked_door"})
    words = load_catalog().terrain
    text = board(battle, "red", colour=False)
    for name in ("floor", "window", "locked_door"):
        assert f"{words[name].sign} {words[name].words}" in text
    assert f"{words['tree'].sign} " not in text
    assert words["window"].sign != words["locked_door"].sign


def test_the_board_shows_heights() -> None:
    """Floors above the lowest one have their metres beside the map, below it where it is wide; level ground has none."""
    battle = Battle("valley", 4)
    lines = board(battle, battle.field.scenario.teams[0].name, colour=False).splitlines()
    drawing = battle.field.drawing
    rows = [row.replace("0", "·") for row in drawing.rows(drawing.heights)]
    assert [line for row, line in zip(rows, lines[1:], strict=False) if not line.endswith(row)] == []
    assert any(any(letter.isdigit() for letter in row) for row in rows)
    assert "metres high" not in board(Battle("duel", 4), "red", colour=False)
    assert ruled(["#" * 60], ["1" * 60], 60)[-1] == "  0 " + "1" * 60


def test_nobody_lists_the_reinforcements_that_surprise() -> None:
    """Who comes as a surprise is on the list of its own side only; who is expected is on both."""
    battle = Battle("bank", 4)
    coming = {fighter.name: fighter.unit.expected for fighter in battle.field.roster if fighter.unit.arrives}
    assert set(coming.values()) == {True, False}
    for name, expected in coming.items():
        assert (f"{name} " in board(battle, "robbers", colour=False)) == expected
        assert f"{name} " in board(battle, "police", colour=False)
