"""The arena record: what stays the same during a battle - map, goals, sheets, and the numbers of the catalog.

One element of an array of a system's `ARENA` is one battlefield; a batch of battles shares the array and names its place
(`variant`). This file has the part that all rule systems share; each system adds the numbers of its own catalog
(`swan_song/record.py`). The pair tables at the end have room for the largest map and are used as `table[a * size + b]`, and
of the memo a small map uses the beginning, so it touches little memory; `fireteam.env.scenario.packing` copies and pickles
no more than that.
"""

import numpy as np

from .record import MAX_TEAMS, MAX_UNITS, Fields
from .verbs import MOST_VERBS

MAX_TILES = 4096
MAX_SIDE = 128
MAX_TERRAINS = 32
MAX_MATERIALS = 24
MAX_WEAPONS = 4  # carried by one unit
BARE_HANDS = MAX_WEAPONS  # in the place of one of them; the argument of `switch` that empties the hands
MAX_ITEMS = 4  # kinds of items carried by one unit
MEMO = 1 << 21
SMALLEST_MEMO = 1 << 16  # words; fewer would tell fewer keys from one another
WORDS_PER_PAIR = 8  # of a memo for a small map
COVERS = 4  # none, partial, good, total
SEES = 1024  # stands for an enemy in the sum of what enemies can see and do: all their harm together is less

LIGHTS = ("clear", "dim", "dark", "black")

# What a team fights for.
ELIMINATE, HOLD, EXIT, PROTECT = range(4)
OBJECTIVES = ("eliminate", "hold", "exit", "protect")

# What calls a wave, besides the round.
NO_CUE, ALARM, HALF_DOWN, ZONE_ENTERED = range(4)
CUES = ("", "alarm", "half_down", "zone")

# Tempers of units, in plain words; what each does to a doctrine stands with the doctrines.
TEMPERS = ("steady", "bold", "bloodthirsty", "cautious", "cowardly")

# Numbers and options of the rules that shared code asks for: every system has them.
SHARED_NUMBERS = ("prone_cost", "difficult_cost", "climb", "partial_above", "good_above", "hearing")
SHARED_OPTIONS = {"distance": ("alternating", "chebyshev", "euclid")}

SHEET_FIELDS: Fields = [
    ("inanimate", "i1"),  # never acts and has no defense but cover, SS-F6
    ("arrives", "i2"),  # round in which it enters the battle, 0 from the start (SS-T6); with a cue: rounds after that
    ("cue", "i1"),  # what calls it, of CUES; NO_CUE: the round comes by itself
    ("cue_zone", "i1"),  # mark of the tiles that an enemy enters
    ("arrives_pass", "i1"),
    ("expected", "i1"),  # its arrival surprises nobody
    ("hides", "i1"),  # begins the battle hidden
    ("side", "i1"),  # tiles along its edge: 1 but for vehicles
    ("vehicle", "i1"),
    ("height", "i2"),  # of a vehicle, centimetres: what stands behind it is hidden up to there
    ("armor", "i1"),  # what it wears, and what a shot through it must penetrate
    # when it breaks off, and what it does then
    ("losses", "i1"),  # per cent of its team, 0 for never
    ("wounds", "i1"),  # per cent of its own life, 0 for never
    ("surrenders", "i1"),
    ("refuge", "i1"),  # mark of the tiles by which it leaves, 0 for none
    ("refuge_at", "i2"),  # the middle one of those tiles, -1 for none
    # how a doctrine plays it
    ("temper", "i1"),  # of TEMPERS
    ("ward", "i1"),  # 1 + the unit that it protects, 0 for none
]

MATERIAL = np.dtype([("structure", "i1"), ("armor", "i1")], align=True)

