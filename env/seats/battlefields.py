"""Where the rows of a batch fight: on scenarios that are all prepared beforehand, or on levels, a new one each battle."""

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import shown

from ..observe.actions import SLOTS, slots_for
from ..rules.systems import port_of
from ..scenario.models import Scenario
from ..scenario.opening import blank_battle
from ..scenario.options import check_room
from ..scenario.packing import Room, unpack_into
from ..scenario.setup import Field, prepare
from ..scenario.stacking import shared_out, stacked
from .ahead import Ahead
from .batch import PAID, SAID, WAIT
from .levels import Levels
from .rows import as_array

OPENINGS = 1024  # that battles are drawn from where scenarios have shares: more would be nearer to them
Step = Callable[[np.ndarray], None]
ROW_MEMO = 2**17  # words: a memo for one battle, not for many on the same map; it is cleared for each level
DRAWN = -1  # in place of the number of a level: it is drawn
MOST_LEVELS = 2**15 - 1  # rows that can each have a level


class Scenarios:
    """Scenarios of a batch, and some maps and teams of each that draws them.

    Args:
        scenarios: with as many teams, of the same rule system.
        variants: how many maps and teams are drawn of a scenario that draws them.

    Attributes:
        fields: all of them, scenario after scenario.
        arenas: one for each field, dtype ARENA.
        openings: that battles begin with, each naming its field; dtype BATTLE.
        scenario_of: the number of the scenario of each field.
        result_tables: what besides the episodes tells of the last battle of every row.
    """

    fresh = False
    result_tables: tuple[np.ndarray, ...] = ()

    def __init__(self, scenarios: Sequence[Scenario], variants: int) -> None:
        drawn = [[prepare(s.drawn(n)) for n in range(variants)] if s.draw else [prepare(s)] for s in scenarios]
        self.fields = [field for fields in drawn for field in fields]
        self.scenario_of = np.repeat(np.arange(len(drawn)), [len(fields) for fields in drawn])
        self.arenas, self.openings = stacked(drawn)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "arenas"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        counts = np.bincount(self.scenario_of).tolist()
        ends = np.cumsum(counts).tolist()
        self.arenas = stacked([self.fields[end - count : end] for count, end in zip(counts, ends, strict=True)])[0]

    def run(self, step: Step, episodes: np.ndarray, wages: np.ndarray, actions: np.ndarray, same_step: bool) -> None:
        """Step all rows; see `fireteam.env.vector.Vector`."""
        step(actions)

    @property
    def kept(self) -> dict[str, np.ndarray]:
        """What a snapshot has of it besides."""
        return {}

    def slots(self) -> tuple[int, int]:
        """Return as many (own, others) slots as are needed."""
        return slots_for(self.fields)

    def check_room(self, slots: tuple[int, int]) -> None:
        """Raise a ContentError if a field has more units than there are slots."""
        for field in self.fields:
            check_room(field, slots)

    def field(self, battle: np.void) -> Field:
        """Return the field of a battle."""
        return self.fields[battle["variant"]]

    def results(self, episodes: np.ndarray) -> dict[str, np.ndarray]:
        """Return where the last battle of every row was fought: the number of the scenario."""
        return {"scenario": self.scenario_of[episodes["final_variant"]]}

    def place_of(self, battle: np.void) -> int:
        """Return the number of the field of a battle."""
        return int(battle["variant"])

    def place_again(self) -> None:
        """Do nothing: all fields are there."""

    def settings(self) -> tuple[Any, ...]:
        """Return what a reset can change, for `set_back`."""
        return (self.openings,)

    def set_back(self, settings: tuple[Any, ...]) -> None:
        """Take back what a reset has changed."""
        (self.openings,) = settings

    def close(self) -> None:
        """Do nothing: nobody works for it."""

    def set_levels(self, numbers: Any) -> None:
        """Raise a ContentError: no levels are fought."""
        raise ContentError("options: levels: no levels are fought here; make the environment with levels=...")

    set_level = set_levels

    def infos(self) -> dict[str, np.ndarray]:
        """Return what infos tell of where every row fights."""
        return {}

    def share(self, shares: Sequence[float]) -> None:
        """Set the shares of the scenarios; see `fireteam.env.vector.Vector.share`."""
        counts = np.bincount(self.scenario_of)
        given = as_array(shares)
        fits = given.shape == counts.shape and given.dtype.kind in "iuf" and np.isfinite(given).all()
        if not fits or given.min() < 0 or given.sum() <= 0:
            raise ContentError(f"shares = {shown(shares)}: must be {len(counts)} numbers, none below 0, not all 0")
        fields = shared_out(given.tolist(), counts.tolist(), max(OPENINGS, len(self.fields)))
        self.openings = np.concatenate([self.fields[number].opening for number in fields])
        self.openings["variant"] = fields


