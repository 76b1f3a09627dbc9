"""Agents whose unit a drawn battle does not have: left out, or seated so that every battle has the same agents."""

import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test

import fireteam
from fireteam.content.errors import ContentError
from fireteam.env.rules.verbs import END

LEVELS = "levels:0..200"


def seated(kind: str, **options: Any) -> Any:
    """Return an environment on levels that seats the absent."""
    return fireteam.make(kind, levels=LEVELS, absent="seated", **options)


def seed_after_reset(env: Any) -> list[int]:
    """Begin the next battle of an environment; return its seed."""
    env.reset()
    seed: list[int] = env.unwrapped.match.battle.record[0]["seed"].tolist()
    return seed


def test_the_parallel_environment_has_the_same_agents_in_every_battle() -> None:
    """The absent are agents, too: they see zeros, have only `end` open, and are never the one that decides."""
    env = seated("parallel")
    sizes = set()
    for seed in range(6):
        observations, infos = env.reset(seed=seed)
        assert env.agents == env.possible_agents
        here = env.names_of_units()
        sizes.add(len(here))
        for agent in set(env.agents) - set(here):
            assert not observations[agent]["observation"].any()
            assert np.flatnonzero(observations[agent]["action_mask"]).tolist() == [END]
            assert not infos[agent]["decides"]
    assert len(sizes) > 1


def test_the_absent_get_their_teams_result() -> None:
    """When a battle ends, everybody of a team is paid alike and terminates, whether there or not."""
    env = seated("parallel")
    _, infos = env.reset(seed=4)
    while env.agents:
        observations, rewards, terminations, _, infos = env.step(
            {agent: int(env.mask_of(agent).argmax()) for agent in env.agents}
        )
    for team in ("red", "blue"):
        paid = {reward for agent, reward in rewards.items() if agent.startswith(team)}
        assert len(paid) == 1
    assert all(terminations.values())
    assert set(rewards) == set(env.possible_agents)
    assert set(infos) == set(observations)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_takes_levels() -> None:
    """PettingZoo's own tests pass on levels with teams of all sizes, agent by agent and parallel."""
    parallel_api_test(seated("parallel"), 200)
    api_test(seated("aec"), 200)


def test_the_absent_are_asked_for_nothing() -> None:
    """Agent by agent nobody absent is selected, and `max_cycles` waits for nobody who is absent."""
    env = seated("aec", max_cycles=3)
    env.reset(seed=1)
    here = set(env.unwrapped.names_of_units())
    asked = set()
    for agent in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        asked.add(agent)
        env.step(int(env.unwrapped.mask_of(agent).argmax()))
    assert asked
    assert asked <= here


def test_left_out_is_the_default() -> None:
    """Without the option only units that are there are agents, as before."""
    env: Any = fireteam.make("parallel", levels=LEVELS)
    env.reset(seed=2)
    assert env.agents == env.names_of_units()
    assert set(env.agents) < set(env.possible_agents)


@pytest.mark.parametrize("kind", ["parallel", "solo"])
def test_a_level_can_be_asked_for(kind: str) -> None:
    """A reset fights on the level of the number in its options; one that is not among the levels is refused."""
    env: Any = fireteam.make(kind, levels=LEVELS)
    env.reset(seed=1, options={"level": 17})
    assert env.match.level == 17
    first = env.match.battle.field.scenario
    env.reset(seed=2, options={"level": 17})
    assert env.match.battle.field.scenario == first
    with pytest.raises(ContentError, match="level = 999: must be from 0 to 200"):
        env.reset(options={"level": 999})
    with pytest.raises(ContentError, match="no levels are fought here"):
        fireteam.make(kind, scenario="duel").reset(options={"level": 1})


def test_a_seed_draws_its_level() -> None:
    """The same seed fights the same battle on the same level; its number is in the infos."""
    env: Any = fireteam.make("solo", levels=LEVELS)
    levels = []
    for seed in (1, 2, 3, 1):
        _, info = env.reset(seed=seed)
        levels.append(info["level"])
    assert levels[0] == levels[3]
    assert len(set(levels)) > 1


@pytest.mark.parametrize("kind", ["aec", "parallel"])
@pytest.mark.parametrize("masks", ["observation", "infos"])
def test_infos_have_the_same_keys_for_everybody_at_every_step(kind: str, masks: str) -> None:
    """What records them learns their names once: also where an action was replaced, and on another level."""
    env: Any = seated(kind, masks=masks)
    keys = {"illegal", "level"} | ({"action_mask"} if masks == "infos" else set())
    if kind == "parallel":
        keys |= {"decides"}
    replaced, levels = 0, set()
    for seed in range(3):
        given = env.reset(seed=seed)
        for turn in range(20):
            base = env.unwrapped
            infos = env.infos if kind == "aec" else given[-1]
            assert set(infos) == set(env.possible_agents)
            for info in infos.values():
                assert info.keys() == keys
                assert isinstance(info["illegal"], bool)
                levels.add(info["level"])
            replaced += any(info["illegal"] for info in infos.values())
            decider = base.match.battle.decision.unit
            mask = base.mask_of(decider)
            number = int(mask.argmin() if turn % 4 == 0 else mask.argmax())
            given = env.step(number if kind == "aec" else dict.fromkeys(env.agents, number))
    assert replaced >= 15
    assert len(levels) == 3


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_battles_without_a_decision_are_passed_over(kind: str) -> None:
    """Where the opponent has won before an agent is asked, the next battle of the stream is fought."""
    env: Any = fireteam.make(kind, levels="levels", absent="seated", opponents={"blue": "tactician"})
    match = env.unwrapped.match
    over = 0
    for seed in range(8):
        match.reset(seed, 1396850659)
        over += match.over
        env.reset(seed=seed, options={"level": 1396850659})
        assert not match.over
        assert env.agents == env.possible_agents
    assert over


@pytest.mark.parametrize("kind", ["aec", "parallel", "solo"])
def test_copies_that_were_never_seeded_fight_other_battles(kind: str) -> None:
    """Vector wrappers copy an environment before its first reset; once it has begun, a copy goes on with its stream."""
    env: Any = fireteam.make(kind, scenario="duel")
    one, other = (pickle.loads(pickle.dumps(env)) for _ in range(2))
    assert seed_after_reset(one) != seed_after_reset(other)
    again = pickle.loads(pickle.dumps(one))
    assert seed_after_reset(one) == seed_after_reset(again)


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_spaces_can_be_sampled_before_the_first_reset(kind: str) -> None:
    """Wrappers that run copies in other processes draw actions from an environment that never begins."""
    env: Any = seated(kind)
    for agent in env.possible_agents:
        assert env.action_space(agent).contains(env.action_space(agent).sample())
    assert env.unwrapped.state_space.contains(env.unwrapped.state())


def test_how_the_absent_are_treated_is_checked() -> None:
    """An unknown way to treat them is refused with the ways that there are."""
    with pytest.raises(ContentError, match="absent = 'masked': must be one of out, seated"):
        fireteam.make("parallel", levels=LEVELS, absent="masked")
