"""What every order of a decision is worth, by paired playouts, and the decisions of which that is known.

This is expert iteration (Anthony, Tian, Barber, "Thinking fast and slow with deep learning and tree search", 2017) with a
search that looks one order ahead: each order of a decision is played on, on the same dice, by the bot that the network is to
be better than. The network then learns what the playouts have said, decision by decision, and is the next bot to be better
than.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fireteam.agents.search.playouts import Playouts, rounds_ahead

from .config import Config
from .gathering import Battles, Judge
from .network import Seen

AHEAD = 2.0  # of an order that is tried: the mean of how many places it stands behind the best


class Valued(NamedTuple):
    """Decisions whose orders have been played on.

    Attributes:
        seen: what was seen; units and orders as float16.
        first: int64, (decisions + 1,): where the orders of each begin.
        values: float32, (orders,): how far each was won for who decides, 0 to 1, a mean over playouts.
    """

    seen: Seen
    first: np.ndarray
    values: np.ndarray


def values_of(battles: Battles, row: int, playouts: Playouts, count: int, seed: int) -> np.ndarray:
    """Return how far each order that is open in a row of a batch is won, a mean of `count` playouts: float32, (orders,)."""
    vector = battles.vector
    kept, battle = vector.kept, vector.battles[row : row + 1].copy()
    orders, memories = kept["orders"][row, : int(kept["proposed"][row])].copy(), kept["memories"][row].copy()
    rounds = rounds_ahead(vector.arenas[int(battle[0]["variant"])], len(vector.team_names))
    chosen = np.arange(len(orders))
    values, _ = playouts.play(battle, vector.arenas, orders, memories, chosen, seed, 0, count, rounds)
    found: np.ndarray = values[:, :, 0].mean(1).astype(np.float32)
    return found


def gather_values(
    battles: Battles, bot: np.ndarray, judge: Judge | None, count: int, config: Config, random: np.random.Generator
) -> Valued:
    """Return decisions with the values of their orders, taken here and there from battles that are fought meanwhile.

    Who fights gives the order that it thinks best, a tactician's where there is no network yet; now and then another.

    Args:
        bot: plays orders on, see `Playouts`.
        judge: the network that fights; None for none.
        count: how many decisions there are to be, at least.
    """
    playouts, parts = Playouts(bot), list[tuple[Seen, np.ndarray, np.ndarray]]()
    done = 0
    while done < count:
        seen, first = battles.see()
        for row in np.flatnonzero(random.random(config.envs) < config.sampled).tolist():
            values = values_of(battles, row, playouts, config.playouts, int(random.integers(2**60)))
            parts.append((one_of(seen, first, row), np.diff(first)[row : row + 1], values))
            done += 1
        logits = -np.arange(len(seen.orders), dtype=np.float32) if judge is None else judge(seen)[0]
        battles.step(tried(logits, seen.of, first, config.explored, random))
    counts = np.concatenate([part[1] for part in parts])
    return valued_of([part[0] for part in parts], counts, np.concatenate([part[2] for part in parts]))


def valued_of(seen: Sequence[Seen], counts: np.ndarray, values: np.ndarray) -> Valued:
    """Return decisions with values from what was seen in parts, the number of orders of each, and the values of all."""
    context, units, orders = (np.concatenate([part[field] for part in seen]) for field in range(3))
    first = np.concatenate([[0], counts.cumsum()])
    return Valued(Seen(context, units, orders, np.repeat(np.arange(len(counts)), counts)), first, values)


def one_of(seen: Seen, first: np.ndarray, row: int) -> Seen:
    """Return what is seen in one of some decisions, in little room."""
    orders = seen.orders[first[row] : first[row + 1]].astype(np.float16)
    return Seen(seen.context[row : row + 1].copy(), seen.units[row : row + 1].astype(np.float16), orders, seen.of[:0])


def tried(logits: np.ndarray, of: np.ndarray, first: np.ndarray, share: float, random: np.random.Generator) -> np.ndarray:
    """Return an order in each decision: the best by its logit, but in some `share` of them one of those behind it."""
    ranked = np.lexsort((-logits, of))
    behind = np.where(random.random(len(first) - 1) < share, random.exponential(AHEAD, len(first) - 1), 0).astype(np.int64)
    found: np.ndarray = ranked[first[:-1] + np.minimum(behind, np.diff(first) - 1)] - first[:-1]
    return found


def merged(parts: Sequence[Valued]) -> Valued:
    """Return the decisions of several gatherings as one."""
    counts = np.concatenate([np.diff(part.first) for part in parts])
    return valued_of([part.seen for part in parts], counts, np.concatenate([part.values for part in parts]))
