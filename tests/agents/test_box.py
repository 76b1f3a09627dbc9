"""The policies in the box: they are sound, small, and known by name."""

import json

import pytest
from commanded import good, refused

from fireteam.agents.policy.bundled import box, boxed_policy, policies_of
from fireteam.content.errors import ContentError

LARGEST = 5_000_000  # bytes


def test_they_are_sound_and_small() -> None:
    """Every file loads, says what it is, and is under five megabytes."""
    assert set(box()) == {"captain", "rookie", "veteran", "veteran_d10_pool", "veteran_ladder"}
    for name, path in box().items():
        card = boxed_policy(name).card
        assert card.name == name
        assert card.about.endswith(".")
        assert path.stat().st_size < LARGEST
        assert "/" not in json.dumps(card.training), "no path of the machine that trained it"


def test_each_rule_system_has_a_veteran() -> None:
    """A policy plays the battles of one rule system, and there is one for each."""
    assert policies_of("swan_song") == ["captain", "rookie", "veteran"]
    assert policies_of("d10_pool") == ["veteran_d10_pool"]
    assert policies_of("ladder") == ["veteran_ladder"]
    for system, name in (("d10_pool", "veteran_d10_pool"), ("ladder", "veteran_ladder")):
        said = good("evaluate", "random", "--against", "all", "--scenarios", "duel", "--system", system, "--battles", "2")
        assert name in said
        assert "rookie" not in said


def test_they_are_named_like_bots() -> None:
    """`fireteam list bots` has them, a battle takes them, a wrong name is told what there is."""
    listed = {row["bot"]: row["about"] for row in json.loads(good("list", "bots", "--json"))}
    assert listed["veteran"] == boxed_policy("veteran").card.about
    result = json.loads(good("fight", "duel", "--red", "veteran", "--blue", "rookie", "--battles", "2", "--json"))
    assert {row["who"] for row in result["wins"]} >= {"red (veteran)", "blue (rookie)"}
    assert "Did you mean 'veteran'" in refused("fight", "--red", "vetran")
    with pytest.raises(ContentError, match=r"no policy is called 'vetran'\. Did you mean 'veteran'\?"):
        boxed_policy("vetran")
