"""Random small battles of d10_pool: any units with any weapons on any ground, under house rules drawn at random."""

import random
from functools import lru_cache
from typing import Any

from motley import GOALS, PASSABLE, comes_later, drawn_numbers, equipped, joined, mixed_scenario, random_ground

from fireteam.env.catalog import load_catalog
from fireteam.env.scenario.models import Scenario
from fireteam.maps import Drawing
from fireteam.systems.d10_pool.catalog.models import BLOWS
from fireteam.systems.d10_pool.rules.tables import ABILITIES, ATTRIBUTES, MINDS, OPTIONS, SIZES

WIDTH, HEIGHT = 12, 9
LETTERS = "." * 30 + '##ooO+/T"":~%WCPff'
TEAMS = ("red", "blue", "green")


@lru_cache(maxsize=64)
def mixed(seed: int, drawn: bool = False) -> Scenario:
    """Return the random scenario of a number; if `drawn`, the numbers of its rules and weapons are random, too."""
    dice = random.Random(seed)
    rows = random_ground(dice, WIDTH, HEIGHT, LETTERS)
    free = [(x, y) for y in range(HEIGHT) for x in range(WIDTH) if rows[y][x] in PASSABLE + "f"]
    dice.shuffle(free)
    marks = random_ground(dice, WIDTH, HEIGHT, "......z")
    marks[0][0] = "z"
    drawing = Drawing(title=f"mixed {seed}", ground=joined(rows), marks=joined(marks), legend={"f": "flooded"})
    teams = [team(dice, name, free) for name in TEAMS[: dice.choice((2, 2, 3))]]
    made = mixed_scenario(dice, "d10_pool", drawing, teams, OPTIONS)
    return Scenario.model_validate(made | {"catalog": house(dice) if drawn else {}})


def team(dice: random.Random, name: str, free: list[tuple[int, int]]) -> dict[str, Any]:
    """Return a random team of one to three; its first unit is no thing that never acts, and is there from the beginning."""
    units = [unit(dice, free, able=place == 0) for place in range(dice.randint(1, 3))]
    return {
        "name": name,
        "units": units,
        "objective": dice.choice(GOALS),
        "ambush": dice.choice(("no", "no", "no", "waiting")),
        "warned": dice.random() < 0.3,
    }


def unit(dice: random.Random, free: list[tuple[int, int]], able: bool) -> dict[str, Any]:
    """Return a random unit on the next free tile, often with other weapons, armor and scores than its template has."""
    made = equipped(dice, free, able, load_catalog(system="d10_pool"))
    if dice.random() < 0.5:
        made["attributes"] = {name: dice.randint(1, 8) for name in ATTRIBUTES}
        made["abilities"] = {name: dice.randint(0, 7) for name in ABILITIES}
        made["secondary"] = dice.sample(ABILITIES, dice.randint(0, 3))
        made["size"] = dice.choice(SIZES)
    if dice.random() < 0.3:
        made["mind"] = dice.choice(MINDS)
    return made | comes_later(dice, able)


def house(dice: random.Random) -> dict[str, Any]:
    """Return house rules: each number of the rules within what it may be, or as it was; and as random weapons."""
    catalog = load_catalog(system="d10_pool")
    numbers = drawn_numbers(dice, catalog)
    ends = [numbers.get(name, catalog.numbers[name].value) for name in ("least_difficulty", "most_difficulty")]
    numbers["least_difficulty"], numbers["most_difficulty"] = sorted(ends)
    return {"numbers": numbers, "weapons": {name: weapon(dice, one.way) for name, one in catalog.weapons.items()}}


def weapon(dice: random.Random, way: str) -> dict[str, Any]:
    """Return random numbers of a weapon, within what its way of doing harm allows."""
    made: dict[str, Any] = {
        "attribute": dice.choice(("dexterity", "strength")),
        "difficulty": dice.randint(2, 10),
        "damage": dice.randint(0, 30),
        "committed": dice.random() < 0.2,
        "two_handed": dice.random() < 0.3,
        "pounds": dice.choice((0, 10, 100, 500)),
    }
    if way in BLOWS:
        return made | {"reach": dice.randint(0, 5), "water": dice.choice(("light", "small", "large"))}
    rate = dice.randint(1, 30)
    made |= {"rate": rate, "magazine": dice.choice((rate, rate + 1, 1000)), "spare": dice.choice((0, 1, 120))}
    return made | {"range": dice.choice((1, 5, 10_000)), "water": dice.choice(("fails", "works"))}
