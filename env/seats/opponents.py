"""Opponents of a batch's learners, drawn for every battle by weights: they play in the compiled loop, or are asked.

Doctrines play inside the compiled call. Where it comes to a decision of an opponent who is asked - a network, a bot that
searches, any Python object - all such rows are asked at once, and stepped while the others wait, until a learner must
decide in every row. How opponents are made from names is told in `fireteam.agents.opponents`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import listed

from ..rules.record import MAX_TEAMS
from .batch import EARNED, PAID, RESULTS, WAIT

PLACES = 256  # line-ups that battles are drawn from: how exact weights are

Ask = Callable[[Any, np.ndarray], np.ndarray]  # the batch, and rows of it -> action numbers of who must decide there


class Opponent(NamedTuple):
    """An opponent of a batch's learners.

    Attributes:
        name: by which infos tell of it.
        share: how often it is drawn; only the ratios of shares count.
        bot: its record in the compiled loop, shape (1,).
        ask: who decides for it, where the record says that somebody is asked. What it has as `check(vector)` raises a
            ContentError if it cannot play in a batch.
    """

    name: str
    share: float
    bot: np.ndarray
    ask: Ask | None = None


class Opposition:
    """The line-ups of opponents in a batch, and the decisions of those who are asked.

    Args:
        bots: records of line-ups for the compiled loop, shape (n, MAX_TEAMS): opponents without names.

    Attributes:
        known: all opponents in the line-ups that battles are drawn from, and in those of battles in progress.
        numbers: int64, shape (line-ups, MAX_TEAMS): which of them plays each team.
        bots: their records for the compiled loop, shape (len(known),).
        drawn: how many of the first battles are drawn from.
        asks: whether some opponent is asked.
    """

    def __init__(self, bots: np.ndarray) -> None:
        self.drawn = len(bots)
        places: dict[bytes, int] = {}  # of each, by its record: many line-ups have it, and it may be large
        numbers = [places.setdefault(bot.tobytes(), len(places)) for bot in bots.reshape(-1)]
        self.numbers = np.array(numbers, np.int64).reshape(bots.shape)
        self.bots = bots.reshape(-1)[np.unique(self.numbers, return_index=True)[1]]
        self.known = [Opponent(f"line-up {n}", 0.0, self.bots[n : n + 1]) for n in range(len(self.bots))]
        self.labels: np.ndarray | None = None  # what infos call each line-up; the last one is none
        self.asks = False

    def replace(
        self, vector: Any, opponents: Any, random: np.random.Generator | None, places: int | None, at_once: bool
    ) -> None:
        """Draw new battles from other opponents; see `Vector.oppose`.

        Battles in progress keep theirs, except that who has the name of a new one is replaced by that.

        Raises:
            ContentError: see there.
        """
        teams, current = vector.team_names, vector.episodes["lineup"]
        check_opponents(opponents, vector)
        every = [*opponents.values()] if isinstance(opponents, Mapping) else [opponents]
        places = places or (PLACES if max(map(len, every)) > 1 else 1)
        random = random or np.random.default_rng(0)
        kept, numbers = np.unique(self.numbers[current], axis=0, return_inverse=True)
        if at_once:
            self.known, kept, current[:] = [], kept[:0], 0
        else:
            current[:] = numbers.reshape(-1) + places
        whose = np.empty((places + len(kept), MAX_TEAMS), object)
        for team in range(MAX_TEAMS):
            if isinstance(opponents, Mapping):
                among = opponents[teams[min(team, len(teams) - 1)]]
                drawn = random.permutation(drawn_places([one.share for one in among], places, random))
            elif team == 0:
                among = opponents
                drawn = drawn_places([one.share for one in among], places, random)
            whose[:places, team] = [among[number].name for number in drawn]
            whose[places:, team] = [self.known[number].name for number in kept[:, team]]
        new = [one for among in every for one in among]
        met = set(whose.reshape(-1).tolist())
        known = {opponent.name: opponent for opponent in (*self.known, *new) if opponent.name in met}
        places_of = {name: number for number, name in enumerate(known)}
        self.known = list(known.values())
        self.numbers = np.array([[places_of[name] for name in lineup] for lineup in whose], np.int64)
        self.bots = np.concatenate([opponent.bot for opponent in self.known])
        self.drawn = places
        first = vector.episodes[0]
        told = [team for team in range(len(teams)) if team != first["sides"] and not first["every"] >> team & 1]
        if isinstance(opponents, Mapping) and len(told) > 1:
            said = [", ".join(f"{teams[team]}: {lineup[team]}" for team in told) for lineup in whose]
        else:
            said = [lineup[told[0] if told else 0] for lineup in whose]
        self.labels = np.array([*said, ""])
        vector.episodes["final_lineup"] = -1  # what was fought before is no line-up any more
        self.asks = any(opponent.ask is not None for opponent in self.known)

    def results(self, lineups: np.ndarray) -> dict[str, np.ndarray]:
        """Return the names of the opponents in line-ups, if they have any."""
        return {} if self.labels is None else {"opponent": self.labels[lineups]}

    def play_on(self, vector: Any, run: Callable[[np.ndarray], None]) -> None:
        """Play the decisions of opponents who are asked until a learner must decide in every row, or the row rests.

        What the step came to is then told as if it had been one: a battle that ends before a learner has decided in it is
        passed over, and what is earned before a learner's first decision is paid after that.

        Args:
            vector: the batch; its learners' actions have been taken.
            run: steps all rows.
        """
        episodes, earned, paid = vector.episodes, vector.wages[:, EARNED], vector.wages[:, PAID]
        tables = (vector.final_observations, *vector.ground.result_tables)
        said, ended = episodes[list(RESULTS)].copy(), episodes["done"].astype(bool)
        told, wages = [table[ended] for table in tables], paid.copy()
        passed = np.zeros(len(episodes), bool)
        while True:
            begin = (episodes["steps"] < 0) & passed
            rows = np.flatnonzero((episodes["steps"] >= 0) & (episodes["asked"] != episodes["side"]))
            if not len(rows) and not begin.any():
                break
            actions = self._answers(vector, rows)
            actions[begin] = 0
            run(actions)
            done = episodes["done"].astype(bool)
            passed = done & (episodes["length"] == 0)
            restore_rows(tables, ended, told)
            if (counted := done & ~passed).any():
                said[counted], wages[counted] = episodes[list(RESULTS)][counted], paid[counted]
                ended |= counted
                told = [table[ended] for table in tables]
            going = ~done & (paid != 0).any(axis=1)
            early, late = going & (episodes["steps"] == 0), going & (episodes["steps"] > 0)
            earned[early] += paid[early]
            episodes["sum"][early] = 0.0
            said["reward"][late] += episodes["reward"][late]
            wages[late] += paid[late]
        for name in RESULTS:
            episodes[name] = said[name]
        paid[...] = wages

    def _answers(self, vector: Any, rows: np.ndarray) -> np.ndarray:
        """Return an action for every row: what opponents say in some rows, WAIT in the others."""
        actions = np.full(len(vector.episodes), WAIT)
        numbers = self.numbers[vector.episodes["lineup"][rows], vector.episodes["asked"][rows]]
        for number in np.unique(numbers):
            asked, ask = rows[numbers == number], self.known[number].ask
            if ask is None:
                raise ContentError(f"{self.known[number].name} plays by itself, and was asked")
            actions[asked] = ask(vector, asked)
        return actions


def as_they_are(opponents: Any) -> Any:
    """Return opponents that are made already."""
    return opponents


def check_opponents(opponents: Any, vector: Any) -> None:
    """Raise a ContentError unless these are opponents of the teams of a batch, can play there, and some have a share."""
    if isinstance(opponents, Mapping) and set(opponents) != set(vector.team_names):
        raise ContentError(f"opponents of {listed(opponents)}: there must be some of each of {listed(vector.team_names)}")
    for among in opponents.values() if isinstance(opponents, Mapping) else [opponents]:
        shares = [one.share for one in among]
        if not shares or not np.isfinite(shares).all() or min(shares) < 0 or sum(shares) <= 0:
            raise ContentError(f"opponents with the shares {shares}: none may be below 0, and not all may be 0")
        for one in among:
            if (check := getattr(one.ask, "check", None)) is not None:
                check(vector)


def restore_rows(tables: Sequence[np.ndarray], rows: np.ndarray, told: Sequence[np.ndarray]) -> None:
    """Write what tables have told of some rows there again."""
    for table, values in zip(tables, told, strict=True):
        table[rows] = values


def drawn_places(shares: Sequence[float], places: int, random: np.random.Generator) -> np.ndarray:
    """Return who gets each of some places, as numbers: by shares on average, and never off by a whole place.

    (Systematic resampling: places at even distances, with one random offset, on a line cut up by the shares.)
    """
    ends = np.cumsum(shares) / np.sum(shares)
    points = (random.random() + np.arange(places)) / places
    return np.minimum(np.searchsorted(ends, points, side="right"), len(ends) - 1)
