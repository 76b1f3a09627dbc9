"""The interface of observations: what of a battle each rule system shows in its own way. Its `port` here has these kernels.

Besides them the port has the tables CONTEXT and ROW, lists of features, STATE, the same for the global state, and SIZES,
their lengths. What is `overridable` a system may leave out. `out` is all zeros before, but for what shared kernels have
written at places of their own.
"""

from ..rules.kernel import by_system, overridable


@by_system
def sizes(battle):
    """Return the system's SIZES."""


@by_system
def context_places(battle):
    """Return where the features that all systems have stand in the system's CONTEXT, a `context.Context`."""


@by_system
def row_places(battle):
    """Return where they stand in its ROW, a `units.Row`."""


@by_system
def state_places(battle):
    """Return where they stand in its STATE, a `state.State`."""


@overridable
def write_own_context(battle, arena, log, who, out):
    """Write into `out` what the system alone has in the context of unit `who`: the decision, its means and its condition."""


@overridable
def write_bearing(battle, arena, who, other, out, row):
    """Write what anybody sees of unit `other`, which unit `who` knows and which is up, into its row at `out[row]`."""


@overridable
def write_condition(battle, arena, other, out, row):
    """Write how unit `other` fares into its row at `out[row]`, beside life and buffer: asked of those observed closely."""


@overridable
def write_fallen(battle, arena, other, out, row):
    """Write how unit `other` fares, which lies unconscious, into its row at `out[row]`."""


@overridable
def write_fire(battle, arena, who, out, left, top, frame):
    """Mark in `out`, the window of unit `who`, the cells in zones of fire that would concern it, if the system has such.

    Args:
        left, top: x and y of the first cell.
        frame: the cells within the map: first row and end, first column and end.
    """


@overridable
def write_own_state(battle, arena, who, out, at):
    """Write what the system alone has in the global state of unit `who`, which is up, into its row at `out[at]`."""
