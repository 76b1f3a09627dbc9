"""Credit in batches and in single environments: it adds up to what is paid, whoever decides where."""

import pickle
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from batched import Disguised, open_actions
from made import aec, parallel, solo

import fireteam
from fireteam.content.errors import ContentError
from fireteam.env.observe.reward import Reward
from fireteam.env.scenario.models import Scenario
from fireteam.systems.swan_song.words.events import EVENTS

ROWS = 4
PAY = {
    "shaping": 0.5,
    "deals": {kind.name: number % 7 / 8 for number, kind in EVENTS.items()},
    "suffers": {kind.name: -(number % 5) / 16 for number, kind in EVENTS.items()},
}


def steps_of(batch: Any, steps: int, seed: int = 5) -> Iterator[tuple[np.ndarray, np.ndarray, dict[str, Any]]]:
    """Play a batch; yield the rewards, the ends and the infos of every step."""
    _, infos = batch.reset(seed=seed)
    assert not infos["credit"]["units"].any()
    assert not infos["credit"]["parts"].any()
    for turn in range(steps):
        actions = open_actions(infos["action_mask"], turn)
        _, rewards, done, _, infos = batch.step(actions)
        yield rewards, done, infos
        if batch.metadata["autoreset_mode"].value == "Disabled" and done.any():
            _, infos = batch.reset(options={"reset_mask": done})
            assert not infos["credit"]["parts"].any()


def assert_sums(batch: Any, credit: dict[str, Any]) -> None:
    """Assert that the credit of a team's units is the sum of the parts that units have a share in."""
    shared = [at for at, part in enumerate(batch.credit_parts) if part not in ("result", "shaping.others")]
    units, teams, parts = credit["units"], credit["teams"], credit["parts"]
    assert parts.shape == (batch.num_envs, len(batch.team_names), len(batch.credit_parts))
    assert units.shape == teams.shape
    assert not units[teams < 0].any()
    for team in range(len(batch.team_names)):
        assert np.allclose(np.where(teams == team, units, 0).sum(1), parts[:, team][:, shared].sum(1), atol=1e-9)


FOUGHT: dict[str, dict[str, Any]] = {
    "duel": {"scenario": "duel"},
    "skirmish": {"scenario": "skirmish"},
    "market": {"scenario": "market"},
    "levels": {"levels": range(30), "battles_per_level": 2, "drawers": 0},
}


@pytest.mark.parametrize("mode", ["SameStep", "NextStep", "Disabled"])
@pytest.mark.parametrize("opponent", ["charger", Disguised()], ids=["compiled", "asked"])
@pytest.mark.parametrize("name", FOUGHT)
def test_the_reward_is_the_sum_of_its_parts(name: str, opponent: Any, mode: str) -> None:
    """In every step of a learner, and over a battle."""
    batch = fireteam.make_vec(
        ROWS, opponent=opponent, side="random", reward=Reward(**PAY), slots=None, credit=True, autoreset_mode=mode,
        **FOUGHT[name],
    )  # fmt: skip
    sums, credited = np.zeros(ROWS), 0.0
    for rewards, done, infos in steps_of(batch, 120 if name == "duel" else 60):
        credit = infos["credit"]
        side = np.where(done, batch.episodes["final_side"], batch.episodes["side"])
        assert np.allclose(credit["parts"][np.arange(ROWS), side].sum(1), rewards, atol=1e-5)
        assert_sums(batch, credit)
        credited += np.abs(credit["units"]).sum()
        sums += rewards
        results = infos.get("final_info", infos)
        assert np.allclose(np.where(done, sums - results.get("reward", sums), 0), 0, atol=1e-4)
        sums[done] = 0
    assert credited > 1


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
@pytest.mark.parametrize(
    ("name", "opponent", "learned"),
    [
        ("duel", "charger", 2),
        ("levels", "charger", 2),
        ("market", "charger", 2),
        ("market", Disguised(), 2),
        ("market", "charger", 3),
    ],
)
def test_the_rewards_of_several_learners(name: str, opponent: Any, learned: int, mode: str) -> None:
    """Every team's reward is the sum of its parts, also of those that nobody learns."""
    teams = [team.name for team in fireteam.load_scenario(name).teams]
    batch = fireteam.make_vec(
        ROWS, opponent=opponent, learners={team: f"of {team}" for team in teams[-learned:]}, reward=Reward(**PAY),
        slots=None, credit=True, autoreset_mode=mode, **FOUGHT[name],
    )  # fmt: skip
    paid, ends = 0.0, 0
    for _, done, infos in steps_of(batch, 150):
        assert np.allclose(infos["credit"]["parts"].sum(-1), infos["rewards"], atol=1e-9)
        assert_sums(batch, infos["credit"])
        paid += np.abs(infos["rewards"]).sum()
        ends += done.sum()
    assert paid > 1
    assert ends or name != "duel"


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
@pytest.mark.parametrize("name", ["duel", "levels"])
def test_credit_does_not_depend_on_where_opponents_decide(name: str, mode: str) -> None:
    """An opponent who is asked gives the same credit as the same one in the compiled loop."""
    options = {"side": "random", "reward": Reward(**PAY), "credit": True, "autoreset_mode": mode, "slots": None}
    compiled = fireteam.make_vec(ROWS, opponent="charger:noise=0", **options, **FOUGHT[name])
    asked = fireteam.make_vec(ROWS, opponent=Disguised(), **options, **FOUGHT[name])
    ends = 0
    for one, other in zip(steps_of(compiled, 120), steps_of(asked, 120), strict=True):
        for part, array in one[2]["credit"].items():
            assert np.allclose(array, other[2]["credit"][part], atol=1e-9)
        ends += one[1].sum()
    assert ends > 3


