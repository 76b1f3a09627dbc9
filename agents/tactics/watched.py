"""Battles watched decision by decision: what each bot did, and what harm it came to, in which situation."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules import kernel
from fireteam.env.rules.decisions import NO_DECISION
from fireteam.env.rules.interface import START
from fireteam.env.rules.record import NOBODY, copied
from fireteam.env.rules.verbs import FAMILIES
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import Field
from fireteam.env.seats.bots import Given, order_of

from ..factory import reseeded
from ..series.courses import Course, courses_of, room_for
from ..series.series import AnyBot, play
from ..watching import watch_row
from .situations import SITUATION, nothing_fired, situation_row

# A decision of a unit, in its situation; and harm that a unit came to.
DECIDED = np.dtype(
    [
        ("situation", SITUATION),
        ("team", "i1"),
        ("who", "i1"),
        ("own", "?"),
        ("open", "i2"),
        ("verb", "i2"),
        ("argument", "i2"),
        ("order", "i1"),  # that is given: its kind, of FAMILIES; -1 for none, and where a unit goes on with one
    ],
    align=True,
)
HARMED = np.dtype([("situation", SITUATION), ("team", "i1"), ("points", "i4")], align=True)


class Watched(NamedTuple):
    """A battle that was watched.

    Attributes:
        scenario: its name. seed: seed of its dice. field: its battlefield. winner: the winning team, -1 for a draw.
        ending: why it ended. rounds: how many it took. decided: dtype DECIDED, shape (decisions,). harmed: dtype HARMED,
        shape (n,). positions: dtype BATTLE of the system, shape (n,): before each decision with a choice of the teams that
        were asked for; `chosen` has their rows in `decided`. course: how the battle went.
    """

    scenario: str
    seed: int
    field: Field
    winner: int
    ending: str
    rounds: int
    decided: np.ndarray
    harmed: np.ndarray
    positions: np.ndarray
    chosen: np.ndarray
    course: Course


class _Notes:
    """The notes on a battle while it is played."""

    def __init__(self, battle: Battle, kept: Sequence[int]) -> None:
        self.battle, self.kept = battle, kept
        self.room = room_for(battle.field, 1)
        self.plain = self.room.plain
        self.fired = nothing_fired()
        self.here = np.zeros(1, SITUATION)
        self.decided: list[tuple[Any, ...]] = []
        self.harmed: list[tuple[Any, ...]] = []
        self.positions: list[np.ndarray] = []
        self.chosen: list[int] = []
        watch_row(*battle.arrays, 0, NOBODY, NO_DECISION, START, *self.plain)

    def situation(self, who: int) -> np.void:
        """Return the situation of a unit, dtype SITUATION."""
        situation_row(*self.battle.arrays, self.plain[2], kernel.plain(self.fired), who, kernel.plain(self.here))
        record: np.void = self.here[0].copy()
        return record

    def step(self, action: Action, given: Given) -> None:
        """Write down a decision and the order that was given with it, and take it."""
        battle, row = self.battle, self.battle.record[0]
        who, before, decision = int(row["decider"]), int(row["round_number"]), int(row["decision"])
        team, choices = int(row["units"]["team"][who]), len(battle.legal())
        if team in self.kept and choices > 1:
            self.chosen.append(len(self.decided))
            self.positions.append(copied(battle.record))
        order = FAMILIES.index(given.kind) if given.kind else -1
        self.decided.append((self.situation(who), team, who, battle.asked.own, choices, *action, order))
        taken = self.room.watches[0]["fates"]["taken"].copy()
        battle.step(action)
        watch_row(*battle.arrays, before, who, decision, action.verb, *self.plain)
        for hurt in np.flatnonzero(self.room.watches[0]["fates"]["taken"] != taken).tolist():
            points = int(self.room.watches[0]["fates"]["taken"][hurt] - taken[hurt])
            self.harmed.append((self.situation(hurt), int(row["units"]["team"][hurt]), points))


def watch(scenario: Scenario, name: str, seats: tuple[AnyBot, ...], seed: int, kept: Sequence[int] = ()) -> Watched:
    """Let bots of any kind fight a battle and write down every decision.

    Args:
        name: the name of the scenario in results.
        seats: a bot for each team, in their order; our own bots are made anew with the seed of the battle.
        kept: the teams before whose decisions the position is stored.
    """
    battle = Battle(scenario, seed, reasons=False)
    notes = _Notes(battle, kept)
    teams = [team.name for team in scenario.teams]
    bots = dict(zip(teams, (reseeded(bot, seed) for bot in seats), strict=True))

    def step(action: Action) -> None:
        assert battle.decision is not None
        notes.step(action, order_of(bots[battle.decision.team], battle))

    play(battle, bots, step)
    record = battle.record[0]
    empty = battle.record[:0]
    return Watched(
        name,
        seed,
        battle.field,
        int(record["winner"]),
        battle.ending,
        int(record["round_number"]),
        np.array(notes.decided, DECIDED),
        np.array(notes.harmed, HARMED),
        np.concatenate([empty, *notes.positions]),
        np.array(notes.chosen, np.int64),
        courses_of(battle.field, battle.record, notes.room)[0],
    )


class Seen(NamedTuple):
    """A watched battle, and the team of interest in it."""

    watched: Watched
    team: int

    @property
    def decided(self) -> np.ndarray:
        """The decisions of the team, dtype DECIDED."""
        own: np.ndarray = self.watched.decided[self.watched.decided["team"] == self.team]
        return own

    @property
    def harmed(self) -> np.ndarray:
        """The harm that the team came to, dtype HARMED."""
        own: np.ndarray = self.watched.harmed[self.watched.harmed["team"] == self.team]
        return own

    @property
    def score(self) -> float:
        """The score of the team in the battle: 1, 0.5 or 0."""
        return 0.5 if self.watched.winner < 0 else float(self.watched.winner == self.team)


def watch_pairs(
    bots: tuple[AnyBot, AnyBot],
    scenarios: Sequence[tuple[str, Scenario]],
    seeds: Sequence[int],
    keep: bool = False,
    on_progress: Callable[[int], None] = lambda _: None,
) -> list[Seen]:
    """Watch the first of two bots against the second: every seed in every scenario from both sides, on the same dice.

    Args:
        scenarios: scenarios of two teams, by name.
        keep: whether to store the positions before the decisions of the first bot.
        on_progress: called with the number of battles watched.
    """
    seen: list[Seen] = []
    for seed in seeds:
        for name, scenario in scenarios:
            for turn in (0, 1):
                seats = bots if turn == 0 else bots[::-1]
                seen.append(Seen(watch(scenario, name, seats, seed, (turn,) if keep else ()), turn))
                on_progress(len(seen))
    return seen
