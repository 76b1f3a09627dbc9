"""What a network in compiled code makes of the decisions of a batch."""

import numpy as np

from fireteam.agents.bots import parameters_of
from fireteam.agents.network.judging import judge
from fireteam.agents.orders.columns import orders_in
from fireteam.env.rules.kernel import Array, entry, plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.sides.view import as_known
from fireteam.env.rules.systems import new_log
from fireteam.env.vector import Vector


@entry
def judge_row(
    battles: Array, arenas: Array, logs: Array, bots: Array, row: int, rows: Array, count: int, out: Array
) -> float:
    """Write the logits of a row's orders into `out`; return its value."""
    battle = battles[row]
    arena = arenas[battle.variant]
    known = as_known(battle, arena, logs[0], battle.units[battle.decider].team)
    return judge(known, arena, logs[0], bots[0].numbers, rows, count, out)


def judged(name: str, vector: Vector, row: int) -> tuple[np.ndarray, float]:
    """Return the logits of the orders that are shown in a row, and its value, by the network of a name."""
    count = int(vector.masks[row].sum())
    rows = np.ascontiguousarray(orders_in(vector.observations)[row].ravel())
    logits = np.zeros(count, np.float32)
    log = new_log(vector.battles.dtype, SILENT)
    records = (plain(array) for array in (vector.battles, vector.arenas, log, parameters_of(name)))
    value = judge_row(*records, row, rows, count, logits)
    return logits, float(value)
