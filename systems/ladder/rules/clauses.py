"""The clauses that rolls are made of, each with the words and the rule it comes from."""

from fireteam.env.rules.clauses import Clause, numbering

from .tables import SKILLS

CORE = "LD-D1"  # the rule of the core roll

CLAUSES: list[Clause] = []
_clause = numbering(CLAUSES)

# A skill's clause is its number.
for _name in SKILLS:
    _clause(_name.capitalize(), CORE)

# Terms of rolls.
WOUNDED = _clause("wounded", "LD-H2")
ACTIONS = _clause("several actions", "LD-A1")
GARROTE = _clause("garrote", "LD-G4")
BUCKLER = _clause("buckler", "LD-C2")
# Situational modifiers (LD-R1).
AIMED = _clause("aimed", "LD-A4")
BURST = _clause("burst", "LD-A5")
BUCKSHOT = _clause("buckshot", "LD-A5")
LONG_RANGE = _clause("long range", "LD-R1")
TARGET_COVER = _clause("target in cover", "LD-C1")
CONCEALED = _clause("target concealed", "LD-C1")
BEHIND_COVER = _clause("from behind cover", "LD-C1")
FROM_CONCEALMENT = _clause("out of concealment", "LD-C1")
AROUND_SHIELD = _clause("around the shield", "LD-C2")

# Terms of damage.
OUTCOME = _clause("outcome", "LD-R1")
BONUS = _clause("weapon", "LD-H1")
ARMOR = _clause("armor", "LD-H1")
THROUGH_SHIELD = _clause("shield", "LD-C2")
THROUGH_COVER = _clause("cover", "LD-C1")

# Rules that add nothing to a roll, but are cited where they are used.
DECLARED = _clause("declared", "LD-T1")
LAPSED = _clause("lapsed", "LD-T1")
CRITICAL = _clause("critical success", "LD-D2")
CRITICAL_FAILURE = _clause("critical failure", "LD-D2")
DECIDED = _clause("decided outright", "LD-R1")
TARGETS = _clause("three targets at most", "LD-A2")
DISTANCE = _clause("movement roll", "LD-A3")
DELAYED_SHOT = _clause("delayed shot", "LD-C1")
STRAPPED = _clause("shield moved", "LD-C2")
WITH_SHIELD = _clause("shield kept up against one", "LD-C2")
FREE_ROLL = _clause("free defense against a hold", "LD-G1")
PINNED = _clause("pinned", "LD-G2")
TIE_FREES = _clause("a tie frees", "LD-G3")
FEIGNED = _clause("feint", "LD-G5")
WOUND_LEVEL = _clause("wound level", "LD-H2")
PAIN = _clause("pain tolerance", "LD-H2")
