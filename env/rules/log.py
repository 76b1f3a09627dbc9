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
MAX_KINDS = 128
EVERYONE = 15  # seen by: a bit per team


class Kind(NamedTuple):
    """A kind of event: its name, and what its three numbers mean ("" for unused).

    The rule behind it says the system, in EVENT_RULES of its port.
    """

    name: str
    value: str
    a: str
    b: str


KINDS: list[Kind] = []


def _kind(name: str, value: str = "", a: str = "", b: str = "") -> int:
    return number(KINDS, Kind(name, value, a, b), MAX_KINDS)


ROUND = _kind("round", "round")
PASS_BEGINS = _kind("pass", "pass")
INITIATIVE = _kind("initiative", "score")
PHASE_BEGINS = _kind("phase", "score")
PHASE_ENDS = _kind("phase_ends", "action_points")
ROLL = _kind("roll", "hits", "purpose", "glitch")
WALK = _kind("walk", "metres")
RUN = _kind("run", "metres")
SPRINT = _kind("sprint", "metres")
STEP = _kind("step", "metres", "from_tile")
MOVE_STOPPED = _kind("move_stopped")
PRONE = _kind("prone")
STAND = _kind("stand")
TAKE_COVER = _kind("take_cover")
SWITCH = _kind("switch", "weapon")
RELOAD = _kind("reload", "ammo", "weapon")
READY = _kind("ready", "weapon")
PICK_UP = _kind("pick_up", "weapon")
MODE = _kind("mode", "mode")
CHOKE = _kind("choke", "choke")
DOOR = _kind("door", "terrain")
AIM = _kind("aim", "dice")
EVADE = _kind("evade", "enemies")
CHARGE = _kind("charge", "metres")
ATTACK = _kind("attack", "weapon", "firing", "cover")
INTERCEPTION = _kind("interception", "weapon")
REPLY = _kind("reply", "verb")
FULL_DEFENSE = _kind("full_defense", "dice")
MISS = _kind("miss", "net_hits")
GRAZE = _kind("graze")
HIT = _kind("hit", "net_hits", "damage")
THROUGH_COVER = _kind("through_cover", "damage", "material")
STOPPED_BY_COVER = _kind("stopped_by_cover", "damage", "material")
BARRIER_HIT = _kind("barrier_hit", "damage", "material")
NO_EFFECT = _kind("no_effect", "damage", "armor")
SOAKED = _kind("soaked", "damage", "soaked")
DAMAGE = _kind("damage", "damage", "pool", "damage_type")
STRAIN = _kind("strain", "damage")
WOUNDED = _kind("wounded", "modifier")
CRITICAL_INJURY = _kind("critical_injury", "injuries")
KNOCKDOWN = _kind("knockdown")
UNCONSCIOUS = _kind("unconscious")
BLED = _kind("bled", "damage")
DEAD = _kind("dead")
WEAPON_JAMS = _kind("weapon_jams", "weapon")
WEAPON_DROPS = _kind("weapon_drops", "weapon")
FALLS = _kind("falls")
PHASE_LOST = _kind("phase_lost")
SUPPRESSION = _kind("suppression", "density", "pin", "direction")
SUPPRESSION_ENDS = _kind("suppression_ends")
PINNED = _kind("pinned", "covered")
NOT_PINNED = _kind("not_pinned")
BARRED = _kind("barred")
STRAY_SHOT = _kind("stray_shot", "density")
THINNED = _kind("thinned", "density")
SPOTTED = _kind("spotted")
ESCAPED = _kind("escaped")
GROUND_HELD = _kind("ground_held", "rounds", "team")
OVER = _kind("over", "team", "ending")
DELAYED = _kind("delayed")
STEPS_IN = _kind("steps_in")
DELAY_LOST = _kind("delay_lost")
ARRIVES = _kind("arrives", "score")
SCORE_CHANGES = _kind("score_changes", "points", "score")
SURPRISED = _kind("surprised")
STARTLED = _kind("startled")
KARMA_SPENT = _kind("karma_spent", "verb", "left")
LAST_STAND = _kind("last_stand")
SAVED = _kind("saved")
CALLS_OUT = _kind("calls_out", "friends")
CALLED_SHOT = _kind("called_shot", "location")
LOCATION_HIT = _kind("location_hit", "location", "damage")
STUNNED = _kind("stunned", "points")
AILS = _kind("ails", "ailment", "rounds")
RECOVERS = _kind("recovers", "ailment")
MULTIPLE = _kind("multiple", "attacks")
OFF_HAND = _kind("off_hand", "weapon")
DROPS = _kind("drops", "weapon")
THROWN = _kind("thrown", "weapon", "scatter", "fuse")
FUSE_SET = _kind("fuse_set", "fuse")
EXPLODES = _kind("explodes", "weapon")
CAUGHT = _kind("caught", "damage", "metres")
CLOUD = _kind("cloud", "weapon", "rounds")
CLOUD_FADES = _kind("cloud_fades", "weapon")
CHARGE_SET = _kind("charge_set", "hits")
BARRIER_BREAKS = _kind("barrier_breaks", "material", "terrain")
UNLOCKED = _kind("unlocked", "terrain")
TASK = _kind("task", "verb", "hits", "needed")
TASK_FAILS = _kind("task_fails", "verb")
ASSISTS = _kind("assists", "dice")
HEALED = _kind("healed", "points", "pool")
STABILIZED = _kind("stabilized")
WAKES = _kind("wakes")
REMEDY = _kind("remedy", "hits")
ITEM_USED = _kind("item_used", "item", "left")
OBSERVED = _kind("observed", "hits")
REVEALED = _kind("revealed")
GRAPPLED = _kind("grappled", "net_hits")
HELD_DOWN = _kind("held_down")
HOLD_KEPT = _kind("hold_kept")
HOLD_ENDS = _kind("hold_ends")
LIFTS = _kind("lifts")
PUTS_DOWN = _kind("puts_down")
SHIELD_HIT = _kind("shield_hit", "damage")
OPPORTUNITY = _kind("opportunity", "weapon", "verb")
BOARDS = _kind("boards")
LEAVES = _kind("leaves")
DRIVES = _kind("drives", "metres")
RAMS = _kind("rams", "damage")
SYSTEM_BREAKS = _kind("system_breaks", "system")
THROWN_OUT = _kind("thrown_out")
DECLARES = _kind("declares", "verb", "penalty")
LAPSES = _kind("lapses", "verb")
FOOLED = _kind("fooled")
FEINTED = _kind("feinted")
AWAITS = _kind("awaits")
SHIELD_MOVED = _kind("shield_moved", "bearing")
BREAKS = _kind("breaks")
SURRENDERS = _kind("surrenders")
FLEES = _kind("flees")
CALLED = _kind("called", "due", "team")

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
def tell_team(battle, log, kind, team, value):
    """Append an event that befalls a team, its number in `a`: nobody else sees it."""
    before = log.count
    tell(battle, log, kind, NOBODY, NOBODY, value, team, 0)
    if log.count > before:
        log.events[before].seen_by = 1 << team


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
