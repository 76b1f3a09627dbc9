"""A batch that decides in orders: the same battles, decided by the number of an order, of which a row of numbers tells."""

from typing import Any

import numpy as np
import pytest
from batched import Disguised, open_actions

import fireteam
from fireteam.agents.orders.columns import AT, WIDTH, orders_in
from fireteam.content.errors import ContentError, IllegalAction
from fireteam.env.observe.observation import observation_size
from fireteam.env.observe.reward import Reward

ROWS, MOST = 6, 64
SYSTEMS = ("swan_song", "d10_pool", "ladder")


def batch_of(rows: int = ROWS, **options: Any) -> Any:
    """Return a batch that decides in orders."""
    return fireteam.make_vec(rows, decisions="orders", **({"scenario": "yard", "opponent": "tactician"} | options))


def course(batch: Any, steps: int, seed: int = 5) -> list[np.ndarray]:
    """Return what all steps give where orders are chosen by the masks alone."""
    observations, infos = batch.reset(seed=seed)
    given = [observations.copy()]
    for turn in range(steps):
        observations, rewards, done, _, infos = batch.step(open_actions(infos["action_mask"], turn))
        given += [observations.copy(), rewards.copy(), done.copy(), infos["action_mask"].copy()]
    return given


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_row_of_numbers_tells_of_every_order(system: str) -> None:
    """There are two orders at least, each is of one kind, and behind them there are zeros; nothing else has changed."""
    batch = batch_of(system=system, side="random")
    observations, infos = batch.reset(seed=3)
    assert batch.single_action_space.n == MOST
    assert observations.shape[1] == observation_size(*batch.slots, system) + MOST * WIDTH
    kinds = set()
    for turn in range(60):
        masks, rows = infos["action_mask"], orders_in(observations)
        assert ((masks.sum(1) >= 2) & (np.diff(masks, axis=1) <= 0).all(1)).all()
        one_of_each = rows[masks == 1][:, AT.shoot : AT.other + 1]
        assert (one_of_each.sum(1) == 1).all()
        kinds |= set(np.flatnonzero(one_of_each.any(0)).tolist())
        assert not rows[masks == 0].any()
        assert (np.abs(observations) <= 1).all()
        observations, _, _, _, infos = batch.step(open_actions(masks, turn))
    assert len(kinds) >= 5


@pytest.mark.parametrize("fought", [{}, {"scenario": "night", "opponent": "guard"}, {"system": "ladder"}])
def test_threads_and_rows_change_nothing(fought: dict[str, Any]) -> None:
    """What rows are given depends neither on the threads nor on how many other rows there are."""
    one, two = course(batch_of(**fought), 60), course(batch_of(20, threads=2, **fought), 60)
    assert all((mine == theirs[:ROWS]).all() for mine, theirs in zip(one, two, strict=True))


