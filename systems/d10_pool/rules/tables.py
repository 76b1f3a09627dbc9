"""The numbers of the catalog as arrays: what a unit and a weapon are, and the numbers of the rules.

These records never change during a battle. The catalog (TOML) fills them; the names of their fields are its keys.
"""

import numpy as np

from fireteam.env.rules.arena import MAX_WEAPONS, SHARED_NUMBERS, SHARED_OPTIONS, SHEET_FIELDS

ATTRIBUTES = ("strength", "dexterity", "stamina", "perception", "wits")
STRENGTH, DEXTERITY, STAMINA, PERCEPTION, WITS = range(len(ATTRIBUTES))

ABILITIES = ("brawl", "melee", "firearms", "athletics", "dodge", "stealth", "alertness")
BRAWL, MELEE, FIREARMS, ATHLETICS, DODGING, STEALTH, ALERTNESS = range(len(ABILITIES))
NO_ABILITY = -1

# How a weapon does harm (DP-H1): a row of the source's table of damage dice.
WAYS = ("hand", "knuckles", "held", "thrown", "bow", "firearm", "crossbow")
HAND, KNUCKLES, HELD, THROWN, BOW, FIREARM, CROSSBOW = range(len(WAYS))

# What a weapon is under water (DP-R4): light as a knife, small, large, useless there, or made for it.
WATER = ("light", "small", "large", "fails", "works")
LIGHT, SMALL, LARGE, FAILS, WORKS = range(len(WATER))

# How large a target is (DP-R3); the number of `size` for each but an adult.
SIZES = ("adult", "child", "cat", "mouse", "horse", "truck", "house")

# Wound levels (DP-H3): a unit's `level`, 0 for none.
LEVELS = ("unhurt", "bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated", "dead")
CRIPPLED, INCAPACITATED, LAST_LEVEL = 6, 7, 8

MINDS = ("awake", "asleep", "meditating")  # of a unit when the battle begins (DP-T3)
AWAKE, ASLEEP, MEDITATING = range(len(MINDS))

# Options of the system, the default first: a field of RULES each.
OPTIONS = {
    **SHARED_OPTIONS,
    "weather": ("clear", "fog", "storm"),
    "committed_firearms": ("marked", "all"),
}
CLEAR, FOG, STORM = range(len(OPTIONS["weather"]))

RULE_NUMBERS = (
    *SHARED_NUMBERS,
    "least_difficulty", "most_difficulty",
    "initiative_difficulty", "surprise_difficulty", "asleep", "meditating",
    "walk", "jog", "jog_dexterity", "run", "run_dexterity", "pace_dice",
    "secondary", "single_shot", "least_share", "handling_dice", "handling_pool", "defense_difficulty",
    "behind_cover", "off_hand", "walking", "running", "encumbered", "pounds", "free_pounds",
    "aim", "aim_most", "aim_most_moving", "blind", "smoke_blinds",
    "target_cover", "target_immobile", "target_running", "point_blank", "point_blank_metres", "long_range", "longest_range",
    "dark", "dark_keen", "keen", "fog", "fog_near", "storm", "water_light", "water_small", "water_large",
    "damage_difficulty", "least_damage_dice", "scar",
)  # fmt: skip

RULES = np.dtype(
    [(name, "i2") for name in RULE_NUMBERS]
    + [("size", "i1", len(SIZES) - 1), ("penalty", "i1", CRIPPLED)]  # of each size but an adult's; of each wound level
    + [(f"option_{name}", "i1") for name in OPTIONS],
    align=True,
)

UNARMED = 0  # the model of weapon that every catalog begins with

SHEET = np.dtype(
    [
        *SHEET_FIELDS,
        ("attributes", "i1", len(ATTRIBUTES)),
        ("abilities", "i1", len(ABILITIES)),
        ("secondary", "i1"),  # abilities used as secondary ones, a bit each (DP-A1)
        ("size", "i1"),  # of SIZES
        ("burden", "i1"),  # steps of difficulty for what it carries (DP-R2)
        ("weapons", "i1", MAX_WEAPONS),  # models, -1 for none
        ("spare", "i1", MAX_WEAPONS),
        ("mind", "i1"),  # of MINDS, when the battle begins
        ("ambushes", "i1"),  # its team lies in ambush (DP-T2)
        ("warned", "i1"),  # its team expects one
    ],
    align=True,
)

WEAPON = np.dtype(
    [
        ("way", "i1"),  # of WAYS
        ("ability", "i1"),
        ("attribute", "i1"),  # DEXTERITY, or STRENGTH where the weapon says so
        ("difficulty", "i1"),
        ("damage", "i1"),  # dice of its own
        ("rate", "i1"),  # bullets of an attack (DP-A2)
        ("magazine", "i2"),  # 0: it does not run out
        ("range", "i2"),  # metres; twice that is as far as it goes (DP-R3)
        ("reach", "i1"),  # metres beyond the first of what strikes
        ("committed", "i1"),  # takes a committed action (DP-A4)
        ("sniper", "i1"),  # no easier at point blank
        ("two_handed", "i1"),
        ("water", "i1"),  # of WATER
    ],
    align=True,
)
