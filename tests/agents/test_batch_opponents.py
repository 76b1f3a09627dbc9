"""Opponents in a batch: bots in Python, bots that search, functions and mixtures play as they do elsewhere."""

import pickle
from typing import Any

import numpy as np
import pytest
from batched import Disguised, open_actions
from gymnasium.error import ResetNeeded

import fireteam
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.observe.reward import Reward
from fireteam.env.scenario.models import Scenario

ROWS = 6
WORTH = Reward(shaping=0.5, deals={"damage": 0.1})


def middle_open(_: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Take the action in the middle of those that are open in each row."""
    return (masks.cumsum(axis=1) > masks.sum(axis=1, keepdims=True) // 2).argmax(axis=1)


def story(batch: Any, steps: int, rows: int = ROWS) -> list[tuple[np.ndarray, ...]]:
    """Return what the first rows are given in every step: observations, rewards, ends, masks, and who was fought."""
    observations, infos = batch.reset(seed=5)
    told: list[tuple[np.ndarray, ...]] = []
    for turn in range(steps):
        observations, rewards, done, _, infos = batch.step(open_actions(infos["action_mask"], turn))
        fought = infos.get("final_info", infos).get("opponent", np.full(batch.num_envs, ""))
        given = (observations, rewards, done, infos["action_mask"], fought)
        told.append(tuple(part[:rows].copy() for part in given))
    return told


def assert_same(
    one: list[tuple[np.ndarray, ...]], other: list[tuple[np.ndarray, ...]], ended: int, names: bool = True
) -> None:
    """Assert that two stories are the same, and that so many battles have ended in them."""
    for mine, theirs in zip(one, other, strict=True):
        for a, b in zip(mine[: 4 + names], theirs[: 4 + names], strict=True):
            assert (a == b).all() if a.dtype.kind != "f" else np.allclose(a, b, atol=1e-6)
    assert sum(step[2].sum() for step in one) > ended


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
@pytest.mark.parametrize("scenario", [{"scenario": "duel"}, {"levels": range(40), "battles_per_level": 2, "drawers": 0}])
def test_who_is_shown_every_battle_plays_as_the_same_compiled(mode: str, scenario: dict[str, Any]) -> None:
    """What a step gives does not depend on where the opponent decides: neither pay nor ends, nor the battle after."""
    options = {"side": "random", "reward": WORTH, "autoreset_mode": mode} | scenario
    plain = fireteam.make_vec(ROWS, opponent="charger:noise=0", **options)
    shown = fireteam.make_vec(ROWS, opponent=Disguised(), **options)
    assert_same(story(plain, 150), story(shown, 150), 5, names=False)


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
@pytest.mark.parametrize("opponent", ["charger", Disguised()], ids=["compiled", "shown"])
@pytest.mark.parametrize("fought", [{"scenario": "yard"}, {"levels": range(9), "battles_per_level": 2, "drawers": 0}])
def test_what_steps_pay_adds_up_to_what_a_battle_came_to(mode: str, opponent: Any, fought: dict[str, Any]) -> None:
    """No reward is lost or paid twice, whoever else's battle ends in the same step."""
    batch = fireteam.make_vec(ROWS, opponent=opponent, side="random", reward=WORTH, autoreset_mode=mode, **fought)
    _, infos = batch.reset(seed=5)
    sums, ended = np.zeros(ROWS), 0
    for turn in range(150):
        _, rewards, done, _, infos = batch.step(open_actions(infos["action_mask"], turn))
        sums += rewards
        final = infos.get("final_info", infos)
        for row in np.flatnonzero(done):
            assert final["reward"][row] == pytest.approx(sums[row], abs=1e-5)
            sums[row] = 0
            ended += 1
    assert ended > 3


@pytest.mark.parametrize("opponent", [{"charger": 1, "guard": 3}, {middle_open: 1, "charger": 1}])
def test_rows_do_not_depend_on_one_another(opponent: dict[Any, float]) -> None:
    """More rows and threads change nothing for a row: neither who is fought nor how."""
    few = fireteam.make_vec(ROWS, scenario="duel", opponent=opponent)
    many = fireteam.make_vec(3 * ROWS, scenario="duel", opponent=opponent, threads=3)
    assert_same(story(few, 120), story(many, 120), 5)


def test_opponents_are_drawn_by_their_weights() -> None:
    """A battle draws each opponent by its weight; teams draw apart from one another; infos name who was fought."""
    batch = fireteam.make_vec(64, scenario="duel", opponent={"charger": 3, "guard": 1})
    fought = np.concatenate([step[4] for step in story(batch, 150, rows=64)])
    counts = {name: int((fought == name).sum()) for name in ("charger", "guard")}
    total = sum(counts.values())
    assert total == (fought != "").sum() > 500
    assert abs(counts["charger"] / total - 0.75) < 0.07
    batch.reset(options={"opponent": {"blue": {"guard": 1, "random": 1}}})
    assert {*np.concatenate([step[4] for step in story(batch, 60, rows=64)])} == {"", "guard", "random"}


@pytest.mark.parametrize("opponent", [middle_open, Disguised()], ids=["function", "shown"])
def test_no_level_is_drawn_to_ask_an_opponent(opponent: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a row's level is there, nothing is drawn again: neither as an example nor for its own battle's next decision."""
    batch = fireteam.make_vec(2, levels=range(2), opponent=opponent, drawers=0)
    story(batch, 3, 2)
    drawn: list[int] = []
    draw = Scenario.drawn
    monkeypatch.setattr(Scenario, "drawn", lambda scenario, number: drawn.append(number) or draw(scenario, number))
    infos = {"action_mask": batch.masks}
    for turn in range(20):
        _, _, done, _, infos = batch.step(open_actions(infos["action_mask"], turn))
        assert len(drawn) <= 2 or done.any(), "one a row, when its battle is shown for the first time"


def test_three_sides() -> None:
    """Each team has opponents of its own; those of teams that nobody learns are named."""
    batch = fireteam.make_vec(
        32, scenario="market", slots=(8, 12), opponent={"blue": {"guard": 1, "charger": 1}, "green": middle_open}
    )
    names = {*np.concatenate([step[4] for step in story(batch, 300, rows=32)])} - {""}
    assert names == {"blue: guard, green: middle_open", "blue: charger, green: middle_open"}


def test_learners_beside_who_is_asked() -> None:
    """What a team earns is paid with its own decisions, also where a function has decided in between."""
    batch = fireteam.make_vec(ROWS, scenario="duel", opponent=middle_open, learners={"red": "pupil"}, reward=WORTH)
    alone = fireteam.make_vec(ROWS, scenario="duel", opponent=middle_open, side="red", reward=WORTH)
    observations, infos = batch.reset(seed=1)
    others, _ = alone.reset(seed=1)
    ended = 0
    for turn in range(150):
        assert (infos["team"] == 0).all()
        actions = open_actions(infos["action_mask"], turn)
        observations, rewards, done, _, infos = batch.step(actions)
        others, same, *_ = alone.step(actions)
        assert (observations == others).all()
        assert np.allclose(rewards, same)
        assert np.allclose(infos["rewards"][:, 0], rewards)
        ended += int(done.sum())
    assert ended > 10


def test_a_function_sees_what_the_learner_sees() -> None:
    """A function of observations and masks plays on observations of the learner's size and type."""
    seen = []

    def first(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        seen.append(observations)
        return masks.argmax(axis=1)

    batch = fireteam.make_vec(ROWS, scenario="duel", opponent={first: 1, "charger": 1}, dtype="float16")
    story(batch, 40)
    assert {each.shape[1] for each in seen} == {batch.single_observation_space.shape[0]} == {996}
    assert {each.dtype for each in seen} == {np.dtype(np.float16)}
    wrong = fireteam.make_vec(2, scenario="duel", opponent=lambda observations, masks: masks)
    with pytest.raises(ContentError, match=r"opponent <lambda> returned int8 of shape .*: must be action numbers of shape"):
        story(wrong, 20)


def test_bots_that_search_play_in_a_batch() -> None:
    """The same seed plays the same, also after a reset; the bot's battle is the row's."""
    batch = fireteam.make_vec(2, scenario="duel", opponent="search:playouts=12")
    assert_same(story(batch, 25, 2), story(batch, 25, 2), 1)


def test_a_batch_with_who_is_asked_can_be_pickled() -> None:
    """It goes on where it was: the same actions lead to the same ends."""
    batch = fireteam.make_vec(ROWS, scenario="duel", opponent={middle_open: 1, "charger": 1})
    story(batch, 20)
    twin = pickle.loads(pickle.dumps(batch))
    for turn in range(40):
        actions = open_actions(batch.masks, turn)
        one, other = batch.step(actions), twin.step(actions)
        assert (one[0] == other[0]).all()
        assert (one[1] == other[1]).all()


def test_a_batch_whose_opponent_has_failed_begins_anew() -> None:
    """The error of an opponent comes through; after it no row is stepped from the middle."""
    fails = [False]

    def first(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        if fails[0]:
            raise KeyboardInterrupt
        return masks.argmax(axis=1)

    batch = fireteam.make_vec(ROWS, scenario="duel", opponent=first)
    before = story(batch, 30)
    fails[0] = True
    with pytest.raises(KeyboardInterrupt):
        story(batch, 30)
    fails[0] = False
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before step"):
        batch.step(np.zeros(ROWS, int))
    assert_same(before, story(batch, 30), -1)


class Map:
    """A bot that notes which map it is shown, and takes the first open action."""

    name = "map"

    def __init__(self) -> None:
        self.shown: list[str] = []

    def decide(self, battle: Battle) -> Any:
        """Return the first open action."""
        self.shown.append(battle.field.scenario.map.title)
        return battle.legal()[0]


def test_a_bot_is_shown_the_battle_that_a_reset_has_begun() -> None:
    """The first battle of a stream is another one after a reset, even if the streams are the same."""
    bot = Map()
    batch = fireteam.make_vec(1, levels=range(2), opponent=bot, drawers=0)
    for level in range(2):
        bot.shown.clear()
        _, infos = batch.reset(seed=1, options={"level": level})
        while not bot.shown:
            _, _, _, _, infos = batch.step(infos["action_mask"].argmax(axis=1))
        assert set(bot.shown) == {batch.ground.field(batch.battles[0]).scenario.map.title}


@pytest.mark.parametrize(
    "options",
    [
        {"extra_infos": None}, {"extra_infos": 5},
        {"dtype": 3}, {"dtype": object()}, {"buffers": 3}, {"buffers": [1]}, {"opponent": {}},
        {"autoreset_mode": []}, {"opponent": {"tactician": 10**400}},
    ],
)  # fmt: skip
def test_misuse_of_a_batch_is_refused(options: dict[str, Any]) -> None:
    """In a sentence that names the option."""
    with pytest.raises(ContentError, match=next(iter(options))):
        fireteam.make_vec(2, scenario="duel", **options)


@pytest.mark.parametrize(
    "options",
    [
        {"shares": None}, {"shares": 3}, {"shares": "ab"}, {"shares": [1, None]}, {"shares": [[1], [2]]},
        {"skip": [[1], [1, 2]]},
        {"reset_mask": [[True], [True, False]]}, {"reset_mask": np.array([True, False]), "skip": 1},
    ],
)  # fmt: skip
def test_misuse_of_a_reset_is_refused(options: dict[str, Any]) -> None:
    """In a sentence that names the option."""
    batch = fireteam.make_vec(2, scenario=["duel", "duel"])
    batch.reset(seed=1)
    with pytest.raises(ContentError, match=list(options)[-1]):
        batch.reset(options=options)


def test_a_reset_that_is_refused_changes_nothing() -> None:
    """Where one option is wrong, the others have not been taken either."""
    batch = fireteam.make_vec(1, levels=range(3), drawers=0)
    batch.reset(seed=1)
    for wrong in ({"opponent": "nobody"}, {"skip": -1}):
        with pytest.raises(ContentError):
            batch.reset(options={"levels": [2], "level": 2, **wrong})
    assert batch.ground.levels.numbers == range(3)
    assert batch.ground.chosen.tolist() == [-1]


def test_weights_of_numpy_are_weights() -> None:
    """As a curriculum computes them."""
    batch = fireteam.make_vec(2, scenario="duel", opponent={"tactician": np.int64(3), "charger": np.float32(1)})
    assert (batch.opposition.labels[: batch.opposition.drawn] == "tactician").mean() == 0.75


def test_one_number_skips_battles_of_all_rows() -> None:
    """As the same number for each."""
    batch = fireteam.make_vec(2, scenario="duel")
    one, _ = batch.reset(seed=1, options={"skip": 3})
    each, _ = batch.reset(seed=1, options={"skip": [3, 3]})
    assert (one == each).all()
