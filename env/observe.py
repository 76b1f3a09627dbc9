"""What an agent sees: record to arrays.

An observation is a flat float32 array of numbers between -1 and 1, from the point of view of the unit that decides:

    context    the pending decision, the clock, the unit's own state, its weapon, its team's objective
    own        a row for each slot of the own team
    others     a row for each slot of all other teams
    window     planes of 7 x 7 tiles around the unit

The tables below are the layout: `fireteam list observation` prints every index from them. Dice to come and the seed are in
no observation; in fog, what the team does not know of is all zeros.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .actions import unit_in_slot
from .rules.arena import DOORS_MATTER, EXIT, HOLD
from .rules.battle import (
    ACT,
    DEAD,
    DECISIONS,
    DEFEND,
    DOWN,
    INTERCEPT,
    MAX_ZONES,
    NOBODY,
    PINNED,
    UP,
)
from .rules.grid import apart, metres, tile_of
from .rules.kernel import entry, kernel
from .rules.knowledge import knows
from .rules.numbered import number
from .rules.objectives import standing
from .rules.sight import GOOD, NO_COVER, PARTIAL, TOTAL, cover_between, cover_of
from .rules.swan_song.attack import damage_value
from .rules.swan_song.defense import weapon_row
from .rules.swan_song.movement import metres_left
from .rules.swan_song.standing import chance_of_hit
from .rules.swan_song.suppression import in_pattern, pattern_of, threatened
from .rules.swan_song.tables import BARE_HANDS, MODES
from .rules.verbs import PASS

RADIUS = 3
SIDE = 2 * RADIUS + 1


class Feature(NamedTuple):
    """One number of an observation: its name and what it means."""

    name: str
    meaning: str


CONTEXT: list[Feature] = []
ROW: list[Feature] = []
PLANES: list[Feature] = []


def _context(name: str, meaning: str) -> int:
    return number(CONTEXT, Feature(name, meaning))


def _row(name: str, meaning: str) -> int:
    return number(ROW, Feature(name, meaning))


def _plane(name: str, meaning: str) -> int:
    return number(PLANES, Feature(name, meaning))


KIND = _context("decides_act", "1 in the own action phase")
for _name in DECISIONS[2:]:
    _context(f"decides_{_name}", f"1 when the decision is to {_name}" if _name != "pinned" else "1 when pinned")
ROUND = _context("round", "rounds fought / round limit")
PASS_NUMBER = _context("pass", "initiative pass / 4")
POINTS = _context("action_points", "action points left / 4")
FREE_ACTION = _context("free_action", "1 while the free action of the pass is unused")
SCORE = _context("score", "initiative score / 40")
WALK_LEFT = _context("walk_left", "metres of the round's walk left / 20")
STEPS_LEFT = _context("metres_left", "metres that may be moved right now / 20")
RUNS_MADE = _context("runs", "run actions of this round / 3")
HAS_ATTACKED = _context("attacked", "1 after the attack of the phase")
IS_STUCK = _context("stuck", "1 when movement is over for this phase")
CHARGING = _context("charging", "1 during a charge")
AIMED = _context("aim", "dice of aim / 6")
RECOIL = _context("recoil", "rounds fired and not recovered from / 20")
UNARMED = _context("unarmed", "1 with empty hands")
MELEE = _context("melee_weapon", "1 with a melee weapon in hand")
AMMO = _context("ammo", "rounds in the weapon / its magazine")
SPARE = _context("spare", "spare magazines / 4")
JAMMED = _context("jammed", "1 when the weapon must be readied")
GUN_MODE = _context("mode_SS", "1 in single shot mode")
for _name in MODES[1:]:
    _context(f"mode_{_name}", f"1 in mode {_name}")
FULL = _context("full_defense", "1 while on full defense")
DEFENDED = _context("defended", "attacks defended against since the own last phase / 4")
THREAT_DAMAGE = _context("incoming_damage", "damage value of the attack to defend against / 16")
THREAT_CHANCE = _context("incoming_chance", "its chance to hit the standard defense")
OWN_STANDING = _context("own_standing", "share of the own team that can act")
OTHERS_STANDING = _context("others_standing", "share of all others that can act")
GOAL_KIND = _context("goal_eliminate", "1 if the team's objective is to eliminate")
_context("goal_hold", "1 if it is to hold ground")
_context("goal_exit", "1 if it is to reach an exit")
_context("goal_protect", "1 if it is to protect a ward")
PROGRESS = _context("progress", "rounds held or units brought out / needed")
RIVAL_PROGRESS = _context("rival_progress", "the same of the best other team")
ON_GOAL = _context("on_goal", "1 on a tile of the objective's zone")

PRESENT = _row("present", "1 if somebody known and able to act is in the slot")
FALLEN = _row("fallen", "1 if the unit of the slot is unconscious, dead or gone")
IS_DECIDER = _row("self", "1 for the unit that decides")
IS_OPPONENT = _row("opponent", "1 for the attacker, mover or shooter the decision is about")
LIFE = _row("life", "Flesh left / maximum (Armored for those without Flesh)")
BUFFER = _row("buffer", "shield and Armored points left / 10")
STRAINED = _row("strain", "Strain / threshold")
WOUNDS = _row("wounds", "wound modifier / 6")
OFFSET_X = _row("dx", "tiles to the east / 24")
OFFSET_Y = _row("dy", "tiles to the south / 24")
DISTANCE = _row("distance", "metres / 50")
PATH = _row("path", "metres to walk / 50")
IS_PRONE = _row("prone", "1 when prone")
IS_COVERED = _row("covered", "1 after Take Cover")
PACE = _row("pace", "0 still or walking, 0.5 running, 1 sprinting")
TO_ACT = _row("to_act", "1 if its phase of this pass is still to come")
POINTS_LEFT = _row("action_points", "action points left / 4")
PINNED_DOWN = _row("stuck", "1 when it cannot move")
IN_SIGHT = _row("in_sight", "1 with a line of sight to the decider")
ITS_COVER = _row("its_cover", "its cover against the decider: 0, 0.5, 1")
COVER_FROM = _row("cover_from", "the decider's cover against it: 0, 0.5, 1")
HARM_TO = _row("harm_to", "damage expected of a plain attack on it / 8 (on friends: 0)")
HARM_FROM = _row("harm_from", "damage expected of its plain attack / 8 (from friends: 0)")

GROUND = _plane("ground", "1 open, 0.5 difficult, 0 blocked or off the map")
SHELTER = _plane("shelter", "height of what stands there / 3 m, and 0.2 beside something to take cover behind")
OCCUPANCY = _plane("occupancy", "1 own unit, -1 another")
SEEN_FROM = _plane("threat", "enemies that see the tile / 4")
FIRE = _plane("suppression", "1 in a zone of fire that would concern the unit")
DANGER = _plane("if_I_end_here", "damage expected of a plain attack by each enemy that sees the tile, cover taken / 16")


def observation_size(own: int, others: int) -> int:
    """Return how many numbers an observation has for so many slots."""
    return len(CONTEXT) + (own + others) * len(ROW) + len(PLANES) * SIDE * SIDE


def describe(own: int, others: int) -> Iterator[tuple[int, str, str]]:
    """Yield (index, name, meaning) of every number of an observation."""
    index = 0
    for feature in CONTEXT:
        yield index, feature.name, feature.meaning
        index += 1
    for group, slots in (("own", own), ("others", others)):
        for slot in range(slots):
            for feature in ROW:
                yield index, f"{group}_{slot}.{feature.name}", feature.meaning
                index += 1
    for plane in PLANES:
        for y in range(-RADIUS, RADIUS + 1):
            for x in range(-RADIUS, RADIUS + 1):
                yield index, f"{plane.name}[{y:+d},{x:+d}]", plane.meaning
                index += 1


N_CONTEXT, N_ROW, N_PLANE = len(CONTEXT), len(ROW), SIDE * SIDE


@kernel
def index(place):
    """Return an index that cannot be negative: it spares the inner loops the test for one, and lets them vectorise."""
    return np.uint64(place)


@kernel
def clipped(value):
    """Return a number cut to -1 ... 1."""
    return min(max(value, -1.0), 1.0)


@kernel
def observe(battle, arena, log, layout, who, out):
    """Write what a unit sees into `out`, float32 of `observation_size` numbers."""
    out[:] = 0.0
    write_context(battle, arena, log, who, out)
    goal = arena.goals[battle.units[who].team]
    at = N_CONTEXT
    for slot in range(min(layout.own, goal.count)):
        write_row(battle, arena, who, goal.first + slot, out, at + slot * N_ROW)
    at += layout.own * N_ROW
    for slot in range(min(layout.others, arena.units - goal.count)):
        write_row(battle, arena, who, unit_in_slot(goal, slot), out, at + slot * N_ROW)
    write_window(battle, arena, who, out, at + layout.others * N_ROW)


@kernel
def write_context(battle, arena, log, who, out):
    """Write the decision, the clock and the unit's own state."""
    unit = battle.units[who]
    if battle.decider == who and battle.decision > 0:
        out[KIND + battle.decision - 1] = 1.0
        if battle.decision == DEFEND:
            write_attack(battle, arena, log, out)
    out[ROUND] = battle.round_number / arena.limit
    out[PASS_NUMBER] = clipped(battle.pass_number / 4)
    out[POINTS] = clipped(unit.ap / 4)
    out[FREE_ACTION] = 1.0 if unit.free_used < arena.rules.free_actions else 0.0
    out[SCORE] = clipped(unit.score / 40)
    out[WALK_LEFT] = clipped(unit.walk_left / 20)
    out[STEPS_LEFT] = clipped(metres_left(unit) / 20)
    out[RUNS_MADE] = clipped(unit.runs / 3)
    out[HAS_ATTACKED] = unit.attacked
    out[IS_STUCK] = 1.0 if unit.stuck != 0 else 0.0
    out[CHARGING] = 1.0 if unit.charge != NOBODY else 0.0
    out[AIMED] = clipped(unit.aim / 6)
    out[RECOIL] = clipped(unit.recoil / 20)
    out[FULL] = unit.full_defense
    out[DEFENDED] = clipped(unit.defended / 4)
    write_weapon(arena, who, unit, out)
    write_goal(battle, arena, unit, out)


