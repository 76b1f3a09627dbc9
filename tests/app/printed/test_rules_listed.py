"""`fireteam list rules` has every rule of a system that anything names."""

import pytest
from everysystem import each

from fireteam.env.catalog import load_catalog
from fireteam.env.rules.systems import port_of
from fireteam.reports.rulebook import marked_tests, named_in, places


@each
def test_every_rule_that_is_named_has_a_sentence(system: str) -> None:
    """By a clause of a pool, a kind of roll, an event, an action, a number, a docstring or the mark of a test."""
    catalog, port = load_catalog(system=system), port_of(system)
    tables = (port.CLAUSES, port.PURPOSES, port.VERBS.values(), port.EVENTS.values(), catalog.numbers.values())
    named = {entry.rule for table in tables for entry in table} | {port.CORE}
    assert named - {""}
    tests = marked_tests(catalog.rules)
    assert tests is not None
    assert (named | set(places(catalog.rules)) | set(tests)) - set(catalog.rules) <= {""}


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_every_rule_has_its_function_and_its_test(system: str) -> None:
    """Every rule lives in some function, and some test is marked with it."""
    rules = load_catalog(system=system).rules
    assert set(rules) <= set(places(rules))
    assert set(rules) <= set(marked_tests(rules) or ())


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        (["SS-M1"], {"SS-M1", "SS-M2", "SS-M3"}),
        (["DP-D1", "DP-A1"], {"DP-A7"}),
        (["TOY-1"], {"TOY-2", "TOY-3"}),
    ],
)
def test_rules_are_known_by_their_system(rules: list[str], named: set[str]) -> None:
    """In a text that names rules of several systems, those of one are found, with what lies between two of them."""
    assert named_in("SS-M1 to SS-M3, DP-A7; TOY-2 to TOY-3, ASCII-1, XSS-M9", rules) == named
