"""Many battles in one call: rows that depend on nothing but their seed, autoreset, errors, and learning on top of it."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from batched import open_actions
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import NormalizeObservation, RecordEpisodeStatistics
from made import vector

from fireteam.content.errors import ContentError, IllegalAction
from fireteam.env.rules.verbs import END
from fireteam.env.scenario.reading import load_scenario, scenario_names

pytestmark = pytest.mark.filterwarnings("error")
NAMES = scenario_names()
each_name = pytest.mark.parametrize("name", NAMES)


def run(batch: Any, seed: int, steps: int) -> list[tuple[Any, ...]]:
    """Play a batch; return what every step gave, copied, the infos of ended battles row by row."""
    observations, infos = batch.reset(seed=seed)
    story: list[tuple[Any, ...]] = [(observations.copy(), infos["action_mask"].copy())]
    for turn in range(steps):
        observations, rewards, over, truncated, infos = batch.step(open_actions(infos["action_mask"], turn))
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


def test_what_is_said_of_an_end_is_said_of_those_rows_alone() -> None:
    """Each value comes with the rows for which it holds; in all others it is 0."""
    batch = vector("duel", 6)
    _, infos = batch.reset(seed=1)
    partly = 0
    for turn in range(200):
        _, _, over, _, infos = batch.step(open_actions(infos["action_mask"], turn))
        found = infos.get("final_info", {})
        values = {name for name in found if not name.startswith("_")}
        assert values == ({"winner", "won", "lineup", "opponent", "length", "reward", "scenario"} if over.any() else set())
        assert all((found[f"_{name}"] == over).all() and not found[name][~over].any() for name in values)
        partly += over.any() and not over.all()
    assert partly > 3


def test_gymnasiums_statistics_agree() -> None:
    """Gymnasium's own wrapper counts the same lengths and returns."""
    batch = RecordEpisodeStatistics(vector("duel", 3))
    _, infos = batch.reset(seed=1)
    seen = 0
    for turn in range(400):
        _, _, over, _, infos = batch.step(open_actions(infos["action_mask"], turn))
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
    kept.step(open_actions(infos["action_mask"], 3))
    assert (first == before).all()
    first, infos = shared.reset(seed=1)
    assert (first == before).all()
    again = shared.step(open_actions(infos["action_mask"], 3))[0]
    assert again is first
    assert (first != before).any()


@pytest.mark.parametrize("threads", [1, 3])
def test_illegal_actions(threads: int) -> None:
    """Where it is refused, an action that is not open is an IllegalAction that names its row, and no row moves."""
    batch = vector("yard", 4, threads=threads, illegal="raise")
    _, infos = batch.reset(seed=1)
    masks = infos["action_mask"]
    for wrong in (int(np.flatnonzero(masks[2] == 0)[0]), -1, 10**6):
        actions = open_actions(batch.unwrapped.action_masks(), 0)
        actions[2] = wrong
        before = batch.unwrapped.battles.tobytes()
        with pytest.raises(IllegalAction, match=r"row 2: action"):
            batch.step(actions)
        assert batch.unwrapped.battles.tobytes() == before
    batch.step(open_actions(batch.unwrapped.action_masks(), 0))
    assert batch.unwrapped.battles.tobytes() != before


def test_illegal_actions_replaced() -> None:
    """By default the open action of the lowest number is taken instead; a number that is none is refused all the same."""
    one, other = vector("yard", 4), vector("yard", 4)
    masks = one.reset(seed=1)[1]["action_mask"]
    other.reset(seed=1)
    actions = masks.argmax(axis=1)
    wrong = actions.copy()
    wrong[1:3] = [np.flatnonzero(mask == 0)[0] for mask in masks[1:3]]
    infos = one.step(wrong)[4]
    assert infos["illegal"].tolist() == [False, True, True, False]
    assert "illegal" not in other.step(actions)[4]
    assert one.unwrapped.battles.tobytes() == other.unwrapped.battles.tobytes()
    for none in (-1, 10**6):
        wrong[2] = none
        with pytest.raises(IllegalAction, match=r"row 2: action -?[0-9]+ does not exist"):
            one.step(wrong)
    assert one.unwrapped.battles.tobytes() == other.unwrapped.battles.tobytes()


