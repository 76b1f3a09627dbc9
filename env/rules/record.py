"""The battle record: everything that changes in a battle, declared here and nowhere else.

One battle is one row of an array of `BATTLE`: a copy is an assignment, equality and saving are bytes, a batch is a
longer array, analysis is `battles["units"]["flesh"]`. What never changes lies in the arena (`arena.py`), what is told
about a step in the log (`log.py`).
"""

import numpy as np

from .kernel import kernel
from .swan_song.tables import AILMENTS, MAX_WEAPONS, PAIRS
from .verbs import FUSE as SET_FUSE
from .verbs import MAX_VERBS, VERBS

MAX_UNITS = 30  # so that a set of units fits a signed 32-bit integer
MAX_TEAMS = 4
MAX_DEPTH = 13  # of the stack of pending business: a phase, a step, an attack, a decision over it, a frame per zone of fire
MAX_ZONES = 8  # suppressed zones at a time
MAX_CHANGES = 40  # tiles whose terrain differs from the map, and doors on one map
MAX_EFFECTS = 8  # fuses, charges and clouds at a time
MAX_DENTS = 14  # damaged barriers that still stand
MAX_ITEMS = 4  # kinds of items carried by one unit
MAX_PURPOSES = 40  # kinds of rolls that are counted apart

NOBODY = -1
NOWHERE = -1

# Status of a unit.
ABSENT, UP, DOWN, DEAD, ESCAPED = range(5)
STATUSES = ("absent", "up", "down", "dead", "escaped")

# Kinds of pending business on the stack.
PHASE, MOVE, ATTACK, SUPPRESSION, UNDER_FIRE, OPENING, WAITING, BLAST, PROVOKED, TEST = range(10)  # of FRAME.kind

# Standing orders: what a unit answers to an interrupt without being asked.
ASK, NEVER, ALWAYS, WHEN_LIKELY = range(4)
ORDERS = ("ask", "never", "always", "when_likely")

# How fast a unit is, and a value of `stuck` besides the zones that pin it.
STILL, RUNS, SPRINTS = range(3)
SPENT = -1  # no more movement in this phase: it charged, or was stopped

# How a delayed unit comes to act (SS-T7): values of `delay`. The last two have put off their free action alone (SS-A1).
NOT_DELAYED, WAITS, LATE, GOES_AFTER, GOES_TOGETHER, KEEPS_FREE, TAKES_FREE = range(7)

# Values of `surprised` and `hold`; bits of `push`.
ALERT, SURPRISED, SURPRISED_BUT_DEFENDS = range(3)
FREE_OF_HOLD, HELD_FAST, HELD_DOWN = range(3)
PUSH_LIMIT, PUSH_SIX = 1, 2

# Kinds of lasting effects on the ground.
NO_EFFECT, FUSE, CHARGE, SMOKE, GAS = range(5)
# When a fuse burns down (SS-T8).
NEXT_ROUND, END_OF_PASS, END_OF_ROUND = range(3)
FUSES = VERBS[SET_FUSE].words

# Why a battle ended.
UNDECIDED, ELIMINATION, GROUND_HELD, EXIT_REACHED, WARD_LOST, ROUND_LIMIT, STALEMATE, FORFEIT = range(8)
ENDINGS = ("undecided", "elimination", "ground held", "exit reached", "ward lost", "round limit", "stalemate", "forfeit")


