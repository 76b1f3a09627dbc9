"""The numbers of the catalog as arrays: what a unit and a weapon are, and the numbers of the rules.

These records never change during a battle. The catalog (TOML) fills them; the names of their fields are its keys.
"""

import numpy as np

from fireteam.env.rules.arena import MAX_WEAPONS, SHARED_NUMBERS, SHARED_OPTIONS, SHEET_FIELDS

SKILLS = ("discipline", "physique", "ranged", "melee", "unarmed")
DISCIPLINE, PHYSIQUE, RANGED, MELEE, UNARMED_COMBAT = range(len(SKILLS))

# The rungs of the ladder (LD-D3); what each is worth is a list of the numbers of the rules.
RANKS = ("incompetent", "average", "decent", "competent", "professional", "elite")

# How a weapon does harm.
WAYS = ("hand", "held", "garrote", "thrown", "bow", "firearm")
HAND, HELD, CHOKE, THROWN, BOW, FIREARM = range(len(WAYS))

# What a weapon is besides (LD-C2).
SHIELDS = ("no", "shield", "buckler")
NO_SHIELD, SHIELD, BUCKLER = range(len(SHIELDS))

# Wound levels (LD-H2): what a unit's `level` is called, 0 for none. Whoever has the last but one is out.
LEVELS = (
    "unhurt",
    "scratched",
    "lightly wounded",
    "moderately wounded",
    "severely wounded",
    "critically wounded",
    "out",
    "dead",
)
SEVERE, CRITICAL, OUT = 4, 5, 6

# Options of the system, the default first: a field of RULES each.
OPTIONS = {
    **SHARED_OPTIONS,
    "critical": ("exactly", "at_least"),
    "wounds": ("added", "worst"),
    "circumstances": ("added", "each"),
}
EXACTLY, AT_LEAST = range(2)
ADDED, WORST = range(2)
TOGETHER, EACH = range(2)

RULE_NUMBERS = (
    *SHARED_NUMBERS,
    "critical_result", "decides", "most_targets",
    "move_base", "move_point", "found_within",
    "aim", "aim_most", "burst", "buckshot", "buckshot_metres", "long_range", "longest",
    "partial_cover", "good_cover", "taken_cover", "cover_most", "behind_cover",
    "concealed", "from_concealment", "smoke_conceals", "cover_armor", "armor_share",
    "shield_cover", "shield_armor", "shield_opponents", "buckler_parry", "hurt_arm",
    "least_defense", "garrote", "no_walking", "dead_at",
)  # fmt: skip

RULES = np.dtype(
    [(name, "i2") for name in RULE_NUMBERS]
    + [("ranks", "i1", len(RANKS)), ("penalty", "i1", OUT - 1)]  # of each wound level that leaves one standing
    + [(f"option_{name}", "i1") for name in OPTIONS],
    align=True,
)

UNARMED = 0  # the model of weapon that every catalog begins with

SHEET = np.dtype(
    [
        *SHEET_FIELDS,
        ("ranks", "i1", len(SKILLS)),  # what each is worth
        ("tough", "i1"),  # pain tolerance: wounds take nothing off its rolls
        ("weapons", "i1", MAX_WEAPONS),  # models, -1 for none
        ("spare", "i1", MAX_WEAPONS),
        ("shield", "i1"),  # slot of its shield, -1 for none
    ],
    align=True,
)

WEAPON = np.dtype(
    [
        ("way", "i1"),  # of WAYS
        ("skill", "i1"),
        ("bonus", "i1"),  # to damage
        ("burst", "i1"),  # fires bursts
        ("buckshot", "i1"),
        ("magazine", "i2"),  # 0: it does not run out
        ("range", "i2"),  # metres; some times that is as far as it goes
        ("reach", "i1"),  # metres beyond the first of what strikes
        ("two_handed", "i1"),
        ("shield", "i1"),  # of SHIELDS
        ("parries", "i1"),
    ],
    align=True,
)

# Chances of outcomes, `attack/chance.py`: what is added to the attack and to the defense, from -MOST on, the last defense
# being none; the outcome.
MOST = 14  # the most that is added to a roll, or taken off it, in the tables: no sheet comes near it
MOST_OUTCOME = 42  # of the best shot that house rules allow: rank 8, aim 12, burst 6, dice 4, at a defense of -12
TAILS = (2 * MOST + 1, 2 * MOST + 2, MOST_OUTCOME + 1)
