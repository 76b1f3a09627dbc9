"""What a unit can decide, verb by verb, and what each verb is said of.

Engine and mask speak of (verb, argument): the argument is a unit's roster number, a direction, or an option. The flat
action numbers that learners see are laid out from this table in `fireteam.env.observe.actions`; so a verb is only ever added
at the end, and no number changes its meaning.
"""

from typing import NamedTuple

from .numbered import number

ALONE, DIRECTION, OPTION, ENEMY, FRIEND = range(5)  # what the argument of a verb is

# What a verb costs, by class: a key of the `actions.toml` of a system's catalog, where the points stand.
NOTHING, FREE_ACTION, SIMPLE, COMPLEX = "nothing", "free", "simple", "complex"
EXTENDED = "extended"  # paid for point by point, over several phases

# What else is to be said of a verb, a bit each; by these the chapters close it, or let something follow from it.
FEET, HANDS = 1, 2  # it takes both feet on the ground (no seat in a vehicle), a hand at least
MOVES = 4  # it is movement: who holds somebody cannot do it
LOUD = 8  # it gives away who hides
STEADY = 16  # it does not spoil the aim
PROVOKES = 32  # it takes the eyes or the hands off those who stand beside
REPLY = 64  # it answers something, and is no action of the own phase

# Where shots are called at: those of a body, then those of a vehicle.
PLACES = (
    "knock_down", "ankle", "ear", "eye", "foot", "forearm", "genitals", "gut", "hand", "hip", "jaw", "knee", "neck", "shin",
    "shoulder", "sternum", "thigh", "engine_block", "fuel_tank", "axle", "antenna", "door_lock", "window_motor",
)  # fmt: skip


class Verb(NamedTuple):
    """A verb.

    Attributes:
        name: in action files, words and replays.
        rule: that knows it.
        cost: its class, NOTHING to EXTENDED.
        domain: what its argument is.
        options: how many it has, for OPTION.
        words: for its options, where they are the same for everybody.
        traits: FEET to REPLY, a bit each.
    """

    name: str
    rule: str
    cost: str
    domain: int
    options: int
    words: tuple[str, ...]
    traits: int


VERBS: list[Verb] = []


def _verb(
    name: str, rule: str, cost: str, domain: int = ALONE, options: int = 1, words: tuple[str, ...] = (), traits: int = 0
) -> int:
    count = 8 if domain == DIRECTION else len(words) or options
    return number(VERBS, Verb(name, rule, cost, domain, count, words, traits))


def verbs_that(trait: int) -> tuple[int, ...]:
    """Return the numbers of the verbs that have a trait."""
    return tuple(number for number, verb in enumerate(VERBS) if verb.traits & trait)


