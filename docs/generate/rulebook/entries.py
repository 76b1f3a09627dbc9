"""What the rulebook says of each rule: gathered from the catalog, the docstrings and the tests, nothing written twice."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fireteam.env.catalog import load_catalog
from fireteam.env.catalog.models import Rule
from fireteam.reports.rulebook import marked_tests, named_in, places

from .scenes import TESTS, Scene, best_scene, scenes_of

HERE = Path(__file__).parent
ROOT = TESTS.parent


class Place(NamedTuple):
    """A function: file, name, lines, the first line of its docstring, and how many rules that names."""

    path: str
    name: str
    first: int
    last: int
    says: str
    rules: int

    @property
    def anchor(self) -> str:
        """The name of its place among the sources."""
        return re.sub(r"[^a-z0-9]+", "-", f"{self.path.removesuffix('.py')}-{self.name}".lower()).strip("-")


class Entry(NamedTuple):
    """A rule: what it says, its functions, the chapter's own first, its tests, and its example."""

    name: str
    rule: Rule
    functions: list[Place]
    tests: list[Place]
    scene: Scene | None


def entries_of(system: str) -> list[Entry]:
    """Return the entries of a system, in the order of its catalog."""
    rules = load_catalog(system=system).rules
    where, tests = places(rules), marked_tests(rules) or {}
    chosen = tomllib.loads((HERE / "examples.toml").read_text(encoding="utf-8"))
    return [
        Entry(
            name,
            rule,
            in_order([place_of(each, rules) for each in where.get(name, [])], system),
            [test_place(each) for each in tests.get(name, [])],
            example_of(name, tests.get(name, []), chosen.get(name, ""), name in chosen["open"]),
        )
        for name, rule in rules.items()
    ]


def example_of(rule: str, tests: list[str], chosen: str, with_open: bool) -> Scene | None:
    """Return the example of a rule: the passage that is chosen for it, else the best of its tests."""
    if not chosen:
        return best_scene(rule, tests, with_open)
    module, name, number = re.fullmatch(r"(\w+)::([^#]+)(?:#(\d+))?", chosen).groups()  # type: ignore[union-attr]
    path = next(TESTS.rglob(f"{module}.py")).relative_to(TESTS).as_posix()
    scenes = [scene.cut(rule) for scene in scenes_of(f"{path}::{name}", with_open)]
    return scenes[int(number)] if number else min(scenes, key=lambda scene: scene.rank(rule))


def in_order(functions: list[Place], system: str) -> list[Place]:
    """Return functions with that of the chapter first: a rule of the system, and one that knows few rules besides."""
    rooms = (f"env/rules/{system}/", "env/rules/", f"env/catalog/{system}/", "env/")

    def rank(place: Place) -> tuple[int, int, int]:
        room = next((number for number, room in enumerate(rooms) if place.path.startswith(room)), len(rooms))
        return (room, place.rules, place.name.startswith("_"))

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
    """Return what a rule lacks: of sentence, place in the source, function, test, example."""
    has = {
        "sentence": entry.rule.says,
        "source": entry.rule.source,
        "function": entry.functions,
        "test": entry.tests,
        "example": entry.scene,
    }
    return [name for name, value in has.items() if not value]