@kernel
def write_weapon(arena, who, unit, out):
    """Write the state of the weapon in hand."""
    row = weapon_row(arena, unit, arena.sheets[who])
    if row < 0:
        out[UNARMED] = 1.0
        return
    weapon = arena.weapons[row]
    held = unit.held[unit.hand]
    out[MELEE] = weapon.melee
    out[JAMMED] = held.jammed
    if weapon.magazine > 0:
        out[AMMO] = held.ammo / weapon.magazine
        out[SPARE] = clipped(held.spare / 4)
    if weapon.firearm:
        out[GUN_MODE + held.mode] = 1.0


@kernel
def write_attack(battle, arena, log, out):
    """Write what is known of the attack that waits for the decider's answer."""
    frame = battle.stack[battle.depth - 1]
    damage = damage_value(battle, arena, frame.unit, frame.target, frame.weapon)
    out[THREAT_DAMAGE] = clipped(damage / 16)
    chance = chance_of_hit(battle, arena, log, frame.unit, frame.target, frame.weapon, frame.firing, PASS)
    out[THREAT_CHANCE] = chance / 100


@kernel
def progress(battle, arena, team):
    """Return how far a team has come with an objective that is counted, 0 to 1."""
    goal = arena.goals[team]
    if goal.kind == HOLD:
        return clipped(battle.teams[team].rounds_held / goal.needed)
    if goal.kind == EXIT:
        return clipped(battle.teams[team].escaped / goal.needed)
    return 0.0