def gapless(fields: list[tuple]) -> np.dtype:
    """Return an aligned dtype, the widest fields first so that hardly a gap is left.

    Gaps that remain are fields too: NumPy copies fields only, and we compare and save bytes.
    """
    fields = sorted(fields, key=lambda field: -np.dtype(field[1]).alignment)
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
        ("spare", "i1"),  # magazines left
        ("mode", "i1"),  # of a bow: AT_REST or DRAWN
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
        ("stable", "i1"),  # bleeds no more (SS-H9)
        ("ailing", "i4"),  # ailments it suffers from, a bit each
        ("ailments", "i1", len(AILMENTS)),  # rounds that each still lasts, FOR_GOOD until it is treated
        ("second", "i1", PAIRS),  # the same of the other ear, eye, hand and arm: see rolls/pairs.py
        ("struck", "u2"),  # locations that the ailments which pass by themselves came of, a bit each (SS-C1)
        ("seconds", "i1"),  # rounds since slow death last hurt
        ("tended", "i1"),  # rounds until slow death may be treated again
        ("dose", "i1"),  # place on the sheet of the stimulant it is on
        # time
        ("score", "i2"),  # initiative score
        ("coin", "i2"),  # decides ties of this round, 0 before it has rolled
        ("burden", "i1"),  # what the body it carries takes off its score (SS-B7)
        ("acted", "i1"),  # has had its phase of this pass
        ("ap", "i1"),
        ("free_used", "i1"),
        ("delay", "i1"),  # waits for its moment, or acts late
        ("together", "i1"),  # with whom it acts at the same time, then who has hurt it: nothing fells it until all are done
        ("surprised", "i1"),
        ("surprised_by", "i4"),  # enemies, a bit each
        ("stunned", "i1"),  # loses the phase of this pass (SS-S1)
        ("extra_dice", "i1"),  # initiative dice on top of the sheet's (SS-T5)
        ("karma", "i1"),
        ("push", "i1"),  # karma spent on the next test
        ("quick", "i1"),  # rolls five initiative dice in this round (SS-T9)
        ("last_stand", "i1"),  # fights on, all pools halved, until the round ends (SS-X3)
        ("saved", "i1"),  # has earned the next round in a last stand
        ("falling", "i1"),  # 2 + who felled it, until it has chosen between falling and a last stand; 0 for neither
        # movement, in metres
        ("walking", "i1"),  # has declared its walk in this phase
        ("walk_left", "i2"),  # of the round's allowance
        ("run_left", "i2"),  # of the runs declared in this phase
        ("runs", "i1"),  # run actions of this round
        ("pace", "i1"),  # STILL, RUNS or SPRINTS; lasts until the next own phase
        ("diagonals", "i1"),  # parity of diagonal steps in the round
        ("rushing", "i1"),  # 1 + direction of the last step of this phase, made at a run
        ("steps", "i1"),  # taken in this phase
        ("charge", "i1"),  # whom it is charging
        ("charge_bonus", "i1"),
        ("evading", "i1"),  # enemies it may still pass unharmed in this phase
        ("stuck", "i1"),  # no movement until the next own phase: 1 + the zone that pins it, or SPENT
        ("barred", "i2"),  # suppressed zones it failed to enter in this phase, a bit each
        ("asked", "i4"),  # enemies that have answered its movement in this phase, or taken their opportunity (SS-U9)
        # attack and defense
        ("hand", "i1"),  # weapon slot in hand, BARE_HANDS for none
        ("attacked", "i1"),  # in this phase
        ("shot", "i1"),  # in this phase
        ("recoil", "i2"),  # rounds fired since the last phase without shooting
        ("steady", "i1"),  # what aiming takes off the recoil of every weapon
        ("aim", "i1"),
        ("aim_at", "i1"),
        ("defended", "i1"),  # attacks defended against since the own last phase
        ("defends", "i1"),  # 1: against several that will count as one
        ("full_defense", "i1"),
        ("called", "i1"),  # 1 + row of the location the next attack is called at; an aim keeps it from phase to phase
        ("attacks", "i1"),  # attacks this phase's pool is split over, 0 for one
        ("attacks_left", "i1"),
        ("attacks_cost", "i1"),  # points the first of them took: the others take none
        ("rerolled", "i1"),  # karma has been spent on rolling the misses of all of them again
        ("off_hand", "i1"),  # weapon slot in the other hand, BARE_HANDS for none
        ("hands_changed", "i1"),  # 1: the other hand has its turn, the weapons have changed places for it; or OTHER_LOST
        ("fuse", "i1"),  # of the grenades it throws
        ("held", HELD, MAX_WEAPONS),
        ("items", "i1", MAX_ITEMS),  # how many are left of each kind on the sheet
        # what it is busy with
        ("task", "i1"),  # verb of the task begun, 0 for none
        ("task_at", "i2"),  # unit or tile it is done to
        ("task_paid", "i1"),  # action points put into it
        ("task_hits", "i2"),
        ("task_rolls", "i1"),  # rolls made: a die less for each (SS-D10)
        ("task_tries", "i1"),  # failures: two dice less for each (SS-D12)
        ("helped", "i1"),  # dice from assistants for its next roll (SS-D11)
        # whom it hides from, holds, carries or rides
        ("hidden", "i1"),  # hits that reveal it, 0 in plain view (SS-U2)
        ("holds", "i1"),
        ("held_by", "i1"),
        ("hold", "i1"),
        ("kept_hold", "i1"),  # has held on in this phase
        ("carries", "i1"),
        ("carried_by", "i1"),
        ("side", "i1"),  # tiles along its edge, or along that of the vehicle it sits in
        ("aboard", "i1"),  # vehicle it sits in
        ("driven", "i1"),  # of a vehicle: metres moved since its driver's last phase began
        ("systems", "i1"),  # of a vehicle: what called shots have broken, a bit each (SS-C4)
        # suppression: the stray shots already rolled against it in this turn, by zone; -1 for none
        ("stray_hits", "i1", MAX_ZONES),
        ("stray_cover", "i1", MAX_ZONES),
        # standing orders
        ("order_defend", "i1"),
        ("order_intercept", "i1"),
        ("order_karma", "i1"),  # 1: never spends any
        ("order_odds", "i1"),  # per cent, for WHEN_LIKELY
        ("rolls", "i1", MAX_PURPOSES),  # rolls of each purpose in this pass: part of the key of the dice
    ],
)

