"""The batch of battles of a learner in a league: its opponents are doctrines, or policies that are asked here.

Doctrines play inside the compiled call. Where a policy's decision is pending, all such rows are asked in one batch for each
policy, and stepped while the others wait, until the learner is asked in every row.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from fireteam.agents.bots import parameters_of
from fireteam.agents.doctrine.records import ASKED, PARAMETERS
from fireteam.agents.policy.network import Policy
from fireteam.agents.policy.tensors import shape_of
from fireteam.content.errors import ContentError
from fireteam.env.observe.actions import SLOTS
from fireteam.env.rules.record import MAX_TEAMS
from fireteam.env.sb3 import BatchVecEnv
from fireteam.env.scenario.checked import listed
from fireteam.env.seats.batch import ADVICE, WAIT
from fireteam.env.vector import Vector

LINEUPS = 32  # that battles draw from; more opponents at once would only be asked in smaller batches

Ask = Callable[[np.ndarray, np.ndarray], np.ndarray]  # observations, masks -> action numbers


class Opponent(NamedTuple):
    """An opponent of a learner: its relative frequency, and the policy that plays it; None for a doctrine by its name."""

    name: str
    share: float
    ask: Ask | None = None


class Sampled:
    """A policy that answers for a batch of decisions, drawing by its probabilities.

    It plays as it was trained to play, not always the likeliest action: a learner that could foresee it would learn only
    that. Only an exploiter, which looks for the weaknesses of such a policy, may foresee it: at temperature 0.

    Args:
        policy: the policy.
        advisers: the learner's advisers, in their order: their advice is in the observations.
        random: the source of chance.
        slots: how many (own, others) there are in the observations.
        temperature: see `fireteam.agents.policy.bot.PolicyBot`.

    Raises:
        ContentError: the policy has an adviser that the learner has not.
    """

    def __init__(
        self,
        policy: Policy,
        advisers: Sequence[str],
        random: np.random.Generator,
        temperature: float = 1.0,
        slots: tuple[int, int] = (SLOTS, SLOTS),
    ) -> None:
        if missing := set(policy.card.advisers) - set(advisers):
            raise ContentError(
                f"policy {policy.card.name!r} has the advisers {listed(policy.card.advisers)}: {listed(missing)} must be "
                f"among those of the learner, which has {listed(advisers)}"
            )
        self._policy, self._random, self._temperature, self._slots = policy, random, temperature, slots
        self._seen = shape_of(policy.card.system, *slots).observation
        self._advice = self._seen + np.array([advisers.index(name) for name in policy.card.advisers], int)
        self._followed = self._advice + len(advisers)

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return action numbers, shape (n,)."""
        advice = np.rint(observations[:, self._advice] * ADVICE).astype(np.int64)
        seen, followed = observations[:, : self._seen], observations[:, self._followed]
        chances, _ = self._policy.evaluate(seen, masks, advice, followed, self._temperature or 1.0, self._slots)
        sums = chances.cumsum(axis=1, dtype=np.float64)
        drawn = chances if self._temperature == 0.0 else sums > self._random.random((len(sums), 1)) * sums[:, -1:]
        numbers: np.ndarray = drawn.argmax(axis=1)
        return numbers


