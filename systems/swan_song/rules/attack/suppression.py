"""Suppressive fire (SS-U5 to SS-U7): zones of fire, who is pinned in them, and the stray shots they hold."""

import numpy as np

from fireteam.env.rules.arena import MAX_SIDE, MAX_WEAPONS
from fireteam.env.rules.ground.grid import DX, DY, apart, metres, tile_of
from fireteam.env.rules.ground.sight import NO_COVER, TOTAL, cover_between, cover_of, lane
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY, UP

from ...words import events, purposes
from ...words.verbs import SUPPRESS_CONE
from .. import clauses
from ..body.conditions import end_suppression, fall_prone
from ..body.vehicles import is_beside_vehicle
from ..pools import NO_LIMIT, attribute, blindness, burdens, hardships, on_the_run, roll, skill_and_attribute
from ..record import MAX_ZONES, SURPRISED
from ..tables import ACROBATICS, EDGE, INTUITION, SINGLE, VOLLEY_OF_MODE, WILLPOWER
from .attack import darkness, land, moving_target, range_band
from .cover import cover_in_force
from .defense import (
    count_defense,
    defense_modifiers,
    has_defense,
    is_in_melee,
    is_surprised_by,
    shot_at_modifiers,
    without_defense,
)

CONE_F, CONE_G = 12, 5  # a cone of 45 degrees: aside within 5/12 of ahead, the tangent of 22.5 degrees
UNTRIED = -1  # no stray shot was rolled against a unit in this turn


def _cone_rows() -> np.ndarray:
    """Return the first and the last tile of every row of a cone, as offsets in x: int64 [direction, dy + MAX_SIDE, 0 or 1].

    It is `in_pattern` for whole rows, which the observation uses. An empty row ends before it begins.
    """
    offsets = np.arange(-MAX_SIDE, MAX_SIDE + 1)
    rows = np.zeros((8, len(offsets), 2), np.int64)
    for direction in range(8):
        for place, dy in enumerate(offsets):
            ahead = DX[direction] * offsets + DY[direction] * dy
            aside = np.abs(DX[direction] * dy - DY[direction] * offsets)
            inside = offsets[(ahead > 0) & (CONE_F * aside <= CONE_G * ahead)]
            rows[direction, place] = (inside[0], inside[-1]) if len(inside) else (MAX_SIDE, -MAX_SIDE)
    return rows


CONE_ROWS = _cone_rows()


@kernel
def free_zone(battle):
    """Return a free row of the zones, MAX_ZONES if all are in use."""
    for zone in range(MAX_ZONES):
        if battle.zones[zone].shooter == NOBODY:
            return zone
    return MAX_ZONES


@kernel
def lay_suppression(battle, arena, log, shooter, verb, argument):
    """Open a zone of fire and roll its one pinning test (SS-U5); return its row in `battle.zones`.

    A cone in a direction halves the density and costs two dice, a line runs through the tile of an enemy. Density is
    the rounds fired; less than a full burst raises the threshold of the test. Suppressive fire is not charged recoil.
    """
    unit = battle.units[shooter]
    model = arena.sheets[shooter].weapons[unit.hand]
    held = unit.held[unit.hand]
    firing = arena.firings[VOLLEY_OF_MODE[held.mode]]
    held.ammo -= firing.rounds
    unit.shot = 1
    unit.engaged = 1
    number = free_zone(battle)
    zone = battle.zones[number]
    zone.shooter = shooter
    zone.weapon = model
    zone.x = unit.x
    zone.y = unit.y
    zone.reach = arena.weapons[model].bands[3]
    pool = skill_and_attribute(battle, arena, log, shooter, arena.weapons[model].skill, INTUITION)
    pool += burdens(battle, arena, log, shooter, pool) + blindness(arena, log, unit)
    pool += on_the_run(arena, log, unit)
    if verb == SUPPRESS_CONE:
        zone.cone = 1
        zone.direction = argument
        zone.density = firing.rounds // 2
        unit.facing = argument
        pool += term(log, clauses.CONE, arena.rules.cone)
    else:
        zone.cone = 0
        _, aim = lane(battle, arena, unit, battle.units[argument])
        zone.aim_x = aim % arena.width
        zone.aim_y = aim // arena.width
        zone.density = firing.rounds
    hits, _ = roll(battle, arena, log, shooter, NOBODY, purposes.PIN, pool, arena.weapons[model].accuracy)
    zone.pin = max(hits - firing.pin, 0)
    emit(battle, log, events.SUPPRESSION, shooter, NOBODY, zone.density, zone.pin, zone.direction if zone.cone else -1)
    for other in range(arena.units):
        battle.units[other].stray_hits[number] = UNTRIED
    return number


