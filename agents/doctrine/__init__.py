"""Doctrines: compiled bots that give orders, the best by a few considerations; and what becomes of an order.

Units and types of kernel parameters, besides those that `fireteam.env.rules` lists:

    worth           in enemies: 1 is an enemy taken out for certain; float
    price           worth of an action point, in enemies
    harm, danger    points of damage expected of a plain attack; float
    weights         float64 of shape (len(WEIGHTS),), by the names of `records.py`
    parameters      a record of PARAMETERS: kind, seed and weights of a bot
    memories        records of MEMORY, shape (MAX_UNITS,): what each unit of the battle remembers
    offers          records of OFFER: the best of a place first, which also counts the others; those, if there is room
    gain            what an act is expected to do, as a share of an enemy's or of the own life; float
"""
