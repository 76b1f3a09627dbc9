"""What a unit can decide, verb by verb, and what each verb is said of.

Engine and mask speak of (verb, argument): the argument is a unit's roster number, a direction, or an option. The flat
action numbers that learners see are laid out from this table in `fireteam.env.observe.actions`, for each rule system those
that it has; so a verb is only ever added at the end, and no number changes its meaning.
"""

from typing import NamedTuple

from .numbered import number

ALONE, DIRECTION, OPTION, ENEMY, FRIEND = range(5)  # what the argument of a verb is

# What is to be said of a verb in any rule system, a bit each; by these, rules close it or let something follow from it.
FEET, HANDS = 1, 2  # it takes both feet on the ground (no seat in a vehicle), a hand at least
MOVES = 4  # it is movement: who holds somebody cannot do it
LOUD = 8  # it gives away who hides
STEADY = 16  # it does not spoil the aim
PROVOKES = 32  # it takes the eyes or the hands off those who stand beside
REPLY = 64  # it answers something, and is no action of the own phase
HARMS = 128  # it does harm, prepares it or goes with it: nothing for who has broken

# Where shots are called at: those of a body, then those of a vehicle.
PLACES = (
    "knock_down", "ankle", "ear", "eye", "foot", "forearm", "genitals", "gut", "hand", "hip", "jaw", "knee", "neck", "shin",
    "shoulder", "sternum", "thigh", "engine_block", "fuel_tank", "axle", "antenna", "door_lock", "window_motor",
)  # fmt: skip


class Verb(NamedTuple):
    """A verb. Which of them a rule system has, and what each costs there, says the RULINGS of its port.

    Attributes:
        name: in action files, words and replays.
        domain: what its argument is.
        options: how many it has, for OPTION.
        words: for its options, where they are the same for everybody.
        traits: FEET to HARMS, a bit each.
    """

    name: str
    domain: int
    options: int
    words: tuple[str, ...]
    traits: int


class Ruling(NamedTuple):
    """What a rule system says of a verb that it has.

    Attributes:
        rule: that knows it.
        cost: its class, where the system's catalog prices actions by classes.
    """

    rule: str
    cost: str = ""


MOST_VERBS = 127  # records keep a verb in a byte
VERBS: list[Verb] = []


def _verb(name: str, domain: int = ALONE, options: int = 1, words: tuple[str, ...] = (), traits: int = 0) -> int:
    count = 8 if domain == DIRECTION else len(words) or options
    return number(VERBS, Verb(name, domain, count, words, traits), MOST_VERBS)


