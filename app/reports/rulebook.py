"""Where each rule is implemented and tested: its functions, its tests, its use in random battles."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import fireteam.agents
import fireteam.env
import fireteam.systems
from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import fight_series
from fireteam.env.catalog.models import Rule
from fireteam.env.catalog.sentences import stated_by
from fireteam.env.rules.systems import DEFAULT, port_of
from fireteam.env.scenario.reading import load_scenario, scenario_names

ROOMS = {"systems": fireteam.systems, "env": fireteam.env, "agents": fireteam.agents}


def rule_table(rules: dict[str, Rule], battles: int, seed: int = 0, system: str = DEFAULT) -> list[dict[str, Any]]:
    """Return a row per rule of a system: ID, sentence, source, where, tests, and how often random battles used it."""
    where, tests, used = places(rules), marked_tests(rules), usage(battles, seed, system)
    return [
        {
            "rule": rule,
            "says": entry.says,
            "source": entry.source,
            "sentences": stated_by(rule, system),
            "assumed": entry.assumed or bool(entry.assumes),
            "where": where.get(rule, []),
            "tests": tests.get(rule, []) if tests is not None else None,
            "used": used.get(rule, 0),
        }
        for rule, entry in rules.items()
    ]


def in_full(row: dict[str, Any], battles: int) -> str:
    """Return a row of the table as text: every place and every test has a line of its own."""
    lines = [f"{row['rule']}{' (in part assumed)' if row['assumed'] else ''}: {row['says']}"]
    lines += [f"  source: {row['source']}"] if row["source"] else []
    lines += ["  sentences of the source:", *(f"    {each}" for each in row["sentences"])] if row["sentences"] else []
    lines += [f"  home: {home_of(row['where'])}"] if row["where"] else []
    for head in ("where", "tests"):
        none = "none" if row[head] is not None else "they are in Fireteam's sources, which are not here"
        lines += [f"  {head}:", *(f"    {each}" for each in row[head] or [none])]
    if battles:
        lines.append(f"  used {row['used']} times in {battles} battles")
    return "\n".join(lines)


def home_of(functions: Iterable[str]) -> str:
    """Return the file that has most of some functions, given as file:function; the first of several."""
    ((file, _),) = Counter(function.partition(":")[0] for function in functions).most_common(1)
    return file


def named_in(text: str, rules: Iterable[str]) -> set[str]:
    """Return the rule IDs in a text, of these rules' system; "SS-M1 to SS-M3" names three."""
    begins = "|".join(sorted({re.escape(rule.partition("-")[0]) for rule in rules}))
    found = re.findall(rf"\b((?:{begins})-[A-Z]*)(\d+)(?: to \1(\d+))?", text)
    return {f"{head}{number}" for head, first, last in found for number in range(int(first), int(last or first) + 1)}


def places(rules: Iterable[str]) -> dict[str, list[str]]:
    """Return, by rule ID, the functions whose docstring names it, as file:function; only for IDs of these rules."""
    found: dict[str, list[str]] = defaultdict(list)
    for room, package in ROOMS.items():
        root = Path(package.__path__[0])
        for path in sorted(root.rglob("*.py")):
            for node in definitions(path, rules):
                for rule in sorted(named_in(ast.get_docstring(node) or "", rules)):
                    found[rule].append(f"{room}/{path.relative_to(root).as_posix()}:{node.name}")
    return found


def definitions(path: Path, rules: Iterable[str]) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Yield the functions, classes and methods of a file; none where no rule is named, so that parsing is skipped."""
    text = path.read_text(encoding="utf-8")
    if not named_in(text, rules):
        return
    nodes: list[ast.stmt] = list(ast.parse(text).body)
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node
            if isinstance(node, ast.ClassDef):
                nodes.extend(node.body)


def marked_tests(rules: Iterable[str]) -> dict[str, list[str]] | None:
    """Return, by rule ID, the tests marked with it, IDs as the rules of a system have; None where no tests are at hand.

    They are not in an installed wheel.
    """
    folder = Path(fireteam.env.__path__[0]).parent / "tests"
    if not (folder / "systems").is_dir():
        return None
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        for node in definitions(path, rules):
            for rule in sorted(named_in(" ".join(rules_of_marks(node)), rules)):
                found[rule].append(f"{path.relative_to(folder).as_posix()}::{node.name}")
    return found


def rules_of_marks(test: ast.FunctionDef | ast.ClassDef) -> list[str]:
    """Return the rule IDs that a test is marked with."""
    return [
        str(argument.value)
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule"
        for argument in mark.args
        if isinstance(argument, ast.Constant)
    ]


def usage(battles: int, seed: int, system: str = DEFAULT) -> dict[str, int]:
    """Return how often each rule was used in battles of random and scripted bots, spread over all scenarios of a system."""
    used: dict[str, int] = defaultdict(int)
    scenarios = [scenario for scenario in map(load_scenario, scenario_names()) if scenario.system == system]
    for number, scenario in enumerate(scenarios):
        count = battles // len(scenarios) + (number < battles % len(scenarios))
        if count == 0:
            continue
        cast = ("random", "tactician", "random", "suppressor")
        bots = {team.name: load_bot(cast[place]) for place, team in enumerate(scenario.teams)}
        series = fight_series(scenario, bots, count, seed, reasons=True)
        for clause, times in zip(port_of(scenario.system).CLAUSES, series.used.tolist(), strict=False):
            used[clause.rule] += times
        for number, kind in port_of(scenario.system).EVENTS.items():
            used[kind.rule] += int(series.tally[0]["kinds"][number])
        for number, verb in port_of(scenario.system).VERBS.items():
            used[verb.rule] += int(series.tally[0]["verbs"][number])
    return used
