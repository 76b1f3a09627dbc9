"""The records of orders."""

from collections.abc import Mapping

import numpy as np

from fireteam.env.rules.verbs import FAMILIES, MOST_VERBS, MOVES, REPLY, Verb
from fireteam.env.rules.verbs import ROUTINE as ROUTINE_VERB

MOST_ORDERS = 64  # that are proposed for one decision
MOST_ACTS = 3  # of an order
NO_ACT = -1  # in place of a verb

# What an order is about, in the words that people use of every rule system: the family of the verb that matters.
SHOOT, AIM, SUPPRESS, STRIKE, THROW, MOVE, COVER, DEFEND, HELP, GEAR, WAIT, OTHER = range(len(FAMILIES))
KINDS = FAMILIES
ROUTINE = -1  # instead of a kind: of verbs that other orders contain, as a step


def kinds_of(verbs: Mapping[int, Verb]) -> np.ndarray:
    """Return the kind of order that each verb of a system is, by its number; ROUTINE for those that are none."""
    kinds = np.full(MOST_VERBS, ROUTINE, np.int8)
    for number, verb in verbs.items():
        if not verb.traits & (ROUTINE_VERB | MOVES) or verb.traits & REPLY:
            kinds[number] = KINDS.index(verb.family)
    return kinds


ORDER_FIELDS = [
    ("kind", "i1"),  # of KINDS
    ("target", "i1"),  # unit that it is about, NOBODY for none
    ("goal", "i2"),  # tile where it is carried out, NOWHERE: where the unit stands
    ("after", "i2"),  # tile to go to afterwards, NOWHERE: the unit stays
    ("verbs", "i1", MOST_ACTS),  # what is done there, one after another; NO_ACT in places that are not used
    ("arguments", "i1", MOST_ACTS),  # the last act is what the order is about: those before prepare it
]
ORDER = np.dtype(ORDER_FIELDS, align=True)

OFFER = np.dtype(
    [
        *ORDER_FIELDS,
        ("gain", "f4"),  # of its last act, as a share of a life
        ("price", "f4"),  # of its acts, as a share of a turn
        ("worth", "f8"),  # to the doctrine that proposes it, in enemies
        ("count", "i2"),  # of the first offer: how many there are behind it
    ],
    align=True,
)
