"""Environments in use: bots of all kinds as opponents, streams of battles, and every error one can make."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from made import aec, parallel, played, solo, vector

import fireteam
from fireteam.content.errors import BattleOver, ContentError, IllegalAction
from fireteam.env.battle import Battle
from fireteam.env.observe.reward import Reward
from fireteam.env.scenario.models import Party, Unit
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.setup import Field
from fireteam.registry import KINDS, make_parallel, make_skirmish, make_solo

pytestmark = pytest.mark.filterwarnings("error")


class LastLegal:
    """A bot that takes the last action that is open, and notes what it saw."""

    def __init__(self) -> None:
        self.asked = 0

    def act(self, observation: dict[str, np.ndarray]) -> int:
        """Return the number of the last open action."""
        self.asked += 1
        assert set(observation) == {"observation", "action_mask"}
        return int(np.flatnonzero(observation["action_mask"])[-1])


@pytest.mark.parametrize("bot", ["random", "tactician", LastLegal()], ids=["random", "tactician", "own"])
def test_opponents(bot: Any) -> None:
    """Bots by name and bots of one's own play their teams inside; only the other team is asked."""
    env = aec("yard", opponents={"blue": bot})
    agents = {agent for agent, _, _ in played(env, 1, np.random.default_rng(1))}
    assert agents == set(env.possible_agents) == {f"red_{number}" for number in range(1, 5)}
    assert getattr(bot, "asked", 1) > 0
    together = parallel("duel", opponents={"blue": bot})
    together.reset(seed=1)
    assert together.agents == ["red_1"]


@pytest.mark.parametrize("bot", ["random", "guard", LastLegal()], ids=["random", "guard", "own"])
def test_solo_opponents(bot: Any) -> None:
    """A side plays to the end against a bot by name or of one's own, and earns what came of it."""
    env = solo("duel", opponent=bot, side="random")
    sides = set()
    for seed in range(8):
        _, info = env.reset(seed=seed)
        sides.add(env.unwrapped.team)
        total, over = 0.0, False
        while not over:
            action = np.flatnonzero(info["action_mask"])[0]
            assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()
            _, reward, over, truncated, info = env.step(action)
            assert not truncated
            total += reward
        assert total == (0.0 if info["winner"] < 0 else 1.0 if info["winner"] == env.unwrapped.team else -1.0)
    assert sides == {0, 1}


# Errors.


@pytest.mark.parametrize("make", [aec, parallel, solo])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scenario": "yrad"}, "Did you mean 'yard'"),
        ({"render_mode": "humming"}, "render_mode = 'humming'"),
        ({"illegal": "forgive"}, "illegal = 'forgive': must be one of raise, first, lose"),
        ({"teams": {"grey": Party(units=[Unit(template="soldier")])}}, "no team is called 'grey'"),
        ({"reward": "no_such_file.toml"}, "no_such_file.toml: cannot be read"),
        ({"slots": (3, 8)}, r"slots=\(4, 8\)"),
        ({"slots": (8, 3)}, r"slots=\(8, 4\)"),
    ],
)
def test_wrong_options(make: Any, options: dict[str, Any], message: str) -> None:
    """Options that fit nothing are a ContentError that says what was found and what there is."""
    with pytest.raises(ContentError, match=message):
        make(**{"scenario": "yard", "slots": (8, 8), **options})


@pytest.mark.parametrize("make", [Battle, make_skirmish, make_parallel, make_solo])
@pytest.mark.parametrize("kind", [Field, Battle, bytes, dict, type(None)])
def test_what_is_no_scenario(make: Any, kind: type) -> None:
    """What is neither a scenario nor names one is a TypeError of one short line, with its type and what is allowed."""
    battle = Battle("duel")
    given = {Field: battle.field, Battle: battle, bytes: b"duel", dict: {"title": "Duel"}, type(None): None}[kind]
    allowed = f"a scenario is a Scenario, the name of one or the path of its file, not a {kind.__name__}"
    with pytest.raises(TypeError, match=f"^{allowed}$"):
        make(scenario=given)


@pytest.mark.parametrize("slots_wanted", [(8, 64), (8, 120), (8, 0), (8, 8.5)])
def test_slots_that_nobody_needs(slots_wanted: Any) -> None:
    """Slots are whole numbers from 1 to the most units there can be; others are refused before anything is wrong."""
    with pytest.raises(ContentError, match="slots"):
        aec("yard", slots=slots_wanted)