def test_illegal_actions_that_lose() -> None:
    """With `illegal="lose"` the battle of that row ends, lost; the others go on."""
    batch = vector("yard", 4, illegal="lose")
    masks = batch.reset(seed=1)[1]["action_mask"]
    actions = masks.argmax(axis=1)
    actions[2] = np.flatnonzero(masks[2] == 0)[0]
    _, rewards, over, _, infos = batch.step(actions)
    assert (rewards[2], over.tolist()) == (-1.0, [False, False, True, False])
    assert infos["illegal"].tolist() == over.tolist()
    assert not infos["final_info"]["won"][2]
    assert infos["final_info"]["winner"][2] == 1
    assert infos["action_mask"].any(axis=1).all()


def advanced(batch: Any, infos: dict[str, Any], turn: int) -> Any:
    """Step a batch by `open_actions`; return what it gave."""
    return batch.step(open_actions(infos["action_mask"], turn))


@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
def test_autoreset_modes(mode: str) -> None:
    """In every mode a row fights the same battles and earns the same; they differ in the step that begins the next."""
    rows, taken = 4, 200
    stories: list[dict[int, list[Any]]] = []
    for each in ("SameStep", mode):
        batch = vector("duel", rows, autoreset_mode=AutoresetMode(each), side="random")
        assert batch.metadata["autoreset_mode"] == AutoresetMode(each)
        seen, infos = batch.reset(seed=5)
        story: dict[int, list[Any]] = {row: [] for row in range(rows)}
        turns, resting = np.zeros(rows, int), np.zeros(rows, bool)
        while turns.min() < taken:
            if resting.any() and mode == each == "Disabled":
                with pytest.raises(
                    gymnasium.error.ResetNeeded, match=f"row {np.flatnonzero(resting)[0]}: its battle is over"
                ):
                    batch.step(np.zeros(rows, int))
                seen, infos = batch.reset(options={"reset_mask": resting})
                resting[:] = False
                continue
            chosen = [
                np.flatnonzero(mask)[(7 * turn) % mask.sum()] for mask, turn in zip(infos["action_mask"], turns, strict=True)
            ]
            for row in np.flatnonzero(~resting):
                story[row].append((seen[row].tobytes(), chosen[row]))
            turns += ~resting
            if resting.any():
                chosen = np.where(resting, 10**6, chosen)  # ignored, whatever it is
            seen, rewards, over, _, infos = batch.step(np.array(chosen))
            assert not (over & resting).any()
            assert not rewards[resting].any()
            for row in np.flatnonzero(~resting):
                story[row].append((rewards[row], over[row]))
            if each == "SameStep":
                results = infos.get("final_info", {})
            else:
                results = {name: infos[name] for name in ("winner", "won", "length", "reward")} if over.any() else {}
                assert all((infos[f"_{name}"] == over).all() for name in results)
                for row in np.flatnonzero(over):
                    assert np.flatnonzero(infos["action_mask"][row]).tolist() == [END]
                resting = over.copy()
            for row in np.flatnonzero(over):
                ended = [int(results[name][row]) for name in ("winner", "won", "length", "reward")]
                last = infos["final_obs"][row] if each == "SameStep" else seen[row]
                story[row].append((ended, last.tobytes()))
        stories.append({row: found[:taken] for row, found in story.items()})
    assert stories[0] == stories[1]
    assert sum(isinstance(entry[0], list) for found in stories[0].values() for entry in found) > 4


def test_gymnasiums_wrappers_of_next_step() -> None:
    """Wrappers that know NEXT_STEP only take such a batch, and count the same battles."""
    batch = NormalizeObservation(RecordEpisodeStatistics(vector("duel", 3, autoreset_mode="NextStep")))
    _, infos = batch.reset(seed=1)
    seen = 0
    for turn in range(400):
        observations, _, over, _, infos = advanced(batch, infos, turn)
        assert np.isfinite(observations).all()
        for row in np.flatnonzero(over):
            assert infos["episode"]["l"][row] == infos["length"][row]
            assert infos["episode"]["r"][row] == infos["reward"][row]
            seen += 1
    assert seen > 5
    with pytest.raises(ContentError, match="SameStep"):
        vector("duel", 3, autoreset_mode="NextStep").unwrapped.as_vec_env()


