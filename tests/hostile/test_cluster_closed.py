"""A Ray cluster of a process's own: Ray listens to all networks, so it asks for a token that nobody else has."""

import subprocess
import sys
from importlib.metadata import version

import pytest

JOINED = """
import os, subprocess, sys
from fireteam.training.contest.cluster import joined
with joined("local"):
    import ray
    assert ray.get(ray.remote(lambda: 6).remote()) == 6
    others = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    code = f"import ray; ray.init({ray.get_runtime_context().gcs_address!r}); print('joined')"
    done = subprocess.run([sys.executable, "-c", code], env=others, capture_output=True, text=True)
    assert done.returncode and "joined" not in done.stdout, done.stdout
print("ours alone")
"""
pytest.importorskip("ray")


@pytest.mark.skipif(tuple(map(int, version("ray").split(".")[:2])) < (2, 53), reason="this Ray knows no tokens")
def test_nobody_else_joins() -> None:
    """Who has no token is refused; who has begun the cluster uses it."""
    done = subprocess.run([sys.executable, "-c", JOINED], capture_output=True, text=True, timeout=300)
    assert done.stdout.endswith("ours alone\n"), done.stderr