def ours(kind: str) -> Any:
    """Return what makes a kind of environment by Fireteam's own door, a scenario given first."""
    return lambda scenario, **options: fireteam.make(kind, scenario=scenario, **options)


FACES = [
    aec, parallel, solo, lambda scenario, **options: vector(scenario, 2, **options), *map(ours, KINDS),
    lambda scenario, **options: fireteam.make_vec(2, scenario=scenario, **options),
]  # fmt: skip


@pytest.mark.parametrize("make", FACES)
def test_a_rule_system_by_its_name(make: Any) -> None:
    """Every face takes the rule system beside the scenario, and refuses one that is none, or not the scenario's any more."""
    env = make("duel", system="ladder").unwrapped
    battlefields = env.fields if hasattr(env, "fields") else [env.match.battle.field]
    assert {field.scenario.system for field in battlefields} == {"ladder"}
    with pytest.raises(ContentError, match=r"is called 'laddr'\. Did you mean 'ladder'"):
        make("duel", system="laddr")
    with pytest.raises(ContentError, match="'The duel' has been read by swan_song"):
        make(load_scenario("duel"), system="ladder")


def test_a_kind_of_environment_that_there_is_not() -> None:
    """It is named, with those that there are; by Fireteam's own door the same come as by the registries."""
    with pytest.raises(ContentError, match=r"kind = 'paralel': there is no such environment\. Did you mean 'parallel'"):
        fireteam.make("paralel")
    with pytest.raises(ContentError, match="There are: aec, parallel, solo"):
        fireteam.make(["aec"])  # type: ignore[arg-type]
    made = [type(fireteam.make(kind, scenario="duel").unwrapped) for kind in KINDS]
    assert made == [type(make("duel").unwrapped) for make in (aec, parallel, solo)]


def test_infos_have_the_same_keys_at_every_step() -> None:
    """What records them meets numbers and arrays under the same names, from the first step to the last."""
    env = solo("duel", opponent="charger", illegal="first")
    _, info = env.reset(seed=2)
    kinds = [{name: np.asarray(value).dtype for name, value in info.items()}]
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        kinds.append({name: np.asarray(value).dtype for name, value in info.items()})
    assert all(kind == kinds[0] for kind in kinds)
    assert {"action_mask", "illegal", "winner"} == kinds[0].keys()


def test_the_first_team_is_played_if_none_is_named() -> None:
    """No scenario needs to be looked at first, whatever its teams are called."""
    assert solo("bank", opponent="guard").unwrapped.side == "robbers"
    assert solo("duel", opponent="guard").unwrapped.side == "red"
    batch = vector("bank", 2, opponent="guard").unwrapped
    assert set(batch.episodes["sides"].tolist()) == {batch.team_names.index("robbers")}


def test_wrong_names() -> None:
    """A view, side or bot that does not exist is a ContentError that names those that do."""
    for make, options, message in (
        (aec, {"view": "general"}, "unit, commander"),
        (parallel, {"view": "general"}, "unit, commander"),
        (aec, {"fallen": "rise"}, "fallen = 'rise': must be one of stay, leave"),
        (parallel, {"masks": "none"}, "masks = 'none': must be one of observation, infos"),
        (solo, {"side": "grey"}, "red, blue"),
        (aec, {"opponents": {"red": "tactican"}}, "Did you mean 'tactician'"),
        (parallel, {"opponents": {"red": "tactican"}}, "Did you mean 'tactician'"),
        (solo, {"opponent": "tactican"}, "Did you mean 'tactician'"),
    ):
        with pytest.raises(ContentError, match=message):
            make("yard", **options)


@pytest.mark.parametrize("opponents", [{"grey": "random"}, {"red": "random", "blue": "random"}])
def test_opponents_that_do_not_fit(opponents: dict[str, str]) -> None:
    """A bot for no team, or bots for all teams, are a ContentError."""
    for make in (aec, parallel):
        with pytest.raises(ContentError, match="opponents: "):
            make("yard", opponents=opponents)