class LeagueVecEnv(BatchVecEnv):
    """A batch whose battles are against opponents of a league; infos of ended battles name theirs under `opponent`.

    Args:
        vector: the battles; all begin anew.
        opponents: see `oppose`.
        random: decides how battles are shared out among them.
    """

    def __init__(self, vector: Vector, opponents: Sequence[Opponent], random: np.random.Generator) -> None:
        super().__init__(vector)
        self._random = random
        vector.episodes["lineup"] = 0
        self._opponents = list(opponents[:1])  # those of whom some battle is, or may be drawn
        self._numbers = np.zeros(1, int)  # of the opponent of each line-up
        self._owed = np.zeros(self.num_envs)  # earned in battles before the learner's first decision in them
        self.oppose(opponents)

    def oppose(self, opponents: Sequence[Opponent]) -> None:
        """Draw the opponents of new battles from these, by their shares; current battles keep their opponents."""
        lineups = self.vector.episodes["lineup"]
        kept, lineups[:] = np.unique(self._numbers[lineups], return_inverse=True)
        lineups += LINEUPS
        drawn = shared_out([opponent.share for opponent in opponents], LINEUPS, self._random)
        whose = [opponents[number].name for number in drawn] + [self._opponents[number].name for number in kept]
        known = {opponent.name: opponent for opponent in (*self._opponents, *opponents) if opponent.name in whose}
        self._opponents = list(known.values())
        self._numbers = np.array([list(known).index(name) for name in whose])
        bots = np.concatenate([parameters_for(opponent) for opponent in self._opponents])[self._numbers]
        self.vector.set_lineups(np.repeat(bots[:, None], MAX_TEAMS, axis=1), LINEUPS)

    def snapshot(self) -> dict[str, Any]:
        """Return the state of all battles, and their opponents: for `go_on`."""
        opponents = [(opponent.name, 0.0, opponent.ask is not None) for opponent in self._opponents]
        return {"rows": self.vector.snapshot(), "opponents": opponents, "numbers": self._numbers, "owed": self._owed}

    def go_on(self, snapshot: Mapping[str, Any], opponents: Sequence[Opponent]) -> None:
        """Continue battles from a snapshot; `oppose` must follow.

        Args:
            snapshot: a snapshot of an equal batch.
            opponents: the opponents of the snapshot, in their order.
        """
        self.vector.restore(snapshot["rows"])
        self._opponents, self._numbers = list(opponents), np.array(snapshot["numbers"])
        self._owed = np.array(snapshot["owed"])

    def reset(self) -> np.ndarray:
        """Begin new battles in all rows, and play on in each to the learner's first decision."""
        super().reset()
        self._owed[:] = 0
        self._play_on(np.zeros(self.num_envs), np.ones(self.num_envs, bool), [])
        seen: np.ndarray = self.vector.observations.copy()
        return seen

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Step all rows, and play on in each to the learner's next decision; see `BatchVecEnv.step_wait`."""
        rewards, self._owed = self._owed, np.zeros(self.num_envs)
        done = np.zeros(self.num_envs, bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._step(rewards, done, infos)
        self._play_on(rewards, done, infos)
        return self.vector.observations.copy(), rewards.astype(np.float32), done, infos

    def _play_on(self, rewards: np.ndarray, done: np.ndarray, infos: list[dict[str, Any]]) -> None:
        """Play the opponents' decisions until the learner must decide in every row."""
        vector = self.vector
        while len(rows := np.flatnonzero(~vector.asked())):
            self._actions = np.full(self.num_envs, WAIT)
            numbers = self._numbers[vector.episodes["lineup"][rows]]
            for number in np.unique(numbers):
                asked, ask = rows[numbers == number], self._opponents[number].ask
                if ask is None:
                    raise RuntimeError(f"{self._opponents[number].name} plays by itself, and was asked")
                self._actions[asked] = ask(vector.observations[asked], vector.masks[asked])
            self._step(rewards, done, infos)

    def _step(self, rewards: np.ndarray, done: np.ndarray, infos: list[dict[str, Any]]) -> None:
        """Step all rows once, and add the rewards to those of the learner's step so far."""
        _, earned, ended, infos_of_rows = super().step_wait()
        for row in np.flatnonzero(ended):
            # As in the compiled loop, a battle in which the learner never gets to decide is passed over.
            if infos_of_rows[row]["episode"]["l"] > 0:
                number = self._numbers[self.vector.episodes["final_lineup"][row]]
                infos[row] = infos_of_rows[row] | {"opponent": self._opponents[number].name}
                rewards[row] += earned[row]
                done[row] = True
            earned[row] = 0
        rewards[~done] += earned[~done]
        self._owed[done] += earned[done]  # in the battle after


def parameters_for(opponent: Opponent) -> np.ndarray:
    """Return the parameters of an opponent in the compiled loop, shape (1,): its doctrine, or a mark for a policy."""
    if opponent.ask is None:
        return parameters_of(opponent.name)
    made = np.zeros(1, PARAMETERS)
    made["kind"] = ASKED
    return made


def shared_out(shares: Sequence[float], places: int, random: np.random.Generator) -> np.ndarray:
    """Return who gets each of some places, as numbers: by shares on average, and never off by a whole place.

    (Systematic resampling: places at even distances, with one random offset, on a line cut up by the shares.)
    """
    ends = np.cumsum(shares) / np.sum(shares)
    points = (random.random() + np.arange(places)) / places
    return np.minimum(np.searchsorted(ends, points, side="right"), len(ends) - 1)
