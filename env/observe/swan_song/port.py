"""What shared code finds of Swan Song: the tables of its observations, and the kernels of their interface."""

from ...rules.kernel import kernel
from ..features import Sizes
from .context import CONTEXT, CONTEXT_PLACES, write_own_context
from .fire import write_fire
from .state import STATE, STATE_PLACES, write_own_state
from .units import ROW, ROW_PLACES, write_bearing, write_condition, write_fallen

SIZES = Sizes(len(CONTEXT), len(ROW), len(STATE))


@kernel
def sizes(battle):
    """Return SIZES."""
    return SIZES


@kernel
def context_places(battle):
    """Return where the features that all systems have stand in CONTEXT."""
    return CONTEXT_PLACES


@kernel
def row_places(battle):
    """Return where they stand in ROW."""
    return ROW_PLACES


@kernel
def state_places(battle):
    """Return where they stand in STATE."""
    return STATE_PLACES
