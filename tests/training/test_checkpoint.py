"""Checkpoints: data and nothing else; what is loaded is what was kept, and a run goes on where it stood."""

import base64
import json
import os
import pickle
import signal
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load, save

from fireteam.agents.bots import parameters_of_teams
from fireteam.agents.commands import commands_of
from fireteam.agents.rollout import rollout
from fireteam.content.errors import ContentError
from fireteam.env.files import appearing, held
from fireteam.env.vector import Vector
from fireteam.training.learn.checkpoint import ENTRY, load_learner, read_checkpoint, save_learner, tensors_in
from fireteam.training.learn.config import Config
from fireteam.training.learn.train import CHECKPOINT, CONFIG, make_battles, make_learner, train

SMALL = Config(scenario="duel", steps=256, envs=8, horizon=16, batch=64, epochs=1, seed=3)


class Trap:
    """Something that runs when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self._path),)


@pytest.fixture(name="run", scope="module")
def given_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a short run."""
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("runs") / "run"
    train(SMALL, folder)
    return folder


def test_resuming_runs_nothing_that_lies_in_the_folder(run: Path, tmp_path: Path) -> None:
    """Neither a pickle under the name of a checkpoint nor one of stable-baselines3 with something serialised is run."""
    folder, sprung = tmp_path / "run", tmp_path / "sprung"
    folder.mkdir()
    (folder / CONFIG).write_text((run / CONFIG).read_text())
    code = pickle.dumps(Trap(sprung))
    (folder / CHECKPOINT).write_bytes(code)
    with pytest.raises(ContentError, match=r"checkpoint\.safetensors: not a checkpoint"):
        train(SMALL, folder, resume=True)
    (folder / CHECKPOINT).unlink()
    data = {"gamma": {":type:": "float", ":serialized:": base64.b64encode(code).decode()}}
    with zipfile.ZipFile(folder / "checkpoint.zip", "w") as archive:
        archive.writestr("data", json.dumps(data))
        archive.writestr("policy.pth", code)
    with pytest.raises(ContentError, match=r"checkpoint\.zip: of an older Fireteam"):
        train(SMALL, folder, resume=True)
    assert not sprung.exists()


def test_what_is_loaded_is_what_was_kept(run: Path, tmp_path: Path) -> None:
    """Weights, what the optimiser remembers, decisions and updates come back to the last bit."""
    learner = make_learner(SMALL, make_battles(SMALL))
    standing, battles = load_learner(run / CHECKPOINT, learner)
    assert (learner.num_timesteps, learner._n_updates) == (256, 2)
    assert battles.sum() > len(standing.won) > 0
    kept = load(Path(run / CHECKPOINT).read_bytes())
    ours = tensors_in(learner)
    assert kept.keys() == ours.keys() | {"battles"}
    assert all((kept[name] == value.numpy()).all() for name, value in ours.items())
    assert sum(name.startswith("optimiser.") for name in kept) == 3 * len(list(learner.policy.parameters()))
    save_learner(tmp_path / CHECKPOINT, learner, battles, [mark == "1" for mark in standing.won])
    assert (tmp_path / CHECKPOINT).read_bytes() == (run / CHECKPOINT).read_bytes()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"policy.extra": np.zeros(3, np.float32)}, "policy.extra: is unknown"),
        ({"optimiser.0.step": None}, "optimiser.0.step: is missing"),
        ({"optimiser.99.step": np.zeros((), np.float32)}, "optimiser.99.step: is unknown"),
        ({"optimiser.0.exp_avg": np.zeros((2, 2), np.float32)}, r"optimiser.0.exp_avg: is float32 of shape \(2, 2\)"),
        ({"battles": np.array([-1])}, "battles: must be whole numbers from 0"),
        ({"battles": None}, "battles: must be whole numbers from 0"),
        ({"battles": np.array([1], np.uint8)}, "is of type U8"),
    ],
)
def test_forged_checkpoints_are_refused(run: Path, tmp_path: Path, wrong: dict[str, Any], says: str) -> None:
    """What is missing, too much, of another shape or type is named."""
    tensors = load((run / CHECKPOINT).read_bytes())
    for name, value in wrong.items():
        if value is None:
            tensors.pop(name, None)
        else:
            tensors[name] = value
    path = tmp_path / CHECKPOINT
    path.write_bytes(save(tensors, {ENTRY: '{"decisions": 1, "updates": 1}'}))
    learner = make_learner(SMALL, make_battles(SMALL))
    with pytest.raises(ContentError, match=says):
        load_learner(path, learner)


