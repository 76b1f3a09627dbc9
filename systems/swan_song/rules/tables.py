"""The numbers of the catalog as arrays: what a unit, a weapon, a way of firing and a material are.

These records never change during a battle. The catalog (TOML) fills them; the names of their fields are its keys.
"""

import numpy as np

from fireteam.env.rules.arena import LIGHTS, MAX_ITEMS, MAX_WEAPONS, SHARED_NUMBERS, SHARED_OPTIONS, SHEET_FIELDS

from ..words.verbs import CALL_SHOT, CHOKE, MODE, VERBS

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

MODES = VERBS[MODE].words
AT_REST, DRAWN = range(2)  # of a bow instead
SINGLE_SHOT, SEMI_AUTO, BURST_FIRE, FULL_AUTO = range(len(MODES))

# A firing is what one pull of the trigger amounts to; each gun mode offers a `shoot` and most a heavier `volley`.
FIRINGS = ("single", "semi_burst", "burst", "long_burst", "auto_6", "auto_10")
SINGLE, SEMI_BURST, BURST, LONG_BURST, AUTO_6, AUTO_10 = range(len(FIRINGS))
NO_FIRING = -1
SHOOT_OF_MODE = (SINGLE, SINGLE, BURST, AUTO_6)
VOLLEY_OF_MODE = (NO_FIRING, SEMI_BURST, LONG_BURST, AUTO_10)

CHOKES = VERBS[CHOKE].words
GLITCHES = ("glitch", "hard_glitch", "critical_glitch")

# Ailments that last (SS-C3), in the order of their bits.
AILMENTS = (
    "slowed", "winded", "deafened", "blinded", "broken_grip", "one_arm", "nauseous", "buckled", "slow_death", "bleedout",
    "mute", "stimulated",
)  # fmt: skip
SLOWED, WINDED, DEAFENED, BLINDED, BROKEN_GRIP, ONE_ARM, NAUSEOUS, BUCKLED, SLOW_DEATH, BLEEDOUT = range(10)
MUTE, STIMULATED = 10, 11
STUNNED = len(AILMENTS)  # the bit of those who were stunned in this round
PAIR = 2  # of ears, of eyes, of arms
PAIRS = ONE_ARM - DEAFENED + 1  # ailments that hurt one of a pair
FOR_GOOD = 120  # rounds an ailment lasts that only treatment ends

# Called shots (SS-C2, SS-C4, SS-C5), in the order of their options.
LOCATIONS = VERBS[CALL_SHOT].words
KNOCK_DOWN, FIRST_VEHICLE_LOCATION = 0, 17
SYSTEMS = ("engine", "leak", "axle", "antenna", "door", "window")  # of a vehicle, in the order of their bits
ENGINE, LEAK, AXLE, ANTENNA, DOOR_LOCK, WINDOW = range(len(SYSTEMS))

ITEM_KINDS = ("medkit", "stimulant", "charge", "toolkit", "cell")
MEDKIT, STIMULANT, DEMOLITION, TOOLKIT, CELL = range(len(ITEM_KINDS))
CLOUDS = ("none", "smoke", "gas")

# Options of the system, the default first: a field of RULES each.
OPTIONS = {
    **SHARED_OPTIONS,
    "full_defense": ("willpower", "skill"),
    "multiple_attacks": ("split", "penalty"),
    "passing": ("interception", "opportunity"),
    "called_shots": ("on", "off"),
    "dice": ("rolled", "bought"),
    "dodging": ("melee", "always"),
    "hidden_defender": ("engaged", "unaware"),
    "first_pass": ("above_zero", "everyone"),
    "free_action": ("own_phase", "whole_pass"),
    "unconscious": ("spared", "targets"),
    "sprinting_target": ("four", "six"),
}

FISTS, GUN_BUTT = 0, 1  # models of weapons that every catalog begins with

