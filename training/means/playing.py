"""What a means wins: paired playouts of the best order with it against the best without it, from kept decisions.

Which order is the best is found by some playouts, what it wins by others. So that the best was chosen among several, and may
have been lucky, makes no difference to the figure.
"""

from collections.abc import Sequence

import numpy as np

from fireteam.agents.bots import parameters_of
from fireteam.agents.search.halving import endings_of, halve
from fireteam.agents.search.playouts import Playouts, rounds_ahead
from fireteam.env.battle import Battle
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
        self._count, self._playouts = playouts, Playouts(parameters_of(BOT))

    def begin(self, decision: Kept) -> None:
        """Take a decision up."""
        self._decision = decision
        battle = Battle.in_progress(prepare(decision.scenario), decision.position)
        arena = battle.field.arena[int(decision.position[0]["variant"])]
        self._arenas, self._rounds = battle.arrays[1], rounds_ahead(arena, len(decision.scenario.teams))

    def play(self, orders: Sequence[int] | np.ndarray, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Play orders on, the same number on the same dice each; return what `halve` wants of them.

        Args:
            orders: their numbers, shape (n,).
            first: the number of the first playout, which determines its dice.
            count: playouts of each.
        """
        made, rows = self._decision, np.asarray(orders, np.int64)
        given = made.position, self._arenas, made.orders, made.memories, rows
        values, boards = self._playouts.play(*given, made.seed, first, count, self._rounds)
        return values, endings_of(boards, count)

    def ranked(self, orders: Sequence[int]) -> list[int]:
        """Return orders, the best first, by the playouts that choose."""
        numbers = np.array(orders)
        if len(orders) == 1:
            return list(orders)
        budget = CHOOSING * self._count
        found: np.ndarray = halve(
            np.zeros(len(orders)), lambda rows, *which: self.play(numbers[rows], *which), budget, 0.0
        ).order
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
