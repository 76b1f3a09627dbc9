"""Shared code knows no word of a rule system: its own verbs, kinds of events and units stand in its folder alone."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fireteam.env.rules import events, verbs
from fireteam.env.rules.events import Kinds
from fireteam.env.rules.systems import port_of
from fireteam.env.rules.verbs import Verbs

ROOT = Path(__file__).parents[1]
SHARED = ("env", "agents", "app", "maps", "training")
SYSTEMS = ("swan_song", "d10_pool", "ladder")
# Words that shared code has for something else, which is not asked of a verb, an event or a unit.
SOMETHING_ELSE = {
    "awaits": "a field of records that names another unit",
    "block": "the size of a board's letters",
    "breach": "where a bot, or somebody who draws a map, wants a way in",
    "charge": "a field of every unit, an effect on the ground",
    "cloud": "a plane of observations",
    "declares": "a cue of playbacks",
    "falls": "how often somebody fell; a fall in a recap",
    "fuse": "an effect on the ground",
    "leave": "what a team that must get away is to do; how an environment treats who has fallen",
    "mark": "a letter on a map; a sign on the track of a playback",
    "mode": "a word of an example",
    "observe": "a room",
    "pinned": "a situation of tactics cards",
    "prone": "a field of every unit",
    "strain": "a bar and its colour",
    "suppression": "a plane of observations",
    "throw": "a family of verbs; a cue of playbacks",
    "unlocked": "what a locked door turns into",
}


def own_words() -> set[str]:
    """Return the names that one system alone has: of verbs, of kinds of events, of units."""
    found: set[str] = set()
    units: list[str] = []
    for system in SYSTEMS:
        port = port_of(system)
        found |= {verb.name for number, verb in port.VERBS.items() if number not in verbs.SHARED}
        found |= {kind.name for number, kind in port.EVENTS.items() if number not in events.SHARED}
        units += tomllib.loads((ROOT / "systems" / system / "catalog" / "units.toml").read_text(encoding="utf-8"))
    return found | {unit for unit in units if units.count(unit) == 1}


def words_in(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings and the constants in a file of Python, with their lines; constants in small letters."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, (ast.Name, ast.Attribute)):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if name.isupper():
                yield node.lineno, name.lower()


@pytest.mark.parametrize("room", SHARED)
def test_no_word_of_a_system_in_shared_code(room: str) -> None:
    """Nothing shared speaks of a verb, an event or a unit that one system alone has."""
    own = own_words() - SOMETHING_ELSE.keys()
    found = [
        f"{path.relative_to(ROOT)}:{line}: {word}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for line, word in words_in(path)
        if word in own
    ]
    assert found == []


def test_what_is_something_else_is_there() -> None:
    """A word is excused only as long as a system and shared code both have it."""
    said = {word for room in SHARED for path in (ROOT / room).rglob("*.py") for _, word in words_in(path)}
    assert SOMETHING_ELSE.keys() <= own_words() & said


def test_numbers_are_taken_once() -> None:
    """A number or a name that a system has already, or that is shared, is refused where it is written down."""
    table = Verbs()
    table.share(verbs.END, "X-1")
    assert table.add(90, "dance", "X-2", options=3, domain=verbs.OPTION) == 90
    for number, name, match in ((90, "sing", "'dance' already"), (91, "dance", "allowed, but no shared one"),
                                (89, "dance", "'dance'"), (verbs.WALK, "stroll", "no shared one"),
                                (verbs.MOST_VERBS, "far", "0 to 127")):  # fmt: skip
        with pytest.raises(ValueError, match=match):
            table.add(number, name, "X-2")
    with pytest.raises(ValueError, match="no family 'dancing'"):
        table.add(89, "waltz", "X-2", family="dancing")
    with pytest.raises(ValueError, match="no system shares that"):
        table.share(90, "X-2")
    with pytest.raises(OverflowError, match="verb 90 has no room in a table of 90"):
        table.check_room(90)
    kinds = Kinds({events.ROUND: "X-1"})
    assert kinds.add(127, "dances", "X-2", "steps") == 127
    assert kinds.table()["entries"].tolist()[127] == [-1, -1, -1]
    for number, name in ((127, "sings"), (126, "dances"), (events.ROUND, "turn"), (events.MAX_KINDS, "far")):
        with pytest.raises(ValueError, match="taken, or more than there can be"):
            kinds.add(number, name, "X-2")
    with pytest.raises(ValueError, match="no system shares that"):
        Kinds({127: "X-1"})