@kernel
def write_goal(battle, arena, unit, out):
    """Write how the teams stand and how far their objectives are."""
    goal = arena.goals[unit.team]
    others = 0
    for team in range(arena.teams):
        if team == unit.team:
            out[OWN_STANDING] = standing(battle, arena, team) / goal.count
        else:
            others += standing(battle, arena, team)
            out[RIVAL_PROGRESS] = max(out[RIVAL_PROGRESS], progress(battle, arena, team))
    out[OTHERS_STANDING] = others / (arena.units - goal.count)
    out[GOAL_KIND + goal.kind] = 1.0
    out[PROGRESS] = progress(battle, arena, unit.team)
    if goal.zone != 0 and arena.tiles[tile_of(arena, unit)].zone == goal.zone:
        out[ON_GOAL] = 1.0


@kernel
def write_row(battle, arena, who, other, out, at):
    """Write one unit as the decider sees it, from index `at` on."""
    unit = battle.units[who]
    body = battle.units[other]
    sheet = arena.sheets[other]
    if body.status != UP:
        out[at + FALLEN] = 1.0
        return
    if not knows(battle, unit.team, other):
        return
    out[at + PRESENT] = 1.0
    if other == who:
        out[at + IS_DECIDER] = 1.0
    if other == battle.opponent and battle.decider == who:
        out[at + IS_OPPONENT] = 1.0
    if sheet.flesh > 0:
        out[at + LIFE] = clipped(body.flesh / sheet.flesh)
        out[at + BUFFER] = clipped((body.shield + body.armored) / 10)
    else:
        out[at + LIFE] = clipped(body.armored / sheet.armored)
        out[at + BUFFER] = clipped(body.shield / 10)
    if sheet.strain > 0:
        out[at + STRAINED] = clipped(body.strain / sheet.strain)
    out[at + WOUNDS] = clipped(body.wounds / 6)
    out[at + OFFSET_X] = clipped((body.x - unit.x) / 24)
    out[at + OFFSET_Y] = clipped((body.y - unit.y) / 24)
    out[at + DISTANCE] = clipped(apart(arena, unit, body) / 50)
    way = arena.paths[tile_of(arena, unit) * arena.size + tile_of(arena, body)]
    out[at + PATH] = clipped(way / 50)
    out[at + IS_PRONE] = body.prone
    out[at + IS_COVERED] = body.covered
    out[at + PACE] = body.pace / 2
    out[at + TO_ACT] = 1.0 if body.acted == 0 and body.score > 0 else 0.0
    out[at + POINTS_LEFT] = clipped(body.ap / 4)
    out[at + PINNED_DOWN] = 1.0 if body.stuck != 0 else 0.0
    if other == who:
        return
    cover = cover_of(battle, arena, body, unit)
    if cover == TOTAL:
        return
    out[at + IN_SIGHT] = 1.0
    if body.team == unit.team:
        return
    own_cover = cover_of(battle, arena, unit, body)
    out[at + ITS_COVER] = cover / 2
    out[at + COVER_FROM] = own_cover / 2
    out[at + HARM_TO] = clipped(arena.harm[who, unit.hand, other, cover if body.covered else 0] / 8)
    out[at + HARM_FROM] = clipped(arena.harm[other, body.hand, who, own_cover if unit.covered else 0] / 8)


