"""One decision, repeated with other dice: the position that it leaves each time."""

from typing import NamedTuple

import numpy as np

from fireteam.env.rules.events import ROLL
from fireteam.env.rules.interface import step
from fireteam.env.rules.kernel import Array, Record, entry, kernel, plain
from fireteam.env.rules.log import MAX_DICTATED, REASONS
from fireteam.env.rules.record import MAX_TEAMS
from fireteam.env.rules.systems import new_log
from fireteam.env.scenario.setup import Field

from ..luck.worth import COUNT, write_worth

NOT_ROLLED = -(2**15)  # where a roll has not been made

LEFT = np.dtype(
    [
        ("traits", "f8", (MAX_TEAMS, COUNT)),
        ("over", "i1"),
        ("winner", "i1"),
        ("starved", "i1"),  # it took more dice than can be dictated
        ("came", "i4"),  # to what the roll came that was asked for, UNTOLD if it was not made
    ],
    align=True,
)


class Outcomes(NamedTuple):
    """The outcomes of a decision: battles, shape (n,), and a summary of each, records of LEFT, shape (n,)."""

    battles: np.ndarray
    left: np.ndarray


def resolved(field: Field, before: np.ndarray, action: tuple[int, int], faces: np.ndarray, roll: int) -> Outcomes:
    """Return the result of a decision with dictated dice.

    Args:
        before: the battle, shape (1,), dtype BATTLE. faces: dice for each time, int8 of shape (n, at most MAX_DICTATED);
        those that it does not need stay unused. roll: the roll whose result is returned, counted from 0 among the events of
        rolls.
    """
    battles, left = np.repeat(before, len(faces)), np.zeros(len(faces), LEFT)
    log = new_log(before.dtype, REASONS)
    resolve_all(plain(battles), plain(field.arena), plain(log), faces, roll, *action, plain(left))
    return Outcomes(battles, left)


def outcome_now(field: Field, battle: np.ndarray) -> np.ndarray:
    """Return the summary of a battle as it stands, shape (1,), dtype LEFT."""
    left = np.zeros(1, LEFT)
    write_outcome_row(plain(battle), plain(field.arena), plain(left))
    return left


@kernel
def write_outcome(battle: Record, arena: Record, left: Record) -> None:
    """Write the summary of a battle."""
    for team in range(arena.teams):
        write_worth(battle, arena, team, left.traits[team])
    left.over = battle.over
    left.winner = battle.winner


@entry
def write_outcome_row(battles: Array, arenas: Array, left: Array) -> None:
    """Write the summary of the battle in the first row."""
    write_outcome(battles[0], arenas[battles[0].variant], left[0])


@entry
def resolve_all(
    battles: Array, arenas: Array, logs: Array, faces: Array, roll: int, verb: int, argument: int, left: Array
) -> None:
    """Take a decision in each of some battles with the dice of its row of `faces`; see `resolved`."""
    log = logs[0]
    for row in range(len(battles)):
        battle = battles[row]
        log.dictated = min(faces.shape[1], MAX_DICTATED)
        log.dictated_next = 0
        log.starved = 0
        for die in range(log.dictated):
            log.dictation[die] = faces[row, die]
        step(battle, arenas[battle.variant], log, verb, argument)
        write_outcome(battle, arenas[battle.variant], left[row])
        left[row].starved = log.starved
        left[row].came = NOT_ROLLED
        rolls = 0
        for number in range(log.count):
            if log.events[number].kind == ROLL:
                if rolls == roll:
                    left[row].came = log.events[number].value
                rolls += 1


def dice_rows(rng: np.random.Generator, known: list[int], rows: int, sides: int) -> np.ndarray:
    """Return rows of dice: first the known ones, then random ones; int8 of shape (rows, MAX_DICTATED)."""
    faces = rng.integers(1, sides + 1, (rows, MAX_DICTATED), np.int8)
    faces[:, : len(known)] = known
    return faces
