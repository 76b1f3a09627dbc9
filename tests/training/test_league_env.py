"""Battles of a league's learner: opponents that are asked play as those that are compiled, and nothing is counted twice."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from batched import open_actions

from fireteam.agents.bots import parameters_of, parameters_of_teams
from fireteam.agents.commands import commands_of
from fireteam.agents.opponents import NetworkOpponent, asked_opponent, doctrine_opponent
from fireteam.agents.policy.tensors import shape_of
from fireteam.agents.rollout import rollout
from fireteam.bench.policy import random_policy
from fireteam.content.errors import ContentError
from fireteam.env.observe.reward import Reward
from fireteam.env.sb3 import BatchVecEnv
from fireteam.env.seats.batch import ADVICE
from fireteam.env.seats.opponents import Opponent, drawn_places
from fireteam.env.vector import Vector
from fireteam.training.league.env import LINEUPS, LeagueVecEnv

TEAMS = ["red", "blue"]
SHAPE = shape_of()
ROWS = 6


def battles(scenario: str = "yard", advisers: Sequence[str] = ("tactician",), **options: Any) -> Vector:
    """Return a batch with drawn sides and a shaped reward."""
    options = {"bots": parameters_of_teams("tactician", TEAMS), "reward": Reward(shaping=0.5), "side": "random"} | options
    given = np.concatenate([parameters_of(name) for name in advisers]) if advisers else None
    return Vector(scenario, ROWS, rollout=rollout, commands=commands_of(), advisers=given, **options)


def heedful(vector: Vector, rows: np.ndarray) -> np.ndarray:
    """Do what the first adviser would do."""
    return np.rint(vector.observations[rows, SHAPE.observation] * ADVICE).astype(int)


def story(env: BatchVecEnv, steps: int) -> list[tuple[np.ndarray, ...]]:
    """Return what every step of a batch gives, in arrays; infos as the parts of ended battles."""
    env.seed(5)
    given: list[tuple[np.ndarray, ...]] = [(env.reset(),)]
    for turn in range(steps):
        observations, rewards, done, infos = env.step(open_actions(env.vector.action_masks(), turn))
        episodes = env.vector.episodes
        assert (episodes["asked"] == episodes["side"]).all(), "what an opponent sees reaches the learner"
        ended = [
            np.concatenate([info["terminal_observation"], [info["episode"]["r"], info["episode"]["l"], info["winner"]]])
            for info, over in zip(infos, done, strict=True)
            if over
        ]
        given.append((observations, rewards, done, np.array(ended), env.vector.action_masks().copy()))
    return given


def assert_same(one: list[tuple[np.ndarray, ...]], other: list[tuple[np.ndarray, ...]], ended: int) -> None:
    """Assert that two stories are the same, and that so many battles have ended in them."""
    for mine, theirs in zip(one, other, strict=True):
        for a, b in zip(mine, theirs, strict=True):
            assert a.shape == b.shape
            assert np.allclose(a, b, atol=1e-6)
    assert sum(step[2].sum() for step in one[1:]) > ended


@pytest.mark.parametrize("scenario", ["yard", "duel"])
def test_an_opponent_that_is_asked_plays_as_the_same_compiled(scenario: str) -> None:
    """One who does what a doctrine would do gives the same observations, rewards, ends and masks as the doctrine itself."""
    told = LeagueVecEnv(battles(scenario), [asked_opponent("pupil", heedful)], np.random.default_rng(1))
    assert_same(story(told, 250), story(BatchVecEnv(battles(scenario)), 250), 10)


def test_doctrines_play_as_in_a_plain_batch() -> None:
    """A league of doctrines is a batch with the same line-ups, and says who was fought."""
    league = LeagueVecEnv(
        battles("duel"), [doctrine_opponent("charger", 1.0), doctrine_opponent("tactician", 3.0)], np.random.default_rng(1)
    )
    drawn = drawn_places([1.0, 3.0], LINEUPS, np.random.default_rng(1))
    bots = np.stack([parameters_of_teams(("charger", "tactician")[number], TEAMS) for number in drawn])
    plain = BatchVecEnv(battles("duel", bots=bots))
    assert_same(story(league, 200), story(plain, 200), 10)
    fought = set()
    for turn in range(100):
        actions = open_actions(league.vector.action_masks(), turn)
        given = [info.get("opponent") for info in league.step(actions)[3]]
        over = plain.step(actions)[2]
        lineups = drawn[plain.vector.episodes["final_lineup"]]
        assert given == [("charger", "tactician")[n] if end else None for n, end in zip(lineups, over, strict=True)]
        fought |= {name for name in given if name}
    assert fought == {"charger", "tactician"}


def test_battles_add_up() -> None:
    """Against policies and doctrines the rewards of a battle add up to what it came to, and every battle is told of once."""
    random = np.random.default_rng(2)
    policy = NetworkOpponent(random_policy(3, 1), 1.0, random)
    opponents = [asked_opponent("novice", policy), doctrine_opponent("random"), asked_opponent("pupil", heedful)]
    env = LeagueVecEnv(battles("duel"), opponents, random)
    env.seed(3)
    env.reset()
    begun = env.vector.episodes["number"].copy()
    sums, lengths, given = np.zeros(ROWS), np.zeros(ROWS, int), np.zeros(ROWS, int)
    met = set()
    for turn in range(400):
        _, rewards, done, infos = env.step(open_actions(env.vector.action_masks(), turn))
        sums += rewards
        lengths += 1
        for row in np.flatnonzero(done):
            assert infos[row]["episode"]["r"] == pytest.approx(sums[row], abs=1e-5)
            assert infos[row]["episode"]["l"] == lengths[row]
            assert infos[row]["won"] == (infos[row]["episode"]["r"] > 0.5)
            sums[row], lengths[row] = 0, 0
            given[row] += 1
            met.add(infos[row]["opponent"])
    assert (given == env.vector.episodes["number"] - begun).all()
    assert given.sum() > 20
    assert met == {"novice", "random", "pupil"}


def test_battles_in_progress_keep_their_opponents() -> None:
    """Whoever is drawn from now on, a battle goes on against the one it was begun with; then only the new one is met."""
    heard: list[str] = []

    def named(name: str) -> Opponent:
        return asked_opponent(name, lambda vector, rows: heard.append(name) or heedful(vector, rows))

    env = LeagueVecEnv(battles("duel"), [named("old")], np.random.default_rng(1))
    env.seed(4)
    env.reset()
    for turn in range(3):
        env.step(open_actions(env.vector.action_masks(), turn))
    env.oppose([named("new"), doctrine_opponent("charger", 0.0)])
    env.oppose([named("new")])
    assert set(heard) == {"old"}
    given: list[list[str]] = [[] for _ in range(ROWS)]
    for turn in range(300):
        *_, infos = env.step(open_actions(env.vector.action_masks(), turn))
        for row, info in enumerate(infos):
            given[row] += [info["opponent"]] if info else []
    assert all(names[0] == "old" and len(names) > 1 and set(names[1:]) == {"new"} for names in given)
    heard.clear()
    env.step(open_actions(env.vector.action_masks(), 0))
    assert set(heard) == {"new"}


def test_a_policy_draws_by_its_probabilities() -> None:
    """Actions come as often as they are likely, by advice in whatever columns; missing advisers are named."""
    policy = random_policy(5, 2)  # advised by tactician and guard
    vector = battles(advisers=("guard", "charger", "tactician"))
    observations, infos = vector.reset(seed=1)
    advice = np.rint(observations[:, [SHAPE.observation + 2, SHAPE.observation]] * ADVICE).astype(int)
    followed = observations[:, [SHAPE.observation + 5, SHAPE.observation + 3]]
    chances, _ = policy.evaluate(observations[:, : SHAPE.observation], infos["action_mask"], advice, followed)
    counts = np.zeros((ROWS, SHAPE.actions))
    rows = np.repeat(np.arange(ROWS), 1000)
    drawn = NetworkOpponent(policy, 1.0, np.random.default_rng(1), stumbles=True)(vector, rows)
    np.add.at(counts, (rows, drawn), 1)
    assert not counts[infos["action_mask"] == 0].any()
    assert np.abs(counts / 1000 - chances).max() < 0.06
    with pytest.raises(ContentError, match=r"has the advisers guard, tactician: guard must be among those of the batch"):
        NetworkOpponent(policy).check(battles())


def test_places_are_shared_out() -> None:
    """Shares are met to a whole place each time, and exactly on average."""
    random = np.random.default_rng(3)
    shares = np.array([0.5, 0.003, 0.0, 0.3, 0.197])
    counts = np.array([np.bincount(drawn_places(list(3 * shares), LINEUPS, random), minlength=5) for _ in range(3000)])
    assert (counts.sum(axis=1) == LINEUPS).all()
    assert (np.abs(counts - LINEUPS * shares) < 1).all()
    assert counts.mean(axis=0) == pytest.approx(LINEUPS * shares, abs=0.05)


def test_wrong_opponents_are_refused() -> None:
    """A batch takes no opponents without a share, and none for teams that there are not."""
    vector = battles()
    for wrong, says in (
        ([], "with the shares"),
        ([doctrine_opponent("guard", 0.0)], "not all may be 0"),
        ([doctrine_opponent("guard", 2.0), doctrine_opponent("charger", -1.0)], "none may be below 0"),
        ({"red": [doctrine_opponent("guard")]}, "opponents of red: there must be some of each of"),
    ):
        with pytest.raises(ContentError, match=says):
            vector.oppose(wrong)
