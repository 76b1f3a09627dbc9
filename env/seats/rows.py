"""Checks of a batch before any row moves: the actions, the rows that begin anew, and the autoreset mode."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from fireteam.content.errors import ContentError, IllegalAction
from fireteam.content.reading import shown

from ..observe.actions import decode, words
from ..rules.dice import mixed_word
from ..scenario.options import check_teams
from ..scenario.setup import Field
from .batch import WAIT
from .illegal import GIVE_UP, LOSE, RAISE

MOST_BATTLES = 2**30  # of a row
SMALLEST_PART = 16  # rows
MODES = {mode.value: mode for mode in AutoresetMode}


def mode_of(autoreset_mode: AutoresetMode | str) -> AutoresetMode:
    """Return an autoreset mode, given as Gymnasium's or by its value.

    Raises:
        ContentError: there is no such mode.
    """
    if isinstance(autoreset_mode, AutoresetMode):
        return autoreset_mode
    if not isinstance(autoreset_mode, str) or autoreset_mode not in MODES:
        raise ContentError(f"autoreset_mode = {shown(autoreset_mode)}: must be one of {', '.join(MODES)}")
    return MODES[autoreset_mode]


def seats_of_learners(
    learners: Mapping[str, str] | None, teams: Sequence[str], side: str | None
) -> tuple[list[str], np.ndarray]:
    """Return the names of learners in their order, and for each team the number of the one that plays it, -1 for none.

    Raises:
        ContentError: there is no such team, a name is none, or a side is given too.
    """
    if learners is None:
        return [], np.full(len(teams), -1, np.int64)
    if not isinstance(learners, Mapping) or not learners:
        raise ContentError(f"learners = {shown(learners)}: must be a table of teams and names, like {{{teams[0]!r}: 'one'}}")
    check_teams("learners", learners, teams)
    for team, name in learners.items():
        if not isinstance(name, str) or not name:
            raise ContentError(f"learners: {team} = {shown(name)}: must be the name of who learns")
    if side not in (None, *learners.values()):
        raise ContentError(f"side = {shown(side)}: learners say already who learns")
    names = list(dict.fromkeys(learners.values()))
    numbers = [names.index(learners[team]) if team in learners else -1 for team in teams]
    return names, np.array(numbers, np.int64)


def rows_to_begin(options: dict[str, Any] | None, rows: int) -> np.ndarray:
    """Return the rows that a reset affects, as booleans: those of `reset_mask`, or all.

    Raises:
        ContentError: the mask is invalid.
    """
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return np.ones(rows, bool)
    mask = as_array(mask)
    if mask.shape != (rows,) or mask.dtype != np.bool_ or not mask.any():
        raise ContentError(
            f"reset_mask of shape {mask.shape}, {mask.dtype}: must be booleans of shape ({rows},), some of them True"
        )
    return mask


def as_array(given: Any) -> np.ndarray:
    """Return what a caller gives as an array; lists of different lengths as one of objects."""
    try:
        return np.asarray(given)
    except (TypeError, ValueError, RuntimeError):
        return np.array(None, object)


def whole_numbers(actions: Any, rows: int) -> np.ndarray:
    """Return actions as an array of our own type, since other layouts would be compiled for anew.

    Raises:
        IllegalAction: they are no whole numbers.
        ContentError: there are too few or too many.
    """
    actions = as_array(actions)
    if actions.dtype.kind not in "iu":
        raise IllegalAction(f"actions are {actions.dtype}: must be whole numbers")
    if actions.shape != (rows,):
        raise ContentError(f"actions have shape {actions.shape}: must be ({rows},)")
    return np.array(actions, np.int64)


def sort_out(actions: np.ndarray, masks: np.ndarray, idle: np.ndarray, illegal: str) -> np.ndarray | None:
    """Replace actions that are not open, in place; return the changed rows as booleans, or None.

    Args:
        idle: rows whose action means nothing, as booleans.
        illegal: one of `fireteam.env.seats.illegal.WAYS`.

    Raises:
        NotOpen: an action is out of range, or is not open and to be refused.
    """
    rows, count = masks.shape
    if actions.min() >= 0 and actions.max() < count and masks.reshape(-1)[actions + np.arange(0, rows * count, count)].all():
        return None
    inside = (actions >= 0) & (actions < count)
    closed = ~idle & (masks[np.arange(rows), np.where(inside, actions, 0)] == 0)
    refused = np.flatnonzero(~idle & ~inside | closed if illegal == RAISE else ~idle & ~inside)
    if len(refused):
        raise NotOpen(int(refused[0]))
    if not closed.any():
        return None
    actions[closed] = GIVE_UP if illegal == LOSE else masks[closed].argmax(axis=1)
    return closed


class NotOpen(Exception):
    """The action of a row, its only argument, cannot be taken."""


def complaint(
    row: int, number: int, battle: np.void, field: Field, numbering: np.ndarray, mask: np.ndarray
) -> IllegalAction:
    """Return the error for an illegal action in a row."""
    who = field.roster[int(battle["decider"])]
    try:
        action = decode(field, who.team, number, numbering)
    except IllegalAction as error:
        return IllegalAction(f"row {row}: {error}")
    open_now = ", ".join(str(number) for number in np.flatnonzero(mask))
    called = words(field, int(battle["decider"]), action)
    return IllegalAction(f"row {row}: action {number} ({called!r}) is not open for {who.name}; open are {open_now}")


def check_begun(actions: np.ndarray, resting: np.ndarray) -> None:
    """Raise an error if a row is stepped after its battle's end, where only the caller can begin the next."""
    if (stuck := np.flatnonzero(resting & (actions != WAIT))).size:
        raise ResetNeeded(
            f"row {stuck[0]}: its battle is over, and autoreset is disabled: reset(options={{'reset_mask': ...}}) begins "
            "the next in rows that are True there"
        )


