"""Paired battles: the same battles fought before and after a change, on the same dice.

Dice are keyed by the number of a unit in the roster. If a unit is left out and those behind it move up, all their dice
change, and the pairs have little in common. So a unit that is left out stays in the roster but takes no part in the battle
(`Lineup.out`). The others keep their numbers, their places and their dice, which makes the intervals much narrower.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from fireteam.env.battle import seed_words
from fireteam.env.rules import kernel
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import DEAD, DOWN, MAX_UNITS
from fireteam.env.rules.systems import new_log
from fireteam.env.scenario.changes.apply import Arranged
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.opening import leave_out
from fireteam.env.scenario.setup import Field, prepare

from ..bots import CompiledBot, lineups_of, own_seed, parameters_of
from ..counts import TALLY
from ..doctrine.records import MEMORY
from ..rollout import play_episodes
from .differences import Difference, difference_of
from .series import AnyBot, battle_seeds, fight_one

# How a battle ended for the party: whether it won, was wiped out, lost anybody for good; heroes down (the dead among them)
# and dead at the end; rounds fought.
ENDING = np.dtype([("won", "?"), ("wiped_out", "?"), ("death", "?"), ("down", "i2"), ("dead", "i2"), ("rounds", "i2")])
FIGURES = ENDING.names or ()
FIRST_LOOK = 200  # battles of the first look; every further look doubles them
LEAST = 50  # battles of the first look where battles are slow: also by so few an interval is true
TIMED = 10  # battles, to see how slow they are
PART = 50  # battles in one compiled call


class Lineup(NamedTuple):
    """A line-up: a scenario, the bot of each team in their order, and the same scenario in the form that pairs best."""

    scenario: Scenario
    bots: tuple[AnyBot, ...]
    kept: Arranged | None = None  # with the numbers of the line-up that it is compared with

    @property
    def key(self) -> tuple[object, ...]:
        """The key that identifies the line-up."""
        named = tuple(bot.name if isinstance(bot, CompiledBot) else bot for bot in self.bots)
        arranged = self.arranged
        return arranged.scenario.model_dump_json(), named, arranged.out

    @property
    def compiled(self) -> bool:
        """Whether all bots are compiled ones, so that battles are fought many at a time."""
        return all(type(bot) is CompiledBot for bot in self.bots)

    @property
    def arranged(self) -> Arranged:
        """The line-up as it is fought; bots that read the battle through Python must not see idle units."""
        return self.kept if self.kept is not None and self.compiled else Arranged(self.scenario)


class Pair(NamedTuple):
    """A line-up before and after a change."""

    before: Lineup
    after: Lineup


class Comparison(NamedTuple):
    """The effect of a change on a fight: a difference for each of FIGURES."""

    figures: Mapping[str, Difference]

    @property
    def won(self) -> Difference:
        """The difference in the share of battles that the party wins."""
        return self.figures["won"]

    @property
    def death(self) -> Difference:
        """The difference in the share of battles in which at least one of the party dies."""
        return self.figures["death"]


class Budget(NamedTuple):
    """When to stop comparing: after a number of battles of each line-up, when all is sure enough, or when time is up.

    Attributes:
        battles: the most battles of each line-up; `looks` says when the figures are checked.
        half_width: the half width of the interval of the share of wins that is sure enough.
        seconds: time after which no further battles begin; None for no limit, so that the same seed gives the same figures.
    """

    battles: int = 1600
    half_width: float = 0.02
    seconds: float | None = None

    def looks(self, affordable: float = FIRST_LOOK) -> list[int]:
        """Return the numbers of battles after which the precision of the figures is checked.

        The first is FIRST_LOOK, or what is `affordable` if that is less, but at least LEAST; each later one is twice as big.
        """
        looks = []
        count = int(min(max(affordable, LEAST), FIRST_LOOK))
        while count < self.battles:
            looks.append(count)
            count *= 2
        return [*looks, self.battles]


class Fights:
    """Battles of line-ups on the same seeds; each is fought once, however often it is compared.

    Args:
        side: the team whose endings are returned. seed: of the series. workers: threads.
    """

    def __init__(self, side: str, seed: int = 0, workers: int = 1) -> None:
        self.side, self.seed, self.workers = side, seed, max(workers, 1)
        self.fought = 0  # battles
        self._endings: dict[tuple[object, ...], np.ndarray] = {}

    def endings(self, lineup: Lineup, battles: int) -> np.ndarray:
        """Return how the first `battles` battles of a line-up end, shape (battles,), dtype ENDING."""
        known = self._endings.get(lineup.key, np.zeros(0, ENDING))
        if len(known) < battles:
            seeds = battle_seeds(self.seed, battles)[len(known) :]
            self.fought += len(seeds)
            known = np.concatenate([known, fight(lineup, self.side, seeds, self.workers)])
            self._endings[lineup.key] = known
        return known[:battles]

    def compare(self, pair: Pair, battles: int) -> Comparison:
        """Return the effect of a pair's change over a number of battles."""
        before, after = (self.endings(lineup, battles) for lineup in pair)
        return Comparison({name: difference_of(before[name], after[name]) for name in FIGURES})

    def compare_all(
        self, pairs: Sequence[Pair], budget: Budget, on_progress: Callable[[int], None] = lambda _: None
    ) -> list[Comparison]:
        """Return the effect of each pair's change; pairs that are not yet sure enough get more battles.

        The first look is always taken, with fewer battles if they are slow. `on_progress` gets the number of battles fought.
        """
        if not pairs:
            return []
        looks, ends = budget.looks(), None
        if budget.seconds is not None:
            pace = self.pace(pairs[0].before)
            looks = budget.looks(budget.seconds / (pace * (len(pairs) + 1)))
            ends = time.monotonic() + budget.seconds
        found: dict[int, Comparison] = {}
        unsure = list(range(len(pairs)))
        for look, battles in enumerate(looks):
            for number in list(unsure):
                if look and ends is not None and time.monotonic() > ends:
                    return list(found.values())
                found[number] = self.compare(pairs[number], battles)
                on_progress(self.fought)
                if found[number].won.half_width <= budget.half_width:
                    unsure.remove(number)
        return list(found.values())

    def pace(self, lineup: Lineup) -> float:
        """Return the measured or estimated seconds that a battle of a line-up takes."""
        fight(lineup, self.side, battle_seeds(self.seed, 1))  # compiles, if it must
        began = time.perf_counter()
        fight(lineup, self.side, battle_seeds(self.seed, TIMED), self.workers)
        return (time.perf_counter() - began) / TIMED