@kernel
def pattern_of(zone):
    """Return the pattern (along_x, along_y, f, g, h) of a zone: its axis in tiles, and its border as in `in_pattern`.

    A line of tiles: aside within half a tile, where a tile of the axis counts as its longer coordinate.
    """
    if zone.cone:
        return DX[zone.direction], DY[zone.direction], CONE_F, CONE_G, 0
    aim_x, aim_y = zone.aim_x - zone.x, zone.aim_y - zone.y
    return aim_x, aim_y, 2, 0, max(abs(aim_x), abs(aim_y))


@kernel
def in_pattern(pattern, dx, dy, radius):
    """Return whether the offset (dx, dy) from the shooter lies in a pattern; with a radius, whether one so near to it might.

    It does if ahead is above 0 and f * aside is at most g * ahead + h; ahead and aside are tiles times the length of the
    axis (along_x, along_y).
    """
    along_x, along_y, f, g, h = pattern
    slack = radius * (abs(along_x) + abs(along_y))
    ahead = along_x * dx + along_y * dy + slack
    aside = abs(along_x * dy - along_y * dx) - slack
    return ahead > 0 and f * aside <= g * ahead + h


@kernel
def in_zone(battle, arena, zone, x, y):
    """Return whether the tile (x, y) lies in a zone, a number: its cone or line, within reach, in sight of the shooter."""
    fire = battle.zones[zone]
    dx, dy = x - fire.x, y - fire.y
    return in_pattern(pattern_of(fire), dx, dy, 0) and is_shot_at(battle, arena, fire, dx, dy)


@kernel
def touches(battle, arena, zone, x, y, side):
    """Return whether a zone, a number, touches a place, `side` tiles wide and long, of which (x, y) is the first tile."""
    for row in range(side):
        for column in range(side):
            if in_zone(battle, arena, zone, x + column, y + row):
                return True
    return False


@kernel
def is_under(battle, arena, number, who):
    """Return whether a unit stands in zone `number`, or sits in a vehicle that does, and is concerned by it."""
    unit = battle.units[who]
    return threatened(battle, number, who) and touches(battle, arena, number, unit.x, unit.y, unit.side)


@kernel
def is_shot_at(battle, arena, zone, dx, dy):
    """Return whether a tile of a zone's pattern lies within the weapon's reach and the shooter's sight.

    The tile is (dx, dy) from where the shooter stood when the zone was laid.
    """
    if metres(arena, 0, 0, dx, dy) > zone.reach:
        return False
    origin = zone.y * arena.width + zone.x
    tile = origin + dy * arena.width + dx
    return cover_between(battle, arena, origin, battle.units[zone.shooter].prone, tile, 0) != TOTAL


@kernel
def threatened(battle, number, who):
    """Return whether zone `number` concerns a unit at all: it is in use, by somebody else, and the unit can be shot."""
    shooter = battle.zones[number].shooter
    unit = battle.units[who]
    return shooter != NOBODY and shooter != who and unit.status == UP


@kernel
def meet_zones_anew(unit):
    """Let a unit meet the zones of fire anew, as its phase begins (SS-U7)."""
    for zone in range(MAX_ZONES):
        unit.stray_hits[zone] = UNTRIED