def test_a_snapshot_holds_orders_that_are_being_carried_out() -> None:
    """From a snapshot the same choices lead to the same ends, also in another batch."""
    batch, other = batch_of(side="all"), batch_of(side="all")
    course(batch, 30)
    kept, masks = batch.snapshot(), batch.masks.copy()
    other.reset(seed=1)
    other.restore(kept)
    for turn in range(30):
        one, two = (each.step(open_actions(masks, turn)) for each in (batch, other))
        assert all((one[place] == two[place]).all() for place in range(3))
        masks = one[4]["action_mask"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_pay_adds_up(system: str) -> None:
    """What steps pay adds up to what a battle came to, though many actions lie between two orders."""
    batch = batch_of(system=system, scenario="duel", side="random", reward=Reward(shaping=0.5))
    _, infos = batch.reset(seed=2)
    sums, ended = np.zeros(ROWS), 0
    for turn in range(120):
        _, rewards, done, _, infos = batch.step(open_actions(infos["action_mask"], turn))
        sums += rewards
        for row in np.flatnonzero(done):
            assert infos["final_info"]["reward"][row] == pytest.approx(sums[row], abs=1e-5)
            sums[row], ended = 0, ended + 1
    assert ended > 5


def test_the_tacticians_opinion_is_a_good_one() -> None:
    """Who always gives the order that a tactician finds best holds its own against one, and beats random play."""
    won = {}
    for opponent, steps in (("tactician", 400), ("random", 200)):
        batch = batch_of(64, opponent=opponent, side="random")
        observations, infos = batch.reset(seed=4)
        ends = []
        for _ in range(steps):
            worths = np.where(infos["action_mask"] == 1, orders_in(observations)[:, :, AT.worth], -2)
            observations, _, done, _, infos = batch.step(worths.argmax(1))
            ends += infos["final_info"]["won"][done].tolist() if done.any() else []
        won[opponent] = np.mean(ends)
    assert won["tactician"] > 0.35
    assert won["random"] > 0.9


def test_what_cannot_be_decided_in_orders() -> None:
    """A number that is no order is refused in words."""
    batch = batch_of(illegal="raise")
    _, infos = batch.reset(seed=1)
    with pytest.raises(IllegalAction, match="row 0"):
        batch.step(infos["action_mask"].sum(1))
    with pytest.raises(ContentError, match="decisions"):
        fireteam.make_vec(2, scenario="yard", decisions="commands")


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_is_shown_the_battle_opposes_orders_as_the_same_compiled(system: str) -> None:
    """A bot in Python decides in single actions, where the learner decides in orders: nothing is given in between."""
    options: dict[str, Any] = {"system": system, "scenario": "duel", "side": "random", "reward": Reward(shaping=0.5)}
    plain, shown = (course(batch_of(opponent=bot, **options), 60) for bot in ("charger:noise=0", Disguised()))
    for one, other in zip(plain, shown, strict=True):
        assert np.allclose(one, other, atol=1e-6)


def winners(batch: Any, choose: Any, steps: int = 120) -> dict[int, list[int]]:
    """Return the winners of the battles of each row that end, where orders are chosen by the masks alone."""
    _, infos = batch.reset(seed=5)
    ends: dict[int, list[int]] = {row: [] for row in range(ROWS)}
    for _ in range(steps):
        _, _, done, _, infos = batch.step(choose(None, infos["action_mask"]))
        for row in np.flatnonzero(done):
            ends[int(row)].append(int(infos["final_info"]["winner"][row]))
    return ends


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_function_chooses_among_orders_as_a_learner_does(system: str) -> None:
    """A function that opposes is given rows and masks of orders: battles end as where its team is a learner's."""

    def second(_: Any, masks: np.ndarray) -> np.ndarray:
        assert masks.shape[1] == MOST
        return np.minimum(masks.sum(1) - 1, 1).astype(np.int64)

    options: dict[str, Any] = {"system": system, "scenario": "duel"}
    both = winners(batch_of(side="all", **options), second, 240)
    one = winners(batch_of(side="red", opponent=second, **options), second)
    common = {row: min(len(one[row]), len(both[row])) for row in one}
    assert sum(common.values()) > ROWS
    for row, count in common.items():
        assert one[row][:count] == both[row][:count]


def test_nothing_of_one_battle_is_remembered_in_the_next() -> None:
    """Orders of a battle that is over do not count as those of friends in the one that begins."""
    batch = batch_of(system="d10_pool", side="all")
    fresh, _ = batch.reset(seed=3)
    turns = batch.battles["round_number"].astype(int) * 16 + batch.battles["pass_number"]
    kept = batch.snapshot()
    kept["memories"]["turn"], kept["memories"]["target"], kept["memories"]["goal"] = turns[:, None], 4, 30
    batch.restore(kept)
    again, _ = batch.reset(seed=3)
    assert (orders_in(again) == orders_in(fresh)).all()


@pytest.mark.parametrize(("rows", "threads"), [(1, 1), (5, 2), (128, 2), (300, 3)])
def test_every_part_of_a_batch_has_its_own_space(rows: int, threads: int) -> None:
    """A batch is stepped in more parts than there are threads: what is indexed by part has as many rows."""
    batch = fireteam.make_vec(rows, scenario="duel", side="all", decisions="orders", threads=threads)
    planners, places, *_ = batch._commanded
    assert len(planners) == len(places) == batch._loop.parts
    batch.close()


def test_threads_change_nothing_in_orders() -> None:
    """The same orders lead to the same observations, however many threads share the batch."""
    stories = []
    for threads in (1, 2):
        batch = fireteam.make_vec(96, scenario="yard", side="all", decisions="orders", threads=threads)
        observations, infos = batch.reset(seed=4)
        story = [observations.tobytes()]
        for step in range(12):
            counts = infos["action_mask"].sum(1, dtype=np.int64)
            observations, rewards, *_, infos = batch.step((step + np.arange(96)) % counts)
            story += [observations.tobytes(), rewards.tobytes()]
        stories.append(story)
        batch.close()
    assert stories[0] == stories[1]