END = _verb("end")  # of the own action phase
PASS = _verb("pass", traits=REPLY)  # no interrupt: the free standard defense, or no interception
WALK = _verb("walk", traits=MOVES)
RUN = _verb("run", traits=LOUD | MOVES)
SPRINT = _verb("sprint", traits=LOUD | MOVES)
DROP_PRONE = _verb("drop_prone")
STAND_UP = _verb("stand_up")
TAKE_COVER = _verb("take_cover")
RELOAD = _verb("reload", traits=PROVOKES)
READY = _verb("ready")
PICK_UP = _verb("pick_up", traits=FEET | HANDS | PROVOKES)
EVADE = _verb("evade", traits=MOVES)
DODGE = _verb("dodge", traits=REPLY)
PARRY = _verb("parry", traits=REPLY)
BLOCK = _verb("block", traits=REPLY)
FULL_DEFENSE = _verb("full_defense")
STEP = _verb("step", DIRECTION, traits=PROVOKES | MOVES)
DOOR = _verb("door", DIRECTION, traits=HANDS)
SUPPRESS_CONE = _verb("suppress_cone", DIRECTION, traits=FEET | LOUD | PROVOKES | HARMS)
# To a weapon of the sheet; the last option empties the hands.
SWITCH = _verb("switch", OPTION, 5, traits=HANDS)
MODE = _verb("mode", OPTION, words=("SS", "SA", "BF", "FA"))
CHOKE = _verb("choke", OPTION, words=("narrow", "medium", "wide"))
AIM = _verb("aim", ENEMY, traits=PROVOKES | STEADY | HARMS)
SHOOT = _verb("shoot", ENEMY, traits=PROVOKES | STEADY | HARMS)
# The heavier firing of the gun mode: a burst where `shoot` is a shot.
VOLLEY = _verb("volley", ENEMY, traits=PROVOKES | STEADY | HARMS)
STRIKE = _verb("strike", ENEMY, traits=FEET | HARMS)  # in melee with the weapon in hand, a firearm as a club
PUNCH = _verb("punch", ENEMY, traits=FEET | HARMS)  # in melee, unarmed
CHARGE = _verb("charge", ENEMY, traits=FEET | LOUD | MOVES | HARMS)
SUPPRESS_LINE = _verb("suppress_line", ENEMY, traits=FEET | LOUD | PROVOKES | HARMS)
# Time: waiting for somebody else's phase.
DELAY = _verb("delay")
STEP_IN = _verb("step_in", traits=REPLY)  # before the unit whose phase comes now
STEP_IN_TOGETHER = _verb("step_in_together", traits=REPLY)
STEP_IN_AFTER = _verb("step_in_after", traits=REPLY)
# Karma.
# For the next test: no limit, or the rule of six.
PUSH = _verb("push", OPTION, words=("limit", "rule_of_six"), traits=STEADY)
REROLL = _verb("reroll", traits=REPLY)
CLOSE_CALL = _verb("close_call", traits=REPLY)
QUICKEN = _verb("quicken", traits=REPLY)  # five initiative dice for this round
KEEP_WITS = _verb("keep_wits", traits=REPLY)  # defend although surprised
FIGHT_FOR_LIFE = _verb("fight_for_life", traits=REPLY)
# Free actions.
CALL_OUT = _verb("call_out", traits=LOUD)
DROP = _verb("drop", traits=PROVOKES)
CALL_SHOT = _verb("call_shot", OPTION, words=PLACES, traits=STEADY | HARMS)  # a number of the locations
# Two, three or four attacks.
MULTIPLE = _verb("multiple", OPTION, words=("2", "3", "4"), traits=STEADY | HARMS)
# Gear.
# A weapon of the sheet into the other hand; the last option empties it.
OFF_HAND = _verb("off_hand", OPTION, 5)
THROW = _verb("throw", ENEMY, traits=HANDS | LOUD | PROVOKES | HARMS)  # a grenade at the tile of an enemy
# A grenade at the tile of a friend, or at one's own feet.
LOB = _verb("lob", FRIEND, traits=HANDS | LOUD | PROVOKES | HARMS)
# When grenades go off.
FUSE = _verb("fuse", OPTION, words=("next_round", "end_of_pass", "end_of_round"), traits=HARMS)
USE_ITEM = _verb("use_item", OPTION, 4, traits=HANDS)
# Tasks.
FIRST_AID = _verb("first_aid", FRIEND, traits=HANDS)
REMEDY = _verb("remedy")
ASSIST = _verb("assist", FRIEND)
REPAIR = _verb("repair", FRIEND, traits=FEET | HANDS)
PICK_LOCK = _verb("pick_lock", DIRECTION, traits=FEET | HANDS)
SET_CHARGE = _verb("set_charge", DIRECTION, traits=FEET | HANDS | HARMS)
DETONATE = _verb("detonate", traits=HARMS)
# Attack a barrier beside oneself, or straight ahead.
BREACH = _verb("breach", DIRECTION, traits=FEET | HANDS | LOUD)
OBSERVE = _verb("observe")
# Grapples and bodies.
GRAPPLE = _verb("grapple", ENEMY, traits=FEET | HANDS | LOUD | HARMS)  # whom one already holds: pin
HOLD_ON = _verb("hold_on", traits=HARMS)
LET_GO = _verb("let_go")
BREAK_FREE = _verb("break_free")
LIFT = _verb("lift", FRIEND, traits=FEET | HANDS | PROVOKES | MOVES)
LIFT_ENEMY = _verb("lift_enemy", ENEMY, traits=FEET | HANDS | PROVOKES | MOVES | HARMS)
PUT_DOWN = _verb("put_down", traits=PROVOKES)
# Vehicles.
BOARD = _verb("board", FRIEND, traits=FEET | PROVOKES | MOVES)
LEAVE = _verb("leave", DIRECTION, traits=MOVES)
DRIVE = _verb("drive", traits=MOVES)
RAM = _verb("ram", ENEMY, traits=LOUD | HARMS)
# Pools that are split: how many dice are kept for a defense, or go into one (d10_pool).
DICE = tuple(str(dice) for dice in range(16))
JOG = _verb("jog", traits=LOUD | MOVES)
KEEP_TO_DODGE = _verb("keep_to_dodge", OPTION, words=DICE, traits=STEADY | HARMS)
KEEP_TO_PARRY = _verb("keep_to_parry", OPTION, words=DICE, traits=STEADY | HARMS)
KEEP_TO_BRAWL = _verb("keep_to_brawl", OPTION, words=DICE, traits=STEADY | HARMS)
DODGE_WITH = _verb("dodge_with", OPTION, words=DICE, traits=REPLY)
PARRY_WITH = _verb("parry_with", OPTION, words=DICE, traits=REPLY)
BRAWL_WITH = _verb("brawl_with", OPTION, words=DICE, traits=REPLY)
# One steady shot where the gun could fire more; a burst over everybody who was marked, and what of it goes to each.
SINGLE_SHOT = _verb("single_shot", ENEMY, traits=PROVOKES | STEADY | HARMS)
MARK = _verb("mark", ENEMY, traits=STEADY | HARMS)
SPRAY = _verb("spray", traits=PROVOKES | HARMS)
GIVE = _verb("give", OPTION, words=DICE, traits=REPLY)
# What is declared before anything is done (ladder): whose attacks are met and how, attacks through a shield or through
# cover, a shot that waits until somebody shows himself.
DODGE_ATTACKS = _verb("dodge_attacks", ENEMY, traits=FEET)
PARRY_ATTACKS = _verb("parry_attacks", ENEMY, traits=FEET | HANDS)
SHIELD_PARRY = _verb("shield_parry", ENEMY, traits=FEET | HANDS)
SHIELD_STRIKE = _verb("shield_strike", ENEMY, traits=FEET | HARMS)
STRIKE_THROUGH = _verb("strike_through", ENEMY, traits=FEET | HARMS)
SHOOT_THROUGH = _verb("shoot_through", ENEMY, traits=PROVOKES | STEADY | HARMS)
AWAIT = _verb("await", ENEMY, traits=STEADY | HARMS)
FEINT = _verb("feint", ENEMY, traits=FEET | HARMS)
GARROTE = _verb("garrote", ENEMY, traits=FEET | HANDS | LOUD | HARMS)
STRAP_SHIELD = _verb("strap_shield", traits=HANDS)  # off the back, then onto the arm
UNSTRAP_SHIELD = _verb("unstrap_shield")
RESIST = _verb("resist", traits=REPLY)  # a grapple, with an action that was meant for something else

# Out of the fight, arms down: for who has broken (sides/morale.py).
SURRENDER = _verb("surrender")

# Words that every mask has at least: shared code asks for any verb below, whatever the system. A system with verbs beyond it
# has more room in its own records (`battle_of`), and some to spare: a new verb then changes neither their layout nor what
# replays check.
LEAST_ROOM = 72


def verbs_that(trait: int, room: int) -> tuple[int, ...]:
    """Return the numbers of the verbs that have a trait, of those for which a mask of so many words has room.

    Whoever closes a verb that its mask has no room for writes into the next field of the record.
    """
    return tuple(number for number, verb in enumerate(VERBS[:room]) if verb.traits & trait)
