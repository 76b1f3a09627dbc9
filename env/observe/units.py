"""The units in an observation: the numbers of every slot."""

from typing import Any, NamedTuple

from ..rules.ground.grid import apart, tile_of
from ..rules.ground.paths import path_length
from ..rules.ground.sight import TOTAL, cover_of
from ..rules.interface import buffer, hand, life_share
from ..rules.kernel import Array, Record, kernel
from ..rules.record import DOWN, UP
from ..rules.sides.knowledge import knows, knows_condition
from .features import clipped, features_of
from .interface import tables, write_bearing, write_condition, write_fallen


class Slot(NamedTuple):
    """The features of a unit in a slot that every rule system has, or their places."""

    present: Any = "1 if somebody known and able to act is in the slot"
    fallen: Any = "1 if the unit of the slot is unconscious, dead or gone"
    self: Any = "1 for the unit that decides"
    opponent: Any = "1 for the attacker, mover or shooter the decision is about"
    life: Any = "life left / that of a fresh one"
    buffer: Any = "points left that are used up before life / 10"
    dx: Any = "tiles to the east / 24"
    dy: Any = "tiles to the south / 24"
    distance: Any = "metres / 50"
    path: Any = "metres to walk / 50"
    prone: Any = "1 when prone"
    covered: Any = "1 after Take Cover"
    in_sight: Any = "1 with a line of sight to the decider"
    its_cover: Any = "its cover against the decider: 0, 0.5, 1"
    cover_from: Any = "the decider's cover against it: 0, 0.5, 1"
    harm_to: Any = "damage expected of a plain attack on it / 8 (on friends: 0)"
    harm_from: Any = "damage expected of its plain attack / 8 (from friends: 0)"
    lies: Any = "1 if it lies unconscious, in fog where the team sees it: its place is then given"


SHARED = features_of(Slot)


@kernel
def write_slot(battle: Record, arena: Record, who: int, other: int, out: Array, at: int) -> None:
    """Write unit `other` as unit `who` sees it into its slot: its numbers from `out[at]`, all zeros before."""
    place = tables(battle).slot
    unit = battle.units[who]
    body = battle.units[other]
    team = unit.team
    own = body.team == team
    # What is computed comes before what is written: compilers must take every write for one that may change the record.
    away = apart(arena, unit, body)
    east, south = body.x - unit.x, body.y - unit.y
    if body.status != UP:
        out[at + place.fallen] = 1.0 if body.status > UP else 0.0
        if body.status == DOWN:
            out[at + place.lies] = 1.0
            write_place(place, out, at, east, south, away)
            write_fallen(battle, arena, other, out, at)
        return
    if not knows(battle, team, other):
        return
    walk = path_length(battle, arena, tile_of(arena, unit), tile_of(arena, body))
    its_cover, own_cover, harm_to, harm_from = TOTAL, 0, 0.0, 0.0
    if other != who:
        its_cover = cover_of(battle, arena, body, unit)
        if its_cover != TOTAL and not own:
            own_cover = cover_of(battle, arena, unit, body)
            harm_to = arena.harm[who, hand(battle, who), other, its_cover if body.covered else 0] * (1 / 8)
            harm_from = arena.harm[other, hand(battle, other), who, own_cover if unit.covered else 0] * (1 / 8)
    opponent = other == battle.opponent and battle.decider == who
    write_place(place, out, at, east, south, away)
    write_bearing(battle, arena, who, other, out, at)
    if knows_condition(battle, arena, team, other):
        out[at + place.life] = clipped(life_share(battle, arena, other))
        out[at + place.buffer] = clipped(buffer(battle, arena, other) * (1 / 10))
        write_condition(battle, arena, other, out, at)
    out[at + place.prone] = body.prone
    out[at + place.covered] = body.covered
    out[at + place.present] = 1.0
    out[at + place.self] = 1.0 if other == who else 0.0
    out[at + place.opponent] = 1.0 if opponent else 0.0
    out[at + place.path] = clipped(walk * (1 / 50))
    if its_cover != TOTAL:
        out[at + place.in_sight] = 1.0
        if not own:
            out[at + place.its_cover] = its_cover / 2
            out[at + place.cover_from] = own_cover / 2
            out[at + place.harm_to] = clipped(harm_to)
            out[at + place.harm_from] = clipped(harm_from)


@kernel
def write_place(place: Slot, out: Array, at: int, east: int, south: int, away: float) -> None:
    """Write where a unit is into its slot at `out[at]`: tiles east and south of the decider, metres; `place` is a Slot."""
    out[at + place.dx] = clipped(east * (1 / 24))
    out[at + place.dy] = clipped(south * (1 / 24))
    out[at + place.distance] = clipped(away * (1 / 50))


@kernel
def slot_of(goal: Record, layout: Record, other: int) -> int:
    """Return the slot of unit `other` in an observation, own slots first, for the team with a `goal`; -1 if it has none."""
    place = other - goal.first
    if 0 <= place < goal.count:
        return place if place < layout.own else -1
    place = other if other < goal.first else other - goal.count
    return layout.own + place if place < layout.others else -1


@kernel
def shown_at(battle: Record, arena: Record, layout: Record, who: int, other: int) -> int:
    """Return the place in unit `who`'s observation of unit `other`'s slot, if it can act; -1 if not."""
    team = battle.units[who].team
    slot = slot_of(arena.goals[team], layout, other)
    if slot < 0 or battle.units[other].status != UP or not knows(battle, team, other):
        return -1
    sizes = tables(battle).sizes
    return sizes.context + slot * sizes.slot
