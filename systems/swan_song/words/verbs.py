"""The verbs of Swan Song: which of the shared ones it has, and its own; each with its rule and the class of its cost."""

from fireteam.env.rules.verbs import *

# What a verb costs, by class: a key of `actions.toml` in the catalog, where the points stand.
NOTHING, FREE_ACTION, SIMPLE, COMPLEX = "nothing", "free", "simple", "complex"
EXTENDED = "extended"  # paid for point by point, over several phases: PAID_BY_POINTS of `stack.py`

# Where shots are called at: those of a body, then those of a vehicle.
PLACES = (
    "knock_down", "ankle", "ear", "eye", "foot", "forearm", "genitals", "gut", "hand", "hip", "jaw", "knee", "neck", "shin",
    "shoulder", "sternum", "thigh", "engine_block", "fuel_tank", "axle", "antenna", "door_lock", "window_motor",
)  # fmt: skip

VERBS = Verbs()
VERBS.share(END, "SS-A1", NOTHING)
VERBS.share(PASS, "SS-A3", NOTHING)
VERBS.share(WALK, "SS-M1", FREE_ACTION)
VERBS.share(RUN, "SS-M2", SIMPLE)
VERBS.share(TAKE_COVER, "SS-B1", SIMPLE)
VERBS.share(RELOAD, "SS-A4", SIMPLE)
VERBS.share(DODGE, "SS-F2", SIMPLE)
VERBS.share(FULL_DEFENSE, "SS-F3", COMPLEX)
VERBS.share(STEP, "SS-M8", NOTHING)
VERBS.share(DOOR, "SS-A4", SIMPLE)
VERBS.share(SWITCH, "SS-A4", SIMPLE)
VERBS.share(AIM, "SS-U4", SIMPLE)
VERBS.share(SHOOT, "SS-R1", SIMPLE)
VERBS.share(VOLLEY, "SS-A4", SIMPLE)
VERBS.share(STRIKE, "SS-R1", SIMPLE)
VERBS.share(PUNCH, "SS-R1", SIMPLE)
VERBS.share(DROP, "SS-A4", FREE_ACTION)
VERBS.share(OFF_HAND, "SS-X1", SIMPLE)
VERBS.share(GRAPPLE, "SS-A4", COMPLEX)
VERBS.share(HOLD_ON, "SS-A4", SIMPLE)
VERBS.share(LET_GO, "SS-A4", FREE_ACTION)
VERBS.share(BREAK_FREE, "SS-D12", SIMPLE)
VERBS.share(SURRENDER, "SS-A1", NOTHING)