@kernel
def resists_pin(battle, arena, log, number, who):
    """Roll a unit's test against being pinned: Willpower + Intuition, a die per range increment (SS-U6).

    Return whether it resists. It is no action, so to have delayed the own one costs it nothing (SS-T7).
    """
    zone = battle.zones[number]
    unit = battle.units[who]
    shooter = battle.units[zone.shooter]
    if zone.pin <= 0 or arena.sheets[who].inanimate:
        return True
    pool = attribute(battle, arena, log, who, WILLPOWER) + attribute(battle, arena, log, who, INTUITION)
    pool += hardships(battle, arena, log, who, pool)
    band = range_band(arena.weapons[zone.weapon], apart(arena, unit, shooter))
    pool += term(log, clauses.RANGE_INCREMENT, max(band, 0))
    hits, _ = roll(battle, arena, log, who, zone.shooter, purposes.RESIST_PIN, pool, NO_LIMIT)
    if hits >= zone.pin:
        emit(battle, log, events.NOT_PINNED, who, zone.shooter, 0, 0, 0)
        return True
    return False


@kernel
def is_behind_something(battle, arena, number, who):
    """Return whether something stands between a unit and the shooter of zone `number`, in use as cover or not."""
    return cover_of(battle, arena, battle.units[who], battle.units[battle.zones[number].shooter]) != NO_COVER


@kernel
def can_go_to_cover(battle, arena, number, who):
    """Return whether a pinned unit has cover against the shooter of zone `number` where it stands, and could take it."""
    unit = battle.units[who]
    near_cover = arena.tiles[tile_of(arena, unit)].near_cover or (arena.vehicles and is_beside_vehicle(battle, arena, who))
    if unit.covered or unit.aboard != NOBODY or not near_cover:
        return False
    return is_behind_something(battle, arena, number, who)


@kernel
def is_in_cover(battle, arena, number, who):
    """Return whether a unit has taken cover and it serves against the shooter of zone `number`; a vehicle's always does."""
    unit = battle.units[who]
    return unit.aboard != NOBODY or (unit.covered == 1 and is_behind_something(battle, arena, number, who))


@kernel
def pin_down(battle, log, number, who, to_cover):
    """Pin a unit: it goes to cover or falls prone, and is stuck until its next phase or the end of the fire (SS-U6).

    `number` is the row of the zone in `battle.zones`.
    """
    unit = battle.units[who]
    if to_cover:
        unit.covered = 1
    else:
        fall_prone(battle, log, who, NOBODY, events.PRONE)
    unit.stuck = number + 1
    unit.walking = 0
    unit.run_left = 0
    unit.charge = NOBODY
    emit(battle, log, events.PINNED, battle.zones[number].shooter, who, unit.covered, 0, 0)


@kernel
def needs_defense(battle, arena, number, who):
    """Return whether zone `number` has not rolled its stray shot against a unit yet, or its cover has changed (SS-U7)."""
    unit = battle.units[who]
    zone = battle.zones[number]
    shooter = battle.units[zone.shooter]
    if unit.stray_hits[number] == UNTRIED:
        return True
    seen_cover = cover_of(battle, arena, unit, shooter)
    return unit.stray_cover[number] != cover_in_force(arena, unit, shooter, seen_cover, zone.weapon)


