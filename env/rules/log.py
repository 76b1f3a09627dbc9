"""What a step tells: events, the dice that were thrown, and the terms each pool was made of.

A log belongs to whoever steps or looks, not to the battle: it holds what happened since it was last cleared. At level SILENT
nothing is kept, at EVENTS the events, at REASONS also dice, terms and which clauses of the rules were used.
"""

from typing import NamedTuple

import numpy as np

from .dice import MAX_DICE
from .kernel import kernel
from .numbered import number
from .record import NOBODY, NOWHERE, Fields

SILENT, EVENTS, REASONS = range(3)

MAX_EVENTS = 1024
MAX_TERMS = 4096
MAX_LOGGED_DICE = 8192
MAX_DICTATED = 256
MAX_CLAUSES = 192
EVERYONE = 15  # seen by: a bit per team


class Kind(NamedTuple):
    """A kind of event: its name, its rule, and what its three numbers mean ("" for unused)."""

    name: str
    rule: str
    value: str
    a: str
    b: str


KINDS: list[Kind] = []


def _kind(name: str, rule: str = "", value: str = "", a: str = "", b: str = "") -> int:
    return number(KINDS, Kind(name, rule, value, a, b))


ROUND = _kind("round", "SS-T1", "round")
PASS_BEGINS = _kind("pass", "SS-T4", "pass")
INITIATIVE = _kind("initiative", "SS-T2", "score")
PHASE_BEGINS = _kind("phase", "SS-T3", "score")
PHASE_ENDS = _kind("phase_ends", "", "action_points")
ROLL = _kind("roll", "SS-D1", "hits", "purpose", "glitch")
WALK = _kind("walk", "SS-M1", "metres")
RUN = _kind("run", "SS-M2", "metres")
SPRINT = _kind("sprint", "SS-M3", "metres")
STEP = _kind("step", "SS-M8", "metres", "from_tile")
MOVE_STOPPED = _kind("move_stopped", "SS-I1")
PRONE = _kind("prone", "SS-A4")
STAND = _kind("stand", "SS-A4")
TAKE_COVER = _kind("take_cover", "SS-B1")
SWITCH = _kind("switch", "SS-A4", "weapon")
RELOAD = _kind("reload", "SS-A4", "ammo", "weapon")
READY = _kind("ready", "SS-A4", "weapon")
PICK_UP = _kind("pick_up", "SS-A4", "weapon")
MODE = _kind("mode", "SS-U1", "mode")
CHOKE = _kind("choke", "SS-U1", "choke")
DOOR = _kind("door", "SS-A4", "terrain")
AIM = _kind("aim", "SS-U4", "dice")
EVADE = _kind("evade", "SS-I2", "enemies")
CHARGE = _kind("charge", "SS-U3", "metres")
ATTACK = _kind("attack", "SS-R1", "weapon", "firing", "cover")
INTERCEPTION = _kind("interception", "SS-I1", "weapon")
REPLY = _kind("reply", "SS-F2", "verb")
FULL_DEFENSE = _kind("full_defense", "SS-F3", "dice")
MISS = _kind("miss", "SS-R2", "net_hits")
GRAZE = _kind("graze", "SS-R6")
HIT = _kind("hit", "SS-R2", "net_hits", "damage")
THROUGH_COVER = _kind("through_cover", "SS-B2", "damage", "material")
STOPPED_BY_COVER = _kind("stopped_by_cover", "SS-B4", "damage", "material")
BARRIER_HIT = _kind("barrier_hit", "SS-B4", "damage", "material")
NO_EFFECT = _kind("no_effect", "SS-R5", "damage", "armor")
SOAKED = _kind("soaked", "SS-R4", "damage", "soaked")
DAMAGE = _kind("damage", "SS-H2", "damage", "pool", "damage_type")
STRAIN = _kind("strain", "SS-H4", "damage")
WOUNDED = _kind("wounded", "SS-H5", "modifier")
CRITICAL_INJURY = _kind("critical_injury", "SS-H7", "injuries")
KNOCKDOWN = _kind("knockdown", "SS-K1")
UNCONSCIOUS = _kind("unconscious", "SS-H6")
BLED = _kind("bled", "SS-H6", "damage")
DEAD = _kind("dead", "SS-H6")
WEAPON_JAMS = _kind("weapon_jams", "SS-D5", "weapon")
WEAPON_DROPS = _kind("weapon_drops", "SS-D6", "weapon")
FALLS = _kind("falls", "SS-D6")
PHASE_LOST = _kind("phase_lost", "SS-D7")
SUPPRESSION = _kind("suppression", "SS-U5", "density", "pin", "direction")
SUPPRESSION_ENDS = _kind("suppression_ends", "SS-U7")
PINNED = _kind("pinned", "SS-U6", "covered")
NOT_PINNED = _kind("not_pinned", "SS-U6")
BARRED = _kind("barred", "SS-U6")
STRAY_SHOT = _kind("stray_shot", "SS-U7", "density")
THINNED = _kind("thinned", "SS-U7", "density")
SPOTTED = _kind("spotted")
ESCAPED = _kind("escaped")
GROUND_HELD = _kind("ground_held", "", "rounds", "team")
OVER = _kind("over", "", "team", "ending")
DELAYED = _kind("delayed", "SS-T7")
STEPS_IN = _kind("steps_in", "SS-T7")
DELAY_LOST = _kind("delay_lost", "SS-T7")
ARRIVES = _kind("arrives", "SS-T6", "score")
SCORE_CHANGES = _kind("score_changes", "SS-T5", "points", "score")
SURPRISED = _kind("surprised", "SS-S1")
STARTLED = _kind("startled", "SS-S1")
KARMA_SPENT = _kind("karma_spent", "SS-X2", "verb", "left")
LAST_STAND = _kind("last_stand", "SS-X3")
SAVED = _kind("saved", "SS-X3")
CALLS_OUT = _kind("calls_out", "SS-A4", "friends")
CALLED_SHOT = _kind("called_shot", "SS-C1", "location")
LOCATION_HIT = _kind("location_hit", "SS-C2", "location", "damage")
STUNNED = _kind("stunned", "SS-C3", "points")
AILS = _kind("ails", "SS-C3", "ailment", "rounds")
RECOVERS = _kind("recovers", "SS-C3", "ailment")
MULTIPLE = _kind("multiple", "SS-X1", "attacks")
OFF_HAND = _kind("off_hand", "SS-X1", "weapon")
DROPS = _kind("drops", "SS-A4", "weapon")
THROWN = _kind("thrown", "SS-A4", "weapon", "scatter", "fuse")
FUSE_SET = _kind("fuse_set", "SS-T8", "fuse")
EXPLODES = _kind("explodes", "SS-T8", "weapon")
CAUGHT = _kind("caught", "SS-F4", "damage", "metres")
CLOUD = _kind("cloud", "SS-R10", "weapon", "rounds")
CLOUD_FADES = _kind("cloud_fades", "SS-R10", "weapon")
CHARGE_SET = _kind("charge_set", "SS-B6", "hits")
BARRIER_BREAKS = _kind("barrier_breaks", "SS-B6", "material", "terrain")
UNLOCKED = _kind("unlocked", "SS-D10", "terrain")
TASK = _kind("task", "SS-D10", "verb", "hits", "needed")
TASK_FAILS = _kind("task_fails", "SS-D10", "verb")
ASSISTS = _kind("assists", "SS-D11", "dice")
HEALED = _kind("healed", "SS-H9", "points", "pool")
STABILIZED = _kind("stabilized", "SS-H9")
WAKES = _kind("wakes", "SS-H9")
REMEDY = _kind("remedy", "SS-U8", "hits")
ITEM_USED = _kind("item_used", "SS-A4", "item", "left")
OBSERVED = _kind("observed", "SS-U2", "hits")
REVEALED = _kind("revealed", "SS-U2")
GRAPPLED = _kind("grappled", "SS-A4", "net_hits")
HELD_DOWN = _kind("held_down", "SS-A4")
HOLD_KEPT = _kind("hold_kept", "SS-A4")
HOLD_ENDS = _kind("hold_ends", "SS-A4")
LIFTS = _kind("lifts", "SS-B7")
PUTS_DOWN = _kind("puts_down", "SS-B7")
SHIELD_HIT = _kind("shield_hit", "SS-B7", "damage")
OPPORTUNITY = _kind("opportunity", "SS-U9", "weapon", "verb")
BOARDS = _kind("boards", "SS-C4")
LEAVES = _kind("leaves", "SS-C4")
DRIVES = _kind("drives", "SS-C4", "metres")
RAMS = _kind("rams", "SS-C4", "damage")
SYSTEM_BREAKS = _kind("system_breaks", "SS-C4", "system")
THROWN_OUT = _kind("thrown_out", "SS-C4")

