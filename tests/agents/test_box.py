"""The networks in the box: they are sound, small, and known by name; policies of single actions are no more."""

import json
from pathlib import Path

import pytest
from commanded import good, refused
from networked import given_file, random_network  # noqa: F401

import fireteam
from fireteam.agents import bots
from fireteam.agents.bots import parameters_of
from fireteam.agents.network import box as boxed
from fireteam.agents.network.box import FORMER, box, network_named
from fireteam.agents.network.storage import LARGEST
from fireteam.content.errors import ContentError

GONE = "captain was a policy of single actions: networks that choose orders have taken its place."


def test_they_are_sound_and_small() -> None:
    """Every file loads, says what it is, and is not larger than what is read; none has a name of former policies."""
    for name, path in box().items():
        card = network_named(name).card
        assert card.name == name
        assert card.about.endswith(".")
        assert path.stat().st_size < LARGEST
        assert "/" not in json.dumps(card.training), "no path of the machine that trained it"
    assert not set(FORMER) & set(box())


def test_they_are_named_like_bots(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`fireteam list bots` has what lies in the box, a battle takes it, a wrong name is told what there is."""
    for module in (boxed, bots):
        monkeypatch.setattr(module, "box", lambda: {"novice": file})
    monkeypatch.setattr("fireteam.commands.lists.box", lambda: {"novice": file}, raising=False)
    boxed.boxed_network.cache_clear()
    result = json.loads(good("fight", "duel", "--red", "novice", "--blue", "guard", "--battles", "2", "--json"))
    assert {row["who"] for row in result["wins"]} >= {"red (novice)", "blue (guard)"}
    listed = {row["bot"]: row["about"] for row in json.loads(good("list", "bots", "--json"))}
    assert listed["novice"] == "Knows nothing."
    assert "Did you mean 'novice'" in refused("fight", "--red", "novise")
    with pytest.raises(ContentError, match=r"no network is called 'novise'\. Did you mean 'novice'\?"):
        network_named("novise")
    boxed.boxed_network.cache_clear()


def test_former_policies_are_refused_by_name() -> None:
    """Wherever a bot is named, who asks for one of them is told what has taken its place."""
    assert GONE in refused("fight", "duel", "--red", "captain")
    assert GONE in refused("train", "--scenario", "duel", "--opponent", "captain")
    for ask in (parameters_of, fireteam.load_policy, fireteam.load_bot):
        with pytest.raises(ContentError, match=GONE):
            ask("captain")
