"""What a means wins: paired playouts of the best order with it against the best without it, from kept decisions.

Which order is the best is found by some playouts, what it wins by others. So that the best was chosen among several, and may
have been lucky, makes no difference to the figure.
"""

from collections.abc import Sequence

import numpy as np

from fireteam.agents.bots import parameters_of
from fireteam.agents.doctrine.records import MEMORY
from fireteam.agents.search import playouts as played
from fireteam.agents.search.halving import endings_of, halve
from fireteam.env.battle import Battle
from fireteam.env.rules.kernel import plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS
from fireteam.env.rules.systems import new_log
from fireteam.env.scenario.setup import prepare

from .counting import BOT, OWN, Kept

MOST_OTHERS = 8  # orders of which the best is looked for: those that the bot thinks best, of different means first
CHOOSING = 3  # times as many playouts choose, all orders together, as measure one
APART = 1 << 20  # number of the first playout by which is measured: none of those by which is chosen has it


class Player:
    """Plays the orders of kept decisions on; everybody is played by the bot then.

    Args:
        playouts: of both orders that are measured. Before, three times as many find out which order is the best.
    """

    def __init__(self, playouts: int) -> None:
        self._count = playouts
        self._bots, self._memories = np.repeat(parameters_of(BOT), MAX_TEAMS), np.zeros(MAX_UNITS, MEMORY)

    def begin(self, decision: Kept) -> None:
        """Take a decision up."""
        self._decision = decision
        battle = Battle.in_progress(prepare(decision.scenario), decision.position)
        self._arenas, self._rounds = battle.arrays[1], played.rounds_ahead(battle)
        self._log = plain(new_log(decision.position.dtype, SILENT))

    def play(self, orders: Sequence[int] | np.ndarray, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Play orders on, the same number on the same dice each; return what `halve` wants of them.

        Args:
            orders: their numbers, shape (n,).
            first: the number of the first playout, which determines its dice.
            count: playouts of each.
        """
        decision, rows = self._decision, np.asarray(orders, np.int64)
        boards, values = np.empty(len(rows) * count, decision.position.dtype), np.empty((len(rows) * count, 2))
        records = (
            plain(decision.position),
            plain(boards),
            self._arenas,
            self._log,
            plain(self._bots),
            plain(decision.orders),
        )
        memories = plain(decision.memories), plain(self._memories)
        played.play_orders(*records, rows, *memories, decision.seed, first, self._rounds, played.MOST, values)
        return values.reshape(len(rows), count, 2), endings_of(boards, count)

    def ranked(self, orders: Sequence[int]) -> list[int]:
        """Return orders, the best first, by the playouts that choose."""
        numbers = np.array(orders)
        if len(orders) == 1:
            return list(orders)
        budget = CHOOSING * self._count
        found: np.ndarray = halve(len(orders), lambda rows, *which: self.play(numbers[rows], *which), budget, 0.0).order
        return [int(number) for number in numbers[found]]

    def difference(self, order: int, other: int) -> float:
        """Return how much more an order wins than another, -1 to 1, by the playouts that measure."""
        values = self.play([order, other], APART, self._count)[0][:, :, 0].mean(axis=1)
        return float(values[0] - values[1])

    def paid(self, decision: Kept, means: str) -> float:
        """Return what a means won that was given: the order given against the best without it, -1 to 1."""
        self.begin(decision)
        others = [number for number, some in enumerate(decision.means) if means not in some]
        return self.difference(OWN, self.ranked(varied(others, decision.means))[0])

    def missed(self, decision: Kept, means: str) -> tuple[float, float]:
        """Return what a means would win that was not given, -1 to 1: its best order against the one given.

        The second figure is the same if the playouts that choose prefer that order, else 0.
        """
        self.begin(decision)
        orders = [number for number, some in enumerate(decision.means) if means in some]
        ranked = self.ranked([OWN, *orders[:MOST_OTHERS]])
        best = next(number for number in ranked if number != OWN)
        gain = self.difference(best, OWN)
        return gain, gain if best == ranked[0] else 0.0


def varied(orders: Sequence[int], means: Sequence[tuple[str, ...]], most: int = MOST_OTHERS) -> list[int]:
    """Return so many orders at most, of different means first, then those that come first; ascending."""
    firsts: dict[tuple[str, ...], int] = {}
    for number in orders:
        firsts.setdefault(means[number], number)
    rest = [number for number in orders if firsts[means[number]] != number]
    return sorted([*firsts.values(), *rest][:most])
