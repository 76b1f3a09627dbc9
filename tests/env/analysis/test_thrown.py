"""Quoted is thrown: the odds of attacks that are open at random moments, against the engine's own dice.

`FIRETEAM_ATTACKS=300 FIRETEAM_THROWS=20000 pytest tests/env/analysis/test_thrown.py` throws as many of each system.
"""

import os
from itertools import islice

import numpy as np
import pytest
from thrown import attacks, differences, followed, pair, thrown

from fireteam.env.rules.record import NOBODY, UP

SEED = 38


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
@pytest.mark.parametrize(("count", "times"), [(24, 2000), pytest.param(150, 5000, marks=pytest.mark.slow)])
def test_what_is_quoted_is_what_is_thrown(system: str, count: int, times: int) -> None:
    """Every way in which an attack may end, its points and who falls come as often as its odds say; no chance is none."""
    count, times = int(os.environ.get("FIRETEAM_ATTACKS", count)), int(os.environ.get("FIRETEAM_THROWS", times))
    rng = np.random.default_rng([SEED, count])
    wrong = []
    for battle, action, odds in islice(attacks(system, rng), count):
        rows = thrown(battle, action, times, int(rng.integers(2**31)))
        target = battle.record[0]["units"][pair(battle, action)[1]]
        together = "together" in target.dtype.names and target["together"] != NOBODY  # it falls when all have acted (SS-T7)
        if found := differences(odds, rows, target["status"] != UP or together):
            wrong.append(f"{battle.field.scenario.title}, {battle.words(action)} of {battle.decision}: {'; '.join(found)}")
    assert wrong == []


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_replays_tell_the_chance_that_was_quoted(system: str) -> None:
    """What an attack is said to have had as its chance, by what was told of it, is what was quoted; or nothing is said."""
    rng = np.random.default_rng(SEED)
    known = 0
    for battle, action, odds in islice(attacks(system, rng), int(os.environ.get("FIRETEAM_ATTACKS", 40))):
        found = followed(battle, action, odds, rng)
        if found is None or found[1] is None:
            continue
        known += 1
        assert found[1] == pytest.approx(found[0]), (battle.field.scenario.title, battle.words(action), battle.decision)
    assert known > 8
