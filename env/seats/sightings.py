"""What a side has seen so far, and sees now: where each unit was when the side last knew its place, and who sees whom.

Observations forget who goes out of sight. Here a batch keeps it, for learners without a memory of their own, or for critics.
"""

from typing import Any, NamedTuple

import numpy as np

from ..observe.features import clipped
from ..observe.units import slot_of
from ..rules.ground.sight import sees
from ..rules.interface import life_share
from ..rules.kernel import Array, Record, entry, kernel
from ..rules.record import UP
from ..rules.sides.view import as_known

SIGHTING = np.dtype(
    [("met", "i1"), ("x", "i2"), ("y", "i2"), ("round_number", "i2"), ("life", "f4"), ("fallen", "i1")], align=True
)


class Sighting(NamedTuple):
    """What there is for the unit of a slot, or its place."""

    known: Any = "1 if the side knows where it is now"
    met: Any = "1 if the side ever knew where it was"
    dx: Any = "tiles to the east of the decider, where it was then / 24"
    dy: Any = "tiles to the south / 24"
    ago: Any = "rounds since then / 8"
    life: Any = "life left then, as far as the side knew / that of a fresh one"
    fallen: Any = "1 if the side knows that it is unconscious, dead or gone"


FEATURES = Sighting(*range(len(Sighting._fields)))


@kernel
def forget_sightings(sightings: Array) -> None:
    """Let no side of a battle have met anybody, as it begins; `sightings` has shape (MAX_TEAMS, MAX_UNITS), or none."""
    for team in range(len(sightings)):
        for who in range(sightings.shape[1]):
            sightings[team, who].met = 0


@kernel
def note_sightings(battle: Record, arena: Record, log: Record, sightings: Array) -> None:
    """Note what each side of a battle knows now; nothing if `sightings` is empty."""
    for team in range(min(arena.teams, len(sightings))):
        known = as_known(battle, arena, log, team)
        for who in range(arena.units):
            unit = known.units[who]
            sighting = sightings[team, who]
            sighting.fallen = 1 if unit.status > UP else 0
            if unit.status == UP:
                sighting.met = 1
                sighting.x = unit.x
                sighting.y = unit.y
                sighting.round_number = known.round_number
                sighting.life = life_share(known, arena, who)


@entry
def write_sightings(
    battles: Array, arenas: Array, logs: Array, layouts: Array, sightings: Array, out: Array
) -> None:  # fmt: skip
    """Fill `out`, float32 of shape (rows, slots, len(FEATURES)), with what the side of each row's decider has seen so far.

    Slots are those of observations, own ones first. A battle that is over has none.
    """
    layout = layouts[0]
    for row in range(len(battles)):
        battle = battles[row]
        arena = arenas[battle.variant]
        out[row] = 0.0
        if battle.over:
            continue
        decider = battle.units[battle.decider]
        known = as_known(battle, arena, logs[0], decider.team)
        for who in range(arena.units):
            slot = slot_of(arena.goals[decider.team], layout, who)
            sighting = sightings[row, decider.team, who]
            if slot < 0:
                continue
            out[row, slot, FEATURES.known] = 1.0 if known.units[who].status == UP else 0.0
            out[row, slot, FEATURES.fallen] = sighting.fallen
            if sighting.met:
                out[row, slot, FEATURES.met] = 1.0
                out[row, slot, FEATURES.dx] = clipped((sighting.x - decider.x) / 24)
                out[row, slot, FEATURES.dy] = clipped((sighting.y - decider.y) / 24)
                out[row, slot, FEATURES.ago] = clipped((known.round_number - sighting.round_number) / 8)
                out[row, slot, FEATURES.life] = clipped(sighting.life)


@entry
def write_sights(battles: Array, arenas: Array, logs: Array, layouts: Array, out: Array) -> None:
    """Fill `out`, int8 of shape (rows, slots, slots), with 1 where two units have a line of sight to one another.

    It is as the side of each row's decider knows the battle. Slots are those of observations. A battle that is over has
    none.
    """
    layout = layouts[0]
    for row in range(len(battles)):
        battle = battles[row]
        arena = arenas[battle.variant]
        out[row] = 0
        if battle.over:
            continue
        team = battle.units[battle.decider].team
        goal = arena.goals[team]
        known = as_known(battle, arena, logs[0], team)
        for who in range(arena.units):
            slot = slot_of(goal, layout, who)
            if slot < 0 or known.units[who].status != UP:
                continue
            for other in range(who):
                opposite = slot_of(goal, layout, other)
                if (
                    opposite >= 0
                    and known.units[other].status == UP
                    and sees(known, arena, known.units[who], known.units[other])
                ):
                    out[row, slot, opposite] = 1
                    out[row, opposite, slot] = 1