def test_rows_do_not_depend_on_one_another() -> None:
    """More rows and threads change no row's credit."""
    options = {"scenario": "skirmish", "opponent": "random", "side": "random", "reward": Reward(**PAY), "credit": True}
    few, many = fireteam.make_vec(2, **options), fireteam.make_vec(40, threads=2, **options)
    for (_, _, one), (_, _, other) in zip(steps_of(few, 60), steps_of(many, 60), strict=True):
        for part, array in one["credit"].items():
            assert (array == other["credit"][part][:2]).all()


def test_a_batch_goes_on_with_its_credit() -> None:
    """A pickled copy gives the same credit from there on, and so does a snapshot that is taken up again."""
    batch = fireteam.make_vec(ROWS, scenario="duel", opponent="random", reward=Reward(**PAY), credit=True)
    _, infos = batch.reset(seed=3)
    for turn in range(25):
        infos = batch.step(open_actions(infos["action_mask"], turn))[-1]
    twin, snapshot, told, masks = pickle.loads(pickle.dumps(batch)), batch.snapshot(), [], infos["action_mask"]
    for played in (batch, twin, batch):
        if told:
            batch.restore(snapshot)
        infos = {"action_mask": masks}
        for turn in range(40):
            infos = played.step(open_actions(infos["action_mask"], turn))[-1]
            told.append(infos["credit"])
    for one, two, three in zip(told[:40], told[40:80], told[80:], strict=True):
        for part, array in one.items():
            assert (array == two[part]).all()
            assert (array == three[part]).all()


def test_without_credit_nothing_is_said_or_kept() -> None:
    """By default infos have no credit, and a snapshot has no room for it; what is no choice is refused."""
    batch = fireteam.make_vec(2, scenario="duel", reward=Reward(**PAY))
    _, infos = batch.reset(seed=1)
    assert "credit" not in infos
    assert "credit" not in batch.step(infos["action_mask"].argmax(1))[-1]
    assert batch.credit_parts == []
    assert batch.snapshot()["wages"].shape == (2, 2, 4)
    wrong = re.escape("credit = 'units': must be True or False")
    with pytest.raises(ContentError, match=wrong):
        fireteam.make_vec(2, scenario="duel", credit="units")
    for kind in ("aec", "parallel", "solo"):
        with pytest.raises(ContentError, match=wrong):
            fireteam.make(kind, scenario="duel", credit="units")


def test_stable_baselines3_is_told_nothing() -> None:
    """Its infos are as without credit."""
    pytest.importorskip("stable_baselines3")
    plain, credited = (
        fireteam.make_vec(ROWS, scenario="duel", opponent="random", credit=credit).as_vec_env() for credit in (False, True)
    )
    for batch in (plain, credited):
        batch.seed(1)
        batch.reset()
    for turn in range(40):
        actions = open_actions(np.array(plain.env_method("action_masks")), turn)
        one, other = plain.step(actions), credited.step(actions)
        assert one[1].tolist() == other[1].tolist()
        assert [sorted(infos) for infos in one[3]] == [sorted(infos) for infos in other[3]]


