"""Many battles in one call: rows that depend on nothing but their seed, autoreset, errors, and learning on top of it."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from made import vector

from fireteam.env.errors import ContentError, IllegalAction
from fireteam.env.scenario import scenario_names

pytestmark = pytest.mark.filterwarnings("error")
NAMES = scenario_names()
each_name = pytest.mark.parametrize("name", NAMES)


def picked(masks: np.ndarray, turn: int) -> np.ndarray:
    """Return an open action for every row, which depends on nothing but the row's mask and the turn."""
    rows = [np.flatnonzero(mask) for mask in masks]
    return np.array([row[(7 * turn + turn // 5) % len(row)] for row in rows])


def run(batch: Any, seed: int, steps: int) -> list[tuple[Any, ...]]:
    """Play a batch; return what every step gave, copied, the infos of ended battles row by row."""
    observations, infos = batch.reset(seed=seed)
    story: list[tuple[Any, ...]] = [(observations.copy(), infos["action_mask"].copy())]
    for turn in range(steps):
        observations, rewards, over, truncated, infos = batch.step(picked(infos["action_mask"], turn))
        assert not truncated.any()
        ended = {}
        for row in np.flatnonzero(over):
            final = {key: values[row].item() for key, values in infos["final_info"].items()}
            ended[int(row)] = (final, infos["final_obs"][row].tobytes())
        story.append((observations.copy(), infos["action_mask"].copy(), rewards.copy(), over.copy(), ended))
    return story


def assert_same(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]], rows: int) -> None:
    """Assert that the first rows of two stories are the same."""
    assert len(one) == len(other)
    for step, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        for a, b in zip(mine, theirs, strict=True):
            if isinstance(a, dict):
                assert {row: a[row] for row in a if row < rows} == {row: b[row] for row in b if row < rows}, step
            else:
                assert (a[:rows] == b[:rows]).all(), step


@each_name
def test_rows_depend_on_nothing_else(name: str) -> None:
    """Row by row the battles are the same whatever the number of rows and of threads, and again after the same seed."""
    one = run(vector(name, 3), 11, 60)
    assert_same(one, run(vector(name, 8, threads=3), 11, 60), 3)
    assert_same(one, run(vector(name, 3, threads=2), 11, 60), 3)
    batch = vector(name, 3)
    run(batch, 12, 5)
    assert_same(one, run(batch, 11, 60), 3)
    assert any((one[-1][0] != run(batch, 12, 60)[-1][0]).ravel())
    assert (one[-1][0][0] != one[-1][0][1]).any(), "two rows fight the same battle"


@pytest.mark.parametrize("opponent", ["random", "tactician"])
def test_threads_change_nothing_over_many_battles(opponent: str) -> None:
    """Also over many battles, with drawn sides: one thread, two, and more rows than needed give the same."""
    options = {"opponent": opponent, "side": "random"}
    one = run(vector("duel", 5, **options), 3, 600)
    assert sum(len(step[4]) for step in one[1:]) > 15, "hardly a battle ended"
    assert_same(one, run(vector("duel", 5, threads=2, **options), 3, 600), 5)
    assert_same(one, run(vector("duel", 9, threads=4, **options), 3, 600), 5)


@each_name
def test_what_a_row_sees(name: str) -> None:
    """Observations lie in their space, masks are never empty, and rewards of the default are won or lost at the end only."""
    batch = vector(name, 4)
    assert batch.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    for step in run(batch, 2, 120):
        for row in range(4):
            assert batch.single_observation_space.contains(step[0][row])
        assert step[1].any(axis=1).all()
        assert set(np.unique(step[1])) <= {0, 1}
        if len(step) > 2:
            assert not step[2][~step[3]].any()
            assert set(np.unique(step[2])) <= {-1.0, 0.0, 1.0}


def test_autoreset() -> None:
    """A battle that ends is followed by the next in the same step; what it came to lies in the infos."""
    rows = 4
    batch = vector("duel", rows, side="random")
    length, total, ended = np.zeros(rows, int), np.zeros(rows), 0
    for observations, _, rewards, over, finals in run(batch, 4, 500)[1:]:
        length += 1
        total += rewards
        assert set(finals) == set(np.flatnonzero(over).tolist())
        for row, (final, last_seen) in finals.items():
            assert (final["length"], final["reward"]) == (length[row], total[row])
            assert final["won"] == (final["reward"] == 1)
            assert (final["winner"] == -1) == (final["reward"] == 0)
            assert last_seen != observations[row].tobytes()
            assert batch.single_observation_space.contains(np.frombuffer(last_seen, np.float32))
            ended += 1
        length[over], total[over] = 0, 0
    assert ended > 10


def test_gymnasiums_statistics_agree() -> None:
    """Gymnasium's own wrapper counts the same lengths and returns."""
    batch = RecordEpisodeStatistics(vector("duel", 3))
    _, infos = batch.reset(seed=1)
    seen = 0
    for turn in range(400):
        _, _, over, _, infos = batch.step(picked(infos["action_mask"], turn))
        for row in np.flatnonzero(over):
            assert infos["episode"]["l"][row] == infos["final_info"]["length"][row]
            assert infos["episode"]["r"][row] == infos["final_info"]["reward"][row]
            seen += 1
    assert seen > 5


def test_buffers() -> None:
    """By default what is given out stays as it was; with `copy=False` it is the buffer that the next step overwrites."""
    kept, shared = vector("duel", 2), vector("duel", 2, copy=False)
    first, infos = kept.reset(seed=1)
    before = first.copy()
    kept.step(picked(infos["action_mask"], 3))
    assert (first == before).all()
    first, infos = shared.reset(seed=1)
    assert (first == before).all()
    again = shared.step(picked(infos["action_mask"], 3))[0]
    assert again is first
    assert (first != before).any()


@pytest.mark.parametrize("threads", [1, 3])
def test_illegal_actions(threads: int) -> None:
    """An action that is not open is an IllegalAction that names its row, which stays as it was; the batch goes on."""
    batch = vector("yard", 4, threads=threads)
    _, infos = batch.reset(seed=1)
    masks = infos["action_mask"]
    for wrong in (int(np.flatnonzero(masks[2] == 0)[0]), -1, 10**6):
        actions = picked(batch.unwrapped.action_masks(), 0)
        actions[2] = wrong
        before = batch.unwrapped.battles[2].tobytes()
        with pytest.raises(IllegalAction, match=r"row 2|action -?[0-9]+ does not exist"):
            batch.step(actions)
        assert batch.unwrapped.battles[2].tobytes() == before
    batch.step(picked(batch.unwrapped.action_masks(), 0))
    assert batch.unwrapped.battles[2].tobytes() != before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "dule"}, "Did you mean 'duel'"),
        ({"side": "grey"}, "red, blue"),
        ({"opponent": "tactican"}, "Did you mean 'tactician'"),
        ({"opponent": {"blue": "tactican"}}, "Did you mean 'tactician'"),
        ({"opponent": {"grey": "random"}}, "grey"),
        ({"slots": (1, 0)}, "slots"),
        ({"num_envs": 0}, "num_envs"),
        ({"threads": 0}, "threads"),
    ],
)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    """Options that fit nothing are a ContentError that says what there is."""
    given = {"name": "duel", "num_envs": 2, **options}
    with pytest.raises(ContentError, match=message):
        gymnasium.make_vec("fireteam/Skirmish-v0", scenario=given.pop("name"), **given)


