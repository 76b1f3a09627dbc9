"""Doctrines: compiled bots that score the legal actions by a few considerations.

Units and types of kernel parameters, besides those that `fireteam.env.rules` lists:

    worth           in enemies: 1 is an enemy taken out for certain; float
    price           worth of an action point, in enemies
    harm, danger    points of damage expected of a plain attack; float
    weights         float64 of shape (len(WEIGHTS),), by the names of `records.py`
    parameters      a record of PARAMETERS: kind, seed and weights of a bot
    memories        records of MEMORY, shape (MAX_UNITS,): what each unit of the battle remembers
    best            the best candidate so far: (verb, argument, worth); (END, 0, 0.0) for nothing
"""
