"""Advisers beside a learner, line-ups of opponents, and several scenarios in one batch."""

from typing import Any

import numpy as np
import pytest

from fireteam.agents.bots import parameters_of, parameters_of_teams
from fireteam.agents.commands import commands_of
from fireteam.agents.opponents import asked_opponent
from fireteam.agents.rollout import rollout
from fireteam.content.errors import ContentError
from fireteam.env.observe.observation import observation_size
from fireteam.env.seats.batch import ADVICE, WAIT
from fireteam.env.vector import Vector

TEAMS = ["red", "blue"]
PLAIN = observation_size(8, 8)


def make(names: list[str], rows: int = 8, **options: Any) -> Vector:
    """Return a batch with advisers."""
    options = {"scenario": "yard", "bots": parameters_of_teams("tactician", TEAMS), "side": "random"} | options
    advisers = np.concatenate([parameters_of(name) for name in names]) if names else None
    return Vector(options.pop("scenario"), rows, rollout=rollout, commands=commands_of(), advisers=advisers, **options)


def advice_in(observations: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the action numbers that advisers name, and whether each was followed."""
    numbers = observations[:, PLAIN : PLAIN + count] * ADVICE
    assert (numbers == numbers.round()).all()
    return numbers.astype(int), observations[:, PLAIN + count :]


def test_advice_is_what_the_doctrine_would_do() -> None:
    """A learner that does what its adviser says plays as the doctrine itself; the rest of the observation is the same."""
    names = ["tactician", "guard"]
    advised, plain = make(names), make([])
    observations, infos = advised.reset(seed=3)
    others, _ = plain.reset(seed=3)
    agreed = 0
    for _ in range(200):
        numbers, _ = advice_in(observations, 2)
        assert (observations[:, :PLAIN] == others).all()
        assert infos["action_mask"][np.arange(8)[:, None], numbers].all()
        agreed += int((numbers[:, 0] == numbers[:, 1]).sum())
        observations, _, _, _, infos = advised.step(numbers[:, 0])
        others, *_ = plain.step(numbers[:, 0])
    assert 0 < agreed < 1600, "two doctrines agree now and then"
    assert advised.single_observation_space.shape == (PLAIN + 4,)


def test_who_was_heeded() -> None:
    """An adviser is followed while the unit does all it would have done in this phase; the next phase begins anew."""
    vector = make(["tactician", "guard"], 4)
    observations, infos = vector.reset(seed=5)
    random = np.random.default_rng(1)
    ignored: dict[tuple[int, int, int], tuple[int, int]] = {}
    seen = set()
    for _ in range(400):
        numbers, followed = advice_in(observations, 2)
        rows = vector.battles
        phases = [(int(rows[n]["round_number"]), int(rows[n]["pass_number"])) for n in range(4)]
        deciders = [int(rows[n]["decider"]) for n in range(4)]
        for row in range(4):
            for adviser in range(2):
                wanted = ignored.get((row, deciders[row], adviser)) != phases[row]
                assert followed[row, adviser] == wanted
                seen.add(wanted)
        follow = random.integers(0, 3, 4)
        legal = [random.choice(mask.nonzero()[0]) for mask in infos["action_mask"]]
        actions = np.array([legal[n] if follow[n] == 2 else numbers[n, follow[n]] for n in range(4)])
        for row, action in enumerate(actions):
            for adviser in range(2):
                if numbers[row, adviser] != action:
                    ignored[row, deciders[row], adviser] = phases[row]
        observations, _, done, _, infos = vector.step(actions)
        for row in np.flatnonzero(done):
            ignored = {key: phase for key, phase in ignored.items() if key[0] != row}
    assert seen == {True, False}


def test_every_battle_draws_its_line_up() -> None:
    """Battles are shared out among line-ups, and which one it was is told."""
    lineups = np.stack([parameters_of_teams(name, TEAMS) for name in ("random", "tactician")])
    vector = make(["tactician"], 16, scenario="duel", bots=lineups, side="red")
    observations, _ = vector.reset(seed=1)
    fought: list[tuple[int, bool]] = []
    while len(fought) < 120:
        observations, _, done, _, infos = vector.step(advice_in(observations, 1)[0][:, 0])
        if done.any():
            found = infos["final_info"]
            fought += [(int(found["lineup"][row]), bool(found["won"][row])) for row in np.flatnonzero(done)]
    counts = [sum(lineup == n for lineup, _ in fought) for n in (0, 1)]
    assert min(counts) > 30
    shares = [sum(won for lineup, won in fought if lineup == n) / counts[n] for n in (0, 1)]
    assert shares[0] > shares[1] + 0.2, "who plays at random is the weaker opponent"


def test_opponents_who_are_asked() -> None:
    """Opponents who are asked decide for their side alone; whoever waits stays as it is; rewards are the learner's."""
    vector = make(["tactician"], 6, scenario="duel", bots=parameters_of_teams("random", TEAMS), side="random")
    sides = []

    def advised(vector: Vector, rows: np.ndarray) -> np.ndarray:
        deciders = vector.battles["decider"][rows]
        sides.extend(
            zip([vector.fields[0].roster[who].team for who in deciders], vector.episodes["side"][rows], strict=True)
        )
        return advice_in(vector.observations[rows], 1)[0][:, 0]

    vector.oppose([asked_opponent("pupil", advised)])
    observations, infos = vector.reset(seed=2)
    totals, lengths = np.zeros(6), np.zeros(6, int)
    ended = 0
    while ended < 12:
        numbers, _ = advice_in(observations, 1)
        actions = np.where(np.arange(6) == ended % 6, WAIT, numbers[:, 0])  # one of them waits
        waited = actions == WAIT
        before = observations.copy()
        lengths += ~waited
        observations, rewards, done, _, infos = vector.step(actions)
        assert (observations[waited] == before[waited]).all()
        assert not done[waited].any()
        assert (rewards[waited] == 0).all()
        totals += rewards
        for row in np.flatnonzero(done):
            results = infos["final_info"]
            assert totals[row] == pytest.approx(results["reward"][row])
            assert lengths[row] == results["length"][row]
            totals[row] = lengths[row] = 0
            ended += 1
    assert len(sides) > 20
    assert all(team != side for team, side in sides)


def test_several_scenarios_share_a_batch() -> None:
    """Each is fought equally often, however many battlefields it draws; all must have as many teams."""
    vector = make([], 200, scenario=["duel", "skirmish"], variants=3)
    vector.reset(seed=4)
    titles = [vector.fields[row["variant"]].scenario.title for row in vector.battles]
    assert len(vector.fields) == 4
    assert 70 < titles.count("The duel") < 130
    assert {int(row["variant"]) for row in vector.battles} == {0, 1, 2, 3}
    with pytest.raises(ContentError, match="has 3 teams, scenario 'The yard' 2: scenarios of one batch must have as many"):
        make([], 2, scenario=["yard", "market"])
    with pytest.raises(ContentError, match="must name at least one"):
        make([], 2, scenario=[])


def test_stable_baselines3_gets_copies() -> None:
    """It keeps an observation over a step: a batch that gives its buffers away is refused."""
    pytest.importorskip("stable_baselines3")
    with pytest.raises(ContentError, match="they must be copies"):
        make([], 2, copy=False).as_vec_env()
    env = make([], 2).as_vec_env()
    first = env.reset()
    kept = first.copy()
    env.step(np.array([int(mask.nonzero()[0][0]) for mask in env.env_method("action_masks")]))
    assert (first == kept).all()
