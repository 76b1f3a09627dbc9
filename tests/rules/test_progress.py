"""Nobody does the same thing without end: whatever is open at random moments of battles, done again and again, closes."""

import numpy as np
import pytest
from thrown import positions

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action

POSITIONS = 80
MOST = 80  # times; the longest way that somebody may go in a phase is shorter


def times_open(battle: Battle, action: Action) -> int:
    """Return how often a unit can do the same thing, one right after the other, MOST at most."""
    twin, asked, count = battle.clone(), battle.decision, 0
    while twin.decision == asked and action in twin.legal() and count < MOST:
        twin.step(action)
        count += 1
    return count


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_whatever_is_open_closes(system: str) -> None:
    """A verb is tried with one of its arguments in each position."""
    rng = np.random.default_rng(38)
    for number, battle in enumerate(positions(system, rng)):
        if number == POSITIONS:
            break
        actions = {action.verb: action for action in map(Action._make, rng.permutation(battle.legal()).tolist())}
        for action in actions.values():
            assert times_open(battle, action) < MOST, f"{battle.field.scenario.title}: {battle.words(action)}"
