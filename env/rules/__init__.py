"""The compiled engine: records, arrays and integers; it knows no file, no learner and no window.

What kernels take and return, unless a docstring says otherwise:

    battle, arena, log        one record each, of BATTLE, ARENA, LOG; `battles` and so on are arrays of them, of shape (n,)
    who, target, other        index of a unit in `battle.units` and `arena.sheets`, its place in the roster; NOBODY is -1
    unit, body, sheet         a record of these
    tile, a, b                index of a tile, y * width + x, x to the east and y to the south; NOWHERE is -1
    direction                 0 to 7, clockwise from north; "a bit each" is a set in one integer, bit n for number n
    model                     index in `arena.weapons` of a model of weapon, -1 for bare hands; of items, in `arena.items`
    row                       place along the first axis of an array: a battle of a batch, an effect of `battle.effects`
    slot                      index of a weapon on the unit's sheet, or BARE_HANDS
    firing                    index in `arena.firings`, NO_FIRING for none
    verb, argument            number of a verb, and the unit, direction or option it is meant for (`verbs.py`)
    cover                     0 none, 1 partial, 2 good, 3 total (`ground/sight.py`)
    line                      working space for a traced line, int64 of shape (LONGEST, 4): tile, entered at, left at, top
    distance, reach, walk     whole metres; heights are in centimetres
    points, price, cost       action points; `damage`, `armor` and health are points of their own
    strain                    1 where damage fills Strain instead of taking health, else 0
    pool, limit, hits, net    numbers of dice and of hits; who "adds" to a pool returns the dice, below 0 for a penalty,
                              and notes them in the log with the clause they come from
    glitch                    0 none, 1 glitch, 2 hard, 3 critical
"""

from ..children import elsewhere

with elsewhere():  # numba would take settings from the current folder, also where machine code is kept
    import numba.core.config

numba.core.config._config_fname = ""  # nor later, when it compiles
