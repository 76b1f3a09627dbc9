"""Quoted is thrown: the odds of attacks that are open at random moments, against the engine's own dice.

`FIRETEAM_ATTACKS=300 FIRETEAM_THROWS=20000 pytest tests/env/analysis/test_thrown.py` throws as many of each system.
"""

import os
from itertools import islice

import numpy as np
import pytest
from thrown import attacks, differences, pair, thrown

from fireteam.env.rules.record import UP

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
        status = battle.record[0]["units"]["status"][pair(battle, action)[1]]
        if found := differences(odds, rows, status != UP):
            wrong.append(f"{battle.field.scenario.title}, {battle.words(action)} of {battle.decision}: {'; '.join(found)}")
    assert wrong == []
