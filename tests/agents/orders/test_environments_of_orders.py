"""Every environment can be decided in orders, and keeps the promises of its interface."""

import copy
import pickle
from typing import Any

import gymnasium.utils.env_checker as gymnasium_checks
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test

import fireteam
from fireteam.agents.orders.columns import WIDTH, orders_in
from fireteam.content.errors import ContentError, IllegalAction
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.seats.match import Match

SYSTEMS = ("swan_song", "d10_pool", "ladder")


def made(kind: str, **options: Any) -> Any:
    """Return an environment that is decided in orders."""
    return fireteam.make(kind, decisions="orders", **({"scenario": "duel"} | options))


@pytest.mark.parametrize("system", SYSTEMS)
def test_agents_decide_fewer_times(system: str) -> None:
    """A battle between agents that give orders ends, and each decides among two orders at least."""
    env = made("aec", scenario="yard", system=system)
    env.reset(seed=3)
    chance, decisions = np.random.default_rng(0), 0
    for agent in env.agent_iter():
        seen, _, ended, _, _ = env.last()
        if ended:
            env.step(None)
            continue
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].sum() > 1
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        decisions += 1
    assert decisions > 10


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("view", ["unit", "commander"])
def test_the_checks_of_others_pass(view: str) -> None:
    """PettingZoo's and Gymnasium's own tests pass where agents decide in orders."""
    api_test(made("aec", view=view), num_cycles=100)
    parallel_api_test(made("parallel", view=view), num_cycles=100)
    gymnasium_checks.check_env(made("solo"), skip_render_check=True)


def test_copies_carry_out_the_orders_of_the_original() -> None:
    """A copy, and one that was saved and loaded, go on as the original does, orders in progress too."""
    env = made("solo", scenario="yard")
    _, infos = env.reset(seed=1)
    for turn in range(60):
        if turn == 9:
            others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        legal = np.flatnonzero(infos["action_mask"])
        order = int(legal[turn % len(legal)])
        seen, pay, over, _, infos = env.step(order)
        if turn >= 9:
            for other in others:
                same, paid, ended, _, _ = other.step(order)
                assert (seen == same).all()
                assert (pay, over) == (paid, ended)
        if over:
            break


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_batch_and_the_single_battle_are_one(system: str) -> None:
    """From the same seed and by the same choices both show the same orders, and end alike."""
    options: dict[str, Any] = {"scenario": "yard", "system": system, "decisions": "orders", "opponent": "charger:noise=0"}
    solo = fireteam.make("solo", **options)
    batch = fireteam.make_vec(1, autoreset_mode="NextStep", **options)
    for seed in range(4, 7):  # nothing of one battle is left in the next
        seen, infos = solo.reset(seed=seed)
        batch.episodes["given"], batch.episodes["seed"] = 1, solo.match.battle.record["seed"]
        observations, _ = batch.reset(seed=1)
        over, turn = False, 0
        while not over:
            mask = infos["action_mask"]
            assert (orders_in(seen) == orders_in(observations)[0]).all()
            assert (mask == batch.masks[0]).all()
            order = int(np.flatnonzero(mask)[turn % mask.sum()])
            seen, _, over, _, infos = solo.step(order)
            observations, _, done, _, _ = batch.step(np.array([order]))
            assert bool(done[0]) == over
            turn += 1


def test_what_is_no_order() -> None:
    """A number beyond the orders that there are is refused, replaced by the first, or loses the battle."""
    env = made("solo", illegal="raise")
    _, infos = env.reset(seed=1)
    count = int(infos["action_mask"].sum())
    with pytest.raises(IllegalAction, match=f"order {count} is not there: there are {count}"):
        env.step(count)
    env = made("solo", illegal="first")
    env.reset(seed=1)
    assert env.step(63)[4]["illegal"]
    env = made("solo", illegal="lose")
    env.reset(seed=1)
    _, reward, over, _, infos = env.step(63)
    assert (reward, over, infos["illegal"]) == (-1, True, True)
    with pytest.raises(ContentError, match="decisions"):
        fireteam.make("solo", decisions="moves")


def test_who_does_not_decide_sees_no_orders() -> None:
    """An agent that is not asked sees zeros where orders would be, and has one number open that does nothing."""
    env = made("parallel")
    seen, infos = env.reset(seed=1)
    for agent, info in infos.items():
        rows = orders_in(seen[agent]["observation"])
        assert rows.shape[1] == WIDTH
        assert rows.any() == info["decides"]
        assert (seen[agent]["action_mask"].sum() == 1) == (not info["decides"])


def test_who_has_used_up_its_decisions_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """With `max_cycles` nobody acts for an agent that has no decision left: its unit rests."""
    rested = []
    rest = Match.rest
    monkeypatch.setattr(Match, "rest", lambda match: (rested.append(match.decider), rest(match))[1])
    env = made("aec", scenario="yard", max_cycles=1)
    env.reset(seed=2)
    for _ in env.agent_iter():
        seen, _, ended, truncated, _ = env.last()
        env.step(None if ended or truncated else int(seen["action_mask"].argmax()))
    assert len(rested) > 3
    assert set(env.unwrapped._taken.values()) <= {0, 1}


@pytest.mark.parametrize("decisions", ["orders", "actions"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_to_rest_is_to_end_or_to_pass(system: str, decisions: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who rests ends its phase or passes wherever that is open, in orders as in single actions."""
    match = fireteam.make("solo", scenario="yard", system=system, decisions=decisions).match
    match.start(5)
    taken: list[tuple[str, set[str]]] = []
    step = Battle.step

    def noted(battle: Battle, action: Action) -> Any:
        taken.append((battle.words(action), {battle.words(one) for one in battle.legal()}))
        return step(battle, action)

    monkeypatch.setattr(Battle, "step", noted)
    rested = []
    while not match.over and len(rested) < 40:
        first = len(taken)
        match.rest()
        rested.append(taken[first])
    assert len(rested) > 3
    assert all(words in ("end", "pass") or not legal & {"end", "pass"} for words, legal in rested)
