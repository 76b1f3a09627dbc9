"""Training, small: it runs, it is kept, it goes on after a kill, it repeats itself, and cloning teaches what is cloned."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from killing import kill_when
from sb3_contrib import MaskablePPO

from fireteam.agents.bots import parameters_of_teams
from fireteam.agents.commands import commands_of
from fireteam.agents.policy.storage import read_policy
from fireteam.agents.rollout import rollout
from fireteam.content.errors import ContentError
from fireteam.content.reading import validated
from fireteam.env.observe.actions import Action, encode
from fireteam.env.seats.batch import ADVICE
from fireteam.env.vector import Vector
from fireteam.training.learn.cloning import clone
from fireteam.training.learn.config import Config
from fireteam.training.learn.curriculum import STAGES, stages_of, train_stages
from fireteam.training.learn.network import named, put_tensors, tensors_of
from fireteam.training.learn.teachers import BestAdviser, Doctrine, best_advisers
from fireteam.training.learn.train import CHECKPOINT, POLICY, PROGRESS, make_battles, make_learner, train

SMALL = Config(scenario="duel", steps=512, envs=8, horizon=16, batch=64, epochs=2, seed=3)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def weights(learner: object) -> np.ndarray:
    """Return all weights of a learner as one array."""
    return np.concatenate([tensor.ravel() for _, tensor in sorted(tensors_of(learner.policy).items())])  # type: ignore


def test_a_run_is_kept(tmp_path: Path) -> None:
    """A run leaves its configuration, a checkpoint and its progress; its folder is not taken by another."""
    heard: list[dict[str, float]] = []
    learner = train(SMALL, tmp_path / "run", on_update=heard.append)
    assert learner.num_timesteps == 512
    assert [int(now["decisions"]) for now in heard] == [128, 256, 384, 512]
    assert all(0 <= now["won"] <= 1 for now in heard)
    assert json.loads((tmp_path / "run" / "config.json").read_text())["seed"] == 3
    assert len((tmp_path / "run" / PROGRESS).read_text().splitlines()) == 5
    assert (tmp_path / "run" / CHECKPOINT).exists()
    tensors, card = read_policy(tmp_path / "run" / POLICY)
    assert card.training["decisions"] == 512
    assert all((tensors[name] == tensor).all() for name, tensor in tensors_of(learner.policy).items())
    again = train(SMALL.model_copy(update={"start": str(tmp_path / "run" / POLICY), "rate": 1e-9}), tmp_path / "on")
    assert np.abs(weights(again) - weights(learner)).max() < 1e-4
    with pytest.raises(ContentError, match="holds a run already"):
        train(SMALL, tmp_path / "run")


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    """On one thread a run repeats itself to the last bit, and another seed is another run."""
    first = weights(train(SMALL, tmp_path / "a"))
    assert (weights(train(SMALL, tmp_path / "b")) == first).all()
    assert (weights(train(SMALL.model_copy(update={"seed": 4}), tmp_path / "c")) != first).any()


def test_goes_on_after_a_kill(tmp_path: Path) -> None:
    """A run that is killed goes on from its last checkpoint to the decisions that were asked for."""
    folder = tmp_path / "killed"
    code = (
        "from pathlib import Path\n"
        "from fireteam.training.learn.config import Config\n"
        "from fireteam.training.learn.train import train\n"
        f"train(Config(**{SMALL.model_dump() | {'steps': 1e7, 'every': 0.01}!r}), Path({str(folder)!r}))\n"
    )
    kill_when(folder / CHECKPOINT, code)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"steps": 20000.0}))
    (folder / ".checkpoint.safetensors.half_2zy.safetensors").touch()  # killed while it wrote
    (folder / ".mine.zip").touch()
    with (folder / PROGRESS).open("a") as file:
        file.write("19000.0,1000000.0,1.0,1000000,0.5\n")  # told, and then killed before it was kept
    learner = train(SMALL, folder, resume=True)
    rows = np.array([[float(cell) for cell in line.split(",")] for line in (folder / PROGRESS).read_text().splitlines()[1:]])
    assert (np.diff(rows[:, 0]) == 128).all(), "every rollout is told of once"
    assert (np.diff(rows[:, 1]) > 0).all(), "the clock goes on"
    assert (np.diff(rows[:, 3]) >= 0).all(), "so does the count of battles"
    assert rows[-1, 1] < 1000
    assert learner.num_timesteps >= 20000
    assert not list(folder.glob(".checkpoint*")), "no half checkpoint is left behind"
    assert (folder / ".mine.zip").exists()


def test_there_must_be_a_run_to_resume(tmp_path: Path) -> None:
    """Resuming says what is missing; a broken configuration says what is wrong."""
    with pytest.raises(ContentError, match=r"holds no run: config.json is missing"):
        train(SMALL, tmp_path / "none", resume=True)
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "config.json").write_text('{"gama": 0.999}')
    with pytest.raises(ContentError, match="Did you mean 'gamma'"):
        train(SMALL, folder, resume=True)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [({"gamma": 0.9}, "gamma"), ({"batch": 10**6}, "an update gathers envs x horizon"), ({"steps": 0}, "steps")],
)
def test_wrong_configurations_are_refused(wrong: dict[str, float], says: str) -> None:
    """A number that makes no sense is refused with its name."""
    with pytest.raises(ContentError, match=says):
        validated(Config, wrong, "train")


def test_the_teacher_says_what_the_doctrine_would_do() -> None:
    """The labels of cloning are open actions, and the numbers of what the doctrine itself decides."""
    vector = Vector(
        "yard",
        4,
        rollout=rollout,
        bots=parameters_of_teams("tactician", ["red", "blue"]),
        commands=commands_of(),
        side="random",
    )
    _, infos = vector.reset(seed=5)
    teacher = Doctrine(vector, "tactician", 7)
    done = np.ones(4, bool)
    for _ in range(300):
        labels = teacher.labels(done, vector.observations)
        assert infos["action_mask"][np.arange(4), labels].all()
        _, _, done, _, infos = vector.step(labels)
    field = vector.fields[0]
    goal = field.arena[0]["goals"]
    from fireteam.env.rules.verbs import SHOOT

    for team, other in ((0, 1), (1, 0)):
        for slot in range(4):
            target = int(goal[other]["first"]) + slot
            number = encode(field, team, Action(SHOOT, target), vector.numbering)
            assert number == int(vector.numbering[0]["first"][SHOOT]) + slot


def test_the_best_adviser_teaches() -> None:
    """On each side of a scenario the adviser that wins most teaches what it is seen to advise; drawn maps count together."""
    advisers = ["random", "tactician", "charger"]
    vector = make_battles(
        Config(
            scenario="skirmish,yard", opponent="guard", advisers=",".join(advisers), envs=8, horizon=8, batch=64, variants=3
        )
    )
    best = best_advisers(vector, advisers, ["guard"])
    assert best.shape[0] == 4
    assert (best[:, :2] == 1).all(), "a tactician beats a guard more often than the others do"
    best[3, :2] = 2
    teacher = BestAdviser(vector, best, len(advisers))
    observations, infos = vector.reset(seed=3)
    variants = set()
    for _ in range(40):
        labels = teacher.labels(np.zeros(8, bool), observations)
        assert infos["action_mask"][np.arange(8), labels].all()
        variants |= set(vector.battles["variant"].tolist())
        shown = np.rint(observations[:, -6:-3] * ADVICE).astype(int)
        wanted = np.where(vector.battles["variant"] == 3, shown[:, 2], shown[:, 1])
        assert (labels == wanted).all()
        observations, _, _, _, infos = vector.step(labels)
    assert {3} < variants


@pytest.mark.slow
def test_cloning_teaches_what_is_cloned() -> None:
    """After some ten thousand decisions a network agrees with the doctrine far more often than chance does."""
    config = SMALL.model_copy(update={"envs": 64, "opponent": "tactician"})
    vector = make_battles(config)
    learner = make_learner(config, vector)
    assert clone(learner.policy, vector, Doctrine(vector, "tactician", 1), 20000, 1, batch=512) > 0.45


def test_the_critic_learns_first(tmp_path: Path) -> None:
    """In the first decisions nothing changes but the critic, also in a run that goes on; then all does."""
    train(SMALL.model_copy(update={"warmup": 1e6}), tmp_path / "early")
    config = tmp_path / "early" / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"steps": 768}))
    early = train(SMALL, tmp_path / "early", resume=True).policy
    fresh = make_learner(SMALL, make_battles(SMALL)).policy
    changed = {
        name
        for (name, now), (_, then) in zip(tensors_of(early).items(), tensors_of(fresh).items(), strict=True)
        if (now != then).any()
    }
    assert changed == {f"value.{layer}.{part}" for layer in (0, 2, 4) for part in ("weight", "bias")}
    late = tensors_of(train(SMALL.model_copy(update={"warmup": 128}), tmp_path / "late").policy)
    assert all((late[name] != then).any() for name, then in tensors_of(fresh).items() if name.endswith("weight"))


def test_a_policy_is_held_near_what_it_was_taught(tmp_path: Path) -> None:
    """The dearer it is to differ, the less it differs from what it started from; a run that goes on remembers from what."""
    start = train(SMALL, tmp_path / "start")
    base = SMALL.model_copy(update={"start": str(tmp_path / "start" / POLICY), "steps": 1024, "rate": 3e-3})
    moved = []
    for hold in (0.0, 10.0):
        after = train(base.model_copy(update={"hold": hold}), tmp_path / f"hold {hold:g}")
        moved.append(divergence_of(after, start))
    assert moved[1] < 0.5 * moved[0]
    with pytest.raises(ContentError, match="hold: is weighed beside the entropy"):
        validated(Config, base.model_dump() | {"hold": 0.1, "entropy": 0}, "here")
    config = tmp_path / "hold 10" / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"steps": 1280}))
    policy = train(base, tmp_path / "hold 10", resume=True).policy
    wanted = tensors_of(start.policy)
    assert all((tensor.numpy() == wanted[name]).all() for name, tensor in named(policy.reference).items())


def divergence_of(one: MaskablePPO, other: MaskablePPO) -> float:
    """Return how far the first learner's policy is from the other's, over the first decisions of some battles."""
    vector = make_battles(SMALL)
    observations, infos = vector.reset(seed=3)
    with torch.no_grad():
        new, old = (who.policy.judge(torch.from_numpy(observations), infos["action_mask"]) for who in (one, other))
    return float((old.chances * (old.logs.clamp(min=-1e4) - new.logs.clamp(min=-1e4))).sum(1).mean())


@pytest.mark.parametrize(("given", "found"), [({}, "PASSIVE"), ({"OMP_WAIT_POLICY": "ACTIVE"}, "ACTIVE")])
def test_threads_do_not_spin(given: dict[str, str], found: str) -> None:
    """Before torch is there, threads are told to sleep while they wait, unless somebody has said otherwise."""
    program = "import sys, os, fireteam.training; print('torch' in sys.modules, os.environ['OMP_WAIT_POLICY'])"
    kept = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
    done = subprocess.run([sys.executable, "-c", program], env=kept | given, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", found]


def test_half_where_the_processor_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere bfloat16 is imitated, far slower than what it replaces: there `half` changes nothing."""
    vector = make_battles(SMALL)
    observations, _ = vector.reset(seed=3)
    seen = torch.from_numpy(observations)
    whole, half = (make_learner(SMALL.model_copy(update={"half": half}), vector).policy for half in (False, True))
    with torch.no_grad():
        monkeypatch.setattr("fireteam.training.learn.network.halves", lambda device: False)
        assert (half.judge(seen).logs == whole.judge(seen).logs).all()
        monkeypatch.setattr("fireteam.training.learn.network.halves", lambda device: True)
        assert (half.judge(seen).logs != whole.judge(seen).logs).any()


