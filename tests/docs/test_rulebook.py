"""The rulebook: every rule has all that its entry needs, and an example that the engine throws."""

import sys

import pytest
from sourced import ROOT

from fireteam.env.catalog import load_catalog
from fireteam.env.catalog.sentences import stated_sentences
from fireteam.env.rules.systems import SYSTEMS

sys.path.insert(0, str(ROOT / "docs"))

from generate.pages import plain
from generate.rulebook import sentences
from generate.rulebook.entries import CHAPTERS, Entry, entries_of, missing, parts_of
from generate.rulebook.sections import passage, section

# Rules that no die decides, or whose dice are bought instead of thrown: their examples show none.
NO_DICE = {"SS-D9", "SS-M1", "SS-M2", "SS-M9", "SS-T4", "SS-U1", "DP-M1", "LD-A2"}


@pytest.fixture(scope="module", params=sorted(SYSTEMS.keys() - {"toy"}))
def entries(request: pytest.FixtureRequest) -> list[Entry]:
    """Give the entries of a system."""
    return entries_of(request.param)


def test_every_rule_has_a_sentence_a_place_a_function_a_test_and_an_example(entries: list[Entry]) -> None:
    """What is missing is named; there are no exceptions."""
    assert not {entry.name: missing(entry) for entry in entries if missing(entry)}


def test_examples_are_of_tests_that_are_there_and_show_dice(entries: list[Entry]) -> None:
    """All but the rules that no die decides show a roll; every one tells something."""
    found = {entry.name: list(passage(entry.name, entry.scene)) for entry in entries if entry.scene is not None}
    assert all(found.values())
    without = {
        entry.name for entry in entries
        if entry.scene is not None and not any(event.dice for _, event in entry.scene.events())
    }  # fmt: skip
    assert without <= NO_DICE


def test_the_page_says_it_all(entries: list[Entry]) -> None:
    """A section has its sentence, its source, its function, a test and its scene."""
    for entry in entries:
        text = section(entry)
        assert f"## {entry.name}" in text
        assert "**Source**" in text
        assert f"**Sentences** of the source ([how they are counted](sentences.md)): {entry.sentences[0]}" in text
        assert f"`{entry.functions[0].path}`" in text
        assert entry.tests[0].name in text
        assert ":class: scene" in text


@pytest.mark.parametrize("system", sorted(CHAPTERS))
def test_what_is_not_in_the_sandbox_is_told_with_the_reason(system: str) -> None:
    """A page of its own says where it stands and why; so it does of what an option or an assumption answers alone."""
    found = sentences(system)
    for row in stated_sentences(system):
        listed = f"| {row.place} | " in found
        assert listed is not row.sentence.played
        assert not row.sentence.absent or plain(row.sentence.absent) in found


def test_every_chapter_has_rules() -> None:
    """And no rule is of a chapter without a title."""
    for system, chapters in CHAPTERS.items():
        assert {parts_of(rule)[0] for rule in load_catalog(system=system).rules} == set(chapters)
