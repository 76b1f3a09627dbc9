"""Several learners in one batch: who is asked, what each is paid, and who plays the other teams."""

import re
from typing import Any

import numpy as np
import pytest

import fireteam
from fireteam.content.errors import ContentError


def steps_of(batch: Any, steps: int, seed: int = 2) -> list[tuple[Any, ...]]:
    """Return what a batch says in some steps in which everybody does the first open thing."""
    _, infos = batch.reset(seed=seed)
    found = []
    for _ in range(steps):
        seen, rewards, over, _, infos = batch.step(infos["action_mask"].argmax(1))
        found.append((seen.sum(1, dtype=float).tolist(), rewards.tolist(), over.tolist(), infos["team"].tolist()))
    return found


def test_a_learner_for_every_team_is_side_all() -> None:
    """The same learner for all teams asks the same decisions as `side="all"`; two are told apart by their numbers."""
    whole = fireteam.make_vec(4, scenario="duel", side="all")
    same = fireteam.make_vec(4, scenario="duel", learners={"red": "one", "blue": "one"})
    two = fireteam.make_vec(4, scenario="duel", learners={"blue": "guard", "red": "raider"})
    assert steps_of(whole, 60) == steps_of(same, 60) == steps_of(two, 60)
    assert (same.learners, two.learners) == (["one"], ["guard", "raider"])
    _, infos = two.reset(seed=1)
    for _ in range(30):
        assert (infos["learner"] == np.array([1, 0])[infos["team"]]).all()
        infos = two.step(infos["action_mask"].argmax(1))[-1]


def test_learners_of_some_teams_only() -> None:
    """Of three teams two are asked; the opponent plays the third inside the call."""
    names = [team.name for team in fireteam.load_scenario("market").teams]
    batch = fireteam.make_vec(
        3, scenario="market", learners={names[1]: "one", names[2]: "two"}, opponent="guard", slots=None
    )
    _, infos = batch.reset(seed=1)
    asked = set()
    for _ in range(300):
        asked |= set(infos["team"].tolist())
        assert set(infos["learner"].tolist()) <= {0, 1}
        infos = batch.step(infos["action_mask"].argmax(1))[-1]
    assert asked == {1, 2}


def test_one_learner_by_name_is_its_side() -> None:
    """A learner of one team is asked and paid as the side of that team is."""
    side = fireteam.make_vec(4, scenario="duel", side="blue")
    named = fireteam.make_vec(4, scenario="duel", learners={"blue": "one"})
    _, first = side.reset(seed=5)
    _, second = named.reset(seed=5)
    for _ in range(120):
        assert (first["action_mask"] == second["action_mask"]).all()
        actions = first["action_mask"].argmax(1)
        _, rewards, over, _, first = side.step(actions)
        _, others, ended, _, second = named.step(actions)
        assert rewards.tolist() == others.tolist()
        assert over.tolist() == ended.tolist()


@pytest.mark.parametrize(
    ("learners", "side", "wrong"),
    [
        ({"rde": "one"}, None, "learners: no team is called 'rde'. Did you mean 'red'?"),
        ({"red": 3}, None, "learners: red = 3: must be the name of who learns"),
        ({}, None, "learners = {}: must be a table of teams and names"),
        ("red", None, "learners = 'red': must be a table of teams and names"),
        ({"red": "one"}, "blue", "side = 'blue': learners say already who learns"),
    ],
)
def test_learners_that_cannot_be(learners: Any, side: str | None, wrong: str) -> None:
    """Teams that there are not, names that are none, and a side besides are refused with a sentence."""
    with pytest.raises(ContentError, match=re.escape(wrong)):
        fireteam.make_vec(2, scenario="duel", learners=learners, side=side)
