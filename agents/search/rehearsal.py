"""Rehearsals: a battle is played on with each of several bots leading one unit's phase, over and over on the same dice."""

from typing import Any

import numpy as np

from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.interface import step
from fireteam.env.rules.kernel import entry, kernel, plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_UNITS, turn_of
from fireteam.env.rules.systems import new_log

from ..doctrine.choose import choose
from ..doctrine.interface import acts
from ..doctrine.memory import clear_memories
from ..doctrine.records import MEMORY
from .determinization import imagine
from .halving import Halved, endings_of, halve
from .plans import judge

HORIZON = 300  # decisions of a playout at most: few battles have more left; a phase of those would take many seconds


@entry
def rehearse(position, battles, arenas, logs, bots, tried, memories, seed, first, rounds, most, values):
    """Play a position on with several leaders of the phase in progress, and write what came of each battle.

    The battles begin with what the side that decides can believe (`determinization.py`).

    Args:
        position: shape (1,), dtype BATTLE, at a decision of a unit's own phase; not changed.
        battles: shape (n * count,): the last positions, those of one leader after each other. Written.
        bots: records of PARAMETERS, shape (any,); the first decides whatever is not of this phase. Seeds are overwritten.
        tried: numbers of the bots that lead, int64, shape (n,).
        memories: records of MEMORY, shape (MAX_UNITS,), working space.
        seed: of the dice and of the bots' own randomness; battle k of every leader has the same.
        first: number of the first battle of each leader.
        rounds: after how many further rounds a battle is broken off; 0 for never.
        most: decisions after which it is broken off at the latest.
        values: float64, shape (n * count, 2), 0 to 1 for the side that decides: how far it has won, and its share of life
            against that of the others. Written.
    """
    count = len(battles) // len(tried)
    for row in range(len(battles)):
        number = first + row % count
        battles[row] = position[0]
        battle = battles[row]
        arena = arenas[battle.variant]
        team = battle.units[battle.decider].team
        imagine(battle, arena, seed, number)
        own = mixed_word(seed, 4 * number + 2)
        lead(battle, arena, logs[0], bots, tried[row // count], memories, own, rounds, most)
        judge(battle, arena, team, values[row])


@kernel
def lead(battle, arena, log, bots, leader, memories, seed, rounds, most):
    """Play a battle on: the phase in progress as bot number `leader`, and everything else as the first bot."""
    clear_memories(memories)
    began, acting, phase = battle.round_number, battle.decider, turn_of(battle)
    last = battle.decisions + most
    while battle.over == 0 and battle.decisions < last and (rounds == 0 or battle.round_number < began + rounds):
        who = battle.decider
        leads = who == acting and turn_of(battle) == phase and acts(battle)
        parameters = bots[leader if leads else 0]
        parameters.seed = seed + battle.units[who].team
        verb, argument = choose(battle, arena, log, parameters, memories)
        step(battle, arena, log, verb, argument)


def compare(position: np.ndarray, arenas: Any, bots: np.ndarray, stream: int, rounds: int, playouts: int) -> Halved:
    """Find out which of some bots had better lead the phase in progress; the first plays everything else.

    Args:
        position: shape (1,), dtype BATTLE, at a decision of a unit's own phase.
        arenas: as kernels want them.
        stream: seed of all playouts.
        rounds, playouts: see `rehearse` and `halve`.
    """
    log, memories = plain(new_log(position.dtype, SILENT)), plain(np.zeros(MAX_UNITS, MEMORY))
    own = plain(bots.copy())  # seeds are written into them

    def play(rows: np.ndarray, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        boards, values = np.empty(len(rows) * count, position.dtype), np.empty((len(rows) * count, 2))
        rehearse(plain(position), plain(boards), arenas, log, own, rows, memories, stream, first, rounds, HORIZON, values)
        return values.reshape(len(rows), count, 2), endings_of(boards, count)

    return halve(len(bots), play, playouts, 0.0)
