"""The strategist: before each phase of a unit it chooses, by playouts, the adviser that leads the phase.

Before its first decision it plays the battle to the end with each of them leading the whole side; one that does much better
than the tactician becomes the head of the side. Otherwise, and in fog, the tactician is. Before each phase it rehearses the
phase under each adviser (`rehearsal.py`): the adviser leads that phase, the head plays the rest of the side, and a tactician
plays the others. It follows the best adviser. This is a rollout policy (Tesauro, Galperin, "On-line policy improvement using
Monte-Carlo search", 1996) that improves on its head, and chooses between whole phases rather than single actions. A side of
one unit has nobody else to plan for: there it also weighs single actions, and its answers to others. It was never
trained.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from fireteam import agents
from fireteam.content.errors import ContentError
from fireteam.content.reading import shown
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules import kernel
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS

from ..bots import own_seed, parameters_of, specialists
from ..doctrine.records import MEMORY
from ..rollout import decide_row
from .bot import MOST, SHOWN, reason_of
from .halving import Halved
from .options import options_in
from .proposals import Choice, movement, rounds_ahead, routine
from .rehearsal import compare, led_by

STRATEGIST = "strategist"
SAYS = "Plays each phase through with several tacticians and follows who does best; strategist:playouts=500."
FIRST = "tactician"
PLAYOUTS = 192  # for a phase: if all are different, 8 of each of eight, 16 more of the best four, 32 more of the best two
ALONE = 5  # times as many for a decision of who fights alone: there is nobody else to think for
WHOLE = 2  # times as many, twice in a battle: to find out who would lead the side best, and whether a tactician does worse
BETTER = 0.1  # share of wins by which another must beat the tactician to lead the side: far from what chance may bring


class Strategist:
    """A bot that follows, phase by phase, the tactician that does best in playouts; see the module for how.

    It throws its own dice, never those of the battle, and in fog it uses only what its side knows. The head of the side
    answers questions to its units outside their own phases.

    Args:
        playouts: number for a phase.
        seed: seed of its dice.

    Raises:
        ContentError: the option is out of range.
    """

    def __init__(self, playouts: int = PLAYOUTS, seed: int = 0) -> None:
        if not 1 <= playouts <= MOST:
            raise ContentError(f"{STRATEGIST}: playouts = {shown(playouts)}: must be from 1 to {MOST}")
        self.playouts = playouts
        self.name = STRATEGIST if playouts == PLAYOUTS else f"{STRATEGIST}:playouts={playouts}"
        self._seed = own_seed(seed)
        self._battle: Battle | None = None
        self._phase: tuple[int, ...] = ()  # in which somebody leads
        self._leader = 0
        self.heads: dict[int, int] = {}  # of each side that it plays: who leads whatever is not rehearsed
        self._memories = np.zeros(MAX_UNITS, MEMORY)
        self._explanations: list[dict[str, Any]] = []  # what `why` answers about the last decision

    @cached_property
    def digest(self) -> str:
        """A digest of all that determines its play: the code and the weights here."""
        files = sorted([*Path(agents.__path__[0]).rglob("*.py"), *Path(agents.__path__[0]).glob("*.toml")])
        return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()[:16]

    def maker(self) -> Callable[..., "Strategist"]:
        """Return a factory of this bot, called with another seed."""
        return partial(strategist, self.name)

    def decide(self, battle: Battle) -> Action:
        """Return the action for the pending decision."""
        if battle is not self._battle:
            self._battle, self._phase, self._leader = battle, (), 0
            self.heads = {}
            self._memories[:] = np.zeros(1, MEMORY)
            self.advisers = advisers_of(battle.field.scenario.system)
            self._bots = np.concatenate([parameters_of(name) for name in self.advisers])
        legal = battle.legal()
        if len(legal) == 1:
            self._explanations = [reason_of(battle, Choice(legal[0], ""), 0, None)]
            return legal[0]
        alone, head = fights_alone(battle), self._head(battle)
        if not battle.asked.own:
            return self._rehearse(battle, legal) if alone else self._follow(battle, head)
        if self._phase == (phase := phase_of(battle)):
            memories = self._memories.copy()
            action = self._follow(battle, self._leader)
            if not alone or action.verb in movement(battle.field.scenario.system):
                return action
            self._memories[:] = memories
        self._phase = phase
        return self._rehearse(battle, legal if alone else [])

    def why(self, battle: Battle) -> list[dict[str, Any]]:
        """Return what the last decision in a battle was chosen from, as `SearchBot.why`; `plan` is the adviser's name."""
        return [dict(row) for row in self._explanations] if battle is self._battle else []

    def _head(self, battle: Battle) -> int:
        """Return the adviser that leads everything unrehearsed on the deciding side; see the module for how."""
        if battle.field.scenario.fog:
            return 0  # playouts begin too far from what is there: with heads, `night` of Swan Song fell from 90 to 50 %
        if (team := side_of(battle)) not in self.heads:
            everyone = np.arange(len(self._bots))
            best = int(self._leading(battle, everyone, -1 - 2 * team).order[0])
            self.heads[team] = 0
            if best:
                won = self._leading(battle, np.array([0, best]), -2 - 2 * team).won  # other dice: who was chosen was lucky
                self.heads[team] = best if won[1] - won[0] > BETTER else 0
        return self.heads[team]

    def _leading(self, battle: Battle, heads: np.ndarray, number: int) -> Halved:
        """Return each adviser's result when it leads the whole side to the end; `number` selects the dice."""
        stream, courses = mixed_word(self._seed, number), led_by(heads, heads)
        return compare(battle.record, battle.arrays[1], self._bots, courses, stream, 0, self.playouts * WHOLE)

    def _rehearse(self, battle: Battle, actions: Sequence[Action]) -> Action:
        """Choose the leader of the current phase, or another action to take, by playouts; return the action.

        Args:
            actions: possible actions besides those that the advisers would take.
        """
        decisions = int(battle.record[0]["decisions"])
        stream = mixed_word(self._seed, 2 * decisions) | mixed_word(self._seed, 2 * decisions + 1) << 30
        arenas, rounds = battle.arrays[1], rounds_ahead(battle)
        before, after = self._memories.copy(), []
        choices = []
        head = self._head(battle)
        leaders = np.arange(len(self._bots)) if battle.asked.own else np.array([head])
        for number in leaders.tolist():
            self._memories[:] = before
            choices.append(Choice(self._advised(battle, number), self.advisers[number]))
            after.append(self._memories.copy())
        known = {choice.action for choice in choices}
        aside = routine(battle.field.scenario.system) if battle.asked.own else ()
        others = [action for action in actions if action not in known and action.verb not in aside]
        courses = np.array([*led_by(leaders, head).tolist(), *((head, head, *action) for action in others)])
        choices += [Choice(action, "") for action in others]
        playouts = self.playouts * (ALONE if actions else 1)
        found = compare(battle.record, arenas, self._bots, courses, stream, rounds, playouts)
        shown: list[int] = found.order[:SHOWN].tolist()
        self._explanations = [
            reason_of(battle, choices[row], int(found.played[row]), float(found.won[row])) for row in shown
        ]
        leader = int(courses[shown[0], 0])
        self._memories[:] = after[leaders.tolist().index(leader)]
        if battle.asked.own:
            self._leader = leader
        return choices[shown[0]].action

    def _follow(self, battle: Battle, number: int) -> Action:
        """Return the action that an adviser would take now."""
        action = self._advised(battle, number)
        self._explanations = [reason_of(battle, Choice(action, self.advisers[number]), 0, None)]
        return action

    def _advised(self, battle: Battle, number: int) -> Action:
        bots = np.repeat(self._bots[number : number + 1], MAX_TEAMS)
        bots["seed"] = self._seed + np.arange(MAX_TEAMS)
        return Action(*decide_row(*battle.arrays, kernel.plain(bots), kernel.plain(self._memories)))


