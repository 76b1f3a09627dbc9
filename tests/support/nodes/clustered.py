"""Ray clusters of several nodes on this machine, for this machine only, and the processes that belong to them."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import ray
from filelock import FileLock
from ray._private import ray_constants
from ray.cluster_utils import Cluster

SMALL = {"num_cpus": 1, "object_store_memory": 80_000_000, "node_ip_address": "127.0.0.1"}  # for this machine only
LONGEST = 120  # seconds to wait for anything on a busy machine


def until(happened: Callable[[], Any]) -> Any:
    """Wait for something and return it."""
    end = time.monotonic() + LONGEST
    while not (found := happened()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
    return found


def again(start: Callable[[], Any]) -> Any:
    """Return what starting gives: Ray grants the helpers of a node 15 seconds, which a busy machine may not."""
    for _ in range(3):
        try:
            return start()
        except Exception as error:
            failed = error
    raise failed


@contextmanager
def a_cluster(lock: Path, nodes: int, environment: dict[str, str], **options: Any) -> Iterator[Cluster]:
    """Give a cluster of a head and so many more nodes; its processes see some more of the environment.

    Two clusters on one machine get in each other's way: another process that runs these tests waits at the lock.
    """
    with FileLock(lock), pytest.MonkeyPatch.context() as local:
        # Otherwise Ray takes 127.0.0.1 for this machine's address in the network, and looks for the cluster there.
        local.setattr(ray_constants, "ENABLE_RAY_CLUSTER", False)
        local.setenv(ray_constants.ENABLE_RAY_CLUSTERS_ENV_VAR, "0")
        with pytest.MonkeyPatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            patch.setenv("RAY_raylet_start_wait_time_s", str(LONGEST))
            head = SMALL | {"include_dashboard": False} | options
            made = again(lambda: Cluster(head_node_args=head, initialize_head=True))
            for _ in range(nodes):
                again(lambda: made.add_node(**SMALL))
        yield made
        ray.shutdown()
        made.shutdown()


def alive(process: int) -> bool:
    """Return whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def family(process: int) -> set[int]:
    """Return a process and all that it has started, and they."""
    above = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            above[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    found = {process}
    while more := {child for child, parent in above.items() if parent in found} - found:
        found |= more
    return found


def busy(process: int, task: str) -> list[int]:
    """Return the workers among what a process has started that are at a task just now: Ray calls them after it."""
    found = []
    for member in family(process):
        with suppress(OSError):
            if Path(f"/proc/{member}/cmdline").read_text().startswith(f"ray::{task}"):
                found.append(member)
    return found
