"""What a unit could do now: the plans that a search compares, and the working space for their playouts."""

from functools import cache
from typing import NamedTuple

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action, slots_for
from fireteam.env.rules import kernel
from fireteam.env.rules.arena import ELIMINATE
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.rules.systems import new_log, port_of
from fireteam.env.rules.verbs import MOVES, MOVING, ROUTINE
from fireteam.env.scenario.setup import Field

from ..bots import doctrines, parameters_of, tempers
from ..doctrine.records import MEMORY
from ..policy.bot import PolicyBot
from ..policy.network import Policy
from .halving import endings_of, worth
from .leaf_value import LeafValue
from .plans import NO_GOAL, OPEN, PLAN, play_plans, propose
from .tree import ARMS, DEEPEST, TREE, give_back, plant

ROUNDS = 2  # after which a playout is judged by the shares of life: more playouts, and calmer ones
LEAST = 0.02  # probability by which a policy proposes an action


@cache
def routine(system: str) -> frozenset[int]:
    """Return the verbs of a system that are left to the doctrines in the own phase."""
    return frozenset(port_of(system).VERBS.with_traits(ROUTINE))


@cache
def movement(system: str) -> frozenset[int]:
    """Return the verbs of a system by which a unit walks: walks to one tile are one plan."""
    verbs = port_of(system).VERBS
    return frozenset(verb for verb in verbs.with_traits(MOVES) if verb in routine(system) and verbs[verb].family == MOVING)


class Choice(NamedTuple):
    """A candidate action, and the bot whose plan it is ("" for an action that no bot proposes)."""

    action: Action
    planner: str