def advisers_of(system: str) -> list[str]:
    """Return the advisers that a strategist asks in a rule system, the tactician first."""
    return [FIRST, *(name for name, table in specialists().items() if table["system"] == system)]


def fights_alone(battle: Battle) -> bool:
    """Return whether the deciding side has never had more units than the one that decides."""
    variant = int(battle.record[0]["variant"])
    return int(battle.field.arena[variant]["goals"]["count"][side_of(battle)]) == 1


def side_of(battle: Battle) -> int:
    """Return the number of the team that decides."""
    row = battle.record[0]
    return int(row["units"]["team"][row["decider"]])


def phase_of(battle: Battle) -> tuple[int, ...]:
    """Return a key of the current phase and of the unit's health: a unit that is hurt in its phase thinks again."""
    return tuple(phases_of(battle.record, battle.field.system.HEALTH)[0].tolist())


def phases_of(battles: np.ndarray, health: Sequence[str]) -> np.ndarray:
    """Return the keys of the phases in progress in some battles, int64 of shape (n, numbers of a key).

    Args:
        health: the fields of a unit that hold its health, `HEALTH` of a system's port.
    """
    units = battles["units"][np.arange(len(battles)), battles["decider"]]
    turns = battles["round_number"].astype(np.int64) * 16 + battles["pass_number"]
    return np.stack([turns, battles["decider"], *(units[pool] for pool in health)], axis=1).astype(np.int64)


def strategist(text: str, seed: int = 0) -> Strategist:
    """Return a strategist as the command line names it: `strategist`, `strategist:playouts=500`.

    Raises:
        ContentError: there is no such option, or its value is not valid.
    """
    return Strategist(seed=seed, **options_in(text, {"playouts": int}))
