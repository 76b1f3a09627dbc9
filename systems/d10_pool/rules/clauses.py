"""The clauses that pools and difficulties are made of, each with the words and the rule it comes from.

A clause is an integer for the kernels (`clauses.WOUNDED`) and an entry of `CLAUSES` for people ("wounded", DP-H3).
"""

from typing import NamedTuple

from fireteam.env.rules.log import MAX_CLAUSES
from fireteam.env.rules.numbered import number

from .tables import ABILITIES, ATTRIBUTES

CORE = "DP-D1"  # the rule of the core roll


class Clause(NamedTuple):
    """What a term is called, the rule that puts it there, and whether it is of the difficulty, not of the pool."""

    words: str
    rule: str
    difficulty: bool = False


CLAUSES: list[Clause] = []


def _clause(words: str, rule: str) -> int:
    return number(CLAUSES, Clause(words, rule), MAX_CLAUSES)


def _harder(words: str, rule: str) -> int:
    return number(CLAUSES, Clause(words, rule, difficulty=True), MAX_CLAUSES)


# An attribute's clause is its number, an ability's is FIRST_ABILITY + its number.
for _name in ATTRIBUTES:
    _clause(_name.capitalize(), CORE)
FIRST_ABILITY = len(CLAUSES)
for _name in ABILITIES:
    _clause(_name.capitalize(), CORE)

# Terms of pools.
WOUNDED = _clause("wounded", "DP-H3")
SPLIT = _clause("of a split pool", "DP-A3")
WEAPON_DICE = _clause("weapon", "DP-H1")
OUTCOME = _clause("outcome", "DP-H1")
HALVED = _clause("half of the weapon", "DP-A2")
ARMOR = _clause("armor", "DP-H2")
LEAST_DIE = _clause("one die at least", "DP-H2")

# Terms of difficulties.
BASE = _harder("base", CORE)
WITHIN = _harder("kept within 2 and 10", CORE)
WEAPON_DIFFICULTY = _harder("weapon", "DP-R1")
SECONDARY = _harder("secondary ability", "DP-A1")
SINGLE_SHOT = _harder("one steady shot", "DP-A2")
BEHIND_COVER = _harder("behind cover", "DP-R2")
OFF_HAND = _harder("off hand", "DP-R2")
WALKING = _harder("walking", "DP-R2")
RUNNING = _harder("running", "DP-R2")
ENCUMBERED = _harder("encumbered", "DP-R2")
AIMED = _harder("aimed", "DP-R2")
BLIND = _harder("blind", "DP-R2")
TARGET_COVER = _harder("target in cover", "DP-R3")
TARGET_IMMOBILE = _harder("target cannot move", "DP-R3")
TARGET_RUNNING = _harder("target runs", "DP-R3")
POINT_BLANK = _harder("point blank", "DP-R3")
LONG_RANGE = _harder("long range", "DP-R3")
SIZE = _harder("size of the target", "DP-R3")
DARK = _harder("dark", "DP-R4")
FOG = _harder("fog", "DP-R4")
STORM = _harder("storm", "DP-R4")
UNDER_WATER = _harder("under water", "DP-R4")
ASLEEP = _harder("asleep", "DP-T3")
MEDITATING = _harder("meditating", "DP-T3")

# Rules that add nothing to a roll, but are cited where they are used.
AMBUSHED = _clause("ambushed", "DP-T2")
TURN = _clause("a turn each", "DP-T4")
PACE = _clause("pace", "DP-M1")
RATE_OF_FIRE = _clause("rate of fire", "DP-A2")
COMMITTED = _clause("committed action", "DP-A4")
DEDICATED = _clause("dedicated dodge", "DP-A5")
DIVIDED = _clause("successes divided", "DP-A6")
FREE_DODGE = _clause("dodges free behind cover", "DP-R2")
NO_ONES = _clause("ones do not count", "DP-D2")
WOUND_LEVEL = _clause("wound level", "DP-H3")
STUNNED = _clause("stunned", "DP-H4")
SCAR = _clause("battle scar", "DP-H5")
