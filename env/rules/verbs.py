"""What a unit can decide, verb by verb, and what each verb is said of.

Engine and mask speak of (verb, argument): the argument is a unit's roster number, a direction, or an option. The flat
action numbers that learners see are laid out from this table in `fireteam.env.observe.actions`; so a verb is only ever added
at the end, and no number changes its meaning.
"""

from typing import NamedTuple

from .numbered import number

ALONE, DIRECTION, OPTION, ENEMY, FRIEND = range(5)  # what the argument of a verb is


class Verb(NamedTuple):
    """A verb's name, what its argument is, how many options it has (for OPTION), and its rule."""

    name: str
    domain: int
    options: int
    rule: str


VERBS: list[Verb] = []


def _verb(name: str, rule: str, domain: int = ALONE, options: int = 1) -> int:
    return number(VERBS, Verb(name, domain, options, rule))


END = _verb("end", "SS-A1")  # of the own action phase
PASS = _verb("pass", "SS-A3")  # no interrupt: the free standard defense, or no interception
WALK = _verb("walk", "SS-M1")
RUN = _verb("run", "SS-M2")
SPRINT = _verb("sprint", "SS-M3")
DROP_PRONE = _verb("drop_prone", "SS-A4")
STAND_UP = _verb("stand_up", "SS-A4")
TAKE_COVER = _verb("take_cover", "SS-B1")
RELOAD = _verb("reload", "SS-A4")
READY = _verb("ready", "SS-A4")
PICK_UP = _verb("pick_up", "SS-A4")
EVADE = _verb("evade", "SS-I2")
DODGE = _verb("dodge", "SS-F2")
PARRY = _verb("parry", "SS-F2")
BLOCK = _verb("block", "SS-F2")
FULL_DEFENSE = _verb("full_defense", "SS-F3")
STEP = _verb("step", "SS-M8", DIRECTION, 8)
DOOR = _verb("door", "SS-A4", DIRECTION, 8)
SUPPRESS_CONE = _verb("suppress_cone", "SS-U5", DIRECTION, 8)
SWITCH = _verb("switch", "SS-A4", OPTION, 5)  # to a weapon of the sheet; the last option empties the hands
MODE = _verb("mode", "SS-U1", OPTION, 4)
CHOKE = _verb("choke", "SS-U1", OPTION, 3)
AIM = _verb("aim", "SS-U4", ENEMY)
SHOOT = _verb("shoot", "SS-R1", ENEMY)
VOLLEY = _verb("volley", "SS-A4", ENEMY)  # the heavier firing of the gun mode: a burst where `shoot` is a shot
STRIKE = _verb("strike", "SS-R1", ENEMY)  # in melee with the weapon in hand, a firearm as a club
PUNCH = _verb("punch", "SS-R1", ENEMY)  # in melee, unarmed
CHARGE = _verb("charge", "SS-U3", ENEMY)
SUPPRESS_LINE = _verb("suppress_line", "SS-U5", ENEMY)
# Time: waiting for somebody else's phase.
DELAY = _verb("delay", "SS-T7")
STEP_IN = _verb("step_in", "SS-T7")  # before the unit whose phase comes now
STEP_IN_TOGETHER = _verb("step_in_together", "SS-T7")
STEP_IN_AFTER = _verb("step_in_after", "SS-T7")
# Karma.
PUSH = _verb("push", "SS-X2", OPTION, 2)  # for the next test: no limit, or the rule of six
REROLL = _verb("reroll", "SS-X2")
CLOSE_CALL = _verb("close_call", "SS-X2")
QUICKEN = _verb("quicken", "SS-T9")  # five initiative dice for this round
KEEP_WITS = _verb("keep_wits", "SS-S2")  # defend although surprised
FIGHT_FOR_LIFE = _verb("fight_for_life", "SS-X3")
# Free actions.
CALL_OUT = _verb("call_out", "SS-A4")
DROP = _verb("drop", "SS-A4")
CALL_SHOT = _verb("call_shot", "SS-C1", OPTION, 23)  # a row of the locations
MULTIPLE = _verb("multiple", "SS-X1", OPTION, 3)  # two, three or four attacks
# Gear.
OFF_HAND = _verb("off_hand", "SS-X1", OPTION, 5)  # a weapon of the sheet into the other hand; the last option empties it
THROW = _verb("throw", "SS-A4", ENEMY)  # a grenade at the tile of an enemy
LOB = _verb("lob", "SS-A4", FRIEND)  # a grenade at the tile of a friend, or at one's own feet
FUSE = _verb("fuse", "SS-T8", OPTION, 3)  # when grenades go off
USE_ITEM = _verb("use_item", "SS-A4", OPTION, 4)
# Tasks.
FIRST_AID = _verb("first_aid", "SS-H9", FRIEND)
REMEDY = _verb("remedy", "SS-U8")
ASSIST = _verb("assist", "SS-D11", FRIEND)
REPAIR = _verb("repair", "SS-D10", FRIEND)
PICK_LOCK = _verb("pick_lock", "SS-D10", DIRECTION, 8)
SET_CHARGE = _verb("set_charge", "SS-B6", DIRECTION, 8)
DETONATE = _verb("detonate", "SS-T8")
BREACH = _verb("breach", "SS-B6", DIRECTION, 8)  # attack a barrier beside oneself, or straight ahead
OBSERVE = _verb("observe", "SS-U2")
# Grapples and bodies.
GRAPPLE = _verb("grapple", "SS-A4", ENEMY)  # whom one already holds: pin
HOLD_ON = _verb("hold_on", "SS-A4")
LET_GO = _verb("let_go", "SS-A4")
BREAK_FREE = _verb("break_free", "SS-D12")
LIFT = _verb("lift", "SS-B7", FRIEND)
LIFT_ENEMY = _verb("lift_enemy", "SS-B7", ENEMY)
PUT_DOWN = _verb("put_down", "SS-B7")
# Vehicles.
BOARD = _verb("board", "SS-C4", FRIEND)
LEAVE = _verb("leave", "SS-C4", DIRECTION, 8)
DRIVE = _verb("drive", "SS-C4")
RAM = _verb("ram", "SS-C4", ENEMY)

MAX_VERBS = 72  # room in the records, so that a new verb does not change their layout
