"""The arena record: what stays the same during a battle - map, goals, sheets, and the numbers of the catalog.

One row of an array of `ARENA` is one battlefield; a batch of battles shares the array and names its row (`variant`).
The pair tables at the end have room for the largest map and are used as `table[a * size + b]`, and of the memo a small map
uses the beginning, so it touches little memory; `fireteam.env.scenario.packing` copies and pickles no more than that.
"""

import numpy as np

from .record import MAX_TEAMS, MAX_UNITS, UNIT
from .swan_song.tables import (
    AILMENT,
    AILMENTS,
    FIRING,
    FIRINGS,
    HARM,
    ITEM,
    LOCATION,
    LOCATIONS,
    MATERIAL,
    MAX_WEAPONS,
    RULES,
    SHEET,
    TERRAIN,
    WEAPON,
)
from .verbs import MAX_VERBS

MAX_TILES = 4096
MAX_SIDE = 128
MAX_WEAPON_ROWS = 96
MAX_TERRAINS = 32
MAX_MATERIALS = 24
MAX_ITEM_ROWS = 16
MAX_CONTACTS = 16
MEMO = 1 << 20
SMALLEST_MEMO = 1 << 16  # words; fewer would tell fewer keys from one another
WORDS_PER_PAIR = 8  # of a memo for a small map
COVERS = 4  # none, partial, good, total
SEES = 1024  # stands for an enemy in the sum of what enemies can see and do: all their harm together is less

# What a team fights for.
ELIMINATE, HOLD, EXIT, PROTECT = range(4)
OBJECTIVES = ("eliminate", "hold", "exit", "protect")

FREE = -1  # cost of a verb that is a free action

GOAL = np.dtype(
    [
        ("kind", "i1"),
        ("zone", "i1"),  # mark of the tiles to hold or to leave by
        ("anchor", "i2"),  # the middle one of those tiles, -1 for none
        ("needed", "i2"),  # rounds to hold, units to bring out
        ("unit", "i1"),  # whom to protect, or who must be among those brought out
        ("first", "i1"),  # the team's units are first .. first + count - 1
        ("count", "i1"),
    ],
    align=True,
)

TILE = np.dtype(
    [
        ("terrain", "i1"),
        ("zone", "i1"),  # mark on the map, 0 for none
        ("near_cover", "i1"),  # something to take cover behind stands beside it
        ("near_door", "i1"),
        ("floor", "i2"),  # height in centimetres
        ("barriers", "i2"),  # directions in which something that can be broken open stands beside it, or a door, a bit each
        ("steps", "i2"),  # directions in which the ground lets a step be made, a bit each
        ("rough", "i2"),  # directions in which difficult ground lies, a bit each
    ],
    align=True,
)

ARENA = np.dtype(
    [
        ("width", "i2"),
        ("height", "i2"),
        ("size", "i4"),  # tiles in use: width * height
        ("last_word", "i4"),  # of the memo: a power of two, less one
        ("scale", "i2"),  # metres per tile
        ("light", "i1"),
        ("smoky", "i1"),  # some tile holds smoke
        ("glassy", "i1"),  # some tile is transparent but must be penetrated
        ("waves", "i1"),  # some unit enters later
        ("hiding", "i1"),  # some unit begins hidden
        ("shut", "i1"),  # some ground cannot be reached from other ground but by breaking in
        ("vehicles", "i1"),  # some unit is a vehicle
        ("bumper", "i1"),  # row of the weapon table that ramming attacks with
        ("surprise", "i1"),  # the battle begins with surprise tests
        ("fog", "i1"),  # a team knows only what its units see and hear
        ("limit", "i2"),  # rounds
        ("at_limit", "i1"),  # team that wins when the rounds run out, NOBODY for a draw
        ("stalemate", "i2"),  # rounds without damage or progress that end it in a draw
        ("teams", "i1"),
        ("units", "i1"),
        ("goals", GOAL, MAX_TEAMS),
        ("rules", RULES),
        ("cost", "i1", MAX_VERBS),  # action points per verb, FREE for a free action
        ("firings", FIRING, len(FIRINGS)),
        ("materials", MATERIAL, MAX_MATERIALS),
        ("terrains", TERRAIN, MAX_TERRAINS),
        ("weapons", WEAPON, MAX_WEAPON_ROWS),
        ("locations", LOCATION, len(LOCATIONS)),
        ("offered", "i4"),  # locations at which shots may be called, a bit each
        ("ailments", AILMENT, len(AILMENTS)),
        ("contacts", HARM, MAX_CONTACTS),
        ("items", ITEM, MAX_ITEM_ROWS),
        ("sheets", SHEET, MAX_UNITS),
        ("opening", UNIT, MAX_UNITS),  # the units as they come into the battle
        # damage expected of one attack: attacker, weapon slot (the last one: fists), target, cover of the target
        ("harm", "f4", (MAX_UNITS, MAX_WEAPONS + 1, MAX_UNITS, COVERS)),
        ("menace", "f4", (MAX_UNITS, MAX_WEAPONS + 1, MAX_UNITS, COVERS)),  # SEES more, but behind total cover none
        ("tiles", TILE, MAX_TILES),
        ("ground", "f4", MAX_TILES),  # two planes of the observation, as far as the map gives them
        ("shelter", "f4", MAX_TILES),
        ("sight", "u1", MAX_TILES * MAX_TILES),  # cover of b seen from a, two bits for each pair of postures
        ("screen", "u1", MAX_TILES * MAX_TILES),  # strongest armor between a and b; DOORS_MATTER
        ("memo", "i8", MEMO),  # covers measured over changed ground, each with the key it belongs to: see sight.py
        ("paths", "u2", MAX_TILES * MAX_TILES),  # metres to walk from a to b, UNREACHABLE if there is no way
    ],
    align=True,
)

UNREACHABLE = 65535
DOORS_MATTER = 128  # bit of `screen`: the cover between the two tiles depends on doors being open or closed
