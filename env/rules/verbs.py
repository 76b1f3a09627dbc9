"""What a unit can decide, verb by verb, and what each verb is said of.

Engine and mask speak of (verb, argument): the argument is a unit's roster number, a direction, or an option. The flat
action numbers that learners see are laid out from this table in `fireteam.env.actions`; so a verb is only ever added at
the end, and no number changes its meaning.
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

MAX_VERBS = 64  # room in the records, so that a new verb does not change their layout
