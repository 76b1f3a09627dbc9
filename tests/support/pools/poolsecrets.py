"""Changing what a team does not know of enemies in battles of d10_pool: what they carry and have in mind, how they fare."""

import numpy as np

from fireteam.env.battle import Battle
from fireteam.systems.d10_pool.rules.record import UNSPLIT
from fireteam.systems.d10_pool.rules.tables import ABILITIES

SET_OF_UNITS, MOST_DICE = 2**20, 16
MEANS = {
    "kept": (0, MOST_DICE),
    "kept_for": (0, len(ABILITIES)),
    "planned": (0, 2),
    "marked": (0, SET_OF_UNITS),
    "stealth": (-1, MOST_DICE),
    "alert": (0, MOST_DICE),
    "answer": (-1, len(ABILITIES)),
    "answer_dice": (0, MOST_DICE),
    "given": (0, MOST_DICE),
}
CONDITION = {
    "scars": (0, 5),
    "stunned": (0, 3),
    "cap": (0, UNSPLIT + 1),
    "spent": (0, MOST_DICE),
    "committed": (0, 2),
    "dedicated": (0, MOST_DICE),
    "begun": (0, 2),
}


def change_pools(battle: Battle, who: int, studied: bool, rng: np.random.Generator) -> None:
    """Let a unit have other rounds and plans, and if it was not studied other dice, scars and stuns."""
    body, arena = battle.record[0]["units"][who], battle.field.arena[0]
    for slot, model in enumerate(arena["sheets"][who]["weapons"]):
        if model >= 0:
            body["held"][slot]["ammo"] = rng.integers(int(arena["weapons"][model]["magazine"]) + 1)
            body["held"][slot]["spare"] = rng.integers(4)
    body["rolls"] = rng.integers(3, size=len(body["rolls"]))
    for name, (least, beyond) in {**MEANS, **({} if studied else CONDITION)}.items():
        body[name] = rng.integers(least, beyond)
