"""The facts of the rulebook on each rule: gathered from the catalog, the docstrings and the tests."""

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fireteam.env.catalog import load_catalog
from fireteam.env.catalog.models import Rule
from fireteam.env.catalog.sentences import stated_by
from fireteam.env.rules.systems import SYSTEMS
from fireteam.reports.rulebook import marked_tests, named_in, places

from .scenes import TESTS, Scene, best_scene, scenes_of

HERE = Path(__file__).parent
CHAPTERS: dict[str, dict[str, str]] = tomllib.loads((HERE / "chapters.toml").read_text(encoding="utf-8"))
ROOT = TESTS.parent


class Place(NamedTuple):
    """A function: file, name, lines, the first line of its docstring, and how many rules that line names."""

    path: str
    name: str
    first: int
    last: int
    says: str
    rules: int

    @property
    def anchor(self) -> str:
        """The anchor of its place on the page of sources."""
        return re.sub(r"[^a-z0-9]+", "-", f"{self.path.removesuffix('.py')}-{self.name}".lower()).strip("-")


class Entry(NamedTuple):
    """A rule: what it says, its sentences in the source, its functions, the chapter's first, its tests, and its example."""

    name: str
    rule: Rule
    sentences: list[str]
    functions: list[Place]
    tests: list[Place]
    scene: Scene | None


@cache
def found() -> tuple[dict[str, Rule], dict[str, list[str]], dict[str, list[str]]]:
    """Return the rules of every system, and by rule ID the functions and the tests that name them."""
    rules = {name: rule for system in SYSTEMS for name, rule in load_catalog(system=system).rules.items()}
    return rules, places(rules), marked_tests(rules) or {}


def entries_of(system: str) -> list[Entry]:
    """Return the entries of a system, in the order of its chapters."""
    rules, where, tests = found()
    own = sorted(load_catalog(system=system).rules, key=lambda name: order_of(system, name))
    chosen = tomllib.loads((HERE / "examples.toml").read_text(encoding="utf-8"))
    return [
        Entry(
            name,
            rules[name],
            stated_by(name, system),
            in_order([place_of(each, rules) for each in where.get(name, [])], system),
            [test_place(each) for each in tests.get(name, [])],
            example_of(name, tests.get(name, []), chosen.get(name, ""), name in chosen["open"]),
        )
        for name in own
    ]


def order_of(system: str, rule: str) -> tuple[int, int]:
    """Return a rule's place in the order: its chapter, its number."""
    letter, number = parts_of(rule)
    return (list(CHAPTERS[system]).index(letter), number)


def parts_of(rule: str) -> tuple[str, int]:
    """Return the letter of a rule's chapter and its number there: "SS-M3" is 3 of M."""
    letter, number = re.fullmatch(r"[A-Z]+-([A-Z])(\d+)", rule).groups()  # type: ignore[union-attr]
    return letter, int(number)


def example_of(rule: str, tests: list[str], chosen: str, with_open: bool) -> Scene | None:
    """Return the example of a rule: the chosen passage, else the best from its tests."""
    if not chosen:
        return best_scene(rule, tests, with_open)
    module, name, number = re.fullmatch(r"(\w+)::([^#]+)(?:#(\d+))?", chosen).groups()  # type: ignore[union-attr]
    path = next(TESTS.rglob(f"{module}.py")).relative_to(TESTS).as_posix()
    scenes = [scene.cut(rule) for scene in scenes_of(f"{path}::{name}", with_open)]
    return scenes[int(number)] if number else min(scenes, key=lambda scene: scene.rank(rule))


def in_order(functions: list[Place], system: str) -> list[Place]:
    """Return functions with the chapter's own first: those that name mostly this rule, and few others."""
    rooms = (f"systems/{system}/rules/", "env/rules/", f"systems/{system}/catalog/", "env/")
    files = Counter(place.path for place in functions)

    def rank(place: Place) -> tuple[int, int, int, int]:
        room = next((number for number, room in enumerate(rooms) if place.path.startswith(room)), len(rooms))
        return (room, -files[place.path], place.rules, place.first)

    return sorted(functions, key=rank)


def place_of(where: str, rules: dict[str, Rule]) -> Place:
    """Return the place of a function, "env/...py:name", as the rule table has it."""
    path, _, name = where.rpartition(":")
    node = nodes_of(str(ROOT / path))[name]
    doc = ast.get_docstring(node) or ""
    return Place(path, name, node.lineno, node.end_lineno or node.lineno, first_of(doc), len(named_in(doc, rules)))


def test_place(where: str) -> Place:
    """Return the place of a test, "rules/...py::name"."""
    path, _, name = where.partition("::")
    node = nodes_of(str(TESTS / path))[name]
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return Place(f"tests/{path}", name, first, node.end_lineno or first, first_of(ast.get_docstring(node) or ""), 0)


@cache
def nodes_of(path: str) -> dict[str, ast.FunctionDef | ast.ClassDef]:
    """Return the functions and classes of a file by name."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def first_of(docstring: str) -> str:
    """Return the first paragraph of a docstring."""
    return " ".join(docstring.partition("\n\n")[0].split())


def missing(entry: Entry) -> list[str]:
    """Return which of these a rule lacks: sentence, place in the source, function, test, example."""
    has = {
        "sentence": entry.rule.says,
        "source": entry.rule.source,
        "sentences of the source": entry.sentences,
        "function": entry.functions,
        "test": entry.tests,
        "example": entry.scene,
    }
    return [name for name, value in has.items() if not value]
