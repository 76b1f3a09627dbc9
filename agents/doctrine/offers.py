"""Offers: acts that a unit could be ordered to do where it stands, or as if it stood somewhere else.

The considerations of a rule system offer them one by one. The best is always kept; all of them are if there is room.
"""

import numpy as np

from fireteam.env.rules.kernel import COMPILED, Array, Plain, Record, allocating, kernel
from fireteam.env.rules.record import NOBODY, NOWHERE

from .orders import MOST_ACTS, NO_ACT, OFFER, WAIT


@allocating
def room_for(count: int) -> Array:
    """Return room for so many offers, the best among them."""
    return np.empty(count, OFFER) if COMPILED else Plain(np.empty(count, OFFER))


@kernel
def no_offers(offers: Array, verb: int) -> None:
    """Begin a list of offers: the best is a verb that does nothing."""
    offers[0].count = 0
    write_offer(offers[0], WAIT, NOBODY, NO_ACT, 0, NO_ACT, 0, verb, 0, 0.0, 0.0, 0.0)


@kernel
def begin_place(offers: Array, verb: int) -> int:
    """Weigh offers for another place from now on: the best is a verb that does nothing. Return the row of the next offer."""
    count = offers[0].count
    no_offers(offers, verb)
    offers[0].count = count
    return count + 1


@kernel
def take_offer(row: Record, other: Record) -> None:
    """Copy an offer."""
    row.kind, row.target, row.goal, row.after = other.kind, other.target, other.goal, other.after
    for act in range(MOST_ACTS):
        row.verbs[act] = other.verbs[act]
        row.arguments[act] = other.arguments[act]
    row.gain, row.price, row.worth = other.gain, other.price, other.worth


@kernel
def offer(
    offers: Array, kind: int, target: int, verb: int, argument: int, gain: float, price: float, worth: float
) -> None:  # fmt: skip
    """Offer an act that needs no preparation.

    Args:
        kind: of KINDS.
        target: the unit that it is about, NOBODY for none.
        worth: to the doctrine, in enemies.
    """
    offer_after(offers, kind, target, NO_ACT, 0, verb, argument, gain, price, worth)


@kernel
def offer_after(
    offers: Array, kind: int, target: int, first: int, with_argument: int, verb: int, argument: int, gain: float,
    price: float, worth: float,
) -> None:  # fmt: skip
    """Offer an act that another one prepares, the verb `first` with its argument. See `offer`."""
    offer_all(offers, kind, target, NO_ACT, 0, first, with_argument, verb, argument, gain, price, worth)


@kernel
def offer_all(
    offers: Array, kind: int, target: int, first: int, with_argument: int, second: int, and_argument: int, verb: int,
    argument: int, gain: float, price: float, worth: float,
) -> None:  # fmt: skip
    """Offer an act that two others prepare. See `offer`."""
    best = offers[0]
    if worth > best.worth:
        write_offer(best, kind, target, first, with_argument, second, and_argument, verb, argument, gain, price, worth)
    if best.count + 1 < len(offers):
        best.count += 1
        row = offers[best.count]
        write_offer(row, kind, target, first, with_argument, second, and_argument, verb, argument, gain, price, worth)


@kernel
def write_offer(
    row: Record, kind: int, target: int, first: int, with_argument: int, second: int, and_argument: int, verb: int,
    argument: int, gain: float, price: float, worth: float,
) -> None:  # fmt: skip
    """Write an offer."""
    row.kind = kind
    row.target = target
    row.goal = NOWHERE
    row.after = NOWHERE
    row.verbs[0], row.verbs[1], row.verbs[2] = first, second, verb
    row.arguments[0], row.arguments[1], row.arguments[2] = with_argument, and_argument, argument
    row.gain = gain
    row.price = price
    row.worth = worth
