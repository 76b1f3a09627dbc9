"""The parts of flat observations: for networks that look at units one by one, and at the window as a picture."""

from functools import cache
from typing import Any, NamedTuple

from ..rules.systems import DEFAULT
from .actions import SLOTS
from .features import observed, sizes_of
from .window import PLANES, RADIUS


class Parts(NamedTuple):
    """The parts of observations of shape (..., numbers), without copies; arrays or tensors.

    Attributes:
        context: the decision, the clock and the decider itself, shape (..., numbers).
        units: of every slot, own ones first, shape (..., slots, numbers); `unit_columns` names the numbers. In the columns
            "present" and "self" there is 1 for who is there, and for who decides.
        window: planes of tiles around the decider, shape (..., planes, 7, 7), north first.
        orders: what is to be known of orders, where they are decided in, shape (..., numbers).
    """

    context: Any
    units: Any
    window: Any
    orders: Any


def parts_of(observations: Any, slots: tuple[int, int] = (SLOTS, SLOTS), system: str = DEFAULT) -> Parts:
    """Return the parts of observations with (own, others) slots in a rule system.

    >>> batch = fireteam.make_vec(4, scenario="duel")
    >>> observations, _ = batch.reset(seed=1)
    >>> parts = parts_of(observations, batch.slots)
    >>> parts.units.shape, parts.window.shape
    ((4, 16, 32), (4, 8, 7, 7))
    >>> parts.units[0, :, unit_columns()["self"]].sum()
    np.float32(1.0)
    """
    sizes = sizes_of(system)
    count, side = sum(slots), 2 * RADIUS + 1
    first = sizes.context + count * sizes.slot
    last = first + len(PLANES) * side * side
    before = tuple(observations.shape[:-1])
    return Parts(
        observations[..., : sizes.context],
        observations[..., sizes.context : first].reshape(*before, count, sizes.slot),
        observations[..., first:last].reshape(*before, len(PLANES), side, side),
        observations[..., last:],
    )


@cache
def unit_columns(system: str = DEFAULT) -> dict[str, int]:
    """Return the places of the numbers of a unit's slot by name, as `fireteam list observation` explains them."""
    return {feature.name: place for place, feature in enumerate(observed(system).SLOT)}