@pytest.mark.parametrize(("make", "seed"), [(aec, -1), (parallel, -1), (solo, -1), (aec, 2**64), (parallel, 2**64)])
def test_wrong_seeds(make: Any, seed: int) -> None:
    """A seed that is none is an error that names the seed."""
    env = make("duel")
    with pytest.raises((ContentError, gymnasium.error.Error), match=r"(?i)seed"):
        env.reset(seed=seed)


@pytest.mark.parametrize("make", [aec, parallel, solo])
def test_battles_follow_from_the_last_seed(make: Any) -> None:
    """Without a seed, `reset` begins the next battle of the stream that the last seed began, the same every time."""
    stories = []
    for _ in range(2):
        env = make("yard")
        env.reset(seed=5)
        battles = [env.unwrapped.match.battle.snapshot()]
        for _ in range(3):
            env.reset()
            battles.append(env.unwrapped.match.battle.snapshot())
        assert len(set(battles)) == 4
        stories.append(battles)
    assert stories[0] == stories[1]


@pytest.mark.parametrize("action", [-1, 10**6, "the first that is not open"])
def test_illegal_actions(action: Any) -> None:
    """Where they are refused, an action that is not open is an IllegalAction, nothing changes, and the battle goes on."""
    env = aec("yard", illegal="raise")
    env.reset(seed=2)
    other = solo("yard", illegal="raise")
    other.reset(seed=2)
    for match, step in ((env.unwrapped.match, env.step), (other.unwrapped.match, other.step)):
        mask = match.observe(match.decider)["action_mask"]
        before = match.battle.snapshot()
        with pytest.raises(IllegalAction):
            step(int(np.flatnonzero(mask == 0)[0]) if isinstance(action, str) else action)
        assert match.battle.snapshot() == before
        step(int(np.flatnonzero(mask)[0]))
        assert match.battle.snapshot() != before


def stepped(env: Any, number: int) -> tuple[float, dict[str, Any]]:
    """Let the agent that decides take an action in an environment of any form; return its reward and its infos."""
    match = env.unwrapped.match
    decider = match.battle.decision.unit
    if isinstance(env.unwrapped, gymnasium.Env):
        _, reward, _, _, info = env.step(number)
        return reward, info
    if isinstance(env.unwrapped, pettingzoo.ParallelEnv):
        _, rewards, _, _, infos = env.step({decider: number})
        return rewards[decider], infos[decider]
    env.step(number)
    return env.rewards[decider], env.infos[decider]


@pytest.mark.parametrize("make", [aec, parallel, solo])
def test_illegal_actions_replaced(make: Any) -> None:
    """By default the open action of the lowest number is taken instead, and the infos say so until the next action."""
    one, other = make("yard"), make("yard")
    for env in (one, other):
        env.reset(seed=2)
    found = 0
    for turn in range(12):
        match = one.unwrapped.match
        mask = match.observe(match.decider)["action_mask"]
        lowest = int(np.flatnonzero(mask)[0])
        number = int(np.flatnonzero(mask == 0)[turn]) if turn % 3 == 0 else lowest
        _, info = stepped(one, number)
        assert info["illegal"] == (turn % 3 == 0)
        _, other_info = stepped(other, lowest)
        assert not other_info["illegal"]
        assert match.battle.snapshot() == other.unwrapped.match.battle.snapshot()
        found += info["illegal"]
        if match.over:
            break
    assert found > 1
    for action in (-1, 10**6):  # no actions at all
        with pytest.raises(IllegalAction):
            one.step({one.unwrapped.match.battle.decision.unit: action} if make is parallel else action)


@pytest.mark.parametrize("make", [aec, parallel, solo])
@pytest.mark.parametrize("shaping", [0.0, 0.5])
def test_illegal_actions_that_lose(make: Any, shaping: float) -> None:
    """With `illegal="lose"` the battle is over, and lost for the team; shaping is paid back as at any other end."""
    env = make("yard", illegal="lose", reward=Reward(shaping=shaping))
    env.reset(seed=2)
    match = env.unwrapped.match
    totals = match.rewards.copy()
    rng = np.random.default_rng(2)
    for turn in range(400):  # with shaping until somebody has been hurt
        if totals.any() or (shaping == 0 and turn == 10):
            break
        stepped(env, int(rng.choice(np.flatnonzero(match.observe(match.decider)["action_mask"]))))
        totals += match.rewards
    assert bool(totals.any()) == (shaping > 0)
    team = match.battle.decision.team
    number = int(np.flatnonzero(match.observe(match.decider)["action_mask"] == 0)[3])
    reward, info = stepped(env, number)
    assert info["illegal"]
    assert (match.over, match.battle.ending, match.battle.winner) == (True, "forfeit", "blue" if team == "red" else "red")
    number_of = match.team_names.index(team)
    assert reward == match.rewards[number_of]
    assert totals[number_of] + reward == pytest.approx(-1.0)  # the battle opens even
    assert (totals + match.rewards)[1 - number_of] == pytest.approx(1.0)
    if make is aec:
        assert set(env.terminations.values()) == {True}
    with pytest.raises(BattleOver):
        match.step(number)