class FreshLevels:
    """Levels of a batch: each row has a map of its own, which is replaced when its next level begins.

    The level of a battle follows from the row's stream and the number of the battle in it.

    Args:
        levels: that battles are fought on.
        rows: of the batch.
        battles: that a row fights on a level before it goes on to its next one.
        processes: that draw levels ahead; None for as many as there are cores that the threads of the batch leave idle.
        threads: of the batch.

    Attributes:
        arenas, openings: one for each row; see `Scenarios`.
        held: which level of its stream each row has, -1 for none; int64, shape (rows,).
        numbers, last: the numbers of these levels, and of those on which the last battles ended; int64, shape (rows,).
        chosen: the number of the level that each row is told to fight, or DRAWN; int64, shape (rows,).
    """

    fresh = True

    def __init__(self, levels: Levels, rows: int, battles: int, processes: int | None, threads: int) -> None:
        if rows > MOST_LEVELS:
            raise ContentError(f"num_envs = {rows}: a batch of levels has at most {MOST_LEVELS} rows")
        if processes is not None and (isinstance(processes, bool) or not isinstance(processes, int) or processes < 0):
            raise ContentError(f"drawers = {processes!r}: must be a whole number from 0 on, or None")
        if processes is None:
            processes = max((os.cpu_count() or 1) - threads, 1)
        self.levels, self.battles, self.rows = levels, battles, rows
        self.held, self.numbers = np.full(rows, -1), np.full(rows, -1)
        self.last = np.full(rows, -1)  # numbers of the levels before
        self.chosen = np.full(rows, DRAWN)
        self._asked = np.full(rows, -1)  # the number of the level that is drawn ahead for each row, -1 for none
        self._ahead = Ahead(levels.scenario, processes)
        self._reserve()

    def _reserve(self) -> None:
        self._room = Room(port_of(self.levels.scenario.system).ARENA, self.rows)
        self.arenas = self._room.arenas
        self.openings = np.repeat(blank_battle(self.levels.scenario.system), self.rows)

    def __getstate__(self) -> dict[str, Any]:
        left_out = ("arenas", "openings", "_room", "_ahead")
        kept = {name: value for name, value in self.__dict__.items() if name not in left_out}
        return kept | {"processes": self._ahead.processes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        processes = state.pop("processes")
        self.__dict__.update(state)
        self._asked[:] = -1
        self._ahead = Ahead(self.levels.scenario, processes)
        self._reserve()
        self.place_again()

    def run(self, step: Step, episodes: np.ndarray, wages: np.ndarray, actions: np.ndarray, same_step: bool) -> None:
        """Step all rows; put the next level on each row whose next battle begins, at once if it is to in the same step."""
        begin = np.flatnonzero((episodes["steps"] < 0) & (actions != WAIT))
        self.begin(begin, episodes)
        step(actions)
        ended = np.flatnonzero(episodes["done"])
        self.end(ended)
        if same_step and len(ended):
            said = episodes[list(SAID)].copy()  # of the others too: the next call forgets what this one has paid
            paid = wages[:, PAID].copy()
            self.begin(ended, episodes)
            others = np.full(self.rows, WAIT)
            others[ended] = 0
            step(others)
            for name in SAID:
                episodes[name] = said[name]
            wages[:, PAID] = paid
            begin = np.concatenate([begin, ended])
        self.ask_ahead(begin, episodes)

    def end(self, rows: np.ndarray) -> None:
        """Note on which levels battles have ended."""
        self.last[rows] = self.numbers[rows]

    def begin(self, rows: np.ndarray, episodes: np.ndarray) -> None:
        """Put the next level on each of some rows whose next battle begins, if it is to have another."""
        following = [(row, *self.next_of(row, episodes)) for row in rows.tolist()]
        renewed = [each for each in following if (self.held[each[0]], self.numbers[each[0]]) != each[1:]]
        for place, (row, _, number) in enumerate(renewed):
            if place % (self._ahead.processes + 1):  # many begin at once: this process draws its share of them
                self.ask(row, number)
        for row, which, number in renewed:
            self.place(row, which, number)

    def set_levels(self, numbers: Any) -> None:
        """Draw other levels of the same distribution from each row's next battle on.

        Raises:
            ContentError: they are none.
        """
        if not isinstance(numbers, range | list | tuple | np.ndarray):
            raise ContentError(f"options: levels = {shown(numbers)}: must be a range or list of numbers")
        self.levels = Levels(self.levels.scenario, numbers)
        self.chosen[:] = DRAWN

    def set_level(self, numbers: Any) -> None:
        """Fight a level that is given from each row's next battle on: one number, or one a row; DRAWN for levels as before.

        Raises:
            ContentError: they are none, or not of these levels.
        """
        given = as_array(numbers)
        if given.dtype.kind not in "iu" or given.shape not in ((), (self.rows,)):
            raise ContentError(f"options: level = {shown(numbers)}: must be a number of a level, or {self.rows} of them")
        for number in np.unique(given[given != DRAWN]).tolist():
            self.levels.check(number)
        self.chosen[:] = given

    def settings(self) -> tuple[Any, ...]:
        """Return what a reset can change, for `set_back`."""
        return self.levels, self.chosen.copy()

    def set_back(self, settings: tuple[Any, ...]) -> None:
        """Take back what a reset has changed."""
        self.levels, self.chosen[:] = settings

    def next_of(self, row: int, episodes: np.ndarray, later: int = 0) -> tuple[int, int]:
        """Return which level of its stream a row's next battle is fought on, or one some battles later, and its number."""
        which = (int(episodes["number"][row]) + later) // self.battles
        chosen = int(self.chosen[row])
        return which, self.levels.number(int(episodes["stream"][row]), which) if chosen == DRAWN else chosen

    def ask_ahead(self, rows: np.ndarray, episodes: np.ndarray) -> None:
        """Have the next level of each of some rows drawn ahead, as soon as half of the battles on the present one are over.

        Rows that begin together need their next levels at much the same time.
        """
        for row in rows.tolist():
            which, number = self.next_of(row, episodes, self.battles // 2)
            if which != self.held[row]:
                self.ask(row, number)

    def ask(self, row: int, number: int) -> None:
        """Have a level drawn ahead for a row, in place of what was asked for it before."""
        if self._asked[row] != number:
            self._ahead.forget(int(self._asked[row]))
            self._ahead.ask(number)
            self._asked[row] = number

    def place(self, row: int, which: int, number: int) -> None:
        """Put a level on a row; what was asked for it is used up, or not wanted any more."""
        if self._asked[row] != number:
            self._ahead.forget(int(self._asked[row]))
        self._asked[row] = -1
        level = self._ahead.take(number)
        self._room.blank_out(row)
        unpack_into(self.arenas[row : row + 1], level.size, level.arena)
        self.arenas["last_word"][row] = min(self.arenas["last_word"][row], ROW_MEMO - 1)
        self.openings[row] = level.opening[0]
        self.openings["variant"][row] = row
        self.held[row], self.numbers[row] = which, number

    def place_of(self, battle: np.void) -> int:
        """Return the number of the level of a battle."""
        return int(self.numbers[battle["variant"]])

    def place_again(self) -> None:
        """Draw the present levels of all rows anew, as after a snapshot."""
        placed = np.flatnonzero(self.held >= 0).tolist()
        for row in placed:
            self.ask(row, int(self.numbers[row]))
        for row in placed:
            self.place(row, int(self.held[row]), int(self.numbers[row]))

    @property
    def waited(self) -> int:
        """How many levels were not ready when they were needed."""
        return self._ahead.waited

    @property
    def result_tables(self) -> tuple[np.ndarray, ...]:
        """What besides the episodes tells of the last battle of every row."""
        return (self.last,)

    @property
    def kept(self) -> dict[str, np.ndarray]:
        """What a snapshot has of it besides."""
        return {"held": self.held, "numbers": self.numbers, "last": self.last, "chosen": self.chosen}

    @property
    def fields(self) -> list[Field]:
        """One of the levels, as an example."""
        return [prepare(self.levels[0])]

    def slots(self) -> tuple[int, int]:
        """Return as many (own, others) slots as are needed."""
        most = self.most_units()
        return max(SLOTS, *most), max(SLOTS, *(sum(most) - own for own in most))

    def check_room(self, slots: tuple[int, int]) -> None:
        """Raise a ContentError if a level can have more units than there are slots."""
        most = self.most_units()
        for team, own in zip(self.levels.scenario.teams, most, strict=True):
            if own > slots[0] or sum(most) - own > slots[1]:
                raise ContentError(
                    f"team {team.name!r} can have {own} units against {sum(most) - own}, but there are {slots[0]} own and "
                    f"{slots[1]} other slots; give slots=({max(*most, slots[0])}, {max(*most, slots[1])})"
                )

    def most_units(self) -> list[int]:
        """Return how many units each team can have."""
        return [self.levels.scenario.most_units(team.name) for team in self.levels.scenario.teams]

    def infos(self) -> dict[str, np.ndarray]:
        """Return what infos tell of where every row fights: the number of its level."""
        return {"level": self.numbers.copy()}

    def results(self, episodes: np.ndarray) -> dict[str, np.ndarray]:
        """Return where the last battle of every row was fought: the number of the level."""
        return {"level": self.last.copy()}

    def share(self, shares: Sequence[float]) -> None:
        """Raise a ContentError: levels are one distribution, in which everything has its weight."""
        raise ContentError("shares: levels have none; their [draw] says how often each kind is drawn")

    def field(self, battle: np.void) -> Field:
        """Return the field of a battle."""
        return prepare(self.levels.scenario.drawn(int(self.numbers[battle["variant"]])))

    def close(self) -> None:
        """End the processes that draw."""
        self._ahead.close()
