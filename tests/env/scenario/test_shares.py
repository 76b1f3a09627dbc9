"""Several scenarios in one batch: with other teams, with as many slots as they need, each fought by its share."""

from typing import Any

import numpy as np
import pytest

from fireteam.agents.bots import parameters_of_teams
from fireteam.agents.commands import commands_of
from fireteam.agents.rollout import rollout
from fireteam.content.errors import ContentError
from fireteam.env.scenario.stacking import shared_out
from fireteam.env.vector import Vector


def vector(scenario: str | list[str], rows: int, slots: tuple[int, int] | None = (8, 8), side: str | None = None) -> Any:
    """Return a batch without the wrappers and slots of the registry."""
    bots = parameters_of_teams("guard", ["first", "second"])
    return Vector(scenario, rows, rollout=rollout, bots=bots, commands=commands_of(), slots=slots, side=side)


def ended(batch: Any, seed: int, battles: int) -> list[int]:
    """Return the scenarios of the first battles that end in a batch in which everybody does the first open thing."""
    _, infos = batch.reset(seed=seed)
    found: list[int] = []
    while len(found) < battles:
        _, _, over, _, infos = batch.step(infos["action_mask"].argmax(1))
        found += batch.results()["scenario"][over].tolist()
    return found


def test_scenarios_with_other_teams_are_fought_by_their_shares() -> None:
    """All alike at first; then as they are shared out, none of a scenario whose share is nothing."""
    batch = vector(["duel", "breakout"], 8, side="random", slots=None)
    assert set(ended(batch, 3, 16)) == {0, 1}
    batch.share([0.0, 2.0])
    assert set(ended(batch, 4, 8)) == {1}
    batch.share([1.0, 0.0])
    assert set(ended(batch, 4, 8)) == {0}


@pytest.mark.parametrize("shares", [[1.0], [1.0, -1.0], [0.0, 0.0], [1.0, float("nan")]])
def test_wrong_shares_are_refused(shares: list[float]) -> None:
    """There is a share for each scenario, none below nothing, and not nothing of all."""
    batch = vector(["duel", "yard"], 2)
    with pytest.raises(ContentError, match="must be 2 numbers, none below 0, not all 0"):
        batch.share(shares)


def test_fields_are_shared_out() -> None:
    """Each scenario has its part of the numbers to the last one, and its own maps have equal parts of that."""
    numbers = shared_out([1.0, 3.0], [1, 4], 1000)
    counts = np.bincount(numbers, minlength=5)
    assert counts[0] == 250
    assert counts[1:].tolist() == [188, 188, 187, 187]
    assert shared_out([0.0, 1.0], [2, 1], 3).tolist() == [2, 2, 2]


def test_as_many_slots_as_are_needed() -> None:
    """Nine against five need nine; what fits eight has eight, as policies are trained."""
    assert vector("breach", 2, slots=None).slots == (9, 9)
    assert vector("yard", 2, slots=None).slots == (8, 8)


def test_what_cannot_stand_in_one_batch() -> None:
    """Two teams and three, and a team that only one of the scenarios has."""
    with pytest.raises(ContentError, match="must have as many"):
        vector(["duel", "market"], 2)
    with pytest.raises(ContentError, match="side = 'red': must be"):
        vector(["duel", "breakout"], 2, side="red")
