"""Learning to choose among orders: what is learned is what plays, runs repeat themselves, go on and refuse nonsense."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from commanded import good
from everysystem import under
from judged import judged
from killing import running
from networked import random_tensors

from fireteam.agents.bots import CompiledBot
from fireteam.agents.network.box import Network, load_network
from fireteam.agents.network.storage import new_card, read_network
from fireteam.agents.orders.columns import ADVICE, COLUMNS
from fireteam.agents.series.series import fight_series
from fireteam.commands.training import train as command
from fireteam.commands.training.train import recipe_named
from fireteam.content.errors import ContentError
from fireteam.training.orders.config import Config
from fireteam.training.orders.gathering import Battles, drawn
from fireteam.training.orders.network import OrderNetwork, Seen, log_chances, put_tensors, tensors_of
from fireteam.training.orders.run import CHECKPOINT, CONFIG, POLICY, TESTS, systems_of, train
from fireteam.training.orders.update import Learner, minibatches

LONGEST = 300.0  # seconds that a process may take to end
SMALL = Config(scenario="duel", steps=400, envs=8, horizon=16, batch=32, tests=4)


@pytest.mark.parametrize("system", ["swan_song", "d10_pool", "ladder"])
def test_what_is_learned_is_what_plays(system: str) -> None:
    """The network in compiled code finds the same logits and values as the one in torch."""
    tensors = random_tensors(3)
    config = Config(system=system, envs=4, horizon=8, batch=32, worth=True, levels="levels:0..3")
    battles, learner = Battles(config, system), Learner(config)
    put_tensors(learner.network, tensors)
    battles.begin(5)
    network = Network(tensors, new_card("learned", [system]))
    random, same = np.random.default_rng(1), 0
    for _ in range(12):
        seen, first = battles.see()
        logits, values = learner.judge(seen)
        for row in range(4):
            found, value = judged(network.name, battles.vector, row)
            own = logits[first[row] : first[row + 1]]
            assert found == pytest.approx(own, abs=1e-4)
            assert value == pytest.approx(values[row], abs=1e-4)
            same += 1
        battles.step(drawn(logits, seen.of, first, random)[0])
    assert same == 48
    network.forget()
    battles.vector.close()


def test_draws_follow_logits() -> None:
    """Orders are drawn as often as the softmax of their logits says, each decision among its own."""
    logits = np.array([0.0, 1.0, -1.0, 2.0, 2.0], np.float32)
    first = np.array([0, 3, 5])
    of = np.array([0, 0, 0, 1, 1])
    random = np.random.default_rng(7)
    counts = np.zeros(5)
    for _ in range(6000):
        numbers, logs = drawn(logits, of, first, random)
        counts[numbers + first[:-1]] += 1
    chances = np.concatenate([np.exp(part) / np.exp(part).sum() for part in (logits[:3], logits[3:])])
    assert counts / 6000 == pytest.approx(chances, abs=0.03)
    assert logs == pytest.approx(np.log(chances[numbers + first[:-1]]), abs=1e-5)
    torch_logs = log_chances(torch.from_numpy(logits), torch.from_numpy(of), 2)
    assert torch_logs.numpy() == pytest.approx(np.log(chances), abs=1e-5)


def test_who_is_not_advised_reads_no_worth() -> None:
    """Whatever a tactician finds an order worth, a network without advice thinks the same, after learning too."""
    config = SMALL.model_copy(update={"steps": 200})
    battles, learner = Battles(config, "swan_song"), Learner(config)
    battles.begin(2)
    random = np.random.default_rng(2)
    learner.learn([battles.gather(learner.judge, random)], random)
    seen, _ = battles.see()
    told = seen._replace(orders=seen.orders.copy())
    told.orders[:, ADVICE] = 1.0
    assert COLUMNS[ADVICE].name == "worth"
    assert np.array_equal(learner.judge(seen)[0], learner.judge(told)[0])
    assert not np.array_equal(learner.judge(seen)[0], np.zeros(len(seen.orders)))
    battles.vector.close()


def test_every_decision_is_learned_from_once_an_epoch() -> None:
    """Minibatches share out the decisions of every system."""
    config = SMALL
    battles, learner = Battles(config, "swan_song"), Learner(config)
    battles.begin(2)
    random = np.random.default_rng(2)
    parts = [battles.gather(learner.judge, random) for _ in range(2)]
    found: list[list[int]] = [[], []]
    for some in (one for _ in range(2) for one in minibatches(parts, 32, random)):
        for part, picked in some:
            found[next(n for n, one in enumerate(parts) if one is part)] += picked.tolist()
    for part, places in zip(parts, found, strict=True):
        assert sorted(places) == sorted([*range(len(part.taken))] * 2)
    battles.vector.close()


def test_runs_repeat_themselves_and_go_on(tmp_path: Path) -> None:
    """The same seed learns the same on one thread; a run goes on from its checkpoint."""
    for name in ("one", "two"):
        train(SMALL, tmp_path / name)
    first, second = (read_network(tmp_path / name / POLICY)[0] for name in ("one", "two"))
    assert all(np.array_equal(first[name], second[name]) for name in first)
    longer = SMALL.model_copy(update={"steps": 600})
    (tmp_path / "one" / CONFIG).write_text(json.dumps(longer.model_dump()), "utf-8")
    told: list[dict[str, float]] = []
    train(SMALL, tmp_path / "one", resume=True, on_update=told.append)
    assert told[0]["decisions"] > 400
    assert read_network(tmp_path / "one" / POLICY)[1].training["decisions"] >= 600
    assert (tmp_path / "one" / TESTS).read_text("utf-8").count("\n") == 3
    with pytest.raises(ContentError, match="holds a run already"):
        train(SMALL, tmp_path / "one")


def test_a_broken_checkpoint_is_refused(tmp_path: Path) -> None:
    """A checkpoint of another network, or half of one, is named."""
    train(SMALL, tmp_path / "run")
    path = tmp_path / "run" / CHECKPOINT
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ContentError, match="not a checkpoint"):
        train(SMALL, tmp_path / "run", resume=True)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"system": "swan_sond"}, "no rule system is called 'swan_sond'"),
        ({"opponent": "tactican"}, "no bot is called 'tactican'. Did you mean 'tactician'"),
        ({"opponent": " , "}, "must name at least one"),
        ({"scenario": "dual"}, "dual"),
        ({"scenario": "", "levels": "yard"}, "draws nothing"),
        ({"scenario": "market"}, "has 3 teams: a network learns in battles of two"),
        ({"start": "nobody"}, "no network is called 'nobody'"),
        ({"scenario": "duel,stand", "system": ""}, "say which with --system"),
    ],
)
def test_what_there_is_not_is_refused(tmp_path: Path, wrong: dict[str, Any], said: str) -> None:
    """Names are looked up before anything is written."""
    with pytest.raises(ContentError, match=said):
        train(SMALL.model_copy(update=wrong), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_recipes_can_be_followed() -> None:
    """Every recipe of the box is a sound configuration."""
    from fireteam import training

    for path in (Path(training.__path__[0]) / "recipes").glob("*.toml"):
        config = Config(**recipe_named(path.stem))
        assert config.steps >= 1e5
        assert systems_of(config)
    with pytest.raises(ContentError, match=r"no recipe is called 'scrach'\. Did you mean 'scratch'"):
        recipe_named("scrach")


def test_a_start_is_gone_on_from(tmp_path: Path) -> None:
    """A run may start from the network of another; with nothing learned it plays like that one."""
    network = OrderNetwork(worth=True)
    put_tensors(network, random_tensors(4))
    assert all(np.array_equal(value, tensors_of(network)[name]) for name, value in random_tensors(4).items())
    train(SMALL, tmp_path / "run")
    found = load_network(tmp_path / "run" / POLICY)
    assert found.card.rules.keys() == {"swan_song"}
    train(SMALL.model_copy(update={"start": str(tmp_path / "run" / POLICY), "rate": 1e-9}), tmp_path / "next")
    again = load_network(tmp_path / "next" / POLICY)
    for name, tensor in found.tensors.items():
        assert again.tensors[name] == pytest.approx(tensor, abs=1e-6)


@pytest.mark.slow
def test_it_learns_from_nothing(tmp_path: Path) -> None:
    """In some seconds it wins far more against a guard than who has learned nothing."""
    config = Config(scenario="duel", opponent="guard", steps=40e3, envs=64, horizon=32, batch=512, rate=2e-3, tests=0)
    shares = []
    for steps in (300.0, config.steps):
        place = tmp_path / str(steps)
        train(config.model_copy(update={"steps": steps}), place)
        bots = {"red": CompiledBot(load_network(place / POLICY).name), "blue": CompiledBot("guard")}
        outcomes = fight_series(under("swan_song", "duel"), bots, 200, seed=4, swap=True).outcomes
        shares.append(np.mean([one.winner >= 0 and one.seats[one.winner] != "guard" for one in outcomes]))
    assert shares[1] > shares[0] + 0.15


def test_imitation_agrees(tmp_path: Path) -> None:
    """Who imitates a tactician agrees with it more and more."""
    told: list[dict[str, float]] = []
    config = SMALL.model_copy(update={"clone": 6000.0, "steps": 6000.0, "envs": 64, "batch": 256, "worth": True})
    train(config, tmp_path / "run", on_update=told.append)
    agreed = [one["agreed"] for one in told if "agreed" in one]
    assert agreed[-1] > max(agreed[0], 0.7)  # by chance in some 0.3


def test_seen_is_of_the_decision() -> None:
    """Orders belong to the decision of their row, as many as are open there; own units come first."""
    battles = Battles(SMALL, "swan_song")
    battles.begin(2)
    seen, first = battles.see()
    masks = battles.vector.masks
    assert np.array_equal(np.diff(first), masks.sum(1))
    assert isinstance(seen, Seen)
    assert np.array_equal(np.bincount(seen.of), masks.sum(1))
    assert (seen.units[:, :, -1].sum(1) == battles.vector.slots[0]).all()
    battles.vector.close()


def test_who_says_nothing_follows_the_first_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """`fireteam train` alone is a first run of minutes; a scenario that is said is trained on without the recipe."""
    asked: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(command, "run", lambda folder, given, *_: asked.append((folder.name, given)))
    assert "the recipe 'first'" in good("train")
    good("train", "duel")
    (first, recipe), (second, options) = asked
    assert (first, second) == ("first", "duel")
    assert (recipe["system"], recipe["steps"]) == ("swan_song", 5e5)
    assert (options["scenario"], options["opponent"]) == ("duel", "self")


@pytest.mark.slow
def test_ctrl_c_keeps_a_run(tmp_path: Path) -> None:
    """After Ctrl-C the run is kept, and goes on."""
    options = ["--envs", "8", "--horizon", "16", "--batch", "64", "--tests", "0", "--every", "0.1", "--runs", str(tmp_path)]
    command_line = [sys.executable, "-m", "fireteam", "train", "duel", "--name", "far", *options]
    place = tmp_path / "far" / CHECKPOINT
    with running(command_line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as asking:
        while asking.poll() is None and not place.exists():
            time.sleep(0.1)
        assert asking.poll() is None, asking.communicate(timeout=LONGEST)[1]
        os.killpg(asking.pid, signal.SIGINT)
        _, said = asking.communicate(timeout=LONGEST)
    assert asking.returncode == 130
    assert "interrupted; the run is kept" in said
    assert "Traceback" not in said
    config = tmp_path / "far" / CONFIG
    config.write_text(config.read_text().replace('"steps": 10000000.0', '"steps": 1.0'))
    assert "trained" in good("train", "--name", "far", "--runs", str(tmp_path), "--resume")
