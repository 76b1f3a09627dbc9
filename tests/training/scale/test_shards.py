"""Rollouts in shards, in this process: a shard follows from its order alone, and runs in shards are kept as others are."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from sourced import ROOT

from fireteam.agents.opponents import doctrine_opponent
from fireteam.content.errors import ContentError
from fireteam.content.reading import validated
from fireteam.training.league.config import LeagueConfig
from fireteam.training.league.folder import load_league
from fireteam.training.league.run import run_league
from fireteam.training.learn.checkpoint import read_checkpoint
from fireteam.training.learn.config import Config
from fireteam.training.learn.shards import (
    HERE,
    Gathered,
    LocalGatherer,
    Order,
    Setup,
    Shard,
    Weights,
    config_of_shard,
    seed_of,
    shards_of,
)
from fireteam.training.learn.train import (
    CHECKPOINT,
    gather_in_shards,
    make_battles,
    make_learner,
    scenarios_of,
    shard_of_run,
    train,
)

SMALL = Config(scenario="duel", steps=384, envs=8, horizon=16, batch=64, epochs=1, seed=3, shards=4)
LEAGUE = LeagueConfig(
    scenario="duel", opponent="charger", envs=8, horizon=16, batch=64, epochs=1, seed=3, mirror=0.25, shards=4,
    steps=6 * 128, turn=3 * 128, sally=128, patience=128,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


class Careless(LocalGatherer):
    """Gathers every shard twice, the last one first, as a cluster may on which something falls over."""

    def __init__(self) -> None:
        self.gathered = 0
        self.met: set[str] = set()

    def begin(self, setup: Setup) -> Callable[[Weights, Sequence[Order]], Iterator[Gathered]]:
        """See `Gatherer`: two shards that take each other's place."""
        shards = [setup.build(setup, lambda value: value) for _ in range(2)]

        def gather(weights: Weights, orders: Sequence[Order]) -> Iterator[Gathered]:
            lost = [shards[number % 2].gather(weights, order) for number, order in enumerate(orders)]
            kept = [shards[number % 3 == 0].gather(weights, order) for number, order in reversed(list(enumerate(orders)))]
            self.gathered += len(lost) + len(kept)
            self.met.update(name for one in kept for name, *_ in one.state.get("opponents", ()))
            return iter(kept[::-1])

        return gather


def checkpoint(path: Path) -> dict[str, bytes]:
    """Return all that a checkpoint holds."""
    tensors, standing = read_checkpoint(path)
    return {name: tensor.tobytes() for name, tensor in tensors.items()} | {"standing": standing.model_dump_json().encode()}


def league_checkpoint(folder: Path) -> dict[str, bytes]:
    """Return all that the main learner of a league has learned."""
    return checkpoint(folder / "main" / load_league(folder)[1].main.checkpoint)


def test_what_is_lost_is_gathered_again(tmp_path: Path) -> None:
    """A run learns the same, whoever gathers its shards, in which order and how often; other shards are another run."""
    careless = Careless()
    train(SMALL, tmp_path / "here")
    train(SMALL, tmp_path / "again", gatherer=careless)
    assert careless.gathered == 3 * 2 * 4
    assert checkpoint(tmp_path / "here" / CHECKPOINT) == checkpoint(tmp_path / "again" / CHECKPOINT)
    train(SMALL.model_copy(update={"shards": 2}), tmp_path / "other")
    assert checkpoint(tmp_path / "here" / CHECKPOINT) != checkpoint(tmp_path / "other" / CHECKPOINT)


def test_a_league_in_shards(tmp_path: Path) -> None:
    """A league counts and learns the same, whoever gathers its shards: doctrines, snapshots and itself among who is met."""
    joined: list[str] = []
    run_league(LEAGUE, tmp_path / "here", on_joined=lambda member: joined.append(member.name))
    careless = Careless()
    run_league(LEAGUE, tmp_path / "again", gatherer=careless)
    assert joined == ["main-1", "exploiter-1-1", "main-2"]
    assert load_league(tmp_path / "here") == load_league(tmp_path / "again")
    assert league_checkpoint(tmp_path / "here") == league_checkpoint(tmp_path / "again")
    assert careless.met == {"charger", "main-1", "exploiter-1-1", "main"}
    assert load_league(tmp_path / "here")[1].main.tallies["charger"].battles > 10


def test_battles_go_on() -> None:
    """A battle that a rollout leaves in the middle goes on in the next: nothing is played anew, and nothing twice."""
    config = SMALL.model_copy(update={"envs": 2, "shards": 0, "batch": 32})
    vector = make_battles(config)
    shard = Shard(make_learner(config, vector), vector)
    weights = {name: value.numpy() for name, value in shard.learner.policy.state_dict().items()}
    first = shard.gather(weights, Order(5, 6, None, np.zeros(2, np.int64)))
    second = shard.gather(weights, Order(5, 7, first.state, np.zeros(2, np.int64)))
    names = ("observations", "actions", "rewards")
    seen, taken, earned = (np.concatenate([first.arrays[name], second.arrays[name]]) for name in names)
    vector.reset(seed=5)
    for step in range(32):
        assert (vector.observations == seen[step]).all()
        vector.step(taken[step, :, 0])
        assert (vector.episodes["reward"] == earned[step]).all()
    ended = len(first.ended) + len(second.ended)
    assert ended == sum(vector.episodes["number"]) - 2 > 0