def test_weights_travel_by_name() -> None:
    """What is exported and put into another network makes it the same network."""
    vector = make_battles(SMALL)
    one, other = make_learner(SMALL, vector), make_learner(SMALL.model_copy(update={"seed": 9}), vector)
    assert (weights(one) != weights(other)).any()
    put_tensors(other.policy, tensors_of(one.policy))
    assert (weights(one) == weights(other)).all()


def test_what_is_learned_from_is_what_was_seen() -> None:
    """Asked again about what it has gathered, an unchanged policy says what it said then, observation for observation."""
    config = SMALL.model_copy(update={"scenario": "yard", "advisers": "tactician,guard"})
    learner = make_learner(config, make_battles(config))
    gathered: list[float] = []

    def compare() -> None:
        for some in learner.rollout_buffer.get(64):
            judged = learner.policy.evaluate_actions(some.observations, some.actions.long(), some.action_masks)
            gathered.append(float((judged[1] - some.old_log_prob).abs().max().detach()))
            gathered.append(float((judged[0][:, 0] - some.old_values).abs().max().detach()))

    learner.train = compare
    learner.learn(256)
    assert len(gathered) == 8
    assert max(gathered) < 1e-4


ROOM = """title = "A small room"
map = "room.map.toml"
rounds = 10
stalemate = 10
teams = [
    { name = "red", units = [{ template = "duelist", at = [1, 1] }] },
    { name = "blue", units = [{ template = "duelist", at = [4, 4] }] },
]
"""


