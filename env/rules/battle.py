"""The battle record: everything that changes in a battle, declared here and nowhere else.

One battle is one row of an array of `BATTLE`: a copy is an assignment, equality and saving are bytes, a batch is a
longer array, analysis is `battles["units"]["flesh"]`. What never changes lies in the arena (`arena.py`), what is told
about a step in the log (`log.py`).
"""

import numpy as np

from .swan_song.tables import MAX_WEAPONS
from .verbs import MAX_VERBS

MAX_UNITS = 30  # so that a set of units fits a signed 32-bit integer
MAX_TEAMS = 4
MAX_DEPTH = 12  # of the stack of pending business: a phase, a step, an attack, and a frame for each zone of fire
MAX_ZONES = 8  # suppressed zones at a time
MAX_CHANGES = 40  # tiles whose terrain differs from the map, and doors on one map
MAX_PURPOSES = 24  # kinds of rolls that are counted apart

NOBODY = -1
NOWHERE = -1

# Status of a unit.
ABSENT, UP, DOWN, DEAD, ESCAPED = range(5)

# Kinds of decisions.
NO_DECISION, ACT, DEFEND, INTERCEPT, PINNED = range(5)
DECISIONS = ("none", "act", "defend", "intercept", "pinned")

# Kinds of pending business on the stack.
PHASE, MOVE, ATTACK, SUPPRESSION, UNDER_FIRE = range(5)  # of FRAME.kind

# Standing orders: what a unit answers to an interrupt without being asked.
ASK, NEVER, ALWAYS, WHEN_LIKELY = range(4)
ORDERS = ("ask", "never", "always", "when_likely")

# How fast a unit is, and a value of `stuck` besides the zones that pin it.
STILL, RUNS, SPRINTS = range(3)
SPENT = -1  # no more movement in this phase: it charged, or was stopped

# Why a battle ended.
UNDECIDED, ELIMINATION, GROUND_HELD, EXIT_REACHED, WARD_LOST, ROUND_LIMIT, STALEMATE = range(7)
ENDINGS = ("undecided", "elimination", "ground held", "exit reached", "ward lost", "round limit", "stalemate")


def gapless(fields: list[tuple]) -> np.dtype:
    """Return an aligned dtype whose gaps are fields too: NumPy copies fields only, and we compare and save bytes."""
    loose = np.dtype(fields, align=True)
    made: list[tuple] = []
    end = 0
    for name, *rest in fields:
        start = loose.fields[name][1]  # type: ignore[index]
        if start > end:
            made.append((f"gap_{end}", "u1", start - end))
        made.append((name, *rest))
        end = start + loose.fields[name][0].itemsize  # type: ignore[index]
    if loose.itemsize > end:
        made.append((f"gap_{end}", "u1", loose.itemsize - end))
    return np.dtype(made, align=True)


HELD = gapless(
    [
        ("ammo", "i2"),
        ("spare", "i2"),  # magazines left
        ("mode", "i1"),
        ("choke", "i1"),
        ("jammed", "i1"),  # must be readied before it fires again
        ("lies_at", "i2"),  # tile it was dropped on, NOWHERE while carried
    ],
)

