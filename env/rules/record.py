"""The battle record: everything that changes in a battle.

This file has the part that every rule system has, and its building blocks.

One battle is one element of an array of a system's `BATTLE`: a copy is an assignment, equality and saving are bytes, a batch
is a longer array, analysis is `battles["units"]["flesh"]`. Each system adds fields of its own (`swan_song/record.py`).
Kernels ask for fields by name and are compiled for each system's records apart. The arena has what never changes
(`arena.py`), the log has the events of a step (`log.py`).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .kernel import kernel
from .verbs import LEAST_ROOM, Verbs

MAX_UNITS = 30  # so that a set of units fits a signed 32-bit integer
MAX_TEAMS = 4
MAX_CHANGES = 40  # tiles whose terrain differs from the map, and doors on one map
MAX_EFFECTS = 8  # fuses, charges and clouds at a time
MAX_DENTS = 14  # damaged barriers that still stand

NOBODY = -1
NOWHERE = -1

# Status of a unit.
ABSENT, UP, DOWN, DEAD, ESCAPED, SURRENDERED = range(6)
STATUSES = ("absent", "up", "down", "dead", "escaped", "surrendered")

# Kinds of lasting effects on the ground.
NO_EFFECT, FUSE, CHARGE, SMOKE, GAS = range(5)

# Why a battle ended.
UNDECIDED, ELIMINATION, GROUND_HELD, EXIT_REACHED, WARD_LOST, ROUND_LIMIT, STALEMATE, FORFEIT, ROUT = range(9)
ENDINGS = (
    "undecided", "elimination", "ground held", "exit reached", "ward lost", "round limit", "stalemate", "forfeit", "rout",
)  # fmt: skip

Fields = list[tuple[Any, ...]]


def gapless(fields: Fields) -> np.dtype:
    """Return an aligned dtype, the widest fields first so that hardly a gap is left.

    Gaps that remain are fields too: NumPy copies fields only, and we compare and save bytes.
    """
    fields = sorted(fields, key=lambda field: -np.dtype(field[1]).alignment)
    loose = np.dtype(fields, align=True)
    places: Mapping[str, Any] = loose.fields or {}
    made: Fields = []
    end = 0
    for name, *rest in fields:
        start = places[name][1]
        if start > end:
            made.append((f"gap_{end}", "u1", start - end))
        made.append((name, *rest))
        end = start + places[name][0].itemsize
    if loose.itemsize > end:
        made.append((f"gap_{end}", "u1", loose.itemsize - end))
    return np.dtype(made, align=True)


UNIT_FIELDS: Fields = [
    # who and where
    ("team", "i1"),
    ("status", "i1"),
    ("x", "i1"),
    ("y", "i1"),
    ("facing", "i1"),
    ("prone", "i1"),
    ("covered", "i1"),  # has taken cover and not moved since
    ("engaged", "i1"),  # takes part in the fight, so not unaware (SS-F5)
    # time
    ("score", "i2"),  # initiative score
    ("acted", "i1"),  # has had its phase of this pass
    ("ap", "i1"),
    ("falling", "i1"),  # 2 + who felled it, until it has chosen between falling and a last stand; 0 for neither
    # movement, in metres
    ("diagonals", "i1"),  # parity of diagonal steps in the round
    ("steps", "i1"),  # taken in this phase
    # attack and defense
    ("attacked", "i1"),  # in this phase
    ("shot", "i1"),  # in this phase
    # whom it hides from, holds, carries or rides
    ("hidden", "i1"),  # hits that reveal it, 0 in plain view (SS-U2)
    ("carries", "i1"),
    ("carried_by", "i1"),
    ("side", "i1"),  # tiles along its edge, or along that of the vehicle it sits in
    ("aboard", "i1"),  # vehicle it sits in
]

# Fields of units that have come since the first replays were written: those are checked without them (`replay/check.py`).
LATER_FIELDS: Fields = [
    ("broken", "i1"),  # has had enough: from now on it only wants to get away (sides/morale.py)
    ("due", "i2"),  # round in which it enters, of who was called; 0 before that (sides/arrivals.py)
    ("amid", "i4"),  # enemies, a bit each, with whom it has been in melee through all of its run in this phase (SS-M5)
]

TEAM = gapless(
    [
        ("known", "i4"),  # units whose place it knows, a bit each: see knowledge.py for these three
        ("studied", "i4"),
        ("fallen", "i4"),
        ("rounds_held", "i2"),
        ("escaped", "i2"),
    ],
)

# What is pending: a frame of the stack.
FRAME_FIELDS: Fields = [
    ("kind", "i1"),
    ("stage", "i1"),
    ("unit", "i1"),
    ("target", "i1"),
    ("reply", "i1"),  # verb the defender chose
    ("cursor", "i1"),
    ("tile", "i2"),
    ("verb", "i1"),  # what is done once provocations are answered
    ("argument", "i1"),
]

EFFECT = gapless(
    [
        ("kind", "i1"),  # NO_EFFECT: the row is free
        ("owner", "i1"),
        ("weapon", "i1"),  # model
        ("radius", "i1"),  # metres that a blast or a cloud reaches
        ("x", "i1"),
        ("y", "i1"),
        ("direction", "i1"),  # of a charge: the barrier it was set at
        ("hits", "i1"),  # of the throw, or of setting the charge
        ("due", "i1"),  # a value of FUSES
        ("score", "i2"),  # initiative score at which it goes off
        ("round_number", "i2"),  # in which it goes off, or fades
    ],
)

DENT = gapless([("tile", "i2"), ("damage", "i2")])

CHANGE = gapless(
    [
        ("tile", "i2"),
        ("x", "i1"),
        ("y", "i1"),
        ("terrain", "i1"),
        ("through", "i2"),
        ("believed", "u1"),  # two bits for each team: what it takes the tile for
    ],
)

BATTLE_FIELDS: Fields = [
    ("seed", "i8", 2),
    ("variant", "i2"),  # row of the arenas: the one it is fought in
    ("round_number", "i2"),
    ("pass_number", "i1"),
    ("quiet", "i2"),  # rounds without damage or progress, for the stalemate rule
    ("over", "i1"),
    ("winner", "i1"),  # team, NOBODY for a draw
    ("ending", "i1"),
    # the pending decision
    ("decision", "i1"),
    ("decider", "i1"),
    ("opponent", "i1"),  # whose act is answered: an attacker, a shooter, who passes by
    ("decisions", "i4"),  # taken so far
    ("open", "i4", LEAST_ROOM),  # the mask: per verb, a bit for each legal argument
    ("depth", "i1"),
    ("changed", "i1"),
    ("effects", EFFECT, MAX_EFFECTS),
    ("live", "i1"),  # effects of any kind: fuses, charges, clouds
    ("clouds", "i1"),  # effects that are smoke or gas
    ("falling", "i1"),  # units that are about to fall and may yet fight on
    ("broken", "i1"),  # tiles whose barrier is gone: any line of sight may have changed
    ("dented", "i1"),
    ("dents", DENT, MAX_DENTS),
    ("changes", CHANGE, MAX_CHANGES),
    ("teams", TEAM, MAX_TEAMS),
]


def unit_of(purposes: int, own: Fields) -> np.dtype:
    """Return the record type of a system's units.

    Args:
        purposes: how many purposes of rolls there are; each is counted apart in a pass, as part of the key of the dice.
        own: the system's further fields.
    """
    return gapless([*UNIT_FIELDS, *own, ("rolls", "i1", purposes), *LATER_FIELDS])


def frame_of(own: Fields) -> np.dtype:
    """Return the record type of a frame of a system's stack, a pending piece of business; `own` are further fields."""
    return gapless([*FRAME_FIELDS, *own])