def test_every_number_and_name_of_a_checkpoint_is_checked(run: Path, tmp_path: Path) -> None:
    """Numbers that are not finite, a missing or wrong standing and a missing file are told in a sentence."""
    tensors = load((run / CHECKPOINT).read_bytes())
    path = tmp_path / CHECKPOINT
    learner = make_learner(SMALL, make_battles(SMALL))
    name = next(name for name in tensors if name.startswith("policy."))
    path.write_bytes(save(tensors | {name: np.full_like(tensors[name], np.nan)}, {ENTRY: '{"decisions": 1, "updates": 1}'}))
    with pytest.raises(ContentError, match="holds a number that is not finite"):
        load_learner(path, learner)
    for text, says in (('{"decisions": -1, "updates": 1}', "decisions"), ("null", "no entry"), ("{", "not a checkpoint")):
        path.write_bytes(save(tensors, {ENTRY: text}))
        with pytest.raises(ContentError, match=says):
            read_checkpoint(path)
    path.unlink()
    with pytest.raises(ContentError, match="cannot be read"):
        read_checkpoint(path)


def test_streams_of_battles_go_on() -> None:
    """With battles skipped, every row begins with the battle of its stream that would have come next."""
    vector = Vector("duel", 4, rollout=rollout, bots=parameters_of_teams("charger", ["red", "blue"]), commands=commands_of())
    _, infos = vector.reset(seed=5)
    fought: list[list[tuple[int, ...]]] = [[tuple(row)] for row in vector.battles["seed"].tolist()]
    while min(map(len, fought)) < 3:
        _, _, done, _, infos = vector.step(infos["action_mask"].argmax(1))
        for row in np.flatnonzero(done):
            fought[row].append(tuple(vector.battles["seed"][row].tolist()))
    vector.reset(seed=5, options={"skip": np.array([2, 1, 0, 2])})
    begun = [tuple(row) for row in vector.battles["seed"].tolist()]
    assert begun == [fought[0][2], fought[1][1], fought[2][0], fought[3][2]]
    for wrong in ([1, 2], [-1] * 4, [0.5] * 4, [2**40] * 4):
        with pytest.raises(ContentError, match="4 of them, one a row"):
            vector.reset(options={"skip": np.array(wrong)})


def test_a_run_that_is_resumed_fights_other_battles(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first battles after going on are none that were fought before."""
    begun: list[set[tuple[int, ...]]] = []
    reset = Vector.reset

    def noted(vector: Vector, **options: Any) -> Any:
        given = reset(vector, **options)
        begun.append({tuple(row) for row in vector.battles["seed"].tolist()})
        return given

    monkeypatch.setattr(Vector, "reset", noted)
    folder = tmp_path / "run"
    train(SMALL, folder)
    (folder / CONFIG).write_text(json.dumps(json.loads((folder / CONFIG).read_text()) | {"steps": 512.0}))
    train(SMALL, folder, resume=True)
    first, resumed = begun[0], begun[-1]
    assert not first & resumed
    vector = make_battles(SMALL)
    reset(vector, seed=SMALL.seed, options={"skip": read_checkpoint(run / CHECKPOINT)[0]["battles"]})
    assert {tuple(row) for row in vector.battles["seed"].tolist()} == resumed, "it is the same stream that goes on"


def test_ctrl_c_waits_while_something_is_written(tmp_path: Path) -> None:
    """What is being written is written; then Ctrl-C is heard, and nothing half written lies about."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted() -> None:
        with held(), appearing(tmp_path / "whole") as name:
            signal.raise_signal(signal.SIGINT)
            Path(name).write_text("all of it")

    try:
        with pytest.raises(KeyboardInterrupt):
            interrupted()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]