@pytest.mark.parametrize("scenario", ["yard", "market"])
def test_the_parallel_environment_says_what_the_batch_says(scenario: str) -> None:
    """Step by step, for every agent; and each is told which unit is its own."""
    batch = fireteam.make_vec(1, scenario=scenario, side="all", reward=Reward(**PAY), slots=(8, 16), credit=True)
    _, infos = batch.reset(seed=7)
    low, high = (int(word) & 0xFFFFFFFF for word in batch.battles["seed"][0])
    env = parallel(scenario, reward=Reward(**PAY), slots=(8, 16), credit=True)
    _, told = env.reset(seed=high << 32 | low)
    roster = [fighter.name for fighter in env.unwrapped.match.battle.field.roster]
    assert env.unwrapped.credit_parts == batch.credit_parts
    assert {agent: roster[infos["credit"]["unit"]] for agent, infos in told.items()} == {agent: agent for agent in told}
    for turn in range(120):
        action = int(open_actions(infos["action_mask"], turn)[0])
        _, _, done, _, infos = batch.step([action])
        _, rewards, _, _, told = env.step(dict.fromkeys(env.agents, action))
        for agent, reward in rewards.items():
            team = batch.team_names.index(agent.rpartition("_")[0])
            assert told[agent]["credit"]["parts"][team].sum() == pytest.approx(reward)
            for part in ("units", "teams", "parts"):
                assert np.allclose(told[agent]["credit"][part], infos["credit"][part][0], atol=1e-12)
        if done[0]:
            break


def test_the_environment_of_one_side_says_what_the_batch_says() -> None:
    """Also what was earned before its first decision, which is paid with the first step."""
    options: dict[str, Any] = {"scenario": "yard", "reward": Reward(**PAY), "side": "blue", "credit": True}
    env = solo(**options, opponent="charger:noise=0")
    batch = fireteam.make_vec(1, opponent="charger:noise=0", autoreset_mode="NextStep", slots=(8, 8), **options)
    ended = 0
    for seed in range(3):
        _, told = env.reset(seed=seed)
        assert not told["credit"]["parts"].any()
        words = env.unwrapped.match.battle.record["seed"]
        batch.episodes["given"], batch.episodes["seed"] = 1, words
        _, infos = batch.reset(seed=1)
        for turn in range(150):
            assert (told["action_mask"] == infos["action_mask"][0]).all()
            action = int(open_actions(infos["action_mask"], turn)[0])
            _, rewards, done, _, infos = batch.step([action])
            _, reward, over, _, told = env.step(action)
            assert reward == pytest.approx(rewards[0], abs=1e-5)
            assert told["credit"]["parts"][1].sum() == pytest.approx(reward)
            for part in ("units", "teams", "parts"):
                assert np.allclose(told["credit"][part], infos["credit"][part][0], atol=1e-12)
            assert over == done[0]
            if over:
                ended += 1
                break
    assert ended


@pytest.mark.parametrize(
    "options", [{}, {"max_cycles": 6}, {"view": "commander"}, {"fallen": "leave"}], ids=["", "cycles", "commander", "leave"]
)
def test_agent_by_agent_credit_is_of_the_rewards_that_last_returns(options: dict[str, Any]) -> None:
    """That is of all since the agent was asked last; a commander has no unit of its own."""
    env = aec("skirmish", reward=Reward(**PAY), credit=True, **options)
    rng, paid = np.random.default_rng(3), 0
    for seed in range(2):
        env.reset(seed=seed)
        names = env.unwrapped.match.team_names
        for agent in env.agent_iter(400):
            seen, reward, terminated, truncated, infos = env.last()
            team = names.index(agent.rpartition("_")[0])
            assert infos["credit"]["parts"][team].sum() == pytest.approx(reward)
            assert ("unit" in infos["credit"]) == (options.get("view") != "commander")
            paid += reward != 0
            out = terminated or truncated
            env.step(None if out else rng.choice(np.flatnonzero(seen["action_mask"])))
    assert paid > 20


def test_units_of_a_level_are_those_of_its_battle() -> None:
    """Teams of levels have different sizes: `teams` is of the battle that was paid for, not of the one that follows."""
    batch = fireteam.make_vec(
        ROWS, levels=range(40), battles_per_level=1, drawers=0, opponent="charger", slots=None, credit=True,
        reward=Reward(shaping=1), autoreset_mode="SameStep",
    )  # fmt: skip
    sizes, ends = set(), 0
    _, infos = batch.reset(seed=2)
    for turn in range(80):
        before = [batch.ground.field(battle).roster for battle in batch.battles] if turn % 20 == 0 or ends < 3 else None
        _, _, done, _, infos = batch.step(open_actions(infos["action_mask"], turn))
        teams = infos["credit"]["teams"]
        if before is not None:
            for row, roster in enumerate(before):
                assert teams[row][: len(roster)].tolist() == [fighter.team for fighter in roster]
                assert (teams[row][len(roster) :] == -1).all()
                sizes.add(len(roster))
        ends += int(done.sum())
    assert len(sizes) > 1
    assert ends > 0


def test_other_rule_systems() -> None:
    """Credit is given in battles of every rule system."""
    made: Scenario = fireteam.load_scenario("duel", "ladder")
    batch = fireteam.make_vec(2, scenario=made, opponent="random", reward=Reward(deals={"damage": 1}), credit=True)
    total = sum(np.abs(infos["credit"]["units"]).sum() for _, _, infos in steps_of(batch, 60))
    assert total > 0
