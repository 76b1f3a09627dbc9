"""The tables of a rule system, as the shared kernels need them."""

from collections.abc import Sequence

from . import context, state, units
from .features import Feature, Sizes, Tables, places_of


def tables_of(of_context: Sequence[Feature], of_slot: Sequence[Feature], of_state: Sequence[Feature]) -> Tables:
    """Return the sizes of a system's tables, and where the features that all systems have stand in them.

    Raises:
        ValueError: such a feature is missing.
    """
    return Tables(
        Sizes(len(of_context), len(of_slot), len(of_state)),
        places_of(context.SHARED, of_context),
        places_of(units.SHARED, of_slot),
        places_of(state.SHARED, of_state),
    )
