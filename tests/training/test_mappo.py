"""Learners of the literature: credit by unit (IPPO), and a critic that sees the global state (MAPPO)."""

from pathlib import Path

import numpy as np
import pytest
import torch

from fireteam.agents.policy.bot import PolicyBot
from fireteam.agents.policy.bundled import policy_named
from fireteam.agents.series.series import fight_one
from fireteam.env.observe.actions import SLOTS
from fireteam.env.observe.observation import observation_size
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.skirmish import raw_env
from fireteam.training.learn.config import Config
from fireteam.training.learn.credit import advantages
from fireteam.training.learn.critic import WithState
from fireteam.training.learn.network import tensors_of
from fireteam.training.learn.train import POLICY, make_battles, make_learner, train

SMALL = Config(scenario="duel", steps=256, envs=8, horizon=16, batch=64, epochs=1, seed=3, critic="state", credit="unit")


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def along(steps: list[int], rewards: np.ndarray, values: np.ndarray, end: float, gamma: float, gae: float) -> np.ndarray:
    """Return the advantages of one unit's decisions by their definition; `end` is what is expected after the last step."""
    length = len(rewards)
    made = np.zeros(len(steps))
    for place in reversed(range(len(steps))):
        first = steps[place]
        last = steps[place + 1] if place + 1 < len(steps) else length
        ahead = values[last] if last < length else end
        paid = sum(gamma ** (step - first) * rewards[step] for step in range(first, last))
        delta = paid + gamma ** (last - first) * ahead - values[first]
        later = made[place + 1] if place + 1 < len(steps) else 0.0
        made[place] = delta + gamma ** (last - first) * gae * later
    return made


def test_credit_goes_to_the_unit_that_decided() -> None:
    """In a battle that goes on, every unit's advantages are those of its own decisions, defined one by one."""
    random = np.random.default_rng(1)
    rewards, values = random.normal(size=(2, 12, 1)).astype(np.float32)
    units = random.integers(3, size=(12, 1))
    last = np.array([0.7], np.float32)
    made = advantages(rewards, values, units, np.zeros((12, 1)), last, 0.9, 0.8)
    for unit in range(3):
        steps = np.flatnonzero(units[:, 0] == unit).tolist()
        wanted = along(steps, rewards[:, 0], values[:, 0], 0.7, 0.9, 0.8)
        assert np.allclose(made[steps, 0], wanted, atol=1e-5)


def test_credit_ends_with_the_battle() -> None:
    """The last reward of a battle reaches every unit's last decision, and nothing of the next battle does."""
    rewards = np.array([[0.0], [0.0], [1.0], [5.0]], np.float32)
    units = np.array([[0], [1], [0], [1]])
    ends = np.array([[0.0], [0.0], [1.0], [0.0]])
    made = advantages(rewards, np.zeros((4, 1), np.float32), units, ends, np.array([9.0], np.float32), 0.5, 1.0)
    # Unit 1 decided at step 1, and the battle was won at step 2; its next decision belongs to another battle.
    assert made[1, 0] == pytest.approx(0.5)
    assert made[0, 0] == pytest.approx(0.25)  # 0.25 x (0 + 1.0 of its own last decision)
    assert made[2, 0] == pytest.approx(1.0)
    assert made[3, 0] == pytest.approx(5.0 + 0.5 * 9.0)


def test_one_unit_alone_has_the_credit_of_a_team() -> None:
    """Where one unit decides everything, both kinds of credit are the same: checked against stable-baselines3's own."""
    from stable_baselines3.common.buffers import RolloutBuffer

    random = np.random.default_rng(2)
    made = make_learner(SMALL.model_copy(update={"credit": "team", "critic": "own"}), make_battles(SMALL)).rollout_buffer
    assert isinstance(made, RolloutBuffer)
    made.rewards[:], made.values[:] = random.normal(size=(2, *made.rewards.shape))
    made.episode_starts[:] = random.random(made.rewards.shape) < 0.2
    last, done = torch.from_numpy(random.normal(size=8)), random.random(8) < 0.5
    made.compute_returns_and_advantage(last, done)
    ends = np.concatenate([made.episode_starts[1:], done[None]])
    one = np.zeros(made.rewards.shape, int)
    own = advantages(made.rewards, made.values, one, ends, last.numpy(), made.gamma, made.gae_lambda)
    assert np.allclose(own, made.advantages, atol=1e-4)


def test_the_critic_sees_what_state_gives() -> None:
    """What follows an observation is PettingZoo's `state()` of the same moment, and another battle's is another."""
    vector = make_battles(SMALL)
    seen = WithState(vector.as_vec_env())
    seen.seed(5)
    rows = seen.reset()
    size = observation_size(SLOTS, SLOTS)
    assert rows.shape == (8, size + seen.state)
    env = raw_env("duel")
    env.reset(seed=1)
    env.match.battle.record[0] = vector.battles[2]
    assert np.array_equal(env.state(), rows[2, size:])
    assert np.array_equal(rows[:, :size], vector.observations)
    masks = vector.masks.argmax(axis=1)
    after, _, _, _ = seen.step(masks)
    assert not np.array_equal(after[:, size:], rows[:, size:])
    seen.close()


def test_who_plays_sees_no_state(tmp_path: Path) -> None:
    """What is learned with a central critic is a policy like any other; the critic has learned, and stays at home."""
    learner = train(SMALL, tmp_path / "run")
    central = learner.policy.network.central
    assert central is not None
    assert float(central[4].weight.detach().abs().max()) > 0
    assert not any(name.startswith("central") for name in tensors_of(learner.policy))
    bot = PolicyBot(policy_named(str(tmp_path / "run" / POLICY)))
    (outcome,), _, _ = fight_one(load_scenario("duel"), (bot, bot), 1, False)
    assert outcome.decisions > 0


def test_a_central_critic_is_resumed(tmp_path: Path) -> None:
    """A checkpoint keeps the critic too."""
    first = train(SMALL, tmp_path / "run")
    again = train(SMALL, tmp_path / "run", resume=True)
    for one, other in zip(first.policy.parameters(), again.policy.parameters(), strict=True):
        assert torch.equal(one, other)


def test_a_central_critic_changes_values_alone() -> None:
    """The same weights give the same logits with and without a state behind the observation; values differ."""
    vector = make_battles(SMALL)
    policy = make_learner(SMALL, vector).policy
    torch.nn.init.ones_(policy.network.central[4].weight)
    seen = torch.from_numpy(WithState(vector.as_vec_env()).reset())
    with torch.no_grad():
        logits, values = policy.network(seen)
        bare, own = policy.network(seen[:, : observation_size(SLOTS, SLOTS)])
    assert torch.equal(logits, bare)
    assert not torch.equal(values, own)
