"""The teacher that rehearses: in every row it says what a strategist would heed, with the strategist's own playouts."""

import numpy as np
import pytest

from fireteam.agents.bots import parameters_of
from fireteam.agents.search.rehearsal import compare, led_by
from fireteam.agents.search.strategist import phases_of
from fireteam.env.rules import kernel
from fireteam.env.seats.batch import ADVICE
from fireteam.env.vector import Vector
from fireteam.training.learn import rehearsed
from fireteam.training.learn.config import Config
from fireteam.training.learn.rehearsed import Rehearsed
from fireteam.training.learn.train import make_battles

ADVISERS = ["tactician", "charger", "guard"]
ROWS = 4


@pytest.fixture
def battles(monkeypatch: pytest.MonkeyPatch) -> Vector:
    """Return a few battles in which the learner is told what three doctrines would do."""
    monkeypatch.setattr(rehearsed, "PLAYOUTS", 12)
    return make_battles(Config(scenario="yard", advisers=",".join(ADVISERS), envs=ROWS, horizon=8, batch=32))


def advised(vector: Vector, leaders: np.ndarray) -> np.ndarray:
    """Return what some advisers, one for each row, were seen to advise."""
    advice = np.rint(vector.observations[:, -2 * len(ADVISERS) : -len(ADVISERS)] * ADVICE).astype(int)
    return advice[np.arange(ROWS), leaders]


def test_a_phase_has_one_leader(battles: Vector, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who leads is found once a phase, and again if the unit is hurt; who is asked meanwhile heeds the first adviser."""
    _, infos = battles.reset(seed=3)
    teacher = Rehearsed(battles, ADVISERS, seed=1)
    asked: list[int] = []
    monkeypatch.setattr(teacher, "_best", lambda row: asked.append(row) or 1 + row % 2)
    system, begun = battles.fields[0].system, 0
    done, before = np.ones(ROWS, bool), np.full_like(phases_of(battles.battles, system.HEALTH), -1)
    for _ in range(120):
        asked.clear()
        labels = teacher.labels(done, battles.observations)
        assert infos["action_mask"][np.arange(ROWS), labels].all(), "it is open"
        own = np.array([system.DECISIONS[int(kind)].own for kind in battles.battles["decision"]])
        keys = phases_of(battles.battles, system.HEALTH)
        before[done] = -1
        new = own & (keys != before).any(axis=1)
        assert asked == np.flatnonzero(new).tolist()
        assert (labels == advised(battles, np.where(own, 1 + np.arange(ROWS) % 2, 0))).all()
        before = np.where(own[:, None], keys, before)
        begun += len(asked)
        _, _, done, _, infos = battles.step(labels)
    assert ROWS < begun < 100 * ROWS


def test_it_heeds_who_does_best_in_playouts(battles: Vector) -> None:
    """The same playouts find the same leader, on however many threads; the battles themselves are left alone."""
    battles.reset(seed=4)
    truth = battles.battles.tobytes()
    first, second = (Rehearsed(battles, ADVISERS, seed=2, threads=threads) for threads in (1, 3))
    labels = first.labels(np.ones(ROWS, bool), battles.observations)
    assert (second.labels(np.ones(ROWS, bool), battles.observations) == labels).all()
    assert battles.battles.tobytes() == truth
    bots = np.concatenate([parameters_of(name) for name in ADVISERS])
    arenas = kernel.plain(battles.arenas)
    again = [first._best(row) for row in range(ROWS)]
    assert (advised(battles, np.array(again)) == labels).all()
    assert set(again) <= {0, 1, 2}
    assert compare(battles.battles[:1], arenas, bots, led_by(np.arange(len(bots))), 5, 2, 12).played.sum() >= 12
