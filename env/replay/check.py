"""The check of a battle's state that replays hold, round by round: the same numbers for the same state, in every version.

Fields and verbs that came after the first replays count only where they are not 0: fields of units, and room in the mask
(`CHECKED_VERBS` of a system's port).
"""

import hashlib
from functools import cache

import numpy as np

from ..battle import Battle
from ..rules.record import LATER_FIELDS, gapless

LATER = [name for name, *_ in LATER_FIELDS]


def state_check(battle: Battle) -> str:
    """Return a digest of the whole state of a battle."""
    record = battle.record
    checked = first_layout(record.dtype, getattr(battle.field.system, "CHECKED_VERBS", record.dtype["open"].shape[0]))
    state = np.zeros(1, checked)
    for name in fields(checked):
        if name == "units":
            for own in fields(checked["units"].base):
                state["units"][own] = record["units"][own]
        else:
            state[name] = record[name][:, : checked["open"].shape[0]] if name == "open" else record[name]
    later = b"".join(record["units"][name].tobytes() for name in LATER)
    return hashlib.sha256(state.tobytes() + (later if any(later) else b"")).hexdigest()[:16]


@cache
def first_layout(record: np.dtype, verbs: int) -> np.dtype:
    """Return the record's layout before later fields were added, with room for `verbs` verbs in the mask."""
    units = record["units"]
    unit = gapless([(name, units.base[name]) for name in fields(units.base) if name not in LATER])
    own = {"open": (record["open"].base, verbs), "units": (unit, units.shape)}
    return gapless([(name, *own[name]) if name in own else (name, record[name]) for name in fields(record)])


def fields(record: np.dtype) -> list[str]:
    """Return the names of a record's fields that are no gaps."""
    return [name for name in record.names or () if not name.startswith("gap_")]