def test_shards_hear_what_the_batch_is_told() -> None:
    """What the learner's environment is told, like other opponents, holds for all shards from the next rollout on."""
    config = SMALL.model_copy(update={"opponent": "random"})
    vector = make_battles(config)
    learner = make_learner(config, vector)
    gather_in_shards(learner, config, HERE)
    learner.learn(128)
    learner.env.env_method("oppose", [doctrine_opponent("tactician")], indices=0)  # type: ignore[union-attr]
    orders = learner.collect_rollouts.__self__.orders()  # type: ignore[attr-defined]
    assert [name for name, _ in orders[-1].calls] == ["oppose"]
    shard = shard_of_run(Setup(shard_of_run, config_of_shard(config, "swan_song"), scenarios_of(config)), lambda it: it)
    weights = {name: value.numpy() for name, value in learner.policy.state_dict().items()}
    without, heard = (
        shard.gather(weights, order).arrays["observations"] for order in (orders[0]._replace(calls=()), orders[0])
    )
    assert (without[0] == heard[0]).all()
    assert (without != heard).any()


def test_a_run_in_shards_is_resumed(tmp_path: Path) -> None:
    """What is resumed goes on with the next battles of every row's stream, in as many shards as before."""
    train(SMALL, tmp_path / "run")
    before = read_checkpoint(tmp_path / "run" / CHECKPOINT)[0]["battles"]
    config = tmp_path / "run" / "config.json"
    config.write_text(config.read_text().replace('"steps": 384.0', '"steps": 512.0'))
    skipped: list[np.ndarray] = []

    class Watching(LocalGatherer):
        """Notes which battles are left out."""

        def begin(self, setup: Setup) -> Callable[[Weights, Sequence[Order]], Iterator[Gathered]]:
            """See `Gatherer`."""
            gather = super().begin(setup)

            def watched(weights: Weights, orders: Sequence[Order]) -> Iterator[Gathered]:
                skipped.extend(order.skip for order in orders)
                return gather(weights, orders)

            return watched

    learner = train(SMALL, tmp_path / "run", resume=True, gatherer=Watching())
    assert learner.num_timesteps == 512
    assert [len(rows) for rows in skipped] == [2] * 4
    assert (np.concatenate(skipped) == before).all()
    after = read_checkpoint(tmp_path / "run" / CHECKPOINT)[0]["battles"]
    assert (after > before).all()


def test_how_many_shards() -> None:
    """A run has the shards that it asks for; else what suits who gathers, and what divides its rows."""

    class Cluster(LocalGatherer):
        """Would like many."""

        shards = 16

    assert shards_of(SMALL, HERE) == shards_of(SMALL, Cluster()) == 4
    free = SMALL.model_copy(update={"shards": 0})
    assert shards_of(free, HERE) == 0
    assert shards_of(free, Cluster()) == 8
    assert shards_of(free.model_copy(update={"envs": 24}), Cluster()) == 8
    assert shards_of(free.model_copy(update={"envs": 256}), Cluster()) == 16
    with pytest.raises(ContentError, match="shards = 3: must divide envs = 8"):
        validated(Config, {"envs": 8, "horizon": 16, "batch": 64, "shards": 3}, "train")


def test_chance_of_shards_is_apart() -> None:
    """Keys that differ in anything, their length too, give other numbers."""
    keys = [(a, b, *more) for a in range(20) for b in range(20) for more in ((), (0,), (0, 0), (1,))]
    assert len({seed_of(*key) for key in keys}) == len(keys)


def test_a_shard_is_of_its_setup() -> None:
    """A snapshot of other rows is refused, by name."""
    vector = make_battles(SMALL)
    vector.reset(seed=1)
    with pytest.raises(ContentError, match=r"battles of a snapshot is .* of shape \(8,\): must be .* of shape \(4,\)"):
        make_battles(SMALL.model_copy(update={"envs": 4})).restore(vector.snapshot())
    with pytest.raises(ContentError, match="masks of a snapshot is missing"):
        vector.restore({name: array for name, array in vector.snapshot().items() if name != "masks"})


def test_setups_name_no_files(tmp_path: Path) -> None:
    """What shards need of scenarios travels with them: where they are gathered there is no file of that name."""
    path = tmp_path / "mine.scenario.toml"
    path.write_text((ROOT / "maps" / "duel.scenario.toml").read_text())
    config = SMALL.model_copy(update={"scenario": str(path)})
    scenarios = scenarios_of(config)
    path.unlink()
    shard = shard_of_run(Setup(shard_of_run, config_of_shard(config, scenarios[0].system), scenarios), lambda value: value)
    weights = {name: value.numpy() for name, value in shard.learner.policy.state_dict().items()}
    gathered = shard.gather(weights, Order(5, 6, None, np.zeros(2, np.int64)))
    assert gathered.arrays["observations"].shape[:2] == (16, 2)
