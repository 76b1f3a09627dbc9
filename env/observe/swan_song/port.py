"""What shared code finds of Swan Song: the tables of its observations, and the kernels of their interface."""

from ...rules.kernel import kernel
from ..features import Sizes
from .context import CONTEXT, context_places, write_own_context
from .fire import write_fire
from .state import STATE, state_places, write_own_state
from .units import ROW, row_places, write_bearing, write_condition, write_fallen

SIZES = Sizes(len(CONTEXT), len(ROW), len(STATE))


@kernel
def sizes(battle):
    """Return SIZES."""
    return SIZES
