"""Three teams in each system that fight for three ends, and the harm that they may expect of each other.

Expected harm is worked out from the dice by the rules of each system, in floats.
"""

from itertools import product
from typing import Any

import laddertable
import numpy as np
import pooltable
import pytest

import tabletop
from fireteam.env.battle import Battle
from fireteam.env.scenario.models import Scenario
from fireteam.maps import Drawing

SYSTEMS = ("swan_song", "d10_pool", "ladder")
WALLS = "\n".join(["." * 20, "...o......o.........", "." * 20, ".....o..............", "." * 20])
ZONES = "\n".join(["B" + "." * 19, "." * 20, "." * 17 + "AA.", "." * 20, "." * 20])
TEAMS = ("red", "blue", "green")
RACE = {"ends": {"blue": {"kind": "hold", "zone": "A", "needed": 4}}, "winner_at_limit": "blue"}  # blue for red's zone
by_system = pytest.mark.parametrize("system", SYSTEMS)


def made(system: str, at: tuple[int, int], able: bool = False) -> dict[str, Any]:
    """Return a fighter with a light pistol, plain in all else; who is `able` shoots better."""
    if system == "swan_song":
        return tabletop.unit(at, weapons=["light_pistol"], skills={"pistols": 4} if able else {})
    if system == "d10_pool":
        return pooltable.fighter(at, weapons=["light_pistol"], abilities={"firearms": 2} if able else {})
    return laddertable.fighter(at, weapons=["light_pistol"], skills={"ranged": 1, "physique": 1} if able else {})


def position(system: str, comes: int = 0, **options: Any) -> Battle:
    """Return red, who holds A and shoots well, against blue, who eliminates, and green, who leaves by B.

    Green_2 comes in the round that is said.
    """
    units = {
        "red": [made(system, (2, 1), able=True)],
        "blue": [made(system, (11, 1)), made(system, (12, 4))],
        "green": [made(system, (4, 3)), made(system, (6, 3)) | {"arrives": comes}],
    }
    ends = {
        "red": {"kind": "hold", "zone": "A", "needed": 4},
        "blue": {"kind": "eliminate"},
        "green": {"kind": "exit", "zone": "B", "needed": 2},
    } | options.pop("ends", {})
    teams = [{"name": name, "units": units[name], "objective": ends[name]} for name in TEAMS]
    drawing = Drawing(title="three", ground=options.pop("ground", WALLS), marks=ZONES)
    scenario = {"title": "three", "system": system, "map": drawing, "teams": teams, "rounds": 20, **options}
    return Battle(Scenario.model_validate(scenario), seed=1)


def binomial(dice: int, chance: float) -> list[float]:
    """Return the chance of each number of dice, of so many, that come up."""
    row = [1.0]
    for _ in range(dice):
        row = [(1 - chance) * low + chance * high for low, high in zip([*row, 0], [0, *row], strict=True)]
    return row


def of_hits(dice: int, defense: int) -> float:
    """Return the points of Swan Song's light pistol: 5 and 6 hit; 6 and the net hits, less those of a die of soak."""
    harm = 0.0
    for (hits, often), (against, likely) in product(enumerate(binomial(dice, 1 / 3)), enumerate(binomial(defense, 1 / 3))):
        net = min(hits, 6) - against  # its accuracy is 6
        harm += often * likely * (6 + net - 1 / 3) if net > 0 else 0
    return harm


def of_tens(dice: int, difficulty: int) -> dict[int, float]:
    """Return the chance of each number of successes of ten-sided dice, ones taken away, none at least."""
    chances = {0: 1.0}
    for _ in range(dice):
        more: dict[int, float] = {}
        for (count, chance), face in product(chances.items(), range(1, 11)):
            now = count + (face >= difficulty) - (face == 1)
            more[now] = more.get(now, 0) + chance / 10
        chances = more
    made: dict[int, float] = {}
    for count, chance in chances.items():
        made[max(count, 0)] = made.get(max(count, 0), 0) + chance
    return made


def of_pools(dice: int, difficulty: int) -> float:
    """Return the levels of d10_pool's light pistol, four dice and the outcome, against two dice of dodge at 6; 7 at most."""
    harm = 0.0
    for (own, often), (against, likely) in product(of_tens(dice, difficulty).items(), of_tens(2, 6).items()):
        if own > against:
            levels = binomial(4 + own - against, 1 / 2)
            harm += often * likely * sum(chance * min(level, 7) for level, chance in enumerate(levels))
    return harm


def of_fudge(rank: int, physique: int = 0) -> float:
    """Return the levels of ladder's light pistol, 2 and the outcome, 6 at most; half of the targets evade it."""
    rolls = [sum(faces) for faces in product((-1, 0, 1), repeat=4)]
    results = [0 if roll == -4 else 5 if roll == 4 else roll + rank for roll in rolls]  # criticals
    levels = [min(result + 2, 6) if result > 0 else 0 for result in results]
    evaded = [result - max(roll + physique, 0) for result, roll in product(results, rolls)]
    left = [min(result + 2, 6) if result > 0 else 0 for result in evaded]
    return float(np.mean(levels) + np.mean(left)) / 2


# By system and whether targets have taken cover behind their low walls: of red_1 on others, of others on it and on others.
HARM = {
    ("swan_song", 0): (of_hits(7, 6), of_hits(2, 6), of_hits(2, 6)),
    ("swan_song", 1): (of_hits(7, 8), of_hits(2, 8), of_hits(2, 8)),  # partial cover: two dice
    ("d10_pool", 0): (of_pools(5, 6), of_pools(3, 6), of_pools(3, 6)),
    ("d10_pool", 1): (of_pools(5, 8), of_pools(3, 8), of_pools(3, 8)),  # cover: two harder
    ("ladder", 0): (of_fudge(1), of_fudge(0, 1), of_fudge(0)),
    ("ladder", 1): (of_fudge(-1), of_fudge(-2, 1), of_fudge(-2)),  # partial cover, and cover that is taken: one less each
}