class Proposer:
    """Proposes plans and plays them through; its records are the working space of one thread.

    Args:
        doctrine: name of the bot that decides whatever plans and trees leave open, on all sides.
        seed: seed of the policy's advisers.
        policy: a trained policy that proposes actions, and judges where playouts are broken off; None for neither.
        depth: how many phases a tree looks ahead.

    Raises:
        ContentError: no bot has that name.
    """

    def __init__(self, doctrine: str, seed: int = 0, policy: Policy | None = None, depth: int = DEEPEST) -> None:
        self.planners = [doctrine, *(name for name in doctrines() if name != doctrine), *tempers()]
        self.depth = depth
        self._bots = np.concatenate([parameters_of(name) for name in self.planners])
        self._memories = np.zeros(MAX_UNITS, MEMORY)
        self._trees = np.zeros(1, TREE)
        self._bot = PolicyBot(policy, seed) if policy else None
        self._leaf_value = LeafValue(policy, seed) if policy else None

    @property
    def system(self) -> str:
        """The rule system that the policy is made for, "" if there is none."""
        return self._bot.system if self._bot else ""

    @property
    def digest(self) -> str:
        """A digest of the policy, empty if there is none."""
        return self._bot.digest if self._bot else ""

    def complete(self, battle: Battle, plans: np.ndarray, stream: int) -> None:
        """Fill in the actions of open plans, dtype PLAN; the battle is not changed."""
        self._bots["seed"] = stream
        own = (kernel.plain(new_log(battle.record.dtype, SILENT)), kernel.plain(self._bots), kernel.plain(self._memories))
        propose(kernel.plain(battle.record), battle.arrays[1], *own, kernel.plain(plans))

    def plans(self, battle: Battle, stream: int) -> tuple[np.ndarray, list[Choice]]:
        """Return the plans for the pending decision, dtype PLAN, the doctrine's first, and a `Choice` for each.

        Args:
            stream: seed of the planners' own randomness.
        """
        acts, system = battle.asked.own, battle.field.scenario.system
        thought = np.zeros(len(self.planners) if acts else 1, PLAN)
        thought["verb"], thought["goal"], thought["bot"] = OPEN, NO_GOAL, range(len(thought))
        self.complete(battle, thought, stream)
        different: dict[tuple[Action, int], int] = {}
        for row, plan in enumerate(thought):
            action = action_of(plan)
            # Walks to one tile are one plan; of others who begin alike, the first is enough: what follows is decided anew.
            different.setdefault((action, int(plan["goal"]) if action.verb in movement(system) else NO_GOAL), row)
        known = {action for action, _ in different}
        if self._bot is None:
            rest = [a for a in battle.legal() if a not in known and not (acts and a.verb in routine(system))]
            alone = [Choice(action, "") for action in rest]
        else:
            likely = self._bot.likely(battle, LEAST)
            alone = [Choice(action, self._bot.name) for action in likely if action not in known]
        tried = np.zeros(len(alone), PLAN)
        tried["goal"] = NO_GOAL
        for plan, choice in zip(tried, alone, strict=True):
            plan["verb"], plan["argument"] = choice.action
        rows = list(different.values())
        plans = np.concatenate([thought[rows], tried])
        plans["root"] = range(len(plans))
        plant(kernel.plain(self._trees), len(plans), min(len(self.planners), ARMS))
        return plans, [*(Choice(action_of(thought[row]), self.planners[row]) for row in rows), *alone]

    def play(self, battle: Battle, plans: np.ndarray, stream: int, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Play plans through from a battle's position, without changing it, and return the results.

        Args:
            plans: some of the plans that `plans` returned last, dtype PLAN, shape (n,).
            stream: seed of the dice.
            first: number of the first playout of each plan: the same number has the same dice in every plan.
            count: playouts of each plan.

        Returns:
            float64, shape (n, count, 2): how far the own team wins, and its share of life, see `play_plans`; and of shape
            (n, count), checksums that tell their ends apart.
        """
        plain, arenas = kernel.plain, battle.arrays[1]
        boards = np.empty(len(plans) * count, battle.record.dtype)
        paths = np.empty((len(boards), self.depth + 1, 2), np.int64)
        values = np.empty((len(boards), 2))
        own = (
            plain(new_log(battle.record.dtype, SILENT)),
            plain(self._bots),
            plain(self._memories),
            plain(plans),
            plain(self._trees),
        )
        rounds, leaves = self._ends(battle)
        play_plans(plain(battle.record), plain(boards), arenas, *own, paths, stream, first, rounds, leaves, values)
        going = np.flatnonzero(boards["over"] == 0)
        if self._leaf_value is not None and len(going):
            row = battle.record[0]
            team = int(row["units"]["team"][row["decider"]])
            teams = len(battle.field.scenario.teams)
            values[going, 0] = self._leaf_value.chances(boards[going], arenas, team, teams, slots_for([battle.field]))
        give_back(plain(self._trees), paths, worth(values))
        return values.reshape(len(plans), count, 2), endings_of(boards, count)

    def note(self, battle: Battle, action: Action) -> None:
        """Let the policy note the action taken in the pending decision."""
        if self._bot is not None:
            self._bot.note(battle, action)

    def _ends(self, battle: Battle) -> tuple[int, int]:
        """Return after how many rounds playouts stop, 0 for never, and whether they stop where they leave the tree."""
        return (0, 1) if self._leaf_value is not None else (rounds_ahead(battle), 0)


def rounds_ahead(battle: Battle) -> int:
    """Return after how many rounds playouts are broken off, 0 for never."""
    return rounds_on(battle.field, int(battle.record[0]["variant"]))


def rounds_on(field: Field, variant: int = 0) -> int:
    """Return after how many rounds playouts are broken off on a field, 0 for never.

    Life says little about who reaches an exit in time: where there is something else to win, no round is the last.
    """
    goals = field.arena[variant]["goals"]["kind"]
    return ROUNDS if (goals[: len(field.scenario.teams)] == ELIMINATE).all() else 0


def action_of(plan: np.void) -> Action:
    """Return the action of a plan, dtype PLAN, now."""
    return Action(int(plan["verb"]), int(plan["argument"]))
