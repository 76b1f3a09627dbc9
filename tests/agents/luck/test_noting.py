"""Luck of many battles: nothing on average, one side's gain is the other's loss, the same by every way of fighting."""

import numpy as np
import pytest
import toy
from everysystem import each, under

from fireteam.agents.bots import load_bot
from fireteam.agents.luck.worth import TRAITS
from fireteam.agents.series.series import Series, fight_one, fight_series

FOUGHT = 1500  # battles: luck of 0.1 a battle would be seen


def noted(system: str, battles: int, seed: int = 11) -> Series:
    """Return duels of a system with their luck noted."""
    return fight_series(
        under(system, "yard" if system == toy.NAME else "duel"),
        {"red": load_bot("tactician"), "blue": load_bot("charger")},
        battles,
        seed,
        noted=True,
    )


def traits_of(series: Series) -> np.ndarray:
    """Return the luck of two teams in some battles, shape (battles, teams, TRAITS)."""
    return np.array([outcome.luck["traits"][:2] for outcome in series.outcomes if outcome.luck is not None])


@each
def test_luck_is_nothing_on_average(system: str) -> None:
    """Whatever worth is made from, its luck adds up to nothing: within 4 standard errors, which are small."""
    series = noted(system, 300 if system == toy.NAME else FOUGHT)
    traits = traits_of(series)[:, 0]
    assert len(traits) == len(series.outcomes)
    errors = traits.std(axis=0, ddof=1) / len(traits) ** 0.5
    assert set(np.flatnonzero(errors)) >= {TRAITS.index(name) for name in ("end", "life", "force", "edge", "numbers")} - (
        {TRAITS.index("numbers")} if system != toy.NAME else set()  # of one unit each, who is down has lost
    )
    assert (abs(traits.mean(axis=0)) <= 4 * errors).all(), traits.mean(axis=0) / errors
    if system != toy.NAME:
        assert errors.max() < 0.05
    dealt = np.array([outcome.luck["dealt"][:2] for outcome in series.outcomes if outcome.luck is not None])
    assert (abs(dealt.mean(axis=0)) <= 4 * dealt.std(axis=0, ddof=1) / len(dealt) ** 0.5).all()
    assert (dealt.std(axis=0) > 0).all()


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_luck_goes_with_winning(system: str) -> None:
    """Who wins was luckier, on average, than who loses: by its life, and by more than chance would have it."""
    series = noted(system, 400)
    life = traits_of(series)[:, 0, TRAITS.index("life")] + traits_of(series)[:, 0, TRAITS.index("end")]
    won = np.array([outcome.winner == 0 for outcome in series.outcomes])
    error = (life[won].var() / won.sum() + life[~won].var() / (~won).sum()) ** 0.5
    assert life[won].mean() - life[~won].mean() > 6 * error


@each
def test_luck_is_mirrored_and_the_same_every_time(system: str) -> None:
    """What is luck for one side is as much bad luck for the other; threads and bots asked in Python change nothing."""
    series = noted(system, 40)
    traits = traits_of(series)
    assert np.abs(traits).max() > 0.1
    np.testing.assert_allclose(traits[:, 0], -traits[:, 1], atol=1e-9)
    bots = {"red": load_bot("tactician"), "blue": load_bot("charger")}
    scenario = under(system, "yard" if system == toy.NAME else "duel")
    threads = fight_series(scenario, bots, 40, 11, workers=2, noted=True)
    np.testing.assert_array_equal(traits_of(threads), traits)
    for outcome in series.outcomes[:3]:
        [one], _, _ = fight_one(scenario, (bots["red"], bots["blue"]), outcome.seed, False, noted=True)
        assert one.luck is not None
        assert outcome.luck is not None
        assert one.luck.tobytes() == outcome.luck.tobytes()


def test_noting_changes_no_battle() -> None:
    """Battles whose luck is noted go as they would have gone, and only they have luck."""
    scenario, bots = under("swan_song", "duel"), {"red": load_bot("tactician"), "blue": load_bot("charger")}
    plain, watched = (fight_series(scenario, bots, 50, 5, noted=noting) for noting in (False, True))
    assert [outcome[:6] for outcome in plain.outcomes] == [outcome[:6] for outcome in watched.outcomes]
    assert plain.tally.tobytes() == watched.tally.tobytes()
    assert all(outcome.luck is None for outcome in plain.outcomes)
