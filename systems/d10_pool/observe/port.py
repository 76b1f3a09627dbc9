"""The port of d10_pool's observations: their tables, and the kernels of their interface."""

from fireteam.env.observe import state, units
from fireteam.env.observe.features import Feature, Tables, clipped, numbering
from fireteam.env.observe.tables import tables_of
from fireteam.env.rules.kernel import Array, Record, kernel

from ..rules.record import RUNS
from ..rules.split import MOST_SHARE
from ..rules.tables import AWAKE
from .context import CONTEXT, write_own_context

SLOT: list[Feature] = list(units.SHARED)
_slot = numbering(SLOT)
TO_ACT = _slot("to_act", "1 if its turn of this round is still to come")
PACE = _slot("pace", "0 still, 1/3 walking, 2/3 jogging, 1 running")
HELPLESS = _slot("helpless", "1 while it is asleep or stunned")
COMMITTED = _slot("committed", "1 if it can do nothing more in this round")
SPENT = _slot("spent", "dice spent in this round / 15")
DEDICATED = _slot("dedicated_dodge", "1 + successes of its dedicated dodge / 8")

STATE: list[Feature] = list(state.SHARED)
_state = numbering(STATE)
STATE_SPENT = _state("spent", "dice spent in this round / 15")
STATE_KEPT = _state("kept", "dice that the plan keeps for a defense / 15")
STATE_STUNNED = _state("stunned", "rounds it is still unable to act in / 2")
STATE_PACE = _state("pace", "0 still, 1/3 walking, 2/3 jogging, 1 running")

TABLES = tables_of(CONTEXT, SLOT, STATE)


@kernel
def tables(battle: Record) -> Tables:
    """Return TABLES."""
    return TABLES


@kernel
def write_bearing(battle: Record, arena: Record, who: int, other: int, out: Array, at: int) -> None:
    """Write what everybody sees of unit `other`, which is up, into its slot at `out[at]`."""
    body = battle.units[other]
    out[at + TO_ACT] = 1.0 if body.acted == 0 else 0.0
    out[at + PACE] = body.pace / RUNS
    out[at + HELPLESS] = 1.0 if body.mind != AWAKE or body.stunned else 0.0


@kernel
def write_condition(battle: Record, arena: Record, other: int, out: Array, at: int) -> None:
    """Write what unit `other` can still do in this round into its slot at `out[at]`."""
    body = battle.units[other]
    out[at + COMMITTED] = body.committed
    out[at + SPENT] = clipped(body.spent / MOST_SHARE)
    out[at + DEDICATED] = clipped(body.dedicated / 8)


@kernel
def write_own_state(battle: Record, arena: Record, who: int, out: Array, at: int) -> None:
    """Write the dice, stun and pace of unit `who`, which is up, into its place at `out[at]`."""
    unit = battle.units[who]
    out[at + STATE_SPENT] = clipped(unit.spent / MOST_SHARE)
    out[at + STATE_KEPT] = unit.kept / MOST_SHARE
    out[at + STATE_STUNNED] = unit.stunned / 2
    out[at + STATE_PACE] = unit.pace / RUNS
