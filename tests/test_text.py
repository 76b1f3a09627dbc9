"""The battle as text: every kind of ground has its letter."""

import pytest

from fireteam.env.catalog import load_catalog
from fireteam.env.view.text import TERRAIN, draw
from fireteam.maps import load_map, map_names
from tabletop import table, target, unit


def drawn(ground: str, legend: dict[str, str], **options: object) -> list[str]:
    """Return the lines of a map as text, with two units in its first column."""
    battle = table([unit((0, 0))], [target((0, 1))], ground=ground, legend=legend, **options)
    return draw(battle).splitlines()[1:3]


def test_every_terrain_of_the_catalog_has_its_letter() -> None:
    """None is left to guess, and what looks alike is alike: only walls that hide all share a letter."""
    assert set(load_catalog().terrain) == set(TERRAIN)
    letters = {letter: [name for name, its in TERRAIN.items() if its == letter] for letter in TERRAIN.values()}
    shared = {letter for letter, names in letters.items() if len(names) > 1}
    assert shared == {"█", "▆"}


def test_no_shipped_map_has_a_question_mark() -> None:
    """Walls of a bunker, vault doors, glass: every tile of every map is drawn by its letter."""
    for name in map_names():
        assert set(load_map(name).terrain()) <= set(TERRAIN), name
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
