"""The records of Swan Song: the fields of its battles, arenas and logs beyond the shared ones (`rules/record.py`)."""

from fireteam.env.rules.arena import MAX_ITEMS, MAX_WEAPONS, arena_of
from fireteam.env.rules.log import log_of
from fireteam.env.rules.record import battle_of, frame_of, gapless, unit_of

from ..words.purposes import PURPOSES
from ..words.verbs import FUSE, VERBS
from .tables import AILMENT, AILMENTS, FIRING, FIRINGS, HARM, ITEM, LOCATION, LOCATIONS, PAIRS, RULES, SHEET, WEAPON

MAX_DEPTH = 13  # of the stack of pending business: a phase, a step, an attack, a decision over it, a frame per zone of fire
MAX_ZONES = 8  # suppressed zones at a time
MAX_WEAPON_MODELS = 96
MAX_ITEM_MODELS = 16
MAX_CONTACTS = 16
FREE = -1  # cost of a verb that is a free action
ROOM_FOR_VERBS = 96  # in masks and prices

# Kinds of pending business on the stack.
PHASE, MOVE, ATTACK, SUPPRESSION, UNDER_FIRE, OPENING, WAITING, BLAST, PROVOKED, TEST = range(10)  # of FRAME.kind

# How fast a unit is, and a value of `stuck` besides the zones that pin it.
STILL, RUNS, SPRINTS = range(3)
SPENT = -1  # no more movement in this phase: it charged, or was stopped

# How a delayed unit comes to act (SS-T7): values of `delay`. Two have put off their free action alone (SS-A1); who has LOST
# the phase that it put off goes through it without acting.
NOT_DELAYED, WAITS, LATE, GOES_AFTER, GOES_TOGETHER, KEEPS_FREE, TAKES_FREE, LOST = range(8)
IN_WAIT = (WAITS, GOES_AFTER, GOES_TOGETHER, KEEPS_FREE)

# Stages of a phase: the unit's turn in the order comes, nothing has been done yet and all can be put off, it has begun.
COMES, FRESH, BUSY = range(3)

# Values of `last_stand`: it has had its final phase or is in it, or the phase is still to come (SS-X3).
FINAL_PHASE_HAD, FINAL_PHASE_OWED = 1, 2

# Values of `surprised` and `hold`; bits of `push`.
ALERT, SURPRISED, SURPRISED_BUT_DEFENDS = range(3)
FREE_OF_HOLD, HELD_FAST, HELD_DOWN = range(3)
PUSH_LIMIT, PUSH_SIX = 1, 2

# Standing orders: what a unit answers to an interrupt without being asked.
ASK, NEVER, ALWAYS, WHEN_LIKELY = range(4)
ORDERS = ("ask", "never", "always", "when_likely")

# When a fuse burns down (SS-T8).
NEXT_ROUND, END_OF_PASS, END_OF_ROUND = range(3)
FUSES = VERBS[FUSE].words

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

