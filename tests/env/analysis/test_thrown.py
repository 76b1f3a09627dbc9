"""Quoted is thrown: the odds of attacks that are open at random moments, against the engine's own dice.

`FIRETEAM_ATTACKS=300 FIRETEAM_THROWS=20000 pytest tests/env/analysis/test_thrown.py` throws as many of each system.
"""

import os
from itertools import islice

import numpy as np
import pytest
from thrown import attacks, differences, followed, pair, thrown

from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.swan_song.odds import MOST_DICE, expected_damage

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


def test_what_bots_expect_is_what_is_quoted_on_open_ground() -> None:
    """The kernel of bots has the mean of the odds where nothing covers the target, and no shot is called."""
    compared = 0
    for battle, action, odds in islice(attacks("swan_song", np.random.default_rng(SEED)), 90):
        attacker, target = pair(battle, action)
        units, names = battle.record[0]["units"], [fighter.name for fighter in battle.field.roster]
        plain = battle.cover(names[target], names[attacker]) == "none" and not battle.field.arena[0]["glassy"]
        marked = any(units[who][name] for who in (attacker, target) for name in ("called", "push", "last_stand", "prone"))
        if not plain or marked or units["aboard"].max() >= 0 or units[target]["carries"] >= 0:  # a body is cover
            continue
        compared += 1
        pools = [sum(term.dice for term in terms) for terms in (odds.attack, odds.defense)]
        limits = [MOST_DICE if limit is None else limit for limit in (odds.limit, odds.defense_limit)]
        numbers = pools[0], limits[0], pools[1], limits[1], odds.damage, odds.armor, odds.soak, int(odds.strain)
        assert expected_damage(*numbers) == pytest.approx(odds.expected, abs=1e-9), (battle.words(action), odds)
    assert compared > 8


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
