"""What a unit could do now: the plans that a search compares, and the working space to play them through."""

from typing import NamedTuple

import numpy as np

from fireteam.env.actions import Action
from fireteam.env.battle import Battle
from fireteam.env.rules import kernel, verbs
from fireteam.env.rules.arena import ELIMINATE
from fireteam.env.rules.battle import ACT, BATTLE, MAX_UNITS
from fireteam.env.rules.log import LOG, SILENT

from .bots import brain_of, doctrines, tempers
from .plans import NO_GOAL, OPEN, PLAN, play_plans, propose
from .records import MIND

# After so many rounds a playout is judged by the shares of life: more playouts, and calmer ones. In 28 positions of the yard
# a decision of 0.2 s then gained 3.9 % of wins over the tactician's, and 1.8 % if all were played out (both +- 1.1 %).
ROUNDS = 2

MOVEMENT = (verbs.STEP, verbs.WALK, verbs.RUN, verbs.SPRINT)
# Actions of the own phase that are left to the doctrines: tried one by one they rarely help, and cost playouts.
NOT_ALONE = {
    *MOVEMENT, verbs.DOOR, verbs.DROP, verbs.SWITCH, verbs.OFF_HAND, verbs.CALL_SHOT, verbs.CALL_OUT, verbs.BREACH,
    verbs.LIFT, verbs.LIFT_ENEMY, verbs.MULTIPLE, verbs.SUPPRESS_CONE,
}  # fmt: skip


class Choice(NamedTuple):
    """One thing a unit could do: what now, and whose plan that is ("" for an action of its own)."""

    action: Action
    planner: str


class Proposer:
    """Who thinks of plans and plays them through; its records are working space of one thread.

    Args:
        doctrine: a bot by name, who plays whatever a plan leaves open, on all sides.

    Raises:
        ContentError: no bot has that name.
    """

    def __init__(self, doctrine: str) -> None:
        self.planners = [doctrine, *(name for name in doctrines() if name != doctrine), *tempers()]
        self._brains = np.concatenate([brain_of(name) for name in self.planners])
        self._minds = np.zeros(MAX_UNITS, MIND)
        self._board = np.zeros(1, BATTLE)
        self._log = np.zeros(1, LOG)
        self._log["level"] = SILENT

    def complete(self, battle: Battle, plans: np.ndarray, stream: int) -> None:
        """Fill in what open plans, dtype PLAN, do now; the battle is not changed."""
        self._brains["seed"] = stream
        own = (kernel.plain(self._log), kernel.plain(self._brains), kernel.plain(self._minds))
        propose(kernel.plain(battle.record), battle._rows[1], *own, kernel.plain(plans))

    def plans(self, battle: Battle, stream: int) -> tuple[np.ndarray, list[Choice]]:
        """Return the plans for the pending decision, dtype PLAN, that of the doctrine first, and what each is.

        Args:
            stream: seed of the planners' own randomness.
        """
        acts = int(battle.record[0]["decision"]) == ACT
        thought = np.zeros(len(self.planners) if acts else 1, PLAN)
        thought["verb"], thought["goal"], thought["brain"] = OPEN, NO_GOAL, range(len(thought))
        self.complete(battle, thought, stream)
        different: dict[tuple[Action, int], int] = {}
        for row, plan in enumerate(thought):
            action = action_of(plan)
            # Walks to one tile are one plan; of others who begin alike, the first is enough: what follows is decided anew.
            different.setdefault((action, int(plan["goal"]) if action.verb in MOVEMENT else NO_GOAL), row)
        known = {action for action, _ in different}
        rest = [a for a in battle.legal() if a not in known and not (acts and a.verb in NOT_ALONE)]
        tried = np.zeros(len(rest), PLAN)
        tried["goal"] = NO_GOAL
        for plan, action in zip(tried, rest, strict=True):
            plan["verb"], plan["argument"] = action
        rows = list(different.values())
        choices = [Choice(action_of(thought[row]), self.planners[row]) for row in rows]
        return np.concatenate([thought[rows], tried]), [*choices, *(Choice(action, "") for action in rest)]

    def play(self, battle: Battle, plans: np.ndarray, stream: int, first: int, values: np.ndarray) -> None:
        """Play plans through from the position of a battle, which is not changed.

        Args:
            plans: dtype PLAN, shape (n,).
            stream: seed of the dice.
            first: number of the first playout of each plan: the same number has the same dice in every plan.
            values: float64, shape (n, playouts, 2): how far the own team wins, and its share of life; see `play_plans`.
        """
        record = battle.record
        teams = len(battle.field.scenario.teams)
        kinds = battle.field.arena[int(record[0]["variant"])]["goals"]["kind"][:teams]
        # Life says little about who reaches an exit in time: where there is something else to win, everything is played.
        rounds = ROUNDS if (kinds == ELIMINATE).all() else 0
        own = (kernel.plain(self._log), kernel.plain(self._brains), kernel.plain(self._minds), kernel.plain(plans))
        last = first + values.shape[1]
        play_plans(
            kernel.plain(record), kernel.plain(self._board), battle._rows[1], *own, stream, first, last, rounds, values
        )


def action_of(plan: np.void) -> Action:
    """Return what a plan, dtype PLAN, does now."""
    return Action(int(plan["verb"]), int(plan["argument"]))