TERRAIN = np.dtype(
    [
        ("passable", "i1"),
        ("difficult", "i1"),
        ("top", "i2"),  # centimetres above the floor that the obstacle reaches
        ("material", "i1"),
        ("smoke", "i1"),
        ("submerged", "i1"),  # under water (DP-R4)
        ("door", "i2"),  # the terrain a door turns into when it is opened or closed, -1 for no door
        ("locked", "i1"),  # threshold of picking its lock, 0 for none
        ("unlocked", "i2"),  # the terrain it turns into when its lock is picked, -1
        ("transparent", "i1"),  # hides nothing, but must be penetrated (SS-B5)
        ("broken", "i2"),  # the terrain it turns into when it is destroyed, -1 if it cannot be
    ],
    align=True,
)

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

ARENA_FIELDS: Fields = [
    ("width", "i2"),
    ("height", "i2"),
    ("size", "i4"),  # tiles in use: width * height
    ("last_word", "i4"),  # of the memo: a power of two, less one
    ("scale", "i2"),  # metres per tile
    ("light", "i1"),
    ("smoky", "i1"),  # some tile holds smoke
    ("glassy", "i1"),  # some tile is transparent but must be penetrated
    ("waves", "i1"),  # some unit enters later
    ("cues", "i1"),  # some unit enters when it is called
    ("morale", "i1"),  # some unit may break
    ("hiding", "i1"),  # some unit begins hidden
    ("shut", "i1"),  # some ground cannot be reached from other ground but by breaking in
    ("vehicles", "i1"),  # some unit is a vehicle
    ("surprise", "i1"),  # the battle begins with surprise tests
    ("fog", "i1"),  # a team knows only what its units see and hear
    ("limit", "i2"),  # rounds
    ("at_limit", "i1"),  # team that wins when the rounds run out, NOBODY for a draw
    ("stalemate", "i2"),  # rounds without damage or progress that end it in a draw
    ("teams", "i1"),
    ("units", "i1"),
    ("goals", GOAL, MAX_TEAMS),
    ("traits", "i2", MOST_VERBS),  # of the verbs of its system, see `verbs.py`
    ("materials", MATERIAL, MAX_MATERIALS),
    ("terrains", TERRAIN, MAX_TERRAINS),
]

HARM_FIELDS: Fields = [
    # damage expected of one attack: attacker, weapon slot (the last one: bare hands), target, cover of the target
    ("harm", "f4", (MAX_UNITS, MAX_WEAPONS + 1, MAX_UNITS, COVERS)),
    ("menace", "f4", (MAX_UNITS, MAX_WEAPONS + 1, MAX_UNITS, COVERS)),  # SEES more, but behind total cover none
]

# Rows of these tables are read with some values before and after (`env/observe/rows.py`), so they have neighbours.
TABLES: Fields = [
    ("tiles", TILE, MAX_TILES),
    ("ground", "f4", MAX_TILES),  # two planes of the observation, as far as the map gives them
    ("shelter", "f4", MAX_TILES),
    ("sight", "u1", MAX_TILES * MAX_TILES),  # cover of b seen from a, two bits for each pair of postures
    ("screen", "u1", MAX_TILES * MAX_TILES),  # strongest armor between a and b; DOORS_MATTER
    ("memo", "i8", MEMO),  # covers measured over changed ground, each with the key it belongs to: see sight.py
    ("paths", "u2", MAX_TILES * MAX_TILES),  # metres to walk from a to b, UNREACHABLE if there is no way
]

UNREACHABLE = 65535
DOORS_MATTER = 128  # bit of `screen`: the cover between the two tiles depends on doors being open or closed


def arena_of(rules: np.dtype, sheet: np.dtype, unit: np.dtype, own: Fields) -> np.dtype:
    """Return the record of a system's arenas.

    Args:
        rules: the numbers of the rules and options; those that all systems share are among them.
        sheet: the record of a unit's sheet, with the fields that all systems share.
        unit: the record of a unit of a battle, which says how the units enter it.
        own: the system's further fields.
    """
    common: Fields = [*HARM_FIELDS, ("sheets", sheet, MAX_UNITS), ("opening", unit, MAX_UNITS)]
    return np.dtype([*ARENA_FIELDS, ("rules", rules), *own, *common, *TABLES], align=True)
