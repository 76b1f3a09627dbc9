"""Rollouts on a Ray cluster: its machines gather shards, the learner learns here; see `fireteam.training.learn.shards`.

Data that all shards share is put on the cluster once, weights once an iteration. A task is a shard's order, with the state
of its battles; its answer is a rollout, with their new state. A worker keeps nothing that would be lost when it dies: its
task is done again elsewhere, from the same order, with the same result.

A worker gets from here the configuration and the scenarios, weights and battles as arrays, and policies of a league as the
bytes of files, none of which is executed. It opens none of our files. But Ray itself trusts all members of a cluster:
whoever may join may run code on its machines, and whoever runs one of these, here. A cluster is for people who trust each
other, and nobody else may reach its ports.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fireteam import training

from .contest.cluster import RETRIES, answer_of, check_same, joined
from .contest.travel import digests
from .learn.shards import Gathered, Order, Setup, Shard, Weights

SHARDS = 16  # of a run that names no number: as many workers can gather at once


@contextmanager
def gather_on_ray(address: str) -> "Iterator[OnRay]":
    """Join a Ray cluster and give its gatherer of shards, for `train` and `run_league`; leave it at the end.

    Args:
        address: see `fireteam.training.contest.cluster.joined`, whose errors this raises.
    """
    with joined(address):
        yield OnRay()


class OnRay:
    """Gathers shards on the cluster that this process has joined."""

    shards = SHARDS

    def put(self, value: Any) -> Any:
        """Put a value on the cluster; a worker that needs it fetches it."""
        import ray

        return [ray.put(value)]  # in a list, or Ray would hand it over before anybody asks

    def begin(self, setup: Setup) -> Callable[[Weights, Sequence[Order]], Iterator[Gathered]]:
        """See `fireteam.training.learn.shards.Gatherer`.

        What it returns raises a ContentError while it gathers: a machine has no Fireteam, or another one; or a task was lost
        again and again.
        """
        import ray

        box, here = self.put(tuple(setup)), all_digests()
        task = ray.remote(max_retries=RETRIES)(task_there())

        def gather(weights: Weights, orders: Sequence[Order]) -> Iterator[Gathered]:
            ref = ray.put(dict(weights))
            waiting = [task.remote(box, ref, tuple(order), here) for order in orders][::-1]
            while waiting:
                yield Gathered(*answer_of(waiting.pop()))

        return gather


def task_there() -> Callable[..., Any]:
    """Return the function that a worker runs: it returns a rollout, or a sentence; see `contest.cluster.task_there`."""

    def gather(box: list[Any], weights: dict[str, Any], order: tuple[Any, ...], here: dict[str, Any]) -> Any:
        try:
            from .gathering import gather_here
        except ImportError as error:
            import platform

            return f"machine {platform.node()} of the cluster cannot train, its Fireteam is none of this version: {error}"
        return gather_here(box[0], weights, order, here)

    return gather


def gather_here(ref: Any, weights: Weights, order: tuple[Any, ...], asked: dict[str, str]) -> tuple[Any, ...]:
    """Gather a shard on this worker.

    Raises:
        ContentError: rules, bots or learners here are not those of whoever asks.
    """
    check_same(all_digests(), asked)
    return tuple(shard_here(ref).gather(weights, Order(*order)))


@lru_cache(maxsize=1)
def shard_here(ref: Any) -> Shard:
    """Return the gatherer of this worker; the first to need a kernel on a machine compiles it for all."""
    import ray
    import torch

    torch.set_num_threads(1)  # a task has one core
    setup = Setup(*ray.get(ref))
    return setup.build(setup, fetched)


def fetched(handle: list[Any]) -> Any:
    """Return the value that `OnRay.put` has put on the cluster."""
    import ray

    return ray.get(handle[0])


@cache
def all_digests() -> dict[str, str]:
    """Return digests of what must be the same wherever shards are gathered: rules, bots and learners."""
    sources = sorted(Path(training.__path__[0]).rglob("*.py"))
    learners = hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    return digests() | {"learners": learners}
