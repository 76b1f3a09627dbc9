"""The port of Swan Song's observations: their tables, and the kernels of their interface."""

from fireteam.env.observe.features import Tables
from fireteam.env.observe.tables import tables_of
from fireteam.env.rules.kernel import Record, kernel

from .context import CONTEXT, write_own_context
from .fire import write_fire
from .state import STATE, write_own_state
from .units import SLOT, write_bearing, write_condition, write_fallen

TABLES = tables_of(CONTEXT, SLOT, STATE)


@kernel
def tables(battle: Record) -> Tables:
    """Return TABLES."""
    return TABLES
