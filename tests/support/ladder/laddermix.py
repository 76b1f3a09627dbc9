"""Random small battles of ladder: any units with any weapons and shields on any ground, under rules drawn at random."""

import random
from functools import lru_cache
from typing import Any

from motley import GOALS, PASSABLE, comes_later, drawn_numbers, equipped, joined, mixed_scenario, random_ground

from fireteam.env.catalog import load_catalog
from fireteam.env.scenario.models import Scenario
from fireteam.maps import Drawing
from fireteam.systems.ladder.catalog.models import BLOWS
from fireteam.systems.ladder.rules.tables import OPTIONS, RANKS, SKILLS

WIDTH, HEIGHT = 10, 7
LETTERS = "." * 30 + '##ooO+/T"":~%WCPB=G'
TEAMS = ("red", "blue", "green")
NEAR = 5  # units stand in a crowd, so that they come to blows


@lru_cache(maxsize=64)
def laddered(seed: int, drawn: bool = False) -> Scenario:
    """Return the random scenario of a number; if `drawn`, the numbers of its rules and weapons are random, too."""
    dice = random.Random(seed)
    rows = random_ground(dice, WIDTH, HEIGHT, LETTERS)
    free = [(x, y) for y in range(HEIGHT) for x in range(WIDTH) if rows[y][x] in PASSABLE]
    dice.shuffle(free)
    if dice.random() < 0.5:
        free.sort(key=lambda at: abs(at[0] - NEAR) + abs(at[1] - HEIGHT // 2), reverse=True)
    heights = random_ground(dice, WIDTH, HEIGHT, "0001") if dice.random() < 0.3 else []
    marks = random_ground(dice, WIDTH, HEIGHT, "......z")
    marks[0][0] = "z"
    drawing = Drawing(title=f"laddered {seed}", ground=joined(rows), heights=joined(heights), marks=joined(marks))
    teams = [team(dice, name, free) for name in TEAMS[: dice.choice((2, 2, 3))]]
    made = mixed_scenario(dice, "ladder", drawing, teams, OPTIONS)
    return Scenario.model_validate(made | {"catalog": house(dice) if drawn else {}})


def team(dice: random.Random, name: str, free: list[tuple[int, int]]) -> dict[str, Any]:
    """Return a random team of one to three; its first unit is no thing that never acts, and is there from the beginning."""
    units = [unit(dice, free, able=place == 0) for place in range(dice.randint(1, 3))]
    return {"name": name, "units": units, "objective": dice.choice(GOALS)}


def unit(dice: random.Random, free: list[tuple[int, int]], able: bool) -> dict[str, Any]:
    """Return a random unit on the next free tile, often with other weapons, shields and ranks than its template has."""
    made = equipped(dice, free, able, load_catalog(system="ladder"))
    if dice.random() < 0.5:
        made["ranks"] = {name: dice.choice(RANKS) for name in SKILLS}
        made["hide"] = dice.choice((0, 0, 1, 8))
        made["pain_tolerance"] = dice.random() < 0.5
    made["shield"] = dice.choice(("", "back", "arm"))
    if made["shield"] == "back" and len(made.get("weapons", "many")) < 2:
        made["weapons"] = ["riot_shield"]  # with empty hands, so that some straps it on
    return made | comes_later(dice, able)


def house(dice: random.Random) -> dict[str, Any]:
    """Return house rules: each number of the rules within what it may be, or as it was; and as random weapons."""
    catalog = load_catalog(system="ladder")
    numbers = drawn_numbers(dice, catalog)
    return {"numbers": numbers, "weapons": {name: weapon(dice, one) for name, one in catalog.weapons.items()}}


def weapon(dice: random.Random, one: Any) -> dict[str, Any]:
    """Return random numbers of a weapon, within what its way of doing harm allows."""
    made: dict[str, Any] = {"skill": dice.choice(("ranged", "melee", "unarmed")), "bonus": dice.randint(-4, 8)}
    if one.shield == "no":
        made["two_handed"] = dice.random() < 0.3
    if one.way in BLOWS:
        return made | {"reach": dice.randint(0, 5), "parries": dice.random() < 0.7}
    rounds = dice.choice((1, 2, 3, 30, 1000))
    made |= {"magazine": rounds, "spare": dice.choice((0, 1, 120)), "range": dice.choice((1, 5, 10_000))}
    if one.way == "firearm":
        made |= {"burst": dice.random() < 0.5, "buckshot": dice.random() < 0.3}
    return made
