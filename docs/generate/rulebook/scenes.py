"""The scenes of the rulebook: the battles of the tests that are marked with a rule, played again while the pages are built.

A test sets up a small battle, dictates the dice and takes a few decisions; the engine's log of them is the example. So a new
rule has an example as soon as it has its test.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from io import StringIO
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import fireteam.env
from fireteam.env.battle import Battle, Decision
from fireteam.env.observe.events import Event, rule_of
from fireteam.env.scenario.setup import Field

TESTS = Path(fireteam.env.__path__[0]).parent / "tests"
TRIED = 8  # tests of a rule that are looked at for a scene
LONG = 12  # events that are a lot to read
ENDS = ("round", "pass", "phase", "over")  # what another phase begins with


class Moment(NamedTuple):
    """A decision and its events; `decision` is None at the opening of a battle."""

    decision: Decision | None
    words: str
    events: list[Event]
    rule: str  # that knows the action
    after: Decision | None  # what is to be decided then
    open: list[str]  # what is open then, in words, if it was asked for


class Scene(NamedTuple):
    """A passage of a battle: its battlefield, a decision in the own phase and the answers to it."""

    test: str
    number: int  # of the passage, among those of the test
    field: Field
    moments: list[Moment]
    shared: int  # rules that its test is marked with

    def events(self) -> Iterator[tuple[tuple[int, int], Event]]:
        """Yield its events and their places, (moment, event)."""
        for number, moment in enumerate(self.moments):
            for place, event in enumerate(moment.events):
                yield (number, place), event

    def where(self, rule: str) -> list[tuple[int, int]]:
        """Return the places of the events that name a rule, or roll by it."""
        return [place for place, event in self.events() if names(self.field, event, rule)]

    def rank(self, rule: str) -> tuple[Any, ...]:
        """Return how good it is as an example of a rule, smaller is better."""
        faces = {die for _, event in self.events() for die in event.dice}
        opening = self.moments[0].decision is None
        if self.where(rule):
            kind = 0 if faces else 1
        elif faces and not opening:
            kind = 2 if any(moment.rule == rule for moment in self.moments) else 3
        else:
            kind = 4 + opening
        return (kind, opening, (len(faces) < 2) + (len(list(self.events())) > LONG), self.shared)

    def cut(self, rule: str) -> "Scene":
        """Return the scene without what comes after the first cite of the rule: other phases, another round."""
        rolls = [place for place, event in self.events() if event.kind == "roll"]
        last = max(self.where(rule) or rolls[:1], default=(0, 0))
        ends = [place for place, event in self.events() if place > last and place[1] and event.kind in ENDS]
        if not ends:
            return self
        number, place = ends[0]
        moment = self.moments[number]
        return self._replace(moments=[*self.moments[:number], moment._replace(events=moment.events[:place])])


def names(field: Field, event: Event, rule: str) -> bool:
    """Return whether an event is one of a rule, or a roll with a term by it."""
    return rule_of(field, event) == rule or any(term.rule == rule for term in event.terms)


def best_scene(rule: str, tests: list[str], with_open: bool = False) -> Scene | None:
    """Return the scene that shows a rule best, from the first of its tests; None if no test of it fights a battle."""
    found = [scene.cut(rule) for test in tests[:TRIED] for scene in scenes_of(test, with_open)]
    return min(found, key=lambda scene: scene.rank(rule), default=None)


@cache
def scenes_of(test: str, with_open: bool = False) -> list[Scene]:
    """Return the scenes of a test, "rules/.../test_x.py::test_y[2]"; of its first case, if it names none."""
    path, name, case = re.fullmatch(r"(.*)::(\w+)(?:\[(\d+)\])?", test).groups()  # type: ignore[union-attr]
    function = getattr(module_of(path), name)
    arguments = case_of(function, int(case or 0))
    if set(signature(function).parameters) != set(arguments):
        return []  # it asks for what only pytest has
    with watched(with_open) as battles, redirect_stdout(StringIO()):
        function(**arguments)
    shared = sum(len(mark.args) for mark in getattr(function, "pytestmark", ()) if mark.name == "rule")
    made = [(battle.field, part) for battle, moments in battles for part in passages(moments)]
    return [Scene(f"{path}::{name}", number, field, part, shared) for number, (field, part) in enumerate(made)]


def case_of(function: Any, number: int) -> dict[str, Any]:
    """Return the arguments of a case of a test with parameters."""
    arguments: dict[str, Any] = {}
    for mark in getattr(function, "pytestmark", ()):
        if mark.name == "parametrize":
            names, values = mark.args[0], list(mark.args[1])
            names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
            value = values[min(number, len(values) - 1)]
            value = value.values if hasattr(value, "marks") else value  # `pytest.param` has marks
            arguments |= dict(zip(names, value if len(names) > 1 else [value], strict=True))
    return arguments


@cache
def helper_folders() -> list[str]:
    """Return the folders of the tests' helpers, from pytest's settings."""
    settings = tomllib.loads((TESTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    return list(settings["tool"]["pytest"]["ini_options"]["pythonpath"])


@cache
def module_of(path: str) -> ModuleType:
    """Return a module of the tests."""
    for helpers in helper_folders():
        if str(TESTS.parent / helpers) not in sys.path:
            sys.path.append(str(TESTS.parent / helpers))
    spec = spec_from_file_location("scenes_of_" + path.replace("/", "_").removesuffix(".py"), TESTS / path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def watched(with_open: bool) -> Iterator[list[tuple[Battle, list[Moment]]]]:
    """Within the block, record every battle that begins, with its decisions and events."""
    battles: list[tuple[Battle, list[Moment]]] = []
    begin, step = Battle.__init__, Battle.step

    def moment(battle: Battle, decision: Decision | None, words: str, events: list[Event], rule: str) -> Moment:
        opened = [battle.words(one) for one in battle.legal()] if with_open else []
        return Moment(decision, words, list(events), rule, battle.decision, opened)

    def beginning(self: Battle, *arguments: Any, **options: Any) -> None:
        begin(self, *arguments, **options)
        battles.append((self, [moment(self, None, "", self.events(), "")]))

    def stepping(self: Battle, action: Any) -> list[Event]:
        decision, words = self.decision, action if isinstance(action, str) else self.words(action)
        events = step(self, action)
        for battle, moments in battles:
            if battle is self:
                moments.append(moment(self, decision, words, events, rule_of_action(self.field, words)))
        return events

    Battle.__init__, Battle.step = beginning, stepping  # type: ignore[method-assign]
    try:
        yield battles
    finally:
        Battle.__init__, Battle.step = begin, step  # type: ignore[method-assign]


def rule_of_action(field: Field, words: str) -> str:
    """Return the rule of an action in words, "" for none."""
    verbs = field.system.VERBS
    number = verbs.numbers.get(words.split()[0])
    return "" if number is None else verbs[number].rule


def passages(moments: list[Moment]) -> Iterator[list[Moment]]:
    """Yield a battle's passages: the opening, each own decision with the answers to it; a whole way is one passage."""
    starts = [
        number
        for number, moment in enumerate(moments)
        if moment.decision is None or (moment.decision.own and not goes_on(moments[number - 1], moment))
    ]
    for first, after in pairwise([*starts, len(moments)]):
        yield moments[first:after]


def goes_on(before: Moment, moment: Moment) -> bool:
    """Return whether a step is one of several by the same unit, or a blow comes at the end of the way."""
    same = before.decision is not None and moment.decision is not None and before.decision.unit == moment.decision.unit
    way = ("step ", "walk", "run", "jog", "charge ")
    return same and before.words.startswith(way) and moment.words.startswith(("step ", "strike ", "punch "))