UNIT = unit_of(
    len(PURPOSES),
    [
        # standing orders
        ("order_defend", "i1"),
        ("order_intercept", "i1"),
        ("order_karma", "i1"),  # 1: never spends any
        ("order_odds", "i1"),  # per cent, for WHEN_LIKELY
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
        ("second", "i1", PAIRS),  # the same of the other ear, eye, hand and arm: see pairs.py
        ("struck", "u2"),  # locations that the ailments which pass by themselves came of, a bit each (SS-C1)
        ("seconds", "i1"),  # rounds since slow death last hurt
        ("tended", "i1"),  # rounds until slow death may be treated again
        ("dose", "i1"),  # place on the sheet of the stimulant it is on
        # time
        ("coin", "i2"),  # decides ties of this round, 0 before it has rolled
        ("burden", "i1"),  # what the body it carries takes off its score (SS-B7)
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
        ("last_stand", "i1"),  # FINAL_PHASE_HAD or OWED: fights on, all pools halved, until the round ends (SS-X3)
        ("saved", "i1"),  # has earned the next round in a last stand
        # movement, in metres
        ("walking", "i1"),  # has declared its walk in this phase
        ("walk_left", "i2"),  # of the round's allowance
        ("run_left", "i2"),  # of the runs declared in this phase
        ("runs", "i1"),  # run actions of this round
        ("pace", "i1"),  # STILL, RUNS or SPRINTS; lasts until the next own phase
        ("rushing", "i1"),  # 1 + direction of the last step of this phase, made at a run
        ("charge", "i1"),  # whom it is charging
        ("charge_bonus", "i1"),
        ("evading", "i1"),  # enemies it may still pass unharmed in this phase
        ("stuck", "i1"),  # no movement until the next own phase: 1 + the zone that pins it, or SPENT
        ("barred", "i2"),  # suppressed zones it failed to enter in this phase, a bit each
        ("asked", "i4"),  # enemies that have answered its movement in this phase, or taken their opportunity (SS-U9)
        # attack and defense
        ("hand", "i1"),  # weapon slot in hand, BARE_HANDS for none
        ("recoil", "i2"),  # rounds fired since the last phase without shooting
        ("steady", "i1"),  # what aiming takes off the recoil of every weapon
        ("aim", "i1"),
        ("aim_at", "i1"),
        ("defended", "i1"),  # attacks defended against since the own last phase
        ("defends", "i1"),  # 1: against several that will count as one
        ("full_defense", "i1"),
        ("called", "i1"),  # 1 + number of the location the next attack is called at; an aim keeps it from phase to phase
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
        ("holds", "i1"),
        ("held_by", "i1"),
        ("hold", "i1"),
        ("kept_hold", "i1"),  # has held on in this phase
        ("driven", "i1"),  # of a vehicle: metres moved since its driver's last phase began
        ("systems", "i1"),  # of a vehicle: what called shots have broken, a bit each (SS-C4)
        # suppression: the stray shots already rolled against it in this turn, by zone; -1 for none
        ("stray_hits", "i1", MAX_ZONES),
        ("stray_cover", "i1", MAX_ZONES),
    ],
)

FRAME = frame_of(
    [
        ("weapon", "i1"),  # model
        ("firing", "i1"),
        ("interrupt", "i1"),
        ("direction", "i1"),
        # of an attack that has been rolled, or of a test that may be rolled again (SS-X2)
        ("limit", "i1"),
        ("hits", "i1"),
        ("missed", "i1"),  # dice without a hit
        ("glitch", "i1"),
        ("defense", "i1"),  # the defender's hits
        ("damage", "i2"),
        ("spent", "i1"),  # karma that went into it, a bit for each use
        # of a phase that has not begun: what its unit and the vehicle it drives get back if it is put off (SS-T7)
        ("pace", "i1"),
        ("stuck", "i1"),
        ("driven", "i1"),
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

BATTLE = battle_of(
    UNIT,
    FRAME,
    MAX_DEPTH,
    [
        ("zones", ZONE, MAX_ZONES),
        ("delayed", "i1"),  # units that wait for their moment
        # units, a bit each, that what is going on singles out: who enters and was not expected, as a pass opens (SS-S2); who
        # was in melee, as a blast goes off (SS-F4)
        ("singled_out", "i4"),
    ],
    verbs=VERBS,
    room=ROOM_FOR_VERBS,
)

ARENA = arena_of(
    RULES,
    SHEET,
    UNIT,
    [
        ("bumper", "i1"),  # model of weapon that ramming attacks with
        ("melee", "i2"),  # metres beyond which nobody here reaches anybody with a blow
        ("cost", "i1", ROOM_FOR_VERBS),  # action points per verb, FREE for a free action
        ("firings", FIRING, len(FIRINGS)),
        ("weapons", WEAPON, MAX_WEAPON_MODELS),
        ("locations", LOCATION, len(LOCATIONS)),
        ("offered", "i4"),  # locations at which shots may be called, a bit each
        ("ailments", AILMENT, len(AILMENTS)),
        ("contacts", HARM, MAX_CONTACTS),
        ("items", ITEM, MAX_ITEM_MODELS),
    ],
)

LOG = log_of(BATTLE)
