"""Battles of one rule system become decisions to learn from."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from fireteam.agents.orders.columns import ADVICE, orders_in
from fireteam.env.observe.features import observed
from fireteam.env.scenario.models import Scenario
from fireteam.env.seats.opponents import Opponent

from ..linked import linked_advantages
from .config import Learning
from .fought import batch_of
from .network import Seen

LINEUPS = 32  # that battles draw their opponents from

Judge = Callable[[Seen], tuple[np.ndarray, np.ndarray]]  # what is seen to (logits of all orders, values)


class Gathered(NamedTuple):
    """Decisions to learn from.

    Attributes:
        seen: what was seen; orders are kept as float16, which is exact enough to learn from.
        first: int64, (decisions + 1,): where the orders of each begin.
        taken: int64, (decisions,): which of its orders was given.
        chances: float32, (decisions,): the logarithm of that one's probability.
        advantages, returns: float32, (decisions,).
        fought: the opponent of each battle that has ended, "" where none has a name, and its score: 1, 0.5 or 0. None where
            the learner plays all teams.
    """

    seen: Seen
    first: np.ndarray
    taken: np.ndarray
    chances: np.ndarray
    advantages: np.ndarray
    returns: np.ndarray
    fought: Sequence[tuple[str, float]] = ()


class Battles:
    """A batch of battles of one rule system, in which a learner chooses orders; see `batch_of` for the arguments."""

    def __init__(self, config: Learning, system: str, scenarios: Sequence[Scenario] = ()) -> None:
        self.system, self._config = system, config
        self.vector = batch_of(config, system, scenarios)
        tables = observed(system).TABLES
        self._sizes, self._context, self._slot = tables.sizes, list(tables.context), list(tables.slot)

    def begin(self, seed: int) -> None:
        """Begin new battles in all rows."""
        self._observations, self._infos = self.vector.reset(seed=seed)

    def oppose(self, opponents: Sequence[Opponent], random: np.random.Generator, at_once: bool = False) -> None:
        """Let battles that begin from now on be against these, by their shares; with `at_once` all battles.

        Args:
            random: decides how battles are shared out among them.
        """
        self.vector.oppose(list(opponents), random, LINEUPS, at_once)

    def see(self) -> tuple[Seen, np.ndarray]:
        """Return what is seen in the present decisions, and where the orders of each begin, (rows + 1,)."""
        seen, sizes, slots = self._observations, self._sizes, sum(self.vector.slots)
        counts = self._infos["action_mask"].sum(1, dtype=np.int64)  # orders are open from the first on
        units = seen[:, sizes.context : sizes.context + slots * sizes.slot].reshape(len(seen), slots, sizes.slot)
        own = np.zeros((len(seen), slots, 1), np.float32)
        own[:, : self.vector.slots[0]] = 1.0
        orders = orders_in(seen)[self._infos["action_mask"] > 0]
        if not self._config.worth:
            orders[:, ADVICE] = 0.0
        of = np.repeat(np.arange(len(seen)), counts)
        first = np.concatenate([[0], counts.cumsum()])
        return Seen(seen[:, self._context], np.concatenate([units[:, :, self._slot], own], 2), orders, of), first

    def step(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Give an order in every row; return what each team was paid, (rows, teams), and which battles ended, (rows,)."""
        self._observations, paid, over, _, self._infos = self.vector.step(numbers)
        earned = self._infos["rewards"] if self.vector.several else paid[:, None]
        return earned.copy(), over.copy()

    def teams(self) -> np.ndarray:
        """Return the team that decides in each row; 0 where there is one learner."""
        if not self.vector.several:
            return np.zeros(len(self._observations), np.int64)
        return np.array(self._infos["team"])

    def gather(self, judge: Judge, random: np.random.Generator) -> Gathered:
        """Let the learner decide in every row, `horizon` times; return the decisions whose worth is known by then."""
        config = self._config
        seen: list[Seen] = []
        fought: list[tuple[str, float]] = []
        steps: list[tuple[np.ndarray, ...]] = []  # orders, the one given, its chance, value, team, pay, ends
        for _ in range(config.horizon):
            now, first = self.see()
            logits, value = judge(now)
            number, chance = drawn(logits, now.of, first, random)
            team = self.teams()
            earned, ended = self.step(number)
            fought += self._results(ended)
            seen.append(now._replace(orders=now.orders.astype(np.float16), units=now.units.astype(np.float16)))
            steps.append((np.diff(first), number, chance, value, team, earned, ended))
        counts, taken, chances, values, teams, paid, over = (np.array(kept) for kept in zip(*steps, strict=True))
        _, last = judge(self.see()[0])
        found = linked_advantages(teams, values, paid, over, self.teams(), last, config.gamma, config.gae)
        return joined(seen, counts, taken, chances, values, *found)._replace(fought=fought)

    def _results(self, ended: np.ndarray) -> list[tuple[str, float]]:
        """Return opponents and scores of the battles that have ended in the last step."""
        if self.vector.several or not ended.any():
            return []
        found = self.vector.results()
        scores = np.where(found["winner"] < 0, 0.5, found["won"])[ended]
        names = found["opponent"][ended].tolist() if "opponent" in found else [""] * len(scores)
        return list(zip(names, scores.tolist(), strict=True))


def joined(
    seen: list[Seen], counts: np.ndarray, taken: np.ndarray, chances: np.ndarray, values: np.ndarray,
    advantages: np.ndarray, known: np.ndarray,
) -> Gathered:  # fmt: skip
    """Return the decisions of all steps as one, those of unknown worth left out."""
    kept, count = known.ravel(), counts.ravel()
    of_kept = np.repeat(kept, count)
    orders = np.concatenate([now.orders for now in seen])[of_kept]
    context = np.concatenate([now.context for now in seen])[kept]
    units = np.concatenate([now.units for now in seen])[kept]
    first = np.concatenate([[0], count[kept].cumsum()])
    of = np.repeat(np.arange(len(first) - 1), count[kept])
    gained = advantages.ravel()[kept].astype(np.float32)
    returns = gained + values.ravel()[kept].astype(np.float32)
    gained = (gained - gained.mean()) / (gained.std() + 1e-6)  # in each system by itself
    return Gathered(Seen(context, units, orders, of), first, taken.ravel()[kept], chances.ravel()[kept], gained, returns)


def drawn(
    logits: np.ndarray, of: np.ndarray, first: np.ndarray, random: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return an order drawn in each decision by its logits, and the logarithm of its probability, (decisions,) both.

    The largest of logits with Gumbel noise is drawn by their softmax.
    """
    starts = first[:-1]
    shifted = logits - np.maximum.reduceat(logits, starts)[of]
    logs = shifted - np.log(np.add.reduceat(np.exp(shifted), starts))[of]
    noisy = logs - np.log(-np.log(random.random(len(logs)).clip(1e-12, 1 - 1e-12)))
    best = np.flatnonzero(noisy == np.maximum.reduceat(noisy, starts)[of])
    places = best[np.unique(of[best], return_index=True)[1]]  # one each, whatever the chance of two alike
    return places - starts, logs[places].astype(np.float32)
