"""The clauses that dice pools are built from, each with the words and the rule it comes from."""

from fireteam.env.rules.clauses import Clause, numbering

from .tables import ATTRIBUTES, SKILLS

CORE = "SS-D1"  # the rule of the core roll

CLAUSES: list[Clause] = []
_clause = numbering(CLAUSES)

# An attribute's clause is its number, a skill's is FIRST_SKILL + its number.
for _name in ATTRIBUTES:
    _clause(_name.capitalize(), CORE)
FIRST_SKILL = len(CLAUSES)
for _name in SKILLS:
    _clause(_name.replace("_", " ").capitalize(), CORE)

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

# Dice of the rest of the rules.
LATE = _clause("acts from a delay", "SS-T7")
AILING = _clause("ailing", "SS-C3")
LAST_STAND = _clause("fights for its life", "SS-X3")
CALLED_SHOT = _clause("called shot", "SS-C1")
SPLIT = _clause("split over several attacks", "SS-X1")
AREA = _clause("area effect", "SS-F4")
WARNED = _clause("warned", "SS-S1")
AMBUSHING = _clause("lies in wait", "SS-S1")
RETRY = _clause("tries again", "SS-D12")
EXTENDED = _clause("rolls before", "SS-D10")
ASSISTED = _clause("assisted", "SS-D11")
TOOLS = _clause("tools", "SS-H9")
BURDENED = _clause("carries a body", "SS-B7")
HELD = _clause("held", "SS-A4")
HOLDER = _clause("holds somebody", "SS-A4")
ABOARD = _clause("in a moving vehicle", "SS-F4")
DRIVE_BY = _clause("shoots from a moving vehicle", "SS-F4")
BLAST_SOAK = _clause("full defense against a blast", "SS-F3")

# Cited when they act.
RULE_OF_SIX = _clause("rule of six", "SS-D8")
BOUGHT = _clause("bought hits", "SS-D9")
TEAMWORK = _clause("teamwork", "SS-D11")
LATE_ENTRY = _clause("late entry", "SS-T6")
DELAYED = _clause("delayed action", "SS-T7")
TIMED = _clause("timed item", "SS-T8")
KARMA_INITIATIVE = _clause("five initiative dice", "SS-T9")
KARMA = _clause("karma", "SS-X2")
MULTIPLE = _clause("multiple attacks", "SS-X1")
SHOT_THROUGH = _clause("shot through", "SS-B4")
BARRIER = _clause("barrier", "SS-B3")
TRANSPARENT = _clause("transparent barrier", "SS-B5")
DESTROYED = _clause("barrier destroyed", "SS-B6")
BODY_SHIELD = _clause("body as a shield", "SS-B7")
NEWCOMERS = _clause("newcomers surprise", "SS-S2")
LOCATION = _clause("location of a called shot", "SS-C2")
VEHICLE_LOCATION = _clause("location of a vehicle", "SS-C4")
KNOCK_DOWN = _clause("called shot to knock down", "SS-C5")
FIRST_AID = _clause("first aid", "SS-H9")
REMEDY = _clause("remedy", "SS-U8")
DETAILED_OBSERVATION = _clause("detailed observation", "SS-U2")
OPPORTUNITY = _clause("opportunity attack", "SS-U9")
CONTACT = _clause("contact", "SS-R6")
SURPRISE = _clause("surprise test", "SS-S1")


def skill(index: int) -> int:
    """Return the clause of a skill, from its number in `tables.SKILLS`."""
    return FIRST_SKILL + index
