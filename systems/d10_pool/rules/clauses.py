"""The clauses that pools and difficulties are made of, each with the words and the rule it comes from."""

from fireteam.env.rules.clauses import Clause, numbering

from .tables import ABILITIES, ATTRIBUTES

CORE = "DP-D1"  # the rule of the core roll

CLAUSES: list[Clause] = []
_clause = numbering(CLAUSES)

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
BASE = _clause("base", CORE)
WITHIN = _clause("kept within 2 and 10", CORE)
WEAPON_DIFFICULTY = _clause("weapon", "DP-R1")
SECONDARY = _clause("secondary ability", "DP-A1")
SINGLE_SHOT = _clause("one steady shot", "DP-A2")
BEHIND_COVER = _clause("behind cover", "DP-R2")
OFF_HAND = _clause("off hand", "DP-R2")
WALKING = _clause("walking", "DP-R2")
RUNNING = _clause("running", "DP-R2")
ENCUMBERED = _clause("encumbered", "DP-R2")
AIMED = _clause("aimed", "DP-R2")
BLIND = _clause("blind", "DP-R2")
TARGET_COVER = _clause("target in cover", "DP-R3")
TARGET_IMMOBILE = _clause("target cannot move", "DP-R3")
TARGET_RUNNING = _clause("target runs", "DP-R3")
POINT_BLANK = _clause("point blank", "DP-R3")
LONG_RANGE = _clause("long range", "DP-R3")
SIZE = _clause("size of the target", "DP-R3")
DARK = _clause("dark", "DP-R4")
FOG = _clause("fog", "DP-R4")
STORM = _clause("storm", "DP-R4")
UNDER_WATER = _clause("under water", "DP-R4")
ASLEEP = _clause("asleep", "DP-T3")
MEDITATING = _clause("meditating", "DP-T3")
OF_DIFFICULTY = frozenset(CLAUSES[BASE:])

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