SHEET = np.dtype(
    [
        *SHEET_FIELDS,
        ("attributes", "i1", len(ATTRIBUTES)),  # after encumbrance
        ("skills", "i1", len(SKILLS)),
        ("physical", "i1"),  # inherent limits, SS-D13
        ("mental", "i1"),
        ("social", "i1"),
        ("initiative_dice", "i1"),
        ("shield", "i2"),  # maxima of the health pools, SS-H2 and SS-H8
        ("armored", "i2"),
        ("flesh", "i2"),
        ("strain", "i2"),
        ("reach", "i1"),  # natural reach in metres beyond the first
        ("weapons", "i1", MAX_WEAPONS),  # models, -1 for none
        ("pairs", "i1"),  # two of them are one-handed
        ("throws", "i1"),  # some of them are grenades
        ("breaks", "i1"),  # some of them fire at barriers far off: rockets
        ("spare", "i1", MAX_WEAPONS),  # spare magazines of each
        ("items", "i1", MAX_ITEMS),  # models, -1 for none
        ("count", "i1", MAX_ITEMS),  # how many of each
        ("karma", "i1"),
        ("warning", "i1"),  # dice on its surprise test (SS-S1)
        ("ambushes", "i1"),  # 1: lies in wait, 2: and tracks its prey, so is not surprised at all
        ("seats", "i1"),
        ("speed", "i2"),  # metres of a Drive action
        ("handling", "i1"),  # limit of its driver's tests
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
        ("draws", "i1"),  # a bow: its string is drawn, then loosed
        ("thrown", "i1"),  # a grenade
        ("blast", "i1"),  # radius in metres, 0 for no area effect
        ("falloff", "i1"),  # damage lost per metre
        ("cloud", "i1"),  # number in CLOUDS
        ("lasts", "i1"),  # rounds of a cloud
        ("scatter", "i1"),  # dice of metres it strays when badly thrown or fired
        ("timed", "i1"),  # goes off later; otherwise when it lands
        ("breaching", "i1"),  # factor of its damage against a barrier in contact (SS-B6)
        ("two_handed", "i1"),
        ("contact", "i1"),  # number of the contact effect, -1 for none (SS-R6)
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

# What a called shot, a poison or a gas does to a body (SS-C3).
HARM = np.dtype(
    [
        ("stun", "i1"),  # initiative score lost
        ("stun_test", "i1", 2),  # attributes of the test against it
        ("stun_threshold", "i1"),
        ("ailments", "i4"),  # a bit each; lasting as long as `ailments.toml` says
        ("nausea", "i1"),  # threshold of the test against it, 0 for none
        ("knockdown", "i1"),  # added to the damage value as threshold of the test against falling, 0 for none
        ("buckles", "i1"),
        ("fatigues", "i1"),
        ("strain", "i1"),  # Strain of a contact or a gas, resisted like any
    ],
    align=True,
)

LOCATION = np.dtype(
    [
        ("offered", "i1"),
        ("modifier", "i1"),
        ("cap", "i1"),  # most damage, NO_CAP for any
        ("systems", "i1"),  # of a vehicle, a bit each
        ("piercing", "i4"),  # ailments that only health damage by a piercing weapon causes
        ("harm", HARM),
    ],
    align=True,
)
NO_CAP = 127

AILMENT = np.dtype(
    [
        ("dice", "i1"),  # on all own tests
        ("second", "i1"),  # the same when it was suffered twice (ears, eyes)
        ("sense", "i1"),  # what was suffered once counts only where that sense is needed, twice on all own tests
        ("melee_defense", "i1"),
        ("lasts", "i1"),  # LASTS_DAMAGE: rounds equal to the damage value; FOR_GOOD
        ("remedy", "i1"),  # hits of a Remedy that end one that lasts for good, 0 for none
        ("stays", "i1"),  # its dice stay when its rounds are over, until a point of health is given back
    ],
    align=True,
)
LASTS_DAMAGE = 0

ITEM = np.dtype(
    [
        ("kind", "i1"),
        ("dice", "i1"),  # added to the test it serves
        ("uses", "i1"),  # 1: used up with every use
        ("initiative_dice", "i1"),  # of a stimulant
        ("lasts", "i1"),  # rounds
        ("strain", "i1"),  # when it wears off
        ("weapon", "i1"),  # model of weapon that a charge goes off as, -1
    ],
    align=True,
)

# Numbers of the rules themselves (catalog: numbers.toml); the default of each and its rule are documented there.
RULE_NUMBERS = (
    *SHARED_NUMBERS,
    "action_points", "free_actions", "pass_drop",
    "walk_rate", "sprint_strain",
    "running", "charging", "target_runs", "target_sprints", "runner_defends",
    "charge_damage", "charge_damage_sprint",
    "prone", "prone_near", "prone_cover_from", "reach", "defended_before", "in_melee",
    "partial_cover", "good_cover",
    "blind_fire", "aim_recoil", "recoil_strength_divisor",
    "wound_flesh", "wound_strain", "wound_injury", "strain_overflow",
    "part_of_a_point", "knockdown", "gel_limit", "critical_body", "bleeding_rounds",
    "cone", "evade_threshold", "interception",
    # time and surprise
    "late", "surprise_threshold", "surprise_score", "warned", "ambushing", "karma_dice", "hidden_least", "found_within",
    "observe_threshold",
    # dice
    "bought_dice", "retry", "extended_glitch",
    # called shots
    "called_needs_damage", "minute", "slow_death", "bleedout",
    # medicine and tasks
    "first_aid_threshold", "bleedout_threshold", "slow_death_threshold", "repair_threshold",
    "charge_threshold", "assist_limit",
    # area effects and barriers
    "area_effect", "throw_threshold", "throw_range", "scatter_hit", "body_cover", "gas_threshold",
    "contact", "wall", "barrier_reach",
    # multiple attacks
    "multiple_divisor", "multiple_penalty", "multiple_most",
    # grapples
    "grapple_points", "held_dice", "holder_defends",
    # vehicles
    "passenger", "passenger_cover", "drive_by", "ram_per_metres", "ram_least", "ram_back", "crash",
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
    ]
    + [(f"option_{name}", "i1") for name in OPTIONS],
    align=True,
)