@pytest.mark.slow
def test_learning_helps(tmp_path: Path) -> None:
    """From scratch and without advisers, half a minute's training wins most battles against random play; at first few.

    The room is small: on a larger map random play hardly ever meets an enemy, and there is nothing to learn from.
    """
    (tmp_path / "room.map.toml").write_text('title = "Room"\nground = """\n' + "......\n" * 6 + '"""\n', "utf-8")
    (scenario := tmp_path / "room.scenario.toml").write_text(ROOM, "utf-8")
    heard: list[dict[str, float]] = []
    values = {"scenario": str(scenario), "opponent": "random", "steps": 100_000, "envs": 64, "horizon": 64, "batch": 1024}
    train(SMALL.model_copy(update={**values, "rate": 1e-3}), tmp_path / "run", on_update=heard.append)
    assert heard[1]["won"] < 0.4 < 0.6 < heard[-1]["won"]


def test_a_start_must_have_the_same_advisers(tmp_path: Path) -> None:
    """Weights are not put into a network that listens to others."""
    train(SMALL.model_copy(update={"steps": 128}), tmp_path / "plain")
    config = SMALL.model_copy(update={"advisers": "guard", "start": str(tmp_path / "plain" / POLICY)})
    with pytest.raises(ContentError, match=r"its advisers are \[\], those of the run \['guard'\]"):
        train(config, tmp_path / "advised")


