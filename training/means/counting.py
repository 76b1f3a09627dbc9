"""Battles in which it is counted how often each means is open, offered, given and used; decisions of them are kept."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from fireteam.agents.bots import own_seed, parameters_of
from fireteam.agents.orders.asking import Staff
from fireteam.agents.series.series import battle_seeds
from fireteam.env.battle import Battle
from fireteam.env.rules.interface import step_row
from fireteam.env.rules.record import copied
from fireteam.env.scenario.models import Scenario

from .naming import Names

BOT = "tactician"
OWN = 0  # the place of the order that the bot gives


class Kept(NamedTuple):
    """A decision that is kept.

    Attributes:
        scenario: what is fought, drawn already.
        position: shape (1,), dtype BATTLE.
        memories: of all units, dtype MEMORY.
        orders: that could be given, the bot's own first, dtype OFFER.
        means: those that each order uses.
        seed: of the dice with which orders are played on.
    """

    scenario: Scenario
    position: np.ndarray
    memories: np.ndarray
    orders: np.ndarray
    means: list[tuple[str, ...]]
    seed: int


class Reservoir:
    """A random sample of decisions for each means, of at most one decision of a battle, so that samples are independent."""

    def __init__(self, size: int, random: np.random.Generator) -> None:
        self.kept: dict[str, list[Kept]] = {}
        self._size, self._random = size, random
        self._battles: Counter[str] = Counter()  # in which there was a decision
        self._here: dict[str, Kept] = {}  # of the battle that is fought
        self._seen: Counter[str] = Counter()  # decisions in it

    def wants(self, means: str) -> bool:
        """Note a decision of this battle; return whether it is to be put in: each is as likely to be the one that stays."""
        self._seen[means] += 1
        return bool(self._random.random() * self._seen[means] < 1)

    def put(self, means: str, decision: Kept) -> None:
        """Keep a decision in place of an earlier one of this battle."""
        self._here[means] = decision

    def end(self) -> None:
        """End a battle."""
        for means, decision in self._here.items():
            self._battles[means] += 1
            kept = self.kept.setdefault(means, [])
            if len(kept) < self._size:
                kept.append(decision)
            elif (place := int(self._random.integers(self._battles[means]))) < self._size:
                kept[place] = decision
        self._here, self._seen = {}, Counter()


class Counted:
    """Counts of decisions in which there was a choice, by means, and samples of them.

    Attributes:
        open: in how many the rules allowed it; offered: an order with it was proposed; given: the bot gave one.
        used: how often units did it, as a part of other orders too.
        carried: weapons and items that somebody had.
        given_in, missed_in: decisions in which it was given, and in which it was offered but not given.
    """

    def __init__(self, size: int, seed: int) -> None:
        self.battles = self.decisions = 0
        self.open: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()
        self.given: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.carried: set[str] = set()
        self.random = np.random.default_rng(seed)
        self.given_in, self.missed_in = Reservoir(size, self.random), Reservoir(size, self.random)

    def decide(self, battle: Battle, staff: Staff, names: Names) -> None:
        """Count the decision for which orders are proposed in a battle."""
        orders = staff.room[: staff.count]
        means = [names.of_order(order) for order in orders]
        own = means[OWN]
        offered = list(dict.fromkeys(name for some in means for name in some))
        self.decisions += 1
        self.open.update(names.open())
        self.offered.update(offered)
        self.given.update(own)
        kept: Kept | None = None
        for name in offered:
            reservoir = self.given_in if name in own else self.missed_in
            alone = name in own and all(name in some for some in means)  # there is nothing to compare it with
            if not alone and reservoir.wants(name):
                if kept is None:
                    seed = int(self.random.integers(2**60))
                    memories = staff.memories.copy()
                    kept = Kept(battle.field.scenario, copied(battle.record), memories, orders.copy(), means, seed)
                reservoir.put(name, kept)

    def fight(self, scenario: Scenario, seed: int) -> None:
        """Fight a battle in which the bot plays every team."""
        battle = Battle(scenario, seed, reasons=False)
        staff, names = Staff(parameters_of(BOT).copy()), Names(battle)
        field = battle.field
        for who in range(len(field.roster)):
            self.carried.update(
                name.replace("_", " ") for name in (*field.weapon_names(who), *field.item_names(who)) if name
            )
        while not battle.over:
            row = battle.record[0]
            staff.parameters["seed"] = own_seed(seed) + int(row["units"][int(row["decider"])]["team"])  # as a series has it
            action = staff.next(battle)
            names.look()
            if action is None:
                self.decide(battle, staff, names)
                action = staff.obey(battle, OWN)
            self.used.update(names.of_act(*action))
            step_row(*battle.arrays, *action)
        self.battles += 1
        self.given_in.end()
        self.missed_in.end()


def counted(
    scenarios: Sequence[Scenario], battles: int, size: int, seed: int, on_progress: Callable[[int], None] = lambda _: None
) -> Counted:
    """Return what is counted in some battles, fought on all scenarios in turn.

    Args:
        size: decisions at most that are kept for each means, twice.
        on_progress: called with how many more battles are fought.
    """
    found = Counted(size, seed)
    for number, battle_seed in enumerate(battle_seeds(seed, battles)):
        found.fight(scenarios[number % len(scenarios)], battle_seed)
        on_progress(1)
    return found