def test_one_of_three_gives_up() -> None:
    """Of three teams only the one that gives up loses; the others, who have beaten nobody, have a draw."""
    env = parallel("market", illegal="lose")
    env.reset(seed=1)
    match = env.unwrapped.match
    assert len(match.team_names) == 3
    team = match.battle.decision.team
    number = int(np.flatnonzero(match.observe(match.decider)["action_mask"] == 0)[0])
    _, rewards, terminations, _, _ = env.step({match.battle.decision.unit: number})
    assert match.battle.winner is None
    assert all(terminations.values())
    assert {agent: reward for agent, reward in rewards.items() if reward} == {
        agent: -1.0 for agent in rewards if agent.rpartition("_")[0] == team
    }


@pytest.mark.parametrize("action", [None, "end", 0.5])
def test_actions_that_are_no_numbers(action: Any) -> None:
    """An action that is no whole number is refused in our words, not in the compiler's."""
    env = solo("duel")
    env.reset(seed=2)
    with pytest.raises(IllegalAction):
        env.step(action)


def test_steps_after_the_end() -> None:
    """A step after the end of the battle is a BattleOver; in parallel, where nobody is left, it gives nothing."""
    env = aec("duel")
    assert sum(out for _, _, out in played(env, 1, np.random.default_rng(1))) == 2
    with pytest.raises(BattleOver):
        env.unwrapped.match.step(0)
    with pytest.raises(BattleOver):
        env.unwrapped.step(0)
    alone = solo("duel")
    _, info = alone.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = alone.step(np.flatnonzero(info["action_mask"])[0])
    with pytest.raises(BattleOver):
        alone.step(0)
    together = parallel("duel")
    together.reset(seed=1)
    while together.agents:
        together.step({agent: together.action_space(agent).sample() for agent in together.agents})
    assert together.step({}) == ({}, {}, {}, {}, {})


STANDING = (("red", [0, 1]), ("blue", [3, 1]))


@pytest.mark.parametrize("alone", [True, False], ids=["solo", "parallel"])
def test_what_is_earned_before_the_first_decision(tmp_path: Path, alone: bool) -> None:
    """What opponents do to a side before it is asked for the first time counts: it comes with the first reward."""
    (tmp_path / "close.map.toml").write_text('title = "Close"\nground = """\n....\n....\n....\n"""\n', "utf-8")
    path = tmp_path / "close.scenario.toml"
    never = 'orders = { defend = "never" }'  # or the first blow would be its first decision
    teams = [
        f'[[teams]]\nname = "{name}"\n{never}\nunits = [{{ template = "soldier", at = {at} }}]' for name, at in STANDING
    ]
    path.write_text("\n".join(['title = "Close"', 'map = "close.map.toml"', *teams]), "utf-8")
    reward = Reward(win=0, loss=0, suffers={"damage": -1.0, "strain": -1.0})
    early = 0
    for seed in range(20):
        if alone:
            env = solo(str(path), opponent="tactician", reward=reward).unwrapped
            env.reset(seed=seed)
        else:
            env = parallel(str(path), opponents={"blue": "tactician"}, reward=reward).unwrapped
            env.reset(seed=seed)
        before = float(env.match.rewards[0])
        early += before < 0
        action = int(np.flatnonzero(env.match.observe(env.match.decider)["action_mask"])[0])
        paid = env.step(action)[1] if alone else env.step({"red_1": action})[1]["red_1"]
        assert paid == pytest.approx(before + float(env.match.rewards[0]))
    assert early