@kernel
def write_window(battle, arena, who, out, at):
    """Write the planes of the tiles around the decider, from index `at` on."""
    unit = battle.units[who]
    left, top = unit.x - RADIUS, unit.y - RADIUS
    from_row, to_row = max(0, -top), min(SIDE, arena.height - top)
    from_column, to_column = max(0, -left), min(SIDE, arena.width - left)
    for row in range(from_row, to_row):
        tile = (top + row) * arena.width + left
        cell = at + row * SIDE
        for column in range(from_column, to_column):
            out[index(cell + column)] = arena.ground[index(tile + column)]
        cell += SHELTER * N_PLANE
        for column in range(from_column, to_column):
            out[index(cell + column)] = arena.shelter[index(tile + column)]
    for change in range(battle.changed):
        column = battle.changes[change].x - left
        row = battle.changes[change].y - top
        if 0 <= row < SIDE and 0 <= column < SIDE:
            terrain = arena.terrains[battle.changes[change].terrain]
            cell = at + row * SIDE + column
            out[cell] = terrain.passable
            out[cell + SHELTER * N_PLANE] = clipped(terrain.top / 300)
    for other in range(arena.units):
        body = battle.units[other]
        if body.status != UP or not knows(battle, unit.team, other):
            continue
        row, column = body.y - top, body.x - left
        if 0 <= row < SIDE and 0 <= column < SIDE:
            cell = at + OCCUPANCY * N_PLANE + row * SIDE + column
            out[cell] = 1.0 if body.team == unit.team else -1.0
        if body.team != unit.team and arena.sheets[other].inanimate == 0:
            write_threat(battle, arena, who, other, out, at, from_row, to_row, from_column, to_column)
    for cell in range(at + SEEN_FROM * N_PLANE, at + (SEEN_FROM + 1) * N_PLANE):
        out[cell] = min(out[cell], 1.0)
    for cell in range(at + DANGER * N_PLANE, at + (DANGER + 1) * N_PLANE):
        out[cell] = min(out[cell], 1.0)
    for zone in range(MAX_ZONES):
        if threatened(battle, arena, zone, who):
            write_fire(battle, arena, zone, out, at, left, top, from_row, to_row, from_column, to_column)


