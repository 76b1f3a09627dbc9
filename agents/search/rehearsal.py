"""Rehearsals: playouts of a battle under each of several courses, on the same dice.

A course says which of some bots leads the unit's current phase, which plays the rest of its side, and perhaps a first
action.
"""

from typing import Any

import numpy as np

from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.interface import step
from fireteam.env.rules.kernel import Array, Record, entry, kernel, plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_UNITS, turn_of
from fireteam.env.rules.systems import new_log

from ..doctrine.choose import choose
from ..doctrine.interface import acts
from ..doctrine.memory import clear_memories
from ..doctrine.records import MEMORY
from .determinization import imagine
from .halving import Halved, endings_of, halve
from .plans import OPEN, judge

HORIZON = 300  # decisions of a playout at most: few battles have more left; a phase of those would take many seconds


@entry
def rehearse(
    position: Array, battles: Array, arenas: Array, logs: Array, bots: Array, courses: Array, memories: Array, seed: int,
    first: int, rounds: int, most: int, values: Array,
) -> None:  # fmt: skip
    """Play a position on under several courses, and write the result of each battle.

    The battles begin with what the deciding side can believe (`determinization.py`).

    Args:
        position: shape (1,), dtype BATTLE; not changed.
        battles: shape (n * count,): the last positions, those of one course after each other. Written.
        bots: records of PARAMETERS, shape (any,); the first plays the other sides. Seeds are overwritten.
        courses: int64, shape (n, 4): numbers of the bots that lead this phase, and the rest of the side; verb and argument
            of the first action, OPEN to let that bot choose it.
        memories: records of MEMORY, shape (MAX_UNITS,), working space.
        seed: seed of the dice and of the bots' own randomness; battle k of every course has the same.
        first: number of the first battle of each course.
        rounds: after how many further rounds a battle is broken off; 0 for never.
        most: decisions after which it is broken off at the latest.
        values: float64, shape (n * count, 2), 0 to 1 for the side that decides: how far it has won, and its share of life
            against that of the others. Written.
    """
    count = len(battles) // len(courses)
    for row in range(len(battles)):
        number = first + row % count
        battles[row] = position[0]
        battle = battles[row]
        arena = arenas[battle.variant]
        team = battle.units[battle.decider].team
        imagine(battle, arena, seed, number)
        own = mixed_word(seed, 4 * number + 2)
        lead(battle, arena, logs[0], bots, courses[row // count], memories, own, rounds, most)
        judge(battle, arena, team, values[row])


@kernel
def lead(
    battle: Record, arena: Record, log: Record, bots: Array, course: Record, memories: Array, seed: int, rounds: int,
    most: int,
) -> None:  # fmt: skip
    """Play a battle on by a course; the first bot plays the other sides."""
    clear_memories(memories)
    team = battle.units[battle.decider].team
    began, acting, phase = battle.round_number, battle.decider, turn_of(battle)
    last = battle.decisions + most
    if course[2] != OPEN:
        step(battle, arena, log, course[2], course[3])
    while battle.over == 0 and battle.decisions < last and (rounds == 0 or battle.round_number < began + rounds):
        who = battle.decider
        leads = who == acting and turn_of(battle) == phase and acts(battle)
        own = course[0] if leads else course[1]
        parameters = bots[own if battle.units[who].team == team else 0]
        parameters.seed = seed + battle.units[who].team
        verb, argument = choose(battle, arena, log, parameters, memories)
        step(battle, arena, log, verb, argument)


def led_by(leaders: np.ndarray, rest: np.ndarray | int = 0) -> np.ndarray:
    """Return courses without a first action: each of `leaders` leads this phase, `rest` plays the rest of the side."""
    courses = np.zeros((len(leaders), 4), np.int64)
    courses[:, 0], courses[:, 1], courses[:, 2] = leaders, rest, OPEN
    return courses


def compare(
    position: np.ndarray, arenas: Any, bots: np.ndarray, courses: np.ndarray, stream: int, rounds: int, playouts: int
) -> Halved:
    """Find out which course is best.

    Args:
        position: shape (1,), dtype BATTLE.
        arenas: the arenas, as kernels take them.
        courses: see `rehearse`.
        stream: seed of all playouts.
        rounds, playouts: see `rehearse` and `halve`.
    """
    log, memories = plain(new_log(position.dtype, SILENT)), plain(np.zeros(MAX_UNITS, MEMORY))
    own = plain(bots.copy())  # seeds are written into them

    def play(rows: np.ndarray, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        boards, values = np.empty(len(rows) * count, position.dtype), np.empty((len(rows) * count, 2))
        given = (plain(position), plain(boards), arenas, log, own, courses[rows], memories)
        rehearse(*given, stream, first, rounds, HORIZON, values)
        return values.reshape(len(rows), count, 2), endings_of(boards, count)

    return halve(len(courses), play, playouts, 0.0)
