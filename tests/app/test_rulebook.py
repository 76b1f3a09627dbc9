"""`fireteam list rules` has every rule that anything names."""

from fireteam.env.catalog import load_catalog
from fireteam.env.rules.swan_song.clauses import CLAUSES
from fireteam.env.rules.swan_song.kinds.events import EVENT_RULES
from fireteam.env.rules.swan_song.repertoire import RULINGS
from fireteam.reports.rulebook import marked_tests, places


def test_every_rule_that_is_named_has_a_sentence() -> None:
    """By a clause of a pool, an event, an action, a number, a docstring or the mark of a test; and each has its test."""
    catalog = load_catalog()
    named = {entry.rule for table in (CLAUSES, RULINGS.values(), catalog.numbers.values()) for entry in table}
    tests = marked_tests()
    assert tests is not None
    assert (named | set(EVENT_RULES.values()) | set(places()) | set(tests)) - set(catalog.rules) <= {""}
    assert set(catalog.rules) <= set(tests)