UNIT = gapless(
    [
        # who and where
        ("team", "i1"),
        ("status", "i1"),
        ("x", "i1"),
        ("y", "i1"),
        ("facing", "i1"),
        ("prone", "i1"),
        ("covered", "i1"),  # has taken cover and not moved since
        ("engaged", "i1"),  # takes part in the fight, so not unaware (SS-F5)
        # health
        ("shield", "i2"),
        ("armored", "i2"),
        ("flesh", "i2"),  # below zero: overflow
        ("strain", "i2"),
        ("injuries", "i1"),  # critical injuries
        ("wounds", "i1"),  # wound modifier now in force, zero or below
        ("bleeding", "i2"),  # rounds since it went down
        # time
        ("score", "i2"),  # initiative score
        ("coin", "i1"),
        ("acted", "i1"),  # has had its phase of this pass
        ("ap", "i1"),
        ("free_used", "i1"),
        # movement, in metres
        ("walking", "i1"),  # has declared its walk in this phase
        ("walk_left", "i2"),  # of the round's allowance
        ("run_left", "i2"),  # of the runs declared in this phase
        ("runs", "i1"),  # run actions of this round
        ("pace", "i1"),  # STILL, RUNS or SPRINTS; lasts until the next own phase
        ("diagonals", "i1"),  # parity of diagonal steps in the round
        ("closing", "i1"),  # enemy that the last step of this phase brought nearer, while running
        ("steps", "i1"),  # taken in this phase
        ("charge", "i1"),  # whom it is charging
        ("charge_bonus", "i1"),
        ("evading", "i1"),  # enemies it may still pass unharmed in this phase
        ("stuck", "i1"),  # no movement until the next own phase: 1 + the zone that pins it, or SPENT
        ("barred", "i2"),  # suppressed zones it failed to enter in this phase, a bit each
        ("asked", "i4"),  # enemies that have answered its movement in this phase
        # attack and defense
        ("hand", "i1"),  # weapon slot in hand, BARE_HANDS for none
        ("attacked", "i1"),  # in this phase
        ("shot", "i1"),  # in this phase
        ("recoil", "i2"),  # rounds fired since the last phase without shooting
        ("aim", "i1"),
        ("aim_at", "i1"),
        ("defended", "i1"),  # attacks defended against since the own last phase
        ("full_defense", "i1"),
        ("held", HELD, MAX_WEAPONS),
        # suppression: the stray shots already rolled against it in this turn, by zone; -1 for none
        ("stray_hits", "i1", MAX_ZONES),
        ("stray_cover", "i1", MAX_ZONES),
        # standing orders
        ("order_defend", "i1"),
        ("order_intercept", "i1"),
        ("order_odds", "i1"),  # per cent, for WHEN_LIKELY
        ("rolls", "i1", MAX_PURPOSES),  # rolls of each purpose in this pass: part of the key of the dice
    ],
)

TEAM = gapless([("known", "i4"), ("rounds_held", "i2"), ("escaped", "i2")])

FRAME = gapless(
    [
        ("kind", "i1"),
        ("stage", "i1"),
        ("unit", "i1"),
        ("target", "i1"),
        ("weapon", "i1"),  # row of the weapon table
        ("firing", "i1"),
        ("reply", "i1"),  # verb the defender chose
        ("interrupt", "i1"),
        ("cursor", "i1"),
        ("direction", "i1"),
    ],
)

ZONE = gapless(
    [
        ("shooter", "i1"),  # NOBODY: the row is free
        ("cone", "i1"),
        ("direction", "i1"),
        ("x", "i1"),  # where it is fired from
        ("y", "i1"),
        ("aim_x", "i1"),  # tile the line runs through
        ("aim_y", "i1"),
        ("reach", "i2"),  # metres
        ("weapon", "i1"),
        ("density", "i1"),
        ("pin", "i1"),  # hits of the pinning test: the threshold for everybody
    ],
)

CHANGE = gapless([("tile", "i2"), ("x", "i1"), ("y", "i1"), ("terrain", "i1")])

BATTLE = gapless(
    [
        ("seed", "i8", 2),
        ("variant", "i2"),  # row of the arena array it is fought in
        ("round_number", "i2"),
        ("pass_number", "i1"),
        ("quiet", "i2"),  # rounds without damage or progress, for the stalemate rule
        ("over", "i1"),
        ("winner", "i1"),  # team, NOBODY for a draw
        ("ending", "i1"),
        # the pending decision
        ("decision", "i1"),
        ("decider", "i1"),
        ("opponent", "i1"),  # attacker of a defend, mover of an intercept, shooter of a pin
        ("decisions", "i4"),  # taken so far
        ("open", "i4", MAX_VERBS),  # the mask: per verb, a bit for each legal argument
        ("depth", "i1"),
        ("changed", "i1"),
        ("stack", FRAME, MAX_DEPTH),
        ("zones", ZONE, MAX_ZONES),
        ("changes", CHANGE, MAX_CHANGES),
        ("ground_key", "i4", 2),  # of the set of changes: under it what is seen over changed ground is remembered
        ("teams", TEAM, MAX_TEAMS),
        ("units", UNIT, MAX_UNITS),
    ],
)