@kernel
def write_threat(battle, arena, who, enemy, out, at, from_row, to_row, from_column, to_column):
    """Add what one enemy can see and do to the planes of threat and danger."""
    unit = battle.units[who]
    body = battle.units[enemy]
    left, top = unit.x - RADIUS, unit.y - RADIUS
    eye = tile_of(arena, body)
    posture = 4 * body.prone
    as_drawn = battle.changed == 0
    in_the_open = arena.harm[enemy, body.hand, who, NO_COVER] / 16
    behind_partial = arena.harm[enemy, body.hand, who, PARTIAL] / 16
    behind_good = arena.harm[enemy, body.hand, who, GOOD] / 16
    for row in range(from_row, to_row):
        tile = (top + row) * arena.width + left
        cell = at + row * SIDE
        for column in range(from_column, to_column):
            pair = index(eye * arena.size + tile + column)
            if as_drawn or not arena.screen[pair] & DOORS_MATTER:
                cover = arena.sight[pair] >> posture & 3
            else:
                cover = cover_between(battle, arena, eye, body.prone, tile + column, 0)
            seen = 0.25 if cover != TOTAL else 0.0
            harm = in_the_open if cover == NO_COVER else behind_partial if cover == PARTIAL else behind_good
            out[index(cell + column + SEEN_FROM * N_PLANE)] += seen
            out[index(cell + column + DANGER * N_PLANE)] += harm if cover != TOTAL else 0.0


@kernel
def write_fire(battle, arena, zone, out, at, left, top, from_row, to_row, from_column, to_column):
    """Mark the tiles of the window that lie in a zone of fire."""
    fire = battle.zones[zone]
    pattern = pattern_of(fire)
    if not in_pattern(pattern, left + RADIUS - fire.x, top + RADIUS - fire.y, RADIUS):
        return
    origin = fire.y * arena.width + fire.x
    prone = battle.units[fire.shooter].prone
    for row in range(from_row, to_row):
        dy = top + row - fire.y
        for column in range(from_column, to_column):
            dx = left + column - fire.x
            if in_pattern(pattern, dx, dy, 0) and metres(arena, 0, 0, dx, dy) <= fire.reach:
                tile = (top + row) * arena.width + left + column
                if cover_between(battle, arena, origin, prone, tile, 0) != TOTAL:
                    out[index(at + FIRE * N_PLANE + row * SIDE + column)] = 1.0


STATE_CLOCK = ("round / limit", "pass / 4", "decider's place in the roster / 32", "kind of decision / 8")
STATE_ROW = (
    "present", "team / 4", "x / width", "y / height", "life", "buffer / 10", "strain", "wounds / 6", "action points / 4",
    "score / 40", "prone", "covered", "pace / 2", "stuck", "acted", "ammo / magazine",
)  # fmt: skip
N_CLOCK, N_STATE = len(STATE_CLOCK), len(STATE_ROW)


def state_size(own: int, others: int) -> int:
    """Return how many numbers the global state has: the clock, and a row for every unit there may be."""
    return N_CLOCK + (own + others) * N_STATE


@entry
def write_state_row(battles, arenas, own, others, out):
    """Write the global state of the battle in the first row, from nobody's point of view and without fog."""
    battle = battles[0]
    arena = arenas[battle.variant]
    out[0] = battle.round_number / arena.limit
    out[1] = clipped(battle.pass_number / 4)
    out[2] = max(battle.decider, 0) / 32
    out[3] = battle.decision / 8
    for who in range(min(arena.units, own + others)):
        unit = battle.units[who]
        sheet = arena.sheets[who]
        at = N_CLOCK + who * N_STATE
        out[at + 1] = unit.team / 4
        if unit.status != UP:
            continue
        out[at] = 1.0
        out[at + 2] = unit.x / arena.width
        out[at + 3] = unit.y / arena.height
        if sheet.flesh > 0:
            out[at + 4] = clipped(unit.flesh / sheet.flesh)
            out[at + 5] = clipped((unit.shield + unit.armored) / 10)
        else:
            out[at + 4] = clipped(unit.armored / sheet.armored)
            out[at + 5] = clipped(unit.shield / 10)
        if sheet.strain > 0:
            out[at + 6] = clipped(unit.strain / sheet.strain)
        out[at + 7] = clipped(unit.wounds / 6)
        out[at + 8] = clipped(unit.ap / 4)
        out[at + 9] = clipped(unit.score / 40)
        out[at + 10] = unit.prone
        out[at + 11] = unit.covered
        out[at + 12] = unit.pace / 2
        out[at + 13] = 1.0 if unit.stuck != 0 else 0.0
        out[at + 14] = unit.acted
        row = weapon_row(arena, unit, sheet)
        if row >= 0 and arena.weapons[row].magazine > 0:
            out[at + 15] = unit.held[unit.hand].ammo / arena.weapons[row].magazine
