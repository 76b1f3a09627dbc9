"""The verbs: what a unit can decide, and what the argument of each verb is.

Engine and mask speak of (verb, argument): the argument is a unit's roster number, a direction, or an option. The flat
action numbers that learners see are laid out from a system's table of verbs in `fireteam.env.observe.actions`.

This file has the verbs that several rule systems share. A system's `words/verbs.py` says which of them it has, with the rule
and the cost of each, and adds its own. Numbers are frozen: policies and masks know verbs by them, so none ever changes its
meaning, and none is used again.
"""

from collections.abc import Iterable
from typing import NamedTuple

ALONE, DIRECTION, OPTION, ENEMY, FRIEND = range(5)  # what the argument of a verb is

# What is to be said of a verb in any rule system, a bit each; by these, rules close it or let something follow from it.
FEET, HANDS = 1, 2  # it takes both feet on the ground (no seat in a vehicle), a hand at least
MOVES = 4  # it is movement: who holds somebody cannot do it
LOUD = 8  # it gives away who hides
STEADY = 16  # it does not spoil the aim
PROVOKES = 32  # it takes the eyes or the hands off those who stand beside
REPLY = 64  # it answers something, and is no action of the own phase
HARMS = 128  # it does harm, prepares it or goes with it: nothing for who has broken
ROUTINE = 256  # a search leaves it to the doctrines: tried alone it rarely helps, and costs playouts
UNLOCKS, BREAKS_IN = 1024, 2048  # it opens a locked door, a wall

# What a verb is an example of, in words that people use of every rule system.
SHOOTING, AIMING, SUPPRESSING, STRIKING, THROWING = "shoot", "aim", "suppress", "strike", "throw"
MOVING, COVER, DEFENDING, HELPING, GEAR, WAITING, OTHER = "move", "cover", "defend", "help", "gear", "wait", "other"
FAMILIES = (
    SHOOTING, AIMING, SUPPRESSING, STRIKING, THROWING, MOVING, COVER, DEFENDING, HELPING, GEAR, WAITING, OTHER,
)  # fmt: skip

WEAPONS, ITEMS = "weapons", "items"  # options that are what the unit carries; of weapons the last one is none

MOST_VERBS = 128  # numbers that there can be: records keep a verb in a byte
LEAST_ROOM = 72  # words that every mask has at least: shared code asks for any verb below, whatever the system


class Verb(NamedTuple):
    """A verb of a rule system.

    Attributes:
        name: its name in action files, words and replays.
        rule: the rule of the system that defines it.
        cost: its cost class, where the system's catalog prices actions by classes.
        domain: the kind of argument it takes.
        options: the number of options, for OPTION.
        words: the words for its options, where they are the same for all units.
        traits: a set of FEET to BREAKS_IN, a bit each.
        family: one of FAMILIES.
        carried: WEAPONS or ITEMS if its options are what the unit carries.
    """

    name: str
    rule: str = ""
    cost: str = ""
    domain: int = ALONE
    options: int = 1
    words: tuple[str, ...] = ()
    traits: int = 0
    family: str = OTHER
    carried: str = ""


class Verbs(dict[int, Verb]):
    """The verbs of a rule system, by number.

    Attributes:
        numbers: the number of each verb, by its name.
    """

    def __init__(self) -> None:
        super().__init__()
        self.numbers: dict[str, int] = {}

    def share(self, number: int, rule: str, cost: str = "") -> None:
        """Add a verb of SHARED to the system.

        Raises:
            ValueError: it is no shared verb, or it was added already.
        """
        if number not in SHARED:
            raise ValueError(f"verb {number}: no system shares that; those are {', '.join(map(str, SHARED))}")
        self._take(number, SHARED[number]._replace(rule=rule, cost=cost))

    def add(
        self,
        number: int,
        name: str,
        rule: str,
        cost: str = "",
        domain: int = ALONE,
        options: int = 1,
        words: tuple[str, ...] = (),
        traits: int = 0,
        family: str = "",
        carried: str = "",
    ) -> int:
        """Add a verb of the system's own, see `Verb`; return its number.

        Raises:
            ValueError: another verb has the number or the name, or the number is reserved for shared verbs.
        """
        if number in SHARED or not 0 <= number < MOST_VERBS:
            raise ValueError(f"verb {name!r}: its number is {number}; 0 to {MOST_VERBS - 1} are allowed, but no shared one")
        self._take(number, made(name, rule, cost, domain, options, words, traits, family, carried))
        return number

    def _take(self, number: int, verb: Verb) -> None:
        if number in self or verb.name in self.numbers:
            raise ValueError(f"verb {verb.name!r}, number {number}: the system has {self.get(number, verb).name!r} already")
        self[number] = verb
        self.numbers[verb.name] = number

    def with_traits(self, traits: int) -> tuple[int, ...]:
        """Return the numbers of the verbs that have some of these traits."""
        return tuple(number for number, verb in sorted(self.items()) if verb.traits & traits)

    def check_room(self, room: int) -> None:
        """Raise an OverflowError if a mask of `room` words has no room for some verb."""
        check_room("verb", self, room)