TEAM = gapless(
    [
        ("known", "i4"),  # units whose place it knows, a bit each: see knowledge.py for these three
        ("studied", "i4"),
        ("fallen", "i4"),
        ("rounds_held", "i2"),
        ("escaped", "i2"),
    ],
)

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
        # of an attack that has been rolled, or of a test that may be rolled again (SS-X2)
        ("limit", "i1"),
        ("hits", "i1"),
        ("missed", "i1"),  # dice without a hit
        ("glitch", "i1"),
        ("defense", "i1"),  # the defender's hits
        ("damage", "i2"),
        ("spent", "i1"),  # karma that went into it, a bit for each use
        ("tile", "i2"),
        ("verb", "i1"),  # what is done once provocations are answered
        ("argument", "i1"),
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

EFFECT = gapless(
    [
        ("kind", "i1"),  # NO_EFFECT: the row is free
        ("owner", "i1"),
        ("weapon", "i1"),  # row of the weapon table
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
        ("effects", EFFECT, MAX_EFFECTS),
        ("live", "i1"),  # effects of any kind: fuses, charges, clouds
        ("clouds", "i1"),  # effects that are smoke or gas
        ("delayed", "i1"),  # units that wait for their moment
        ("falling", "i1"),  # units that are about to fall and may yet fight on
        # units, a bit each, that what is going on singles out: who enters and was not expected, as a pass opens (SS-S2); who
        # was in melee, as a blast goes off (SS-F4)
        ("singled_out", "i4"),
        ("broken", "i1"),  # tiles whose barrier is gone: any line of sight may have changed
        ("dented", "i1"),
        ("dents", DENT, MAX_DENTS),
        ("changes", CHANGE, MAX_CHANGES),
        ("teams", TEAM, MAX_TEAMS),
        ("units", UNIT, MAX_UNITS),
    ],
)


@kernel
def turn_of(battle):
    """Return the number of the pass, 16 to a round, counted through the battle: the turn. A unit has one phase in it."""
    return battle.round_number * 16 + battle.pass_number
