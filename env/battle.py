"""`Battle`: the Python class around a battle's record."""

import zlib
from collections.abc import Iterator, Sequence
from operator import index
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fireteam.content.errors import BattleOver, ContentError, IllegalAction
from fireteam.content.reading import shown

from .framed import Framed
from .observe.actions import Action, from_words, words
from .observe.events import Event, name_of, read_events
from .rules import kernel, record
from .rules.decisions import NO_DECISION, DecisionKind
from .rules.dice import threefry
from .rules.ground import sight
from .rules.interface import DONE, START, step_row
from .rules.log import EVENTS, MAX_DICTATED, REASONS
from .rules.sides import view
from .rules.systems import new_log
from .scenario.models import DEFAULT, Scenario
from .scenario.reading import load_scenario
from .scenario.setup import Field, prepare

LARGEST_SEED = 2**64 - 1
SHOWN_ACTIONS = 12  # legal actions that a message lists


class Decision(NamedTuple):
    """A pending decision: its kind (a name in the system's DECISIONS), who decides, why, and in whose phase."""

    kind: str
    unit: str
    team: str
    opponent: str | None
    own: bool


class Battle(Framed):
    """A battle in progress: ask what is to be decided, step, read what happened.

    >>> battle = fireteam.Battle("duel", seed=3)
    >>> battle.decision.unit, battle.decision.kind
    ('red_1', 'act')
    >>> [event.kind for event in battle.step("end")]
    ['phase_ends', 'phase']

    Args:
        scenario: a scenario, the name of one, or the path of its file.
        seed: of the dice, 0 to 2**64 - 1. The same seed and the same decisions make the same battle, everywhere.
        reasons: also record dice and the terms of every pool (slower).
        dice: dictated dice, used before the seeded ones; for tests and for worked examples.

    Attributes:
        field: its map, its rules and its roster. record, log: the battle and the log of its last step, arrays of shape (1,).
        arrays: what kernels are called with: record, arena and log, as kernels want them.
    """

    arrays: tuple[Any, Any, Any]

    def __init__(
        self,
        scenario: Scenario | str | Path = DEFAULT,
        seed: int = 0,
        *,
        reasons: bool = True,
        dice: list[int] | None = None,
    ) -> None:
        if not isinstance(scenario, Scenario):
            scenario = load_scenario(scenario)
        self.field: Field = prepare(scenario.drawn(seed) if scenario.draw else scenario)
        self.record = record.copied(self.field.opening)
        self.record[0]["seed"] = seed_words(seed)
        self.log = new_log(self.record.dtype, REASONS if reasons else EVENTS)
        self.dictate(dice or [])
        self.bind()
        step_row(*self.arrays, START, 0)

    @classmethod
    def in_progress(cls, field: Field, row: np.ndarray) -> "Battle":
        """Return a battle of a field as a record of it says, shape (1,): without the events that led there."""
        battle = object.__new__(cls)
        battle.field, battle.record = field, record.copied(row)
        battle.log = new_log(row.dtype, EVENTS)
        battle.show(row)
        return battle

    def show(self, row: np.ndarray) -> None:
        """Become what a record of this battle, shape (1,), says."""
        record.overwrite(self.record, row)
        self.record[0]["variant"] = 0  # of the arenas of this battle alone
        self.bind()

    def bind(self) -> None:
        """Rebuild `arrays` after `record`, `log` or the field were replaced."""
        arena = self.field.arena
        self.arrays = (kernel.plain(self.record), kernel.plain(arena), kernel.plain(self.log))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "arrays"}  # the arena lies in the field

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.bind()

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return bool(self.record[0]["over"])

    @property
    def winner(self) -> str | None:
        """The name of the team that has won; None while undecided or after a draw."""
        winner = int(self.record[0]["winner"])
        return self.field.scenario.teams[winner].name if self.over and winner != record.NOBODY else None

    @property
    def ending(self) -> str:
        """Why the battle ended, "undecided" while it goes on."""
        return record.ENDINGS[self.record[0]["ending"]]

    @property
    def round(self) -> int:
        """The combat round being fought, from 1."""
        return int(self.record[0]["round_number"])

    @property
    def decision(self) -> Decision | None:
        """The pending decision, None after the end."""
        row = self.record[0]
        if row["decision"] == NO_DECISION:
            return None
        fighter = self.field.roster[row["decider"]]
        opponent = name_of(self.field, row["opponent"])
        team = self.field.scenario.teams[fighter.team].name
        return Decision(self.asked.name, fighter.name, team, opponent, self.asked.own)

    @property
    def asked(self) -> DecisionKind:
        """The kind of the pending decision.

        Raises:
            KeyError: nothing is.
        """
        return self.field.system.DECISIONS[int(self.record[0]["decision"])]

    def legal(self) -> list[Action]:
        """Return every action that is open now, in the order of verbs; empty after the end."""
        if self.over:
            return []
        masks = self.record[0]["open"].tolist()
        return [Action(verb, bit) for verb, mask in enumerate(masks) for bit in bits_of(mask)]

    def words(self, action: Action) -> str:
        """Return an action of the unit that decides in words, like "shoot blue_2".

        Raises:
            IllegalAction: there is no such action.
        """
        try:
            verb, argument = map(index, action)
            if min(verb, argument) >= 0:
                return words(self.field, int(self.record[0]["decider"]), Action(verb, argument))
        except (TypeError, ValueError, IndexError, KeyError):
            pass
        raise IllegalAction(f"{shown(action)} is no action: must be a verb and its argument, as legal() lists them")

    def step(self, action: Action | str) -> list[Event]:
        """Take a decision, in words or as an Action, and run to the next; return what happened.

        Raises:
            IllegalAction: the action is not open now; nothing has changed.
            BattleOver: the battle has ended.
        """
        if self.over:
            raise BattleOver(f"the battle is over ({self.ending}): there is nothing left to decide")
        if self.dictated_left <= 0:
            self.dictate([])
        if isinstance(action, str):
            try:
                action = from_words(self.field, int(self.record[0]["decider"]), action)
            except ContentError as error:
                raise IllegalAction(f"{error} {self.choices()}") from None
        try:
            action = Action(*map(index, action))
        except TypeError:
            raise IllegalAction(f"{shown(action)} is no action. {self.choices()}") from None
        known = action.verb in self.field.system.VERBS and 0 <= action.argument < record.MAX_UNITS
        if not known or step_row(*self.arrays, *action) != DONE:
            raise IllegalAction(f"{self.shown(action)} is not open now. {self.choices()}")
        return self.events()

    def shown(self, action: Action) -> str:
        """Return an action in words, or as numbers where it is none."""
        try:
            return repr(self.words(action))
        except IllegalAction:
            return f"action {tuple(action)}"

    def choices(self) -> str:
        """Return a sentence with the open actions."""
        decision = self.decision
        assert decision is not None
        open_now = [self.words(action) for action in self.legal()]
        more = f", and {len(open_now) - SHOWN_ACTIONS} more" if len(open_now) > SHOWN_ACTIONS else ""
        return f"{decision.unit} can ({decision.kind}): {', '.join(open_now[:SHOWN_ACTIONS])}{more}."

    def events(self) -> list[Event]:
        """Return the events of the last step."""
        return read_events(self.field, self.log[0])

    def dictate(self, dice: list[int]) -> None:
        """Dictate the next dice. They are thrown instead of the seeded ones, until a step begins with none of them left."""
        faces = self.field.system.FACES
        whole = isinstance(dice, Sequence | np.ndarray) and all(isinstance(die, int | np.integer) for die in dice)
        if not whole or len(dice) > MAX_DICTATED or not all(1 <= die <= faces for die in dice):
            raise ContentError(f"dice = {shown(dice)}: must be at most {MAX_DICTATED} whole numbers from 1 to {faces}")
        log = self.log[0]
        log["dictation"][: len(dice)] = dice
        log["dictated"], log["dictated_next"], log["starved"] = len(dice), 0, 0

    def dictation(self) -> list[int]:
        """Return the dictated dice that were not thrown yet."""
        log = self.log[0]
        return list(map(int, log["dictation"][log["dictated_next"] : log["dictated"]]))

    @property
    def dictated_left(self) -> int:
        """How many dictated dice were not thrown yet; -1 if there were too few."""
        log = self.log[0]
        return -1 if log["starved"] else int(log["dictated"] - log["dictated_next"])

    def snapshot(self) -> bytes:
        """Return the whole state, dice to come included, for `restore`."""
        state = self.record.tobytes()
        return state + self._seal(state)

    def _seal(self, state: bytes) -> bytes:
        """Return a seal that tells a state of this scenario from other bytes, since compiled code trusts the record."""
        return zlib.crc32(state, zlib.crc32(self.field.opening.tobytes())).to_bytes(4, "little")

    def restore(self, snapshot: bytes) -> None:
        """Bring back a state of the same scenario.

        Snapshots are trusted: one that was made up, with a seal that fits, can end the process. Take replays from strangers.

        Raises:
            ContentError: the bytes are no snapshot of this scenario.
        """
        if not isinstance(snapshot, (bytes, bytearray, memoryview)):
            raise ContentError(f"a snapshot is bytes, as snapshot() returns them, not {type(snapshot).__name__}")
        snapshot, size = bytes(snapshot), self.record.nbytes
        state, seal = snapshot[:size], snapshot[size:]
        if seal != self._seal(state):
            raise ContentError(f"{len(snapshot)} bytes are no snapshot of a battle of {self.field.scenario.title!r}")
        record.overwrite(self.record, np.frombuffer(state, self.record.dtype))

    def clone(self, reseed: int | None = None) -> "Battle":
        """Return an independent copy with other dice to come.

        Without a seed the copy is blind: its dice have nothing to do with those this battle will throw, so no search can
        peek at them. `copy` keeps the dice.
        """
        twin = self.copy()
        if reseed is None:
            # No roll has this counter, since rounds count from 1.
            first, second = self.record[0]["seed"].tolist()
            twin.record[0]["seed"] = threefry(first, second, int(self.record[0]["decisions"]), 0)
        else:
            twin.record[0]["seed"] = seed_words(reseed)
        return twin

    def as_known(self, team: int) -> "Battle":
        """Return a copy that is as a team, by its number, knows the battle (`rules/sides/view.py`): what it may be shown.

        Raises:
            ContentError: there is no such team.
        """
        teams = len(self.field.scenario.teams)
        if not isinstance(team, int | np.integer) or not 0 <= team < teams:
            raise ContentError(f"team = {shown(team)}: must be the number of a team, from 0 to {teams - 1}")
        twin = self.copy()
        view.hide_unknown_row(*twin.arrays[:2], team)
        return twin

    def copy(self) -> "Battle":
        """Return an independent copy that throws the same dice."""
        twin = object.__new__(Battle)
        twin.field = self.field
        twin.record = record.copied(self.record)
        twin.log = record.copied(self.log)
        twin.bind()
        return twin

    def cover(self, target: str, viewer: str) -> str:
        """Return the cover one unit has against another by geometry alone: none, partial, good or total (unseen)."""
        names = [fighter.name for fighter in self.field.roster]
        battle, arena = self.arrays[0][0], self.arrays[1][0]
        units = battle["units"]
        return sight.COVERS[sight.cover_of(battle, arena, units[names.index(target)], units[names.index(viewer)])]

    def unit(self, name: str) -> Any:
        """Return the record of a unit by its agent's name."""
        return self.record[0]["units"][[fighter.name for fighter in self.field.roster].index(name)]


def bits_of(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set in a mask of arguments, lowest first."""
    mask &= (1 << record.MAX_UNITS) - 1
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def seed_words(seed: int) -> tuple[int, int]:
    """Return a seed as two 32-bit words.

    Raises:
        ContentError: the seed is not a whole number from 0 to 2**64 - 1.
    """
    if not isinstance(seed, (int, np.integer)) or not 0 <= seed <= LARGEST_SEED:
        raise ContentError(f"seed = {seed!r}: must be a whole number from 0 to {LARGEST_SEED}")
    return int(seed) & 0xFFFFFFFF, int(seed) >> 32