def skipped(options: Mapping[str, Any] | None, rows: int, streams: bool = True) -> np.ndarray:
    """Return how many battles every row skips; raise a ContentError if that is wrong, or if no `streams` begin."""
    if "skip" in (options or {}) and not streams:
        raise ContentError("skip: rows of a mask go on with their streams; give a seed too, or begin all rows")
    counts = as_array((options or {}).get("skip", 0))
    fits = counts.shape in ((), (rows,)) and counts.dtype.kind in "iu"
    if not fits or (counts < 0).any() or (counts >= MOST_BATTLES).any():
        raise ContentError(
            f"skip = {counts}: must be a whole number from 0 to {MOST_BATTLES - 1}, or {rows} of them, one a row"
        )
    return np.broadcast_to(counts, (rows,))


def begin_streams(episodes: np.ndarray, rows: np.ndarray, seed: int, options: Mapping[str, Any] | None) -> None:
    """Begin new streams of battles in some rows, given as booleans; see `skipped` for the options."""
    counts = skipped(options, len(rows))
    for row in np.flatnonzero(rows).tolist():
        episodes["stream"][row] = mixed_word(seed, row) << 31 ^ row
    episodes["number"][rows] = counts[rows]


def write_back(kept: Mapping[str, np.ndarray], snapshot: Mapping[str, np.ndarray]) -> None:
    """Write the arrays of a snapshot into those that a batch keeps.

    Raises:
        ContentError: arrays are missing, or of other shapes or types; nothing has changed.
    """
    for name, array in kept.items():
        found = snapshot.get(name)
        if found is None or found.shape != array.shape or found.dtype != array.dtype:
            said = "is missing" if found is None else f"is {found.dtype} of shape {found.shape}"
            raise ContentError(f"{name} of a snapshot {said}: must be {array.dtype} of shape {array.shape}")
    for name, array in kept.items():
        array[...] = snapshot[name]


def parts_of(rows: int, threads: int) -> Iterator[tuple[int, int]]:
    """Yield the parts (first row, end) that threads take one after the other: large ones first, small ones to end level."""
    first = 0
    while first < rows:
        size = rows if threads == 1 else max((rows - first) // (2 * threads), SMALLEST_PART)
        yield first, min(first + size, rows)
        first += size
