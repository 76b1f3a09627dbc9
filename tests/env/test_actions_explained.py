"""What actions do is said of every action of every system, with its rule; nothing is said of one that no system has."""

import pytest
from everysystem import each

from fireteam.env.catalog import load_catalog
from fireteam.env.catalog.explained import does, explanations, option_means, ruled
from fireteam.env.rules.systems import port_of
from fireteam.env.rules.verbs import Verb

SHIPPED = ("swan_song", "d10_pool", "ladder")
SAY_THEMSELVES = ("call_shot", "multiple")  # verbs whose options are parts of a body, or numbers


def verbs_of(system: str) -> dict[str, Verb]:
    """Return the verbs of a system by name."""
    return {verb.name: verb for verb in port_of(system).VERBS.values()}


@pytest.mark.parametrize("system", SHIPPED)
def test_every_action_is_explained(system: str) -> None:
    """Each verb has a sentence, and a rule that is listed; options that are words of their own mean something."""
    silent = [name for name in verbs_of(system) if not does(system, name)]
    assert silent == []
    rules = load_catalog(system=system).rules
    for name, verb in verbs_of(system).items():
        rule, says = ruled(system, name)
        assert rule in rules, name
        assert says, name
        if name not in SAY_THEMSELVES and not all(word.isdecimal() for word in verb.words):
            assert all(option_means(system, name, word) for word in verb.words), name


@pytest.mark.parametrize("system", SHIPPED)
def test_nothing_is_explained_that_is_not_there(system: str) -> None:
    """Every entry is of a verb that the system has, or of one that all share, and so is every option; each is short."""
    known = {name for other in SHIPPED for name in verbs_of(other)}
    for name, entry in explanations(system).items():
        assert name in known
        assert not entry.does.endswith("."), name
        assert entry.does[0].islower(), name
        assert len(entry.does) <= 130, name
        if name in verbs_of(system):
            assert set(entry.options) <= set(verbs_of(system)[name].words)


@each
def test_a_system_that_says_nothing_has_rules_all_the_same(system: str) -> None:
    """What a system does not explain is empty, and its rule stands there."""
    assert {ruled(system, name)[0] for name in verbs_of(system)} == {entry.rule for entry in port_of(system).VERBS.values()}