EVENT = np.dtype(
    [
        ("kind", "i2"),
        ("actor", "i1"),
        ("target", "i1"),
        ("tile", "i2"),
        ("value", "i2"),
        ("a", "i2"),
        ("b", "i2"),
        ("seen_by", "u1"),
        ("dice_count", "i1"),
        ("dice_from", "i2"),
        ("terms_count", "i1"),
        ("terms_from", "i2"),
    ],
    align=True,
)

TERM = np.dtype([("clause", "i2"), ("value", "i2")], align=True)

LOG_FIELDS: Fields = [
    ("level", "i1"),
    ("starved", "i1"),  # dictated dice ran out
    ("count", "i4"),
    ("lost", "i4"),  # events, terms or dice that found no room: never, by the size of the buffers
    ("terms_count", "i4"),
    ("terms_from", "i4"),  # where the terms of the pool now being built begin
    ("dice_count", "i4"),
    ("dictated", "i4"),
    ("dictated_next", "i4"),
    ("faces", "i1", MAX_DICE),  # the dice just thrown
    ("dictation", "i1", MAX_DICTATED),
    ("used", "i8", MAX_CLAUSES),  # how often each clause was used
    ("events", EVENT, MAX_EVENTS),
    ("terms", TERM, MAX_TERMS),
    ("dice", "i1", MAX_LOGGED_DICE),
]