def made(
    name: str,
    rule: str = "",
    cost: str = "",
    domain: int = ALONE,
    options: int = 1,
    words: tuple[str, ...] = (),
    traits: int = 0,
    family: str = "",
    carried: str = "",
) -> Verb:
    """Return a verb with defaults filled in: a direction has 8 options, and a verb of movement the family MOVING.

    Raises:
        ValueError: there is no such family.
    """
    count = 8 if domain == DIRECTION else len(words) or options
    family = family or (MOVING if traits & MOVES and not traits & REPLY else OTHER)
    if family not in FAMILIES:
        raise ValueError(f"verb {name!r}: there is no family {family!r}; those are {', '.join(FAMILIES)}")
    return Verb(name, rule, cost, domain, count, words, traits, family, carried)


def check_room(what: str, numbers: Iterable[int], room: int) -> None:
    """Raise an OverflowError if a number does not fit a table with `room` places: it would be cut off silently."""
    for number in numbers:
        if number >= room:
            raise OverflowError(f"{what} {number} has no room in a table of {room}")


SHARED: dict[int, Verb] = {}


def _verb(
    number: int, name: str, domain: int = ALONE, options: int = 1, traits: int = 0, family: str = "", carried: str = ""
) -> int:
    SHARED[number] = made(name, domain=domain, options=options, traits=traits, family=family, carried=carried)
    return number


END = _verb(0, "end", family=WAITING)  # of the own action phase
PASS = _verb(1, "pass", traits=REPLY, family=WAITING)  # no interrupt: the free standard defense, or no interception
WALK = _verb(2, "walk", traits=MOVES | ROUTINE)
RUN = _verb(3, "run", traits=LOUD | MOVES | ROUTINE)
TAKE_COVER = _verb(7, "take_cover", family=COVER)
RELOAD = _verb(8, "reload", traits=PROVOKES, family=GEAR)
DODGE = _verb(12, "dodge", traits=REPLY, family=DEFENDING)
FULL_DEFENSE = _verb(15, "full_defense", family=DEFENDING)
STEP = _verb(16, "step", DIRECTION, traits=PROVOKES | MOVES | ROUTINE)
DOOR = _verb(17, "door", DIRECTION, traits=HANDS | ROUTINE, family=MOVING)
SWITCH = _verb(19, "switch", OPTION, 5, traits=HANDS | ROUTINE, family=GEAR, carried=WEAPONS)  # the last empties the hands
AIM = _verb(22, "aim", ENEMY, traits=PROVOKES | STEADY | HARMS, family=AIMING)
SHOOT = _verb(23, "shoot", ENEMY, traits=PROVOKES | STEADY | HARMS, family=SHOOTING)
VOLLEY = _verb(24, "volley", ENEMY, traits=PROVOKES | STEADY | HARMS, family=SHOOTING)  # the heavier firing of the gun
STRIKE = _verb(25, "strike", ENEMY, traits=FEET | HARMS, family=STRIKING)  # with the weapon in hand, a firearm as a club
PUNCH = _verb(26, "punch", ENEMY, traits=FEET | HARMS, family=STRIKING)  # in melee, unarmed
DROP = _verb(40, "drop", traits=PROVOKES | ROUTINE, family=GEAR)
OFF_HAND = _verb(43, "off_hand", OPTION, 5, traits=ROUTINE, family=GEAR, carried=WEAPONS)  # the last empties that hand
GRAPPLE = _verb(57, "grapple", ENEMY, traits=FEET | HANDS | LOUD | HARMS, family=STRIKING)  # whom one already holds: pin
HOLD_ON = _verb(58, "hold_on", traits=HARMS, family=STRIKING)
LET_GO = _verb(59, "let_go", family=GEAR)
BREAK_FREE = _verb(60, "break_free", family=DEFENDING)
SURRENDER = _verb(91, "surrender", family=WAITING)  # out of the fight, arms down: for who has broken (sides/morale.py)
