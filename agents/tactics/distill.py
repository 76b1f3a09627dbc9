"""Which considerations reproduce a bot's decisions: a doctrine is fitted to them, one consideration after the other.

A doctrine adds up the worths that considerations give every open action and takes the best (`doctrine/choose.py`): so its
weights are those of a linear model of choice. The fit begins with all weights 0. Each round sets one weight
to one of the values that doctrines have: the weight and value with which most decisions of some battles equal the bot's. The
result is measured on held-out battles.

A fitted doctrine is a bot like all others: its name, with the weights behind it, can be fought with.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fireteam.env.rules import kernel
from fireteam.env.rules.kernel import Array, entry
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.rules.systems import new_log

from ..bots import doctrines, parameters_with, tempers
from ..doctrine.choose import choose
from ..doctrine.memory import clear_memories
from ..doctrine.records import MEMORY, WEIGHTS
from ..series.intervals import wilson
from .watched import Watched

ENOUGH = 0.8  # share of decisions that are to be reproduced
LEAST_GAIN = 0.004  # in the share of decisions, for one more consideration to be worth it
MOST_ROUNDS = 14
MOST_POSITIONS = 1500  # fitted, and held out: enough for an interval of 5 points
BASE = "tactician"  # whose name the fitted doctrine goes by, with all weights said
FIXED = ("noise",)  # it is there to be unpredictable


class Agreement(NamedTuple):
    """A doctrine's agreement with a bot, as shares of the bot's decisions: the same action, and the same kind of action."""

    same: float
    kind: float
    decisions: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of decisions that are the same action."""
        return wilson(self.same * self.decisions, self.decisions)


class Round(NamedTuple):
    """A round of the fit: the weight that was set, its value, and the agreement of the doctrine then."""

    weight: str
    value: float
    fitted: Agreement
    held_out: Agreement


class Distilled(NamedTuple):
    """A fitted doctrine.

    Attributes:
        nothing: the agreement on held-out decisions of a doctrine whose weights are all 0.
        rounds: the rounds in their order.
        weights: the weights that are not 0, by name.
    """

    nothing: Agreement
    rounds: list[Round]
    weights: dict[str, float]

    @property
    def best(self) -> Agreement:
        """The agreement of the doctrine at the end."""
        return self.rounds[-1].held_out if self.rounds else self.nothing

    @property
    def enough(self) -> list[str]:
        """The considerations with which the share ENOUGH of the held-out decisions is reproduced; empty if it never is."""
        for number, one in enumerate(self.rounds, 1):
            if one.held_out.same >= ENOUGH:
                return list(dict.fromkeys(earlier.weight for earlier in self.rounds[:number]))
        return []

    @property
    def name(self) -> str:
        """The name of the doctrine as a bot."""
        said = {weight.name: self.weights.get(weight.name, 0.0) for weight in WEIGHTS}
        return f"{BASE}:" + ",".join(f"{name}={value:g}" for name, value in said.items())


@entry
def echo(positions: Array, arenas: Array, logs: Array, bots: Array, memories: Array, answers: Array) -> None:
    """Write a doctrine's decisions in the positions of one battle, in their order.

    Args:
        positions: records of BATTLE; a unit's memories go on from one to the next, as in the battle.
        bots: shape (1,), dtype PARAMETERS.
        memories: shape (MAX_UNITS,), working space.
        answers: int64, shape (len(positions), 2): verb and argument. Written.
    """
    clear_memories(memories)
    for row in range(len(positions)):
        battle = positions[row]
        answers[row, 0], answers[row, 1] = choose(battle, arenas[battle.variant], logs[0], bots[0], memories)


class Fit:
    """The decisions of a bot in some battles, to be compared with those of doctrines."""

    def __init__(self, battles: Sequence[Watched], most: int = MOST_POSITIONS) -> None:
        self._parts = []
        self.decisions = 0
        for battle in battles:
            count = min(len(battle.positions), most - self.decisions)
            if count <= 0:
                continue
            decided = battle.decided[battle.chosen[:count]]
            taken = np.stack([decided["verb"], decided["argument"]], axis=1)
            log = new_log(battle.positions.dtype, SILENT)
            plain = [kernel.plain(array) for array in (battle.positions[:count].copy(), battle.field.arena, log)]
            self._parts.append((plain, taken, np.zeros((count, 2), np.int64)))
            self.decisions += count

    def echo(self, weights: np.ndarray) -> Agreement:
        """Return the agreement of a doctrine with these weights."""
        memories = np.zeros(MAX_UNITS, MEMORY)
        same = kind = 0
        for (positions, arena, log), taken, answers in self._parts:
            bots = kernel.plain(parameters_with(weights))
            echo(positions, arena, log, bots, kernel.plain(memories), answers)
            alike = answers == taken
            same += int(alike.all(axis=1).sum())
            kind += int(alike[:, 0].sum())
        count = max(self.decisions, 1)
        return Agreement(same / count, kind / count, self.decisions)


def values_of(name: str, default: float) -> Iterator[float]:
    """Yield the values that doctrines and tempers have for a weight, each once, including 0."""
    tables = [*doctrines().values(), *tempers().values()]
    yield from sorted({0.0, default, *(float(table[name]) for table in tables if name in table)})


def distill(
    fitted: Sequence[Watched],
    others: Sequence[Watched],
    most: int = MOST_POSITIONS,
    on_progress: Callable[[int], None] = lambda _: None,
) -> Distilled:
    """Fit a doctrine to the decisions of a bot.

    Args:
        fitted: battles to fit it to, with the positions of the bot's decisions.
        others: held-out battles, to measure the agreement.
        most: the most positions of each.
        on_progress: called with the number of rounds done.
    """
    fit, held_out = Fit(fitted, most), Fit(others, most)
    weights = np.zeros(len(WEIGHTS))
    nothing, best = held_out.echo(weights), fit.echo(weights)
    grid = [(n, w.name, list(values_of(w.name, w.default))) for n, w in enumerate(WEIGHTS) if w.name not in FIXED]
    rounds: list[Round] = []
    while len(rounds) < MOST_ROUNDS:
        tried = []
        for number, name, values in grid:
            for value in values:
                if value != weights[number]:
                    other = weights.copy()
                    other[number] = value
                    tried.append((fit.echo(other), number, name, value))
        found, number, name, value = max(tried, key=lambda one: (one[0].same, -abs(one[3])))
        if found.same < best.same + LEAST_GAIN:
            break
        weights[number], best = value, found
        rounds.append(Round(name, value, found, held_out.echo(weights)))
        on_progress(len(rounds))
        if rounds[-1].held_out.same >= ENOUGH and found.same >= ENOUGH:
            break
    named = {weight.name: float(value) for weight, value in zip(WEIGHTS, weights, strict=True) if value}
    return Distilled(nothing, rounds, named)