def test_stages_follow_each_other(tmp_path: Path) -> None:
    """A later stage begins with what the one before has learned; a run that was stopped between them goes on."""
    values = SMALL.model_dump() | {"steps": 128.0, "rate": 1e-9, "stages": [{"rate": 1e-2}, {"opponent": "guard"}]}
    stages = stages_of(values, "here")
    assert [(stage.rate, stage.opponent) for stage in stages] == [(1e-2, "tactician"), (1e-9, "guard")]
    train_stages(stages, tmp_path / "run")
    last = [read_policy(tmp_path / "run" / place / POLICY)[0] for place in ("", "1", "2")]
    for name, tensor in last[0].items():
        assert (tensor == last[2][name]).all()
        assert np.abs(tensor - last[1][name]).max() < 1e-4, "the second stage has hardly moved"
    assert any((tensor != last[1][name]).any() for name, tensor in last[0].items())
    assert read_policy(tmp_path / "run" / POLICY)[1].training["start"] == POLICY
    for gone in ("policy.safetensors", "2"):
        place = tmp_path / "run" / gone
        shutil.rmtree(place) if place.is_dir() else place.unlink()
    first = (tmp_path / "run" / "1" / POLICY).stat().st_mtime_ns
    train_stages([], tmp_path / "run", resume=True)
    assert (tmp_path / "run" / "1" / POLICY).stat().st_mtime_ns == first
    again = read_policy(tmp_path / "run" / POLICY)[0]
    assert all((tensor == last[0][name]).all() for name, tensor in again.items())
    with pytest.raises(ContentError, match="holds a run already"):
        train_stages(stages, tmp_path / "run")
    with pytest.raises(ContentError, match=f"{STAGES} is missing"):
        train_stages([], tmp_path / "none", resume=True)
    with pytest.raises(ContentError, match="a stage starts from the policy of the one before"):
        stages_of(values | {"stages": [{}, {"start": "x"}]}, "here")
    with pytest.raises(ContentError, match=r"stages: must be tables"):
        stages_of(values | {"stages": 3}, "here")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"scenario": " , "}, "scenario = ' , ': must name at least one"),
        ({"opponent": ""}, "opponent = '': must name at least one"),
        ({"opponent": "tactican"}, "Did you mean 'tactician'"),
        ({"teacher": "gard"}, "Did you mean 'guard'"),
        ({"teacher": "best", "clone": 1e4}, "the best of the advisers, and there are none"),
        ({"advisers": "gard"}, "Did you mean 'guard'"),
        ({"advisers": ",".join(["guard"] * 9)}, "must be 8 at most"),
        ({"scenario": "duel,market"}, "must have as many"),
        ({"side": "green"}, "side = 'green': must be 'random' or a team: red, blue"),
        ({"start": "gone.safetensors"}, "gone.safetensors: cannot be read"),
    ],
)
def test_wrong_names_leave_nothing_behind(tmp_path: Path, wrong: dict[str, str], says: str) -> None:
    """A run that cannot begin has written nothing, whether in stages or not."""
    config = SMALL.model_copy(update=wrong)
    for begin in (lambda: train(config, tmp_path / "run"), lambda: train_stages([SMALL, config], tmp_path / "run")):
        with pytest.raises(ContentError, match=re.escape(says)):
            begin()
        assert not list(tmp_path.iterdir())
