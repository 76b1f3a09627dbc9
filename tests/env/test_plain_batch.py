"""The batch in plain Python: what is compiled for speed runs without a compiler, and says the same."""

import os
import subprocess
import sys

import pytest

STEPS = """
import fireteam
from fireteam.env.observe.reward import Reward
pay = Reward(shaping=0.5, deals=dict(phase=0.25, step=0.125), suffers=dict(phase=-0.5))
batch = fireteam.make_vec(2, scenario="duel", opponent="random", side={side!r}, reward=pay, credit=True)
seen, infos = batch.reset(seed=1)
for _ in range(6):
    seen, rewards, _, _, infos = batch.step(infos["action_mask"].argmax(1))
    print({{part: array.tolist() for part, array in infos["credit"].items()}})
print(rewards.tolist(), seen.sum(dtype=float), infos["action_mask"].sum())
"""


@pytest.mark.slow
@pytest.mark.parametrize("side", ["red", "all"])
def test_a_batch_runs_without_a_compiler(side: str) -> None:
    """The same steps with and without compiled code lead to the same rewards and credit, observations and masks."""
    said = [
        subprocess.run(
            [sys.executable, "-c", STEPS.format(side=side)],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert said[0] == said[1] != ""