END = _verb("end", "SS-A1", NOTHING)  # of the own action phase
PASS = _verb("pass", "SS-A3", NOTHING, traits=REPLY)  # no interrupt: the free standard defense, or no interception
WALK = _verb("walk", "SS-M1", FREE_ACTION, traits=MOVES)
RUN = _verb("run", "SS-M2", SIMPLE, traits=LOUD | MOVES)
SPRINT = _verb("sprint", "SS-M3", SIMPLE, traits=LOUD | MOVES)
DROP_PRONE = _verb("drop_prone", "SS-A4", FREE_ACTION)
STAND_UP = _verb("stand_up", "SS-A4", SIMPLE)
TAKE_COVER = _verb("take_cover", "SS-B1", SIMPLE)
RELOAD = _verb("reload", "SS-A4", SIMPLE, traits=PROVOKES)
READY = _verb("ready", "SS-A4", SIMPLE)
PICK_UP = _verb("pick_up", "SS-A4", SIMPLE, traits=FEET | HANDS | PROVOKES)
EVADE = _verb("evade", "SS-I2", SIMPLE, traits=MOVES)
DODGE = _verb("dodge", "SS-F2", SIMPLE, traits=REPLY)
PARRY = _verb("parry", "SS-F2", SIMPLE, traits=REPLY)
BLOCK = _verb("block", "SS-F2", SIMPLE, traits=REPLY)
FULL_DEFENSE = _verb("full_defense", "SS-F3", COMPLEX)
STEP = _verb("step", "SS-M8", NOTHING, DIRECTION, traits=PROVOKES | MOVES)
DOOR = _verb("door", "SS-A4", SIMPLE, DIRECTION, traits=HANDS)
SUPPRESS_CONE = _verb("suppress_cone", "SS-U5", COMPLEX, DIRECTION, traits=FEET | LOUD | PROVOKES)
# To a weapon of the sheet; the last option empties the hands.
SWITCH = _verb("switch", "SS-A4", SIMPLE, OPTION, 5, traits=HANDS)
MODE = _verb("mode", "SS-U1", SIMPLE, OPTION, words=("SS", "SA", "BF", "FA"))
CHOKE = _verb("choke", "SS-U1", SIMPLE, OPTION, words=("narrow", "medium", "wide"))
AIM = _verb("aim", "SS-U4", SIMPLE, ENEMY, traits=PROVOKES | STEADY)
SHOOT = _verb("shoot", "SS-R1", SIMPLE, ENEMY, traits=PROVOKES | STEADY)
# The heavier firing of the gun mode: a burst where `shoot` is a shot.
VOLLEY = _verb("volley", "SS-A4", SIMPLE, ENEMY, traits=PROVOKES | STEADY)
STRIKE = _verb("strike", "SS-R1", SIMPLE, ENEMY, traits=FEET)  # in melee with the weapon in hand, a firearm as a club
PUNCH = _verb("punch", "SS-R1", SIMPLE, ENEMY, traits=FEET)  # in melee, unarmed
CHARGE = _verb("charge", "SS-U3", COMPLEX, ENEMY, traits=FEET | LOUD | MOVES)
SUPPRESS_LINE = _verb("suppress_line", "SS-U5", COMPLEX, ENEMY, traits=FEET | LOUD | PROVOKES)
# Time: waiting for somebody else's phase.
DELAY = _verb("delay", "SS-T7", NOTHING)
STEP_IN = _verb("step_in", "SS-T7", NOTHING, traits=REPLY)  # before the unit whose phase comes now
STEP_IN_TOGETHER = _verb("step_in_together", "SS-T7", NOTHING, traits=REPLY)
STEP_IN_AFTER = _verb("step_in_after", "SS-T7", NOTHING, traits=REPLY)
# Karma.
# For the next test: no limit, or the rule of six.
PUSH = _verb("push", "SS-X2", NOTHING, OPTION, words=("limit", "rule_of_six"), traits=STEADY)
REROLL = _verb("reroll", "SS-X2", NOTHING, traits=REPLY)
CLOSE_CALL = _verb("close_call", "SS-X2", NOTHING, traits=REPLY)
QUICKEN = _verb("quicken", "SS-T9", NOTHING, traits=REPLY)  # five initiative dice for this round
KEEP_WITS = _verb("keep_wits", "SS-S2", NOTHING, traits=REPLY)  # defend although surprised
FIGHT_FOR_LIFE = _verb("fight_for_life", "SS-X3", NOTHING, traits=REPLY)
# Free actions.
CALL_OUT = _verb("call_out", "SS-A4", FREE_ACTION, traits=LOUD)
DROP = _verb("drop", "SS-A4", FREE_ACTION, traits=PROVOKES)
CALL_SHOT = _verb("call_shot", "SS-C1", FREE_ACTION, OPTION, words=PLACES, traits=STEADY)  # a number of the locations
# Two, three or four attacks.
MULTIPLE = _verb("multiple", "SS-X1", FREE_ACTION, OPTION, words=("2", "3", "4"), traits=STEADY)
# Gear.
# A weapon of the sheet into the other hand; the last option empties it.
OFF_HAND = _verb("off_hand", "SS-X1", SIMPLE, OPTION, 5)
THROW = _verb("throw", "SS-A4", SIMPLE, ENEMY, traits=HANDS | LOUD | PROVOKES)  # a grenade at the tile of an enemy
# A grenade at the tile of a friend, or at one's own feet.
LOB = _verb("lob", "SS-A4", SIMPLE, FRIEND, traits=HANDS | LOUD | PROVOKES)
# When grenades go off.
FUSE = _verb("fuse", "SS-T8", FREE_ACTION, OPTION, words=("next_round", "end_of_pass", "end_of_round"))
USE_ITEM = _verb("use_item", "SS-A4", SIMPLE, OPTION, 4, traits=HANDS)
# Tasks.
FIRST_AID = _verb("first_aid", "SS-H9", COMPLEX, FRIEND, traits=HANDS)
REMEDY = _verb("remedy", "SS-U8", COMPLEX)
ASSIST = _verb("assist", "SS-D11", SIMPLE, FRIEND)
REPAIR = _verb("repair", "SS-D10", EXTENDED, FRIEND, traits=FEET | HANDS)
PICK_LOCK = _verb("pick_lock", "SS-D10", COMPLEX, DIRECTION, traits=FEET | HANDS)
SET_CHARGE = _verb("set_charge", "SS-B6", EXTENDED, DIRECTION, traits=FEET | HANDS)
DETONATE = _verb("detonate", "SS-T8", SIMPLE)
# Attack a barrier beside oneself, or straight ahead.
BREACH = _verb("breach", "SS-B6", SIMPLE, DIRECTION, traits=FEET | HANDS | LOUD)
OBSERVE = _verb("observe", "SS-U2", SIMPLE)
# Grapples and bodies.
GRAPPLE = _verb("grapple", "SS-A4", COMPLEX, ENEMY, traits=FEET | HANDS | LOUD)  # whom one already holds: pin
HOLD_ON = _verb("hold_on", "SS-A4", SIMPLE)
LET_GO = _verb("let_go", "SS-A4", FREE_ACTION)
BREAK_FREE = _verb("break_free", "SS-D12", SIMPLE)
LIFT = _verb("lift", "SS-B7", SIMPLE, FRIEND, traits=FEET | HANDS | MOVES)
LIFT_ENEMY = _verb("lift_enemy", "SS-B7", SIMPLE, ENEMY, traits=FEET | HANDS | MOVES)
PUT_DOWN = _verb("put_down", "SS-B7", SIMPLE, traits=PROVOKES)
# Vehicles.
BOARD = _verb("board", "SS-C4", SIMPLE, FRIEND, traits=FEET | MOVES)
LEAVE = _verb("leave", "SS-C4", SIMPLE, DIRECTION, traits=MOVES)
DRIVE = _verb("drive", "SS-C4", SIMPLE, traits=MOVES)
RAM = _verb("ram", "SS-C4", SIMPLE, ENEMY, traits=LOUD)

MAX_VERBS = 72  # room in the records, so that a new verb does not change their layout