def battle_of(unit: np.dtype, frame: np.dtype, depth: int, own: Fields, verbs: Verbs, room: int = LEAST_ROOM) -> np.dtype:
    """Return the record type of a system's battles.

    Args:
        unit, frame: the types of its units and its frames; both with the fields that all systems have.
        depth: the most frames on the stack.
        own: the system's further fields.
        verbs: the system's verbs.
        room: the number of words of the mask; never less than LEAST_ROOM, since shared code may read that many. A system has
            spare words: a new verb then changes neither the layout nor what replays check.

    Raises:
        OverflowError: there is no room for a verb.
    """
    room = max(room, LEAST_ROOM)
    verbs.check_room(room)
    shared: Fields = [("open", "i4", room) if name == "open" else (name, *rest) for name, *rest in BATTLE_FIELDS]
    return gapless([*shared, *own, ("stack", frame, depth), ("units", unit, MAX_UNITS)])


def copied(records: np.ndarray) -> np.ndarray:
    """Return a copy of contiguous records, shape (n,), byte by byte: NumPy's own goes field by field, which takes longer."""
    return records.view(np.uint8).copy().view(records.dtype)


def overwrite(records: np.ndarray, others: np.ndarray) -> None:
    """Write other contiguous records of the same type and shape over some, byte by byte."""
    records.view(np.uint8)[:] = others.view(np.uint8)


@kernel
def turn_of(battle):
    """Return the turn: the number of the pass, 16 to a round, counted through the battle. A unit has one phase in it."""
    return battle.round_number * 16 + battle.pass_number