def test_some_rows_begin_anew() -> None:
    """A reset with a mask begins battles in its rows and leaves the others; a mask that is none is refused."""
    batch = vector("yard", 4)
    with pytest.raises(gymnasium.error.ResetNeeded, match="every row"):
        batch.unwrapped.reset(options={"reset_mask": np.array([True, False, False, False])})
    _, infos = batch.reset(seed=1)
    for turn in range(5):
        _, _, _, _, infos = advanced(batch, infos, turn)
    before = batch.unwrapped.battles.copy()
    mask = np.array([True, False, True, False])
    seen, infos = batch.reset(seed=9, options={"reset_mask": mask})
    assert [before[row] == batch.unwrapped.battles[row] for row in range(4)] == (~mask).tolist()
    fresh, _ = vector("yard", 4).reset(seed=9)
    assert (fresh[mask] == seen[mask]).all()
    for wrong in (np.ones(3, bool), np.zeros(4, bool), np.ones(4, int)):
        with pytest.raises(ContentError, match="reset_mask"):
            batch.reset(options={"reset_mask": wrong})


@pytest.mark.parametrize("name", ["duel", "market"])
def test_several_learners(name: str) -> None:
    """With `side="all"` the learner is asked for every team, and the infos say for which, and what each has earned."""
    batch = vector(load_scenario(name).model_copy(update={"rounds": 4}), 3, side="all")
    names = batch.unwrapped.team_names
    _, infos = batch.reset(seed=2)
    assert not infos["rewards"].any()
    totals, asked, ended = np.zeros((3, len(names))), set(), 0
    for turn in range(1500):
        team = infos["team"]
        decides = [battle["units"][battle["decider"]]["team"] for battle in batch.unwrapped.battles]
        assert team.tolist() == decides
        asked |= set(team.tolist())
        _, rewards, over, _, infos = advanced(batch, infos, turn)
        totals += infos["rewards"]
        assert (rewards == infos["rewards"][range(3), team]).all()
        for row in np.flatnonzero(over):
            winner = infos["final_info"]["winner"][row]
            expected = [0.0 if winner < 0 else 1.0 if number == winner else -1.0 for number in range(len(names))]
            assert totals[row].tolist() == expected
            assert "won" not in infos["final_info"]
            totals[row] = 0
            ended += 1
    assert asked == set(range(len(names)))
    assert ended > 2
    with pytest.raises(ContentError, match="one learner"):
        batch.unwrapped.as_vec_env()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "dule"}, "Did you mean 'duel'"),
        ({"side": "grey"}, "'random', 'all' or a team: red, blue"),
        ({"autoreset_mode": "never"}, "autoreset_mode = 'never': must be one of NextStep, SameStep, Disabled"),
        ({"illegal": "forgive"}, "illegal = 'forgive': must be one of raise, first, lose"),
        ({"opponent": "tactican"}, "Did you mean 'tactician'"),
        ({"opponent": {"blue": "tactican"}}, "Did you mean 'tactician'"),
        ({"opponent": {"grey": "random"}}, "grey"),
        ({"opponent": "captain"}, "captain was a policy of single actions"),
        ({"advisers": None}, "advisers: were of policies of single actions, and are no more"),
        ({"opponent": "search:playouts=0"}, "playouts = 0"),
        ({"opponent": {"blue": "my_bots:Cautious"}}, "No module named 'my_bots'"),
        ({"opponent": {"guard": 0}}, "not all may be 0"),
        ({"opponent": {"guard": 1, "charger": -1}}, "a weight of 0 or more to each opponent"),
        ({"opponent": {"red": "guard", "blue": 2}}, "must give an opponent to each team, or a weight"),
        ({"opponent": object()}, "is no bot"),
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
        observations, rewards, over, infos = batch.step(open_actions(masks, turn))
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