SPRINT = VERBS.add(4, "sprint", "SS-M3", SIMPLE, traits=MOVES | LOUD | ROUTINE)
DROP_PRONE = VERBS.add(5, "drop_prone", "SS-A4", FREE_ACTION, family=COVER)
STAND_UP = VERBS.add(6, "stand_up", "SS-A4", SIMPLE, family=MOVING)
READY = VERBS.add(9, "ready", "SS-A4", SIMPLE, family=GEAR)
PICK_UP = VERBS.add(10, "pick_up", "SS-A4", SIMPLE, traits=FEET | HANDS | PROVOKES, family=GEAR)
EVADE = VERBS.add(11, "evade", "SS-I2", SIMPLE, traits=MOVES, family=DEFENDING)
PARRY = VERBS.add(13, "parry", "SS-F2", SIMPLE, traits=REPLY, family=DEFENDING)
BLOCK = VERBS.add(14, "block", "SS-F2", SIMPLE, traits=REPLY, family=DEFENDING)
SUPPRESS_CONE = VERBS.add(
    18, "suppress_cone", "SS-U5", COMPLEX, DIRECTION, traits=FEET | LOUD | PROVOKES | HARMS | ROUTINE, family=SUPPRESSING
)
MODE = VERBS.add(
    20,
    "mode",
    "SS-U1",
    SIMPLE,
    OPTION,
    words=(
        "SS",
        "SA",
        "BF",
        "FA",
    ),
    family=GEAR,
)
CHOKE = VERBS.add(
    21,
    "choke",
    "SS-U1",
    SIMPLE,
    OPTION,
    words=(
        "narrow",
        "medium",
        "wide",
    ),
    family=GEAR,
)
CHARGE = VERBS.add(27, "charge", "SS-U3", COMPLEX, ENEMY, traits=FEET | MOVES | LOUD | HARMS, family=STRIKING)
SUPPRESS_LINE = VERBS.add(
    28, "suppress_line", "SS-U5", COMPLEX, ENEMY, traits=FEET | LOUD | PROVOKES | HARMS, family=SUPPRESSING
)
# Time: waiting for somebody else's phase.
DELAY = VERBS.add(29, "delay", "SS-T7", NOTHING, family=WAITING)
STEP_IN = VERBS.add(30, "step_in", "SS-T7", NOTHING, traits=REPLY)  # before the unit whose phase comes now
STEP_IN_TOGETHER = VERBS.add(31, "step_in_together", "SS-T7", NOTHING, traits=REPLY)
STEP_IN_AFTER = VERBS.add(32, "step_in_after", "SS-T7", NOTHING, traits=REPLY)
# Karma.
# For the next test: no limit, or the rule of six.
PUSH = VERBS.add(
    33,
    "push",
    "SS-X2",
    NOTHING,
    OPTION,
    words=(
        "limit",
        "rule_of_six",
    ),
    traits=STEADY,
)
REROLL = VERBS.add(34, "reroll", "SS-X2", NOTHING, traits=REPLY)
CLOSE_CALL = VERBS.add(35, "close_call", "SS-X2", NOTHING, traits=REPLY)
QUICKEN = VERBS.add(36, "quicken", "SS-T9", NOTHING, traits=REPLY)  # five initiative dice for this round
KEEP_WITS = VERBS.add(37, "keep_wits", "SS-S2", NOTHING, traits=REPLY)  # defend although surprised
FIGHT_FOR_LIFE = VERBS.add(38, "fight_for_life", "SS-X3", NOTHING, traits=REPLY)
# Free actions.
CALL_OUT = VERBS.add(39, "call_out", "SS-A4", FREE_ACTION, traits=LOUD | ROUTINE)
CALL_SHOT = VERBS.add(
    41, "call_shot", "SS-C1", FREE_ACTION, OPTION, words=PLACES, traits=STEADY | HARMS | ROUTINE, family=SHOOTING
)  # a number of the locations
# Two, three or four attacks.
MULTIPLE = VERBS.add(
    42,
    "multiple",
    "SS-X1",
    FREE_ACTION,
    OPTION,
    words=(
        "2",
        "3",
        "4",
    ),
    traits=STEADY | HARMS | ROUTINE,
    family=SHOOTING,
)
THROW = VERBS.add(
    44, "throw", "SS-A4", SIMPLE, ENEMY, traits=HANDS | LOUD | PROVOKES | HARMS, family=THROWING
)  # a grenade at the tile of an enemy
# A grenade at the tile of a friend, or at one's own feet.
LOB = VERBS.add(45, "lob", "SS-A4", SIMPLE, FRIEND, traits=HANDS | LOUD | PROVOKES | HARMS, family=THROWING)
# When grenades go off.
FUSE = VERBS.add(
    46,
    "fuse",
    "SS-T8",
    FREE_ACTION,
    OPTION,
    words=(
        "next_round",
        "end_of_pass",
        "end_of_round",
    ),
    traits=HARMS,
    family=THROWING,
)
USE_ITEM = VERBS.add(47, "use_item", "SS-A4", SIMPLE, OPTION, options=4, carried=ITEMS, traits=HANDS, family=HELPING)
# Tasks.
FIRST_AID = VERBS.add(48, "first_aid", "SS-H9", COMPLEX, FRIEND, traits=HANDS, family=HELPING)
REMEDY = VERBS.add(49, "remedy", "SS-U8", COMPLEX, family=HELPING)
ASSIST = VERBS.add(50, "assist", "SS-D11", SIMPLE, FRIEND, family=HELPING)
REPAIR = VERBS.add(51, "repair", "SS-D10", EXTENDED, FRIEND, traits=FEET | HANDS, family=HELPING)
PICK_LOCK = VERBS.add(52, "pick_lock", "SS-D10", COMPLEX, DIRECTION, traits=FEET | HANDS | UNLOCKS, family=MOVING)
SET_CHARGE = VERBS.add(53, "set_charge", "SS-B6", EXTENDED, DIRECTION, traits=FEET | HANDS | HARMS, family=THROWING)
DETONATE = VERBS.add(54, "detonate", "SS-T8", SIMPLE, traits=HARMS, family=THROWING)
# Attack a barrier beside oneself, or straight ahead.
BREACH = VERBS.add(55, "breach", "SS-B6", SIMPLE, DIRECTION, traits=FEET | HANDS | LOUD | ROUTINE | BREAKS_IN, family=MOVING)
OBSERVE = VERBS.add(56, "observe", "SS-U2", SIMPLE, family=WAITING)
LIFT = VERBS.add(61, "lift", "SS-B7", SIMPLE, FRIEND, traits=FEET | HANDS | MOVES | PROVOKES | ROUTINE, family=HELPING)
LIFT_ENEMY = VERBS.add(62, "lift_enemy", "SS-B7", SIMPLE, ENEMY, traits=FEET | HANDS | MOVES | PROVOKES | HARMS | ROUTINE)
PUT_DOWN = VERBS.add(63, "put_down", "SS-B7", SIMPLE, traits=PROVOKES, family=GEAR)
# Vehicles.
BOARD = VERBS.add(64, "board", "SS-C4", SIMPLE, FRIEND, traits=FEET | MOVES | PROVOKES)
LEAVE = VERBS.add(65, "leave", "SS-C4", SIMPLE, DIRECTION, traits=MOVES)
DRIVE = VERBS.add(66, "drive", "SS-C4", SIMPLE, traits=MOVES)
RAM = VERBS.add(67, "ram", "SS-C4", SIMPLE, ENEMY, traits=LOUD | HARMS, family=STRIKING)
