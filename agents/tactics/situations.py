"""The situation in which a unit decides: cover, fire on it, health, numbers, distance.

It is the situation as the unit's team knows it, by the same rule as for bots.
"""

import numpy as np

from fireteam.env.rules.ground.grid import apart, tile_of
from fireteam.env.rules.ground.sight import TOTAL, cover_between
from fireteam.env.rules.interface import life_share
from fireteam.env.rules.kernel import Array, Record, entry, kernel
from fireteam.env.rules.record import MAX_UNITS, UP, turn_of
from fireteam.env.rules.sides.view import as_known

from ..doctrine.values import is_enemy

# The aspects of a situation, and what each may be, by number.
ASPECTS = {
    "place": ("out of sight", "in cover", "in the open"),
    "fire": ("left alone", "under fire", "pinned"),
    "life": ("unhurt", "hurt", "badly hurt"),
    "odds": ("outnumbering", "even", "outnumbered"),
    "range": ("near", "medium", "long", "no enemy known"),
    "alone": ("with friends", "last one standing"),
}
OUT_OF_SIGHT, IN_COVER, IN_THE_OPEN = range(3)
LEFT_ALONE, UNDER_FIRE, PINNED = range(3)
NEAR, MEDIUM, LONG, NONE_KNOWN = range(4)
NEAR_WITHIN, MEDIUM_WITHIN = 6, 15  # metres
BADLY = 0.5  # share of life below which a unit is badly hurt
NOWHERE_NEAR = -1.0  # metres to somebody who is not there

SITUATION = np.dtype(
    [
        *[(aspect, "i1") for aspect in ASPECTS],
        ("nearest", "f4"),  # metres to the nearest known enemy, and to the nearest friend; below 0 for none
        ("friend", "f4"),
        ("turn", "i4"),
    ],
    align=True,
)

# What is remembered of each unit to know whether it was fired on since its last turn.
FIRED = np.dtype([("turn", "i4"), ("fired_on", "i2"), ("pinned", "i2"), ("last_fired_on", "i2"), ("last_pinned", "i2")])


@entry
def situation_row(battles: Array, arenas: Array, logs: Array, watches: Array, fired: Array, who: int, out: Array) -> None:
    """Write the situation of a unit in the battle of the first row.

    Args:
        watches: the notes on the battle, a record of `fireteam.agents.watching.WATCH`.
        fired: dtype FIRED, shape (MAX_UNITS,); changed when the unit's turn is a new one.
        out: dtype SITUATION, shape (1,). Written.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    situate(as_known(battle, arena, logs[0], battle.units[who].team), arena, who, out[0])
    note_fire(battle, watches[0].fates[who], fired[who], out[0])


@kernel
def situate(battle: Record, arena: Record, who: int, out: Array) -> None:
    """Write the situation of a unit, except fire; `battle` is as its team knows it."""
    unit = battle.units[who]
    foes, friends, watched = 0, 0, 0
    out.nearest = NOWHERE_NEAR
    out.friend = NOWHERE_NEAR
    for other in range(arena.units):
        body = battle.units[other]
        if other == who or body.status != UP or arena.sheets[other].inanimate:
            continue
        far = float(apart(arena, unit, body))
        if body.team == unit.team:
            friends += 1
            out.friend = far if out.friend < 0 else min(out.friend, far)
        elif is_enemy(battle, who, other):
            foes += 1
            out.nearest = far if out.nearest < 0 else min(out.nearest, far)
            if cover_between(battle, arena, tile_of(arena, body), body.prone, tile_of(arena, unit), unit.prone) != TOTAL:
                watched += 1
    if watched == 0:
        out.place = OUT_OF_SIGHT
    else:
        out.place = IN_COVER if unit.covered else IN_THE_OPEN
    left = life_share(battle, arena, who)
    out.life = 0 if left >= 1.0 else 1 if left >= BADLY else 2
    out.odds = 0 if friends + 1 > foes else 1 if friends + 1 == foes else 2
    out.range = band(out.nearest)
    out.alone = 1 if friends == 0 else 0


@kernel
def band(metres: int) -> int:
    """Return the band of a distance to the nearest enemy."""
    if metres < 0:
        return NONE_KNOWN
    return NEAR if metres <= NEAR_WITHIN else MEDIUM if metres <= MEDIUM_WITHIN else LONG


@kernel
def note_fire(battle: Record, fate: Record, fired: Array, out: Array) -> None:
    """Write whether a unit was fired on since its last turn; `fate` is that of `watching`, `fired` of dtype FIRED."""
    out.turn = turn_of(battle)
    if fired.turn != out.turn:
        fired.turn = out.turn
        fired.last_fired_on, fired.last_pinned = fired.fired_on, fired.pinned
    fired.fired_on, fired.pinned = fate.fired_on, fate.pinned
    out.fire = LEFT_ALONE
    if fate.fired_on > fired.last_fired_on:
        out.fire = UNDER_FIRE
    if fate.pinned > fired.last_pinned:
        out.fire = PINNED


def nothing_fired() -> np.ndarray:
    """Return the blank memory of fire for the units of a battle that has just begun, dtype FIRED."""
    return np.zeros(MAX_UNITS, FIRED)
