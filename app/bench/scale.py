"""The speed of gathering rollouts on 1, 2 and 4 nodes of a Ray cluster on this machine, and the bytes that travel.

Nodes of one machine share its cores: the figures show the cost of distribution, and its gain while cores are free,
but nothing of a network.
"""

import os
import pickle
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from fireteam.training.learn.config import Config
from fireteam.training.learn.shards import HERE, Gatherer, Order, Setup, config_of_shard, weights_of
from fireteam.training.learn.train import gather_in_shards, make_battles, make_learner, scenarios_of, shard_of_run
from fireteam.training.memory import keep_memory

NODES = (1, 2, 4)
ITERATIONS = 2  # that are measured, after one that is not: workers begin, and kernels are loaded
STORE = 300_000_000  # bytes of a node's object store
RUN = Config(envs=128, horizon=128, shards=8)
Row = list[Any]


def scale_rows(config: Config = RUN, nodes: tuple[int, ...] = NODES, note: Callable[[str], None] = print) -> list[Row]:
    """Return rows of measurements: decisions a second by nodes, and bytes.

    Args:
        config: the configuration of the run.
        nodes: the numbers of nodes of each cluster, with one core each; the learner is on a head that gathers nothing.
        note: called with the name of the next measurement.

    Raises:
        MissingExtra: Ray is not installed.
    """
    from fireteam.training.gathering import gather_on_ray

    keep_memory()
    torch.set_num_threads(1)
    note("this process")
    alone = speeds(config, HERE)
    rows = speed_rows("in this process", alone, alone)
    for count in nodes:
        note(f"a cluster of {count}")
        with local_cluster(count) as address, gather_on_ray(address) as gatherer:
            rows += speed_rows(f"{count} node{'s' * (count > 1)}", speeds(config, gatherer), alone)
    return [*rows, *byte_rows(config)]


def speeds(config: Config, gatherer: Gatherer) -> tuple[float, float]:
    """Return decisions a second while rollouts are gathered, and over all, updates included."""
    vector = make_battles(config)
    learner = make_learner(config, vector)
    gather_in_shards(learner, config, gatherer)
    gather, spent = learner.collect_rollouts, [0.0]

    def timed(*args: Any, **options: Any) -> bool:
        start = time.perf_counter()
        more = gather(*args, **options)
        spent[0] += time.perf_counter() - start
        return more

    decisions = config.envs * config.horizon
    learner.learn(decisions)
    learner.collect_rollouts = timed  # type: ignore[method-assign]
    start = time.perf_counter()
    learner.learn(ITERATIONS * decisions, reset_num_timesteps=False)
    return ITERATIONS * decisions / spent[0], ITERATIONS * decisions / (time.perf_counter() - start)


def speed_rows(where: str, found: tuple[float, float], alone: tuple[float, float]) -> list[Row]:
    """Return the rows of measurements of one place."""
    return [
        [f"rollouts gathered, {where}", round(found[0]), "decisions/s", f"{found[0] / alone[0]:.2f} x in this process"],
        ["  updates of the learner included", round(found[1]), "decisions/s", f"{found[1] / alone[1]:.2f} x"],
    ]


def byte_rows(config: Config) -> list[Row]:
    """Return the bytes of a decision, an iteration and a battle, as they travel."""
    scenarios = scenarios_of(config)
    setup = Setup(shard_of_run, config_of_shard(config, scenarios[0].system), scenarios)
    shard = setup.build(setup, lambda value: value)
    weights = weights_of(shard.learner)
    gathered = shard.gather(weights, Order(1, 2, None, np.zeros(setup.config.envs, np.int64)))
    decisions = setup.config.envs * setup.config.horizon
    seen = gathered.arrays["observations"].tobytes()
    start = time.perf_counter()
    packed = len(zlib.compress(seen, 1))
    seconds = time.perf_counter() - start
    about = f"observations {len(seen) // decisions}, the state of its battles {sized(gathered.state) / decisions:.0f}"
    return [
        ["a decision of a rollout", round(sized(tuple(gathered)) / decisions), "bytes", about],
        ["  its observation packed by zlib", round(packed / decisions), "bytes", f"{1e6 * seconds / decisions:.0f} µs"],
        ["weights, to every node once an iteration", sized(weights), "bytes", ""],
        ["a battle, to its next rollout", round(sized(gathered.state) / setup.config.envs), "bytes", ""],
        ["what all shards have in common, once", sized(setup[1:]), "bytes", ""],
    ]


def sized(value: Any) -> int:
    """Return how many bytes a value has when it travels."""
    return len(pickle.dumps(value, protocol=5))


@contextmanager
def local_cluster(nodes: int) -> Iterator[str]:
    """Give the address of a new Ray cluster of one-core nodes that nobody else can reach."""
    from fireteam.content.errors import MissingExtra

    # Before Ray is imported: on Linux it would else take 127.0.0.1 for this machine's address in its network.
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    try:
        from ray.cluster_utils import Cluster
    except ImportError as error:
        raise MissingExtra.of("a cluster", error.name, "cluster") from None
    own = {"node_ip_address": "127.0.0.1", "object_store_memory": STORE}
    cluster = Cluster(initialize_head=True, head_node_args=own | {"num_cpus": 0, "include_dashboard": False})
    try:
        for _ in range(nodes):
            cluster.add_node(num_cpus=1, **own)
        yield cluster.address
    finally:
        cluster.shutdown()
