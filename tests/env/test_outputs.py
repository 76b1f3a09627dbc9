"""What a batch gives: observations and masks as other types, without copies, and in memory of the caller."""

from typing import Any

import numpy as np
import pytest

import fireteam
from fireteam.content.errors import ContentError

ROWS = 4


def last_open(_: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Take the last action that is open in each row."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def batch(**options: Any) -> Any:
    """Return a batch against who is asked, and sees what the learner sees."""
    return fireteam.make_vec(ROWS, scenario="duel", opponent=last_open, **options)


def fought(made: Any, steps: int = 40) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return copies of what every step gives: observations and masks, and last observations of battles that end."""
    observations, infos = made.reset(seed=2)
    told = [(observations.copy(), infos["action_mask"].copy())]
    for turn in range(steps):
        masks = infos["action_mask"]
        actions = [int(np.flatnonzero(mask)[(7 * turn) % mask.sum()]) for mask in masks]
        observations, _, done, _, infos = made.step(np.array(actions))
        assert made.observation_space.contains(observations)
        told.append((observations.copy(), infos["action_mask"].copy()))
        for row in np.flatnonzero(done):
            assert made.single_observation_space.contains(infos["final_obs"][row])
    return told


@pytest.mark.parametrize(("dtype", "factor", "error"), [("float16", 1.0, 2**-11), ("int8", 127.0, 0.501 / 127)])
def test_smaller_types(dtype: str, factor: float, error: float) -> None:
    """Observations are those of 32 bits, rounded; masks are the same."""
    for (full, masks), (small, same) in zip(fought(batch()), fought(batch(dtype=dtype)), strict=True):
        assert small.dtype == dtype
        assert np.abs(small.astype(np.float32) / factor - full).max() <= error
        assert (masks == same).all()


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("opponent", [last_open, "guard"], ids=["asked", "compiled"])
def test_memory_of_the_caller(dtype: str, opponent: Any) -> None:
    """A batch writes where it is told to, also to a tensor, and returns these very arrays."""
    made = fireteam.make_vec(ROWS, scenario="duel", opponent=opponent, dtype=dtype)
    plain = fought(made)
    seen = np.zeros(made.observation_space.shape, dtype)
    masks = np.zeros((ROWS, int(made.single_action_space.n)), np.int8)
    buffers = {"observation": seen, "action_mask": masks}
    made = fireteam.make_vec(ROWS, scenario="duel", opponent=opponent, dtype=dtype, buffers=buffers)
    for (one, open_now), (other, same) in zip(plain, fought(made), strict=True):
        assert (one == other).all()
        assert (open_now == same).all()
    assert (seen == plain[-1][0]).all()
    assert (masks == plain[-1][1]).all()
    observations, infos = made.reset(seed=1)
    assert np.shares_memory(observations, seen)
    assert np.shares_memory(infos["action_mask"], masks)


def test_tensors_share_the_memory() -> None:
    """A tensor of the caller is written to, and the arrays that are returned become tensors without a copy."""
    torch = pytest.importorskip("torch", reason="needs the extra train")
    tensor = torch.zeros(ROWS, 996, dtype=torch.float16)
    made = batch(dtype="float16", buffers={"observation": tensor})
    told = fought(made)
    assert (tensor.numpy() == told[-1][0]).all()
    observations, _ = made.reset(seed=1)
    assert torch.from_dlpack(observations).data_ptr() == tensor.data_ptr()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dtype": "float64"}, "dtype = 'float64': observations can be float16, float32, int8"),
        ({"buffers": {"mask": np.zeros(3)}}, "buffers: 'mask': there are action_mask, observation"),
        ({"buffers": {"observation": np.zeros((ROWS, 996))}}, "observation is float64 of shape .*: must be float32"),
        ({"buffers": {"observation": np.zeros((996, ROWS), np.float32).T}}, "row after row, and open for writing"),
        ({"buffers": {"action_mask": "here"}}, "action_mask is <U4 of shape"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, Any], says: str) -> None:
    """One sentence says what is wanted."""
    with pytest.raises(ContentError, match=says):
        batch(**options)
