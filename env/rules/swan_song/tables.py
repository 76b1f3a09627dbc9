"""The numbers of the catalog as arrays: what a unit, a weapon, a way of firing and a material are.

These records never change during a battle. The catalog (TOML) fills them; the names of their fields are its keys.
"""

import numpy as np

ATTRIBUTES = ("body", "agility", "reaction", "strength", "charisma", "intuition", "logic", "willpower", "edge")
BODY, AGILITY, REACTION, STRENGTH, CHARISMA, INTUITION, LOGIC, WILLPOWER, EDGE = range(len(ATTRIBUTES))

SKILLS = (
    "unarmed", "blades", "clubs", "pistols", "automatics", "longarms", "heavy_weapons", "archery", "throwing",
    "acrobatics", "running", "perception", "sneaking", "first_aid", "medicine", "mechanics", "demolitions", "piloting",
)  # fmt: skip
UNARMED, BLADES, CLUBS, PISTOLS, AUTOMATICS, LONGARMS, HEAVY_WEAPONS, ARCHERY, THROWING = range(9)
ACROBATICS, RUNNING, PERCEPTION, SNEAKING, FIRST_AID, MEDICINE, MECHANICS, DEMOLITIONS, PILOTING = range(9, 18)

DAMAGE_TYPES = ("kinetic", "shock", "fire", "corrosive", "cryo", "radiation")
POOLS = ("shield", "armored", "flesh")

MODES = ("SS", "SA", "BF", "FA")
SINGLE_SHOT, SEMI_AUTO, BURST_FIRE, FULL_AUTO = range(len(MODES))

# A firing is what one pull of the trigger amounts to; each gun mode offers a `shoot` and most a heavier `volley`.
FIRINGS = ("single", "semi_burst", "burst", "long_burst", "auto_6", "auto_10")
SINGLE, SEMI_BURST, BURST, LONG_BURST, AUTO_6, AUTO_10 = range(len(FIRINGS))
NO_FIRING = -1
SHOOT_OF_MODE = (SINGLE, SINGLE, BURST, AUTO_6)
VOLLEY_OF_MODE = (NO_FIRING, SEMI_BURST, LONG_BURST, AUTO_10)

CHOKES = ("narrow", "medium", "wide")
GLITCHES = ("glitch", "hard_glitch", "critical_glitch")
LIGHTS = ("clear", "dim", "dark", "black")

MAX_WEAPONS = 4  # carried by one unit
BARE_HANDS = MAX_WEAPONS  # the argument of `switch` that empties the hands
FISTS, GUN_BUTT = 0, 1  # rows of the weapon table that every catalog begins with

SHEET = np.dtype(
    [
        ("attributes", "i1", len(ATTRIBUTES)),  # after encumbrance
        ("skills", "i1", len(SKILLS)),
        ("physical", "i1"),  # inherent limits, SS-D13
        ("mental", "i1"),
        ("social", "i1"),
        ("initiative_dice", "i1"),
        ("inanimate", "i1"),  # never acts and has no defense but cover, SS-F6
        ("armor", "i1"),  # armor value, best piece and accessories together, SS-H1
        ("shield", "i2"),  # maxima of the health pools, SS-H2 and SS-H8
        ("armored", "i2"),
        ("flesh", "i2"),
        ("strain", "i2"),
        ("reach", "i1"),  # natural reach in metres beyond the first
        ("weapons", "i1", MAX_WEAPONS),  # rows of the weapon table, -1 for none
        ("spare", "i1", MAX_WEAPONS),  # spare magazines of each
    ],
    align=True,
)

WEAPON = np.dtype(
    [
        ("melee", "i1"),
        ("firearm", "i1"),  # has a trigger: gun modes, recoil, usable as a club
        ("skill", "i1"),
        ("accuracy", "i1"),  # 0: the wielder's physical limit
        ("damage", "i1"),
        ("adds_strength", "i1"),
        ("strain", "i1"),  # fills Strain instead of taking health
        ("damage_type", "i1"),
        ("penetration", "i1"),
        ("reach", "i1"),
        ("modes", "i1"),  # bit set over MODES
        ("compensation", "i1"),
        ("magazine", "i2"),
        ("reload_cost", "i1"),  # action points: a clip 1; bow, drum and rocket 2
        ("bands", "i2", 4),  # metres at which short, medium, long and extreme range end
        ("penetrating", "i1"),  # bullets and points go through barriers, SS-B4
        ("flechette", "i1"),  # has a choke
        ("gel", "i1"),  # knocks down more easily, SS-K1
    ],
    align=True,
)

FIRING = np.dtype(
    [
        ("cost", "i1"),  # action points
        ("rounds", "i1"),
        ("defense", "i1"),  # modifier of the defender, SS-F4
        ("barrier", "i1"),  # damage done to a barrier that is shot through, SS-B4
        ("pin", "i1"),  # threshold of the pinning test when suppressing with it, SS-U5
    ],
    align=True,
)

MATERIAL = np.dtype([("structure", "i1"), ("armor", "i1")], align=True)

TERRAIN = np.dtype(
    [
        ("passable", "i1"),
        ("difficult", "i1"),
        ("top", "i2"),  # centimetres above the floor that the obstacle reaches
        ("material", "i1"),
        ("smoke", "i1"),
        ("door", "i2"),  # the terrain a door turns into when it is opened or closed, -1 for no door
    ],
    align=True,
)

# Numbers of the rules themselves (catalog: rules.toml); the default of each and its rule are documented there.
RULE_NUMBERS = (
    "action_points", "free_actions", "pass_drop",
    "walk_rate", "sprint_strain", "prone_cost", "difficult_cost", "climb",
    "running", "charging", "target_runs", "target_sprints", "runner_defends",
    "charge_damage", "charge_damage_sprint",
    "prone", "prone_near", "prone_cover_from", "reach", "defended_before", "in_melee",
    "partial_cover", "good_cover", "partial_above", "good_above",
    "blind_fire", "aim_recoil", "recoil_strength_divisor",
    "wound_flesh", "wound_strain", "wound_injury", "strain_overflow",
    "knockdown", "gel_limit", "critical_body", "bleeding_rounds",
    "cone", "evade_threshold", "interception", "hearing",
)  # fmt: skip

RULES = np.dtype(
    [(name, "i2") for name in RULE_NUMBERS]
    + [
        ("range", "i1", 4),  # modifier per range band
        ("choke", "i1", len(CHOKES)),
        ("light", "i1", len(LIGHTS)),
        ("smoke", "i1", len(LIGHTS)),  # by how thick the smoke on the line is
        ("damage_percent", "i2", (len(POOLS), len(DAMAGE_TYPES))),
        ("glitch_jams", "i1", len(GLITCHES)),
        ("glitch_drops", "i1", len(GLITCHES)),
        ("glitch_falls", "i1", len(GLITCHES)),
        ("glitch_ends_phase", "i1", len(GLITCHES)),
    ],
    align=True,
)
