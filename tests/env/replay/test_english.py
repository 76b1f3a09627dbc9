"""Names in sentences: who is one does it, who are many do it; every team of every scenario, and no verb glued to a name."""

import re
from pathlib import Path

import pytest

import fireteam.env
from fireteam.env.replay.english import Subject, is_many, listed_names, whose
from fireteam.env.replay.narrate import result_words
from fireteam.env.rules.systems import SYSTEMS, port_of
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.env.scenario.setup import prepare


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Red", "Red wins"), ("The red team", "The red team wins"), ("The dockers", "The dockers win"),
        ("outlaws", "outlaws win"), ("police", "police win"), ("Sal's gang", "Sal's gang wins"),
        ("The Boss", "The Boss wins"), ("nobody", "nobody wins"), ("The dockers team", "The dockers team wins"),
        ("red and blue", "red and blue win"),
    ],
)  # fmt: skip
def test_one_and_many(name: str, says: str) -> None:
    """The verb agrees with the name."""
    assert f"{Subject(name):wins}" == says
    assert f"{Subject(name)}" == name


def test_verbs() -> None:
    """Verbs as many do it: regular ones, those with an ending more, irregular ones."""
    verbs = {
        "calls": "call", "has": "have", "is": "are", "goes": "go", "passes": "pass", "flees": "flee", "carries": "carry",
        "loses": "lose",
    }  # fmt: skip
    assert {verb: f"{Subject('wolves'):{verb}}".removeprefix("wolves ") for verb in verbs} == verbs
    assert [whose("blue"), whose("dockers")] == ["blue's", "dockers'"]
    assert [listed_names(["a"]), listed_names(["a", "b", "c"]), listed_names([])] == ["a", "a, b and c", "nobody"]


@pytest.mark.parametrize("scenario", [name for name in scenario_names() if not load_scenario(name).draw])
def test_whoever_wins_wins_in_english(scenario: str) -> None:
    """Whichever team of the box wins, it is said as of one or of many, by what people call it."""
    field = prepare(load_scenario(scenario))
    for team in field.scenario.teams:
        assert result_words(field, team.name) == f"{team.called} {'win' if is_many(team.called) else 'wins'}"
    assert result_words(field, "") == "A draw"


def test_no_verb_is_glued_to_a_team() -> None:
    """No sentence of the log, of pages or of reports writes a verb behind a team's name by hand: `Subject` does."""
    glued = re.compile(r"\{[^{}:!]*(?:team|winner|called|side)[^{}:!]*\} (?:wins|calls for|loses|holds)\b")
    kinds = [kind for system in SYSTEMS for kind in port_of(system).EVENTS.values()]
    assert [kind for kind in kinds if isinstance(kind.says, str) and glued.search(kind.says)] == []
    root = Path(fireteam.env.__path__[0]).parent
    found = [
        f"{path.relative_to(root)}: {line.strip()}"
        for room in ("env", "agents", "app", "systems", "docs/generate")
        for path in sorted((root / room).rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if glued.search(line)
    ]
    assert found == []