def log_of(battle: np.dtype) -> np.dtype:
    """Return the record of a system's logs; with room for the battle as a team knows it (`view.py`)."""
    return np.dtype([*LOG_FIELDS, ("views", battle, 1)], align=True)


@kernel
def clear(log):
    """Forget what was told; the counts of used clauses stay."""
    log.count = 0
    log.terms_count = 0
    log.terms_from = 0
    log.dice_count = 0


@kernel
def term(log, clause, value):
    """Add a term of `value`, mostly dice, to the pool being built; note the clause it comes from, and return the value."""
    if value != 0 and log.level == REASONS:
        if log.terms_count < MAX_TERMS:
            told = log.terms[log.terms_count]
            told.clause = clause
            told.value = value
            log.terms_count += 1
        else:
            log.lost += 1
        log.used[clause] += 1
    return value


@kernel
def cite(log, clause):
    """Count a use of a clause that adds no dice to a pool."""
    if log.level == REASONS:
        log.used[clause] += 1


@kernel
def tell(battle, log, kind, actor, target, value, a, b):
    """Append an event of a kind, a number in KINDS: there stands what `value`, `a` and `b` mean.

    `actor` does it, `target` suffers it; either may be NOBODY. Teams that know one of them may see it; without both, all.
    """
    if log.level == SILENT:
        return
    if log.count == MAX_EVENTS:
        log.lost += 1
        return
    event = log.events[log.count]
    log.count += 1
    event.kind = kind
    event.actor = actor
    event.target = target
    event.tile = NOWHERE
    event.value = value
    event.a = a
    event.b = b
    event.seen_by = EVERYONE
    if actor != NOBODY or target != NOBODY:
        event.seen_by = witnesses(battle, actor) | witnesses(battle, target)
    event.dice_count = 0
    event.dice_from = 0
    event.terms_count = 0
    event.terms_from = 0


@kernel
def tell_at(battle, log, kind, actor, tile, value, a):
    """Append an event that happens at a tile rather than to a target."""
    tell(battle, log, kind, actor, NOBODY, value, a, 0)
    if log.level != SILENT and log.count > 0:
        log.events[log.count - 1].tile = tile


@kernel
def tell_roll(battle, log, actor, target, hits, purpose, glitch, count):
    """Append a roll: the `count` dice in `log.faces` and the terms told since the last roll."""
    if log.level != REASONS:
        return
    tell(battle, log, ROLL, actor, target, hits, purpose, glitch)
    if log.count == 0 or log.dice_count + count > MAX_LOGGED_DICE:
        log.lost += 1
        return
    event = log.events[log.count - 1]
    event.dice_from = log.dice_count
    event.dice_count = count
    for die in range(count):
        log.dice[log.dice_count + die] = log.faces[die]
    log.dice_count += count
    event.terms_from = log.terms_from
    event.terms_count = log.terms_count - log.terms_from
    log.terms_from = log.terms_count


@kernel
def witnesses(battle, who):
    """Return the teams that know where a unit is, a bit each: its own and those that see or hear it."""
    if who == NOBODY:
        return 0
    teams = 1 << battle.units[who].team
    for team in range(4):
        if battle.teams[team].known >> who & 1:
            teams |= 1 << team
    return teams
