"""Runs in stages, over several scenarios: fought where it is weak, ended when enough is won, drawn as one curve."""

from pathlib import Path

import pytest
import torch
from commanded import good, refused

from fireteam.agents.policy.storage import new_card, save_policy
from fireteam.bench.policy import ADVISERS, random_tensors
from fireteam.training.learn.config import Config
from fireteam.training.learn.curriculum import train_stages
from fireteam.training.learn.train import BY_SCENARIO, CURVE, shares_of, train

SMALL = Config(scenario="duel", steps=512, envs=8, horizon=16, batch=64, epochs=2, seed=3)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def test_what_is_lost_is_fought_more() -> None:
    """Half is lost where nothing is known; what is won nearly always is fought now and then all the same."""
    assert shares_of([[], [1.0, 0.0, 0.5, 0.5]], 2.0) == [0.25, 0.25]
    weak, strong = shares_of([[0.0, 0.5], [1.0] * 50], 2.0)
    assert weak == pytest.approx(0.75**2)
    assert strong == pytest.approx(0.1**2)


def test_a_run_over_scenarios_of_other_teams(tmp_path: Path) -> None:
    """It is told of each scenario how the learner fares there."""
    config = SMALL.model_copy(update={"scenario": "duel,breakout", "focus": 2.0, "steps": 4096, "opponent": "random"})
    train(config, tmp_path / "run")
    head, *rows = (tmp_path / "run" / BY_SCENARIO).read_text().splitlines()
    assert head == "scenario,score,battles"
    assert [row.split(",")[0] for row in rows] == ["duel", "breakout"]
    assert all(0 <= float(row.split(",")[1]) <= 1 for row in rows)
    assert int(rows[0].split(",")[2]) > 0


def test_a_run_ends_when_enough_is_won(tmp_path: Path) -> None:
    """Surely more than one battle in a hundred: that is soon, long before the decisions it was given are taken."""
    config = SMALL.model_copy(update={"opponent": "random", "until": 0.01, "steps": 10**6})
    assert train(config, tmp_path / "run").num_timesteps < 10**5


def test_stages_have_one_curve(tmp_path: Path) -> None:
    """Each stage has its opponent's name where it begins."""
    train_stages([SMALL.model_copy(update={"opponent": "random"}), SMALL], tmp_path / "run")
    curve = (tmp_path / "run" / CURVE).read_text()
    assert "1: random" in curve
    assert "2: tactician" in curve


def test_the_gap_to_the_best_adviser(tmp_path: Path) -> None:
    """A policy that trusts one adviser beyond all else is as good as that one; who has none has no gap."""
    tensors = random_tensors(3, 2)
    tensors["policy.4.bias"][-2:] = 1000.0, 0.0
    save_policy(file := tmp_path / "follower.safetensors", tensors, new_card("follower", advisers=ADVISERS))
    heard = good("evaluate", str(file), "--against", "charger", "--scenarios", "duel", "--battles", "20", "--gap")
    assert "beside its best adviser" in heard
    assert "tactician" in heard
    assert "--gap: tactician has no advisers" in refused("evaluate", "tactician", "--gap")
    assert "leave one of the two out" in refused("evaluate", str(file), "--gap", "--sprt", "0", "10")
