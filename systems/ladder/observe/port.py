"""The port of ladder's observations: their tables, and the kernels of their interface."""

from fireteam.env.observe import state
from fireteam.env.observe.features import Feature, Tables, clipped, numbering
from fireteam.env.observe.tables import tables_of
from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.record import NOBODY

from ..rules.plan import has_planned
from ..rules.record import MOST_ITEMS, ON_ARM
from ..words.verbs import WALK
from .context import CONTEXT, write_own_context
from .intentions import write_ties
from .slots import AIMED, HELD, HOLDS, SHIELD, SLOT, TO_ACT

STATE: list[Feature] = list(state.SHARED)
_state = numbering(STATE)
STATE_ACTIONS = _state("actions", "actions declared for this turn / 6")
STATE_WALKS = _state("walks", "1 if it has declared that it moves")
STATE_AIM = _state("aim", "turns spent aiming / 3")
STATE_HELD = _state("held", "1 while somebody holds it")

TABLES = tables_of(CONTEXT, SLOT, STATE)


@kernel
def tables(battle: Record) -> Tables:
    """Return TABLES."""
    return TABLES


@kernel
def write_bearing(battle: Record, arena: Record, who: int, other: int, out: Array, at: int) -> None:
    """Write what everybody sees of unit `other`, which is up, into its slot at `out[at]`; plans are in `intentions.py`."""
    body = battle.units[other]
    out[at + TO_ACT] = 1.0 if body.acted == 0 else 0.0
    out[at + AIMED] = clipped(body.aim / 3)
    out[at + SHIELD] = 1.0 if body.bearing == ON_ARM else 0.0
    out[at + HOLDS] = 1.0 if body.holds != NOBODY else 0.0
    out[at + HELD] = (0.5 if body.held_by != NOBODY else 0.0) + 0.5 * body.pinned


@kernel
def write_own_state(battle: Record, arena: Record, who: int, out: Array, at: int) -> None:
    """Write the plan, aim and freedom of unit `who`, which is up, into its place at `out[at]`."""
    unit = battle.units[who]
    out[at + STATE_ACTIONS] = clipped(unit.actions / MOST_ITEMS)
    out[at + STATE_WALKS] = 1.0 if has_planned(unit, WALK) else 0.0
    out[at + STATE_AIM] = clipped(unit.aim / 3)
    out[at + STATE_HELD] = 1.0 if unit.held_by != NOBODY else 0.0