def fight(lineup: Lineup, side: str, seeds: Sequence[int], workers: int = 1) -> np.ndarray:
    """Return how a line-up's battles of some seeds end for a team, shape (seeds,), dtype ENDING."""
    if not seeds:
        return np.zeros(0, ENDING)
    if not lineup.compiled:
        return np.array([fought_in_python(lineup, side, seed) for seed in seeds], ENDING)
    arranged = lineup.arranged
    size = 1 if arranged.scenario.draw is not None else PART
    parts = [seeds[start : start + size] for start in range(0, len(seeds), size)]
    names = tuple(bot.name for bot in lineup.bots if isinstance(bot, CompiledBot))
    fight_part(arranged, names, side, [seeds[0]], 0)  # no battle at all, but compiled here, where Ctrl-C is heard
    with ThreadPoolExecutor(workers) as pool:
        try:
            return np.concatenate(list(pool.map(lambda part: fight_part(arranged, names, side, part, len(part)), parts)))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def fight_part(arranged: Arranged, names: Sequence[str], side: str, seeds: Sequence[int], battles: int) -> np.ndarray:
    """Fight the first `battles` battles of some seeds in one compiled call; return how they end, dtype ENDING."""
    field = prepare(arranged.scenario.drawn(seeds[0]))
    opening = field.opening
    if arranged.out:
        opening = opening.copy()
        leave_out(opening[0], field.roster, arranged.out)
    rows = np.repeat(opening, len(seeds))
    rows["seed"] = np.array([seed_words(seed) for seed in seeds], np.int64)
    bots = lineups_of([[parameters_of(name) for name in names]])
    own_seeds = np.array([own_seed(seed) for seed in seeds], np.int64)
    arrays = (rows, field.arena, new_log(rows.dtype, SILENT), bots, np.zeros(MAX_UNITS, MEMORY), np.zeros(1, TALLY))
    records, arenas, logs, parameters, memories, tally = (kernel.plain(array) for array in arrays)
    play_episodes(records, arenas, logs, parameters, memories, own_seeds, 0, battles, tally)
    return endings_of(rows[:battles], heroes_of(field, side, arranged.out), names_of(field.scenario).index(side))


def names_of(scenario: Scenario) -> list[str]:
    """Return the names of the teams."""
    return [team.name for team in scenario.teams]


def heroes_of(field: Field, side: str, out: Sequence[int]) -> np.ndarray:
    """Return the roster numbers of a team's units that fight, machines apart."""
    team = names_of(field.scenario).index(side)
    alive = field.arena[0]["sheets"]["inanimate"] == 0
    return np.array([n for n, fighter in enumerate(field.roster) if fighter.team == team and alive[n] and n not in out], int)


def endings_of(battles: np.ndarray, heroes: np.ndarray, team: int) -> np.ndarray:
    """Return how battles that are over have ended for a team, dtype ENDING; `heroes` are the numbers of its units."""
    status = battles["units"]["status"][:, heroes]
    endings = np.zeros(len(battles), ENDING)
    endings["won"] = battles["winner"] == team
    endings["dead"] = (status == DEAD).sum(axis=1)
    endings["down"] = (status == DOWN).sum(axis=1) + endings["dead"]
    endings["wiped_out"] = endings["down"] == len(heroes)
    endings["death"] = endings["dead"] > 0
    endings["rounds"] = battles["round_number"]
    return endings


def fought_in_python(lineup: Lineup, side: str, seed: int) -> tuple[object, ...]:
    """Return how a battle ends for a team that is fought by bots of any kind: a row of ENDING."""
    scenario = lineup.scenario.drawn(seed)
    [outcome], _, _ = fight_one(lineup.scenario, lineup.bots, seed, reasons=False, watched=True)
    assert outcome.course is not None
    team = names_of(scenario).index(side)
    dead = outcome.course.dead[team]
    down = outcome.course.down[team] + dead
    heroes = len(heroes_of(prepare(scenario), side, ()))
    return outcome.winner == team, down == heroes, dead > 0, down, dead, outcome.rounds