@kernel
def stray_shot(battle, arena, log, number, who):
    """Roll a zone's stray shot against a unit, once a turn, and its defense, which counts as any other does (SS-U7).

    Edge + density against Edge + Acrobatics + cover, with the modifiers of any shot: a run of the shooter's (SS-M4), a
    target out of sight (SS-R10). A changed cover means a new defense against the same shot. A hit goes through the cover;
    one that does not penetrate lowers the density.
    """
    zone = battle.zones[number]
    unit = battle.units[who]
    shooter = battle.units[zone.shooter]
    seen_cover = cover_of(battle, arena, unit, shooter)
    cover = cover_in_force(arena, unit, shooter, seen_cover, zone.weapon)
    surprised = unit.surprised == SURPRISED and is_surprised_by(unit, zone.shooter)
    own = has_defense(battle, arena, who, surprised)
    if unit.stray_hits[number] == UNTRIED:
        pool = attribute(battle, arena, log, zone.shooter, EDGE) + term(log, clauses.DENSITY, zone.density)
        pool += burdens(battle, arena, log, zone.shooter, pool) + blindness(arena, log, shooter)
        pool += on_the_run(arena, log, shooter)
        if seen_cover == TOTAL:
            pool += term(log, clauses.BLIND_FIRE, arena.rules.blind_fire)
        pool += moving_target(arena, log, unit)
        band = range_band(arena.weapons[zone.weapon], apart(arena, unit, shooter))
        pool += term(log, clauses.RANGE, arena.rules.range[max(band, 0)]) + darkness(battle, arena, log, shooter, unit)
        emit(battle, log, events.STRAY_SHOT, zone.shooter, who, zone.density, 0, 0)
        limit = arena.weapons[zone.weapon].accuracy
        hits, _ = roll(battle, arena, log, zone.shooter, who, purposes.STRAY_SHOT, pool, limit)
        unit.stray_hits[number] = hits
    elif own:
        unit.defended = max(unit.defended - 1, 0)  # against this same shot
    unit.stray_cover[number] = cover
    unit.engaged = 1
    limit = NO_LIMIT
    if not own:
        pool = without_defense(arena, log, who, surprised, cover)
    else:
        limit = arena.sheets[who].physical
        pool = skill_and_attribute(battle, arena, log, who, ACROBATICS, EDGE)
        pool += defense_modifiers(battle, arena, log, who, unit, zone.weapon, cover, pool)
        fights = is_in_melee(battle, arena, who, zone.shooter)
        pool += shot_at_modifiers(battle, arena, log, who, zone.shooter, fights)
        pool += spread_of_fire(arena, log, zone, shooter)
        count_defense(unit)
    dodged, _ = roll(battle, arena, log, who, zone.shooter, purposes.DODGE_STRAY, pool, limit)
    cite(log, clauses.OPPOSED)
    behind = cover != NO_COVER or seen_cover == TOTAL
    misses = surprised and unit.stray_hits[number] == 0  # a plain success test, as any attack on the unaware (SS-F5)
    land_stray(battle, arena, log, number, who, -1 if misses else unit.stray_hits[number] - dodged, cover, behind)


@kernel
def spread_of_fire(arena, log, zone, shooter):
    """Add the dice that flechettes in a zone, a record, take off a defense, by the choke of its shooter's weapon (SS-F4)."""
    if arena.weapons[zone.weapon].flechette:
        for slot in range(MAX_WEAPONS):
            if arena.sheets[zone.shooter].weapons[slot] == zone.weapon:
                return term(log, clauses.SPREAD, arena.rules.choke[shooter.held[slot].choke])
    return 0


@kernel
def land_stray(battle, arena, log, number, who, net, cover, behind):
    """Apply a stray shot with the given net hits (SS-U7).

    It goes through the cover if its target is `behind` something: in cover, or out of sight.
    """
    zone = battle.zones[number]
    shooter = zone.shooter
    if net < 0:
        emit(battle, log, events.MISS, shooter, who, net, 0, 0)
        return
    damage = arena.weapons[zone.weapon].damage
    suffered = land(battle, arena, log, shooter, who, zone.weapon, SINGLE, net, damage, cover, behind)
    if suffered == 0 and zone.shooter == shooter:
        zone.density -= 1
        emit(battle, log, events.THINNED, shooter, who, zone.density, 0, 0)
        if zone.density <= 0:
            end_suppression(battle, log, shooter)


@kernel
def is_kept_out(battle, arena, unit, x, y, side):
    """Return whether a place lies in a zone that a unit, a record, failed to enter in this phase (SS-U6); see `touches`."""
    for number in range(MAX_ZONES):
        is_there = battle.zones[number].shooter != NOBODY  # in what its team knows of the battle it may be missing
        if is_there and unit.barred >> number & 1 and touches(battle, arena, number, x, y, side):
            return True
    return False
