"""The clauses that dice pools are built from, each with the words and the rule it comes from.

A clause is an integer for the kernels (`clauses.WOUNDED`) and a row of `CLAUSES` for people ("wounded", SS-H5).
"""

from typing import NamedTuple

from ..numbered import number
from .tables import ATTRIBUTES, SKILLS


class Clause(NamedTuple):
    """What a term of a pool is called and the ID of the rule that puts it there ("" for plain attributes and skills)."""

    words: str
    rule: str


CLAUSES: list[Clause] = []


def _clause(words: str, rule: str = "") -> int:
    return number(CLAUSES, Clause(words, rule))


# An attribute's clause is its number, a skill's is FIRST_SKILL + its number.
for _name in ATTRIBUTES:
    _clause(_name.capitalize(), "SS-D1")
FIRST_SKILL = len(CLAUSES)
for _name in SKILLS:
    _clause(_name.replace("_", " ").capitalize(), "SS-D1")

DEFAULTING = _clause("defaulting", "SS-D2")
INITIATIVE_DICE = _clause("initiative dice", "SS-T2")
WOUNDED = _clause("wounded", "SS-H5")
RUNNING = _clause("running", "SS-M4")
CHARGING = _clause("charging into melee", "SS-M5")
TARGET_RUNS = _clause("target runs", "SS-M6")
TARGET_SPRINTS = _clause("target sprints", "SS-M6")
RANGE = _clause("range", "SS-R8")
RECOIL = _clause("recoil", "SS-R9")
BLIND_FIRE = _clause("blind fire", "SS-R10")
LIGHT = _clause("light", "SS-R10")
SMOKE = _clause("smoke", "SS-R10")
AIM = _clause("aimed", "SS-U4")
FULL_DEFENSE = _clause("full defense", "SS-F3")
REPLY_SKILL = _clause("parry, block or dodge", "SS-F2")
PRONE = _clause("prone", "SS-F4")
REACH = _clause("reach", "SS-F4")
DEFENDED_BEFORE = _clause("defended before", "SS-F4")
SPREAD = _clause("flechette spread", "SS-F4")
VOLUME_OF_FIRE = _clause("volume of fire", "SS-F4")
IN_MELEE = _clause("shot at in melee", "SS-F4")
RUNNER_DEFENDS = _clause("on the run", "SS-M7")
COVER = _clause("cover", "SS-B1")
INANIMATE = _clause("cover alone", "SS-F6")
ARMOR = _clause("armor", "SS-R4")
PENETRATION = _clause("armor penetration", "SS-R3")
HALF_BODY = _clause("half Body", "SS-R4")
DENSITY = _clause("density of fire", "SS-U7")
CONE = _clause("spread over a cone", "SS-U5")
RANGE_INCREMENT = _clause("range increments", "SS-U6")
STRUCTURE = _clause("structure", "SS-B4")

# Rules that put no dice into a pool are cited when they act, so that the list of rules can tell which were used.
LIMIT = _clause("limit", "SS-D4")
OPPOSED = _clause("opposed test", "SS-D3")
GLITCH = _clause("glitch", "SS-D5")
HARD_GLITCH = _clause("hard glitch", "SS-D6")
CRITICAL_GLITCH = _clause("critical glitch", "SS-D7")
INHERENT_LIMIT = _clause("inherent limit", "SS-D13")
TIE_BREAK = _clause("tie broken", "SS-T3")
INITIATIVE_CHANGE = _clause("initiative changes", "SS-T5")
DIAGONAL = _clause("diagonal or difficult step", "SS-M9")
DECLARED_MOVE = _clause("declared movement", "SS-M8")
ACTION_POINTS = _clause("action points", "SS-A1")
ATTACK_OF_THE_PHASE = _clause("one attack a phase", "SS-A2")
INTERRUPT = _clause("interrupt", "SS-A3")
ACTION_COST = _clause("action cost", "SS-A4")
MODIFIED_DAMAGE = _clause("modified damage", "SS-R3")
BOUNCED = _clause("damage below armor", "SS-R5")
RANGED_DEFENSE = _clause("ranged defense", "SS-F1")
UNAWARE = _clause("unaware", "SS-F5")
WORN_ARMOR = _clause("worn armor", "SS-H1")
POOL_ORDER = _clause("order of the health pools", "SS-H2")
DAMAGE_TYPE = _clause("damage type", "SS-H3")
STRAIN_OVERFLOW = _clause("strain carries over", "SS-H4")
HEALTH_MAXIMA = _clause("health pools", "SS-H8")


def skill(index: int) -> int:
    """Return the clause of a skill, from its number in `tables.SKILLS`."""
    return FIRST_SKILL + index
