"""The speed of training on 1, 2 and 4 nodes of a Ray cluster on this machine, and the bytes that travel.

Nodes of one machine share its cores: the figures show the cost of distribution, and its gain while cores are free,
but nothing of a network.
"""

import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from fireteam.training.memory import keep_memory
from fireteam.training.orders.config import Config
from fireteam.training.orders.grounds import Grounds, workers_at
from fireteam.training.orders.network import tensors_of
from fireteam.training.orders.update import Learner

from .training import Speed, speed_of

NODES = (1, 2, 4)
STORE = 300_000_000  # bytes of a node's object store
RUN = Config(scenario="yard", opponent="tactician")
Row = list[Any]


def scale_rows(config: Config = RUN, nodes: tuple[int, ...] = NODES, note: Callable[[str], None] = print) -> list[Row]:
    """Return rows of measurements: decisions a second by nodes, and bytes.

    Args:
        config: the configuration of the run.
        nodes: the numbers of nodes of each cluster, with one core each, beside this process.
        note: called with the name of the next measurement.

    Raises:
        MissingExtra: Ray is not installed.
    """
    keep_memory()
    torch.set_num_threads(1)
    note("this process")
    alone = speed_at("", config)
    rows = speed_rows("in this process", alone, alone)
    for count in nodes:
        note(f"a cluster of {count}")
        with local_cluster(count) as address:
            rows += speed_rows(f"and {count} node{'s' * (count > 1)}", speed_at(address, config), alone)
    return [*rows, *byte_rows(config)]


def speed_at(address: str, config: Config) -> Speed:
    """Return the speed of a run in this process and on a cluster; "" for none."""
    with workers_at(address, config) as workers:
        grounds = Grounds(config, workers)
        try:
            return speed_of(grounds, config)
        finally:
            grounds.close()


def speed_rows(where: str, found: Speed, alone: Speed) -> list[Row]:
    """Return the rows of measurements of one place."""
    gathering, over_all = found.gathering / alone.gathering, found.over_all / alone.over_all
    return [
        [f"decisions gathered, {where}", round(found.gathering), "decisions/s", f"{gathering:.2f} x in this process"],
        ["  updates of the learner included", round(found.over_all), "decisions/s", f"{over_all:.2f} x"],
    ]


def byte_rows(config: Config) -> list[Row]:
    """Return the bytes of a decision and of weights, as they travel."""
    grounds, learner, random = Grounds(config), Learner(config), np.random.default_rng(1)
    grounds.begin(random)
    (part,) = grounds.gather(learner, random)
    grounds.close()
    decisions = len(part.taken)
    about = f"{len(part.seen.orders) / decisions:.1f} orders"
    return [
        ["a decision", round(sized(tuple(part)) / decisions), "bytes", about],
        ["weights, to every worker once an update", sized(tensors_of(learner.network)), "bytes", ""],
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
