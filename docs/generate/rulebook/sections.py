"""The section of a rule in MyST: its facts, and its example as the engine logs it."""

import re
from collections.abc import Iterator

from fireteam.env.observe.events import Event
from fireteam.env.replay.narrate import outdated, sentence, weapon_words
from fireteam.env.scenario.setup import Field

from ..pages import plain
from .entries import Entry, Place
from .scenes import Scene, names

TESTS_SHOWN = 3
OPEN_SHOWN = 12
HEADING = 9  # words


def section(entry: Entry) -> str:
    """Return the rulebook's section on a rule."""
    heading = f"## {entry.name}: {plain(headed(entry.rule.says))}\n"
    lines = [f"({entry.name.lower()})=", heading, plain(entry.rule.says) + "\n"]
    if entry.rule.assumed:
        lines.append("*Assumed: the source has a hole here.*\n")
    if entry.rule.assumes:
        lines += ["We assume:\n", *(f"- {linked(plain(each), entry.name)}" for each in entry.rule.assumes), ""]
    lines += facts(entry)
    if entry.scene is not None:
        lines += example(entry.name, entry.scene, entry.tests)
    return "\n".join(lines) + "\n"


def headed(says: str) -> str:
    """Return the heading of a rule: the first words of its sentence."""
    clause = re.split(r"[;:.] ", says.replace("`", "").rstrip("."))[0]
    words = clause.split()
    return clause if len(words) <= HEADING else " ".join(words[:HEADING]) + " ..."


def facts(entry: Entry) -> list[str]:
    """Return the lines on a rule's places: in the source, in the code, in the tests."""
    lines = [f"**Source**: {plain(entry.rule.source)}\n"]
    if entry.sentences:
        stated = plain("; ".join(entry.sentences))
        lines.append(f"**Sentences** of the source ([how they are counted](sentences.md)): {stated}\n")
    for place in entry.functions[:1]:
        more = len(entry.functions) - 1
        also = f"; {more} more {'place names' if more == 1 else 'places name'} it" if more else ""
        lines.append(f"**Function**: [`{place.name}`](#{place.anchor}), `{place.path}` line {place.first}{also}\n")
    if entry.tests:
        lines += [
            f"**Tests**: {len(entry.tests)}, among them\n",
            *(f"- {line_of_test(test)}" for test in entry.tests[:TESTS_SHOWN]),
        ]
    return [*lines, "", f"`fireteam list rules {entry.name}` tells all places and, in a copy of the sources, all tests.\n"]


def line_of_test(test: Place) -> str:
    """Return a test with the first line of its docstring."""
    return f"`{test.path.removeprefix('tests/')}::{test.name}`: {plain(test.says)}"


def linked(text: str, own: str) -> str:
    """Return a text with the IDs of other rules as links."""
    return re.sub(
        r"\b([A-Z]{2}-[A-Z]\d+)\b", lambda found: found[1] if found[1] == own else f"[{found[1]}](#{found[1].lower()})", text
    )


def example(rule: str, scene: Scene, tests: list[Place]) -> list[str]:
    """Return the example of a rule: its test, the units on the table, the engine's log, its own lines marked."""
    says = next((test.says for test in tests if scene.test == f"{test.path.removeprefix('tests/')}::{test.name}"), "")
    lines, marked = [], []
    for text, by_rule in passage(rule, scene):
        lines.append(text)
        if by_rule:
            marked.append(len(lines))
    shown = [f":emphasize-lines: {','.join(map(str, marked))}"] if marked else []
    of_test = f", a scene of the test that says: {plain(says)}" if says else ""
    made = [f"**Example**{of_test}\n", on_the_table(scene) + "\n"]
    made += ["```{code-block} text", ":class: scene", *shown, "", *lines, "```", ""]
    if scene.moments[-1].open:
        opened = scene.moments[-1].open
        after = scene.moments[-1].after
        listed = ", ".join(f"`{each}`" for each in opened[:OPEN_SHOWN])
        more = f" and {len(opened) - OPEN_SHOWN} more" if len(opened) > OPEN_SHOWN else ""
        made.append(f"What {after.unit if after else 'nobody'} may do then: {listed}{more}.\n")
    return made


def passage(rule: str, scene: Scene) -> Iterator[tuple[str, bool]]:
    """Yield each line of a scene, and whether it cites the rule."""
    for moment in scene.moments:
        if moment.decision is not None:
            yield f"> {moment.decision.unit}: {moment.words}", moment.rule == rule
        old = outdated(scene.field, moment.events)
        for number, event in enumerate(moment.events):
            text = line_of(scene.field, event)
            if text and number not in old:
                yield text, names(scene.field, event, rule)


def line_of(field: Field, event: Event) -> str:
    """Return an event as a line; steps with their cost."""
    text = sentence(field, event)
    if event.kind == "step":
        metres = int(event.numbers["metres"] or 0)
        text = f"{text.removesuffix('.')}: {metres} m."
    return text.replace("   ", "    ", 1) if event.kind == "roll" else text


def on_the_table(scene: Scene) -> str:
    """Return a sentence on the units of a scene: who stands where, with which weapons."""
    teams = [", ".join(placed(scene.field, fighter) for fighter in scene.field.roster if fighter.team == number)
             for number in range(len(scene.field.scenario.teams))]  # fmt: skip
    return "On the table: " + "; ".join(filter(None, teams)) + "."


def placed(field: Field, fighter: object) -> str:
    """Return a unit with its place and its weapons."""
    unit = fighter.unit  # type: ignore[attr-defined]
    weapons = unit.weapons if unit.weapons is not None else []
    armed = " and ".join(weapon_words(field, weapon) for weapon in weapons[:2])
    where = f"({unit.at[0]}, {unit.at[1]})" if getattr(unit, "at", None) else ""
    name = fighter.name  # type: ignore[attr-defined]
    return f"{name} {where}" + (f" with {armed}" if armed else "")


def source_listing(place: Place, entries: list[Entry]) -> str:
    """Return a function's lines, and the rules that name it."""
    rules = [entry.name for entry in entries if entry.functions and entry.functions[0] == place]
    named = ", ".join(f"[{rule}](#{rule.lower()})" for rule in rules)
    return "\n".join([
        f"({place.anchor})=",
        f"## `{place.name}`\n",
        f"`{place.path}`, line {place.first}: {named}\n",
        f"```{{literalinclude}} {'../' * 5}{place.path}",
        ":language: python",
        f":lines: {place.first}-{place.last}",
        ":lineno-match:",
        "```",
        "",
    ])  # fmt: skip