def test_wrong_shapes_and_seeds() -> None:
    """Too few actions are a ContentError, a negative seed an error that names it."""
    batch = vector("duel", 3)
    with pytest.raises(gymnasium.error.Error, match=r"(?i)seed"):
        batch.reset(seed=-1)
    batch.reset(seed=1)
    with pytest.raises(ContentError, match=r"\(3,\)"):
        batch.step(np.zeros(2, int))


def test_a_step_before_reset_says_so() -> None:
    """A step before the first reset is an error that asks for it."""
    with pytest.raises((IllegalAction, gymnasium.error.Error), match="reset"):
        vector("duel", 2).step(np.zeros(2, int))


def test_stable_baselines3_learns_on_it() -> None:
    """As a VecEnv of stable-baselines3 the batch resets, steps, masks and reports battles, and MaskablePPO learns on it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of torch and its friends, on being imported
        import torch
        from sb3_contrib import MaskablePPO
    torch.set_num_threads(1)  # which is faster for so little, and leaves the other cores to other tests
    batch = vector("duel", 4).unwrapped.as_vec_env()
    batch.seed(3)
    observations = batch.reset()
    assert observations.shape == (4, *batch.observation_space.shape)
    ended: list[dict[str, Any]] = []
    masks = np.array(batch.env_method("action_masks"))
    for turn in range(300):
        observations, rewards, over, infos = batch.step(picked(masks, turn))
        masks = np.array(batch.env_method("action_masks"))
        ended += [info for info, end in zip(infos, over, strict=True) if end]
        assert observations.dtype == rewards.dtype == np.float32
        assert all(info == {} for info, end in zip(infos, over, strict=True) if not end)
    assert len(ended) > 5
    for info in ended:
        assert info["terminal_observation"].shape == batch.observation_space.shape
        assert info["episode"]["l"] > 0
        assert info["won"] == (info["episode"]["r"] == 1.0)
        assert info["TimeLimit.truncated"] is False
    model = MaskablePPO("MlpPolicy", batch, n_steps=32, batch_size=64, n_epochs=1, seed=1, device="cpu")
    before = {name: value.clone() for name, value in model.policy.state_dict().items()}
    model.learn(256)
    assert model.num_timesteps == 256
    assert any((value != before[name]).any() for name, value in model.policy.state_dict().items())
    assert len(model.ep_info_buffer) > 0
