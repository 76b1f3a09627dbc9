"""Random small battles: any units with any weapons, orders and goals on any ground, so that every rule meets every other."""

import random
from functools import lru_cache
from typing import Any

from fireteam.env.catalog import load_catalog
from fireteam.env.scenario.models import Scenario
from fireteam.maps import Drawing
from fireteam.systems.swan_song.rules.tables import OPTIONS

WIDTH, HEIGHT = 12, 9
LETTERS = "." * 30 + '##ooO+/T"":~%W=GLPC'
PASSABLE = './":~%'
TEAMS = ("red", "blue", "green", "grey")
GOALS: list[dict[str, Any]] = [
    {"kind": "eliminate"},
    {"kind": "hold", "zone": "z", "needed": 2},
    {"kind": "exit", "zone": "z"},
]
SKILLS = (
    "automatics", "blades", "clubs", "pistols", "longarms", "heavy_weapons", "archery", "unarmed", "acrobatics", "throwing",
    "first_aid", "mechanics", "demolitions", "sneaking", "perception",
)  # fmt: skip


@lru_cache(maxsize=64)
def motley(seed: int) -> Scenario:
    """Return the random scenario of a number."""
    dice = random.Random(seed)
    rows = random_ground(dice, WIDTH, HEIGHT, LETTERS)
    free = [(x, y) for y in range(HEIGHT) for x in range(WIDTH) if rows[y][x] in PASSABLE]
    dice.shuffle(free)
    heights = random_ground(dice, WIDTH, HEIGHT, "0001") if dice.random() < 0.3 else []
    marks = random_ground(dice, WIDTH, HEIGHT, "......z")
    marks[0][0] = "z"
    drawing = Drawing(title=f"motley {seed}", ground=joined(rows), heights=joined(heights), marks=joined(marks))
    count = dice.choice((2, 2, 2, 3, 4))
    teams = [team(dice, name, count, free) for name in TEAMS[:count]]
    return Scenario.model_validate(
        {
            "title": f"motley {seed}",
            "map": drawing,
            "rounds": 8,
            "stalemate": 4,
            "light": dice.choice(("clear", "dim", "dark", "black")),
            "fog": dice.random() < 0.4,
            "winner_at_limit": dice.choice(("", "red")),
            "options": {name: dice.choice(values) for name, values in OPTIONS.items()} if dice.random() < 0.5 else {},
            "teams": teams,
        }
    )


def random_ground(dice: random.Random, width: int, height: int, letters: str) -> list[list[str]]:
    """Return rows of random letters: the more often a letter is given, the more there is of it."""
    return [[dice.choice(letters) for _ in range(width)] for _ in range(height)]


def joined(rows: list[list[str]]) -> str:
    """Return rows of letters as a layer of a map."""
    return "\n".join("".join(row) for row in rows)


def mixed_scenario(
    dice: random.Random, system: str, drawing: Drawing, teams: list[dict[str, Any]], options: dict[str, tuple[str, ...]]
) -> dict[str, Any]:
    """Return a random scenario of a system on a map, in the form of its file: light, fog, and options half of the time."""
    return {
        "system": system,
        "title": drawing.title,
        "map": drawing,
        "rounds": 8,
        "stalemate": 4,
        "light": dice.choice(("clear", "dim", "dark", "black")),
        "fog": dice.random() < 0.4,
        "options": {name: dice.choice(values) for name, values in options.items()} if dice.random() < 0.5 else {},
        "teams": teams,
    }


def drawn_numbers(dice: random.Random, catalog: Any) -> dict[str, Any]:
    """Return about half of the numbers of a catalog's rules, each within what it may be."""
    numbers: dict[str, Any] = {}
    for name, number in catalog.numbers.items():
        if dice.random() < 0.5:
            several = isinstance(number.value, list)
            numbers[name] = [dice.randint(*number.within) for _ in number.value] if several else dice.randint(*number.within)
    return numbers


def equipped(dice: random.Random, free: list[tuple[int, int]], able: bool, catalog: Any) -> dict[str, Any]:
    """Return a random unit on the next free tile, often with other weapons and armor than its template has."""
    templates = [name for name, template in catalog.units.items() if not (able and template.inanimate)]
    made: dict[str, Any] = {"template": dice.choice(templates), "at": list(free.pop())}
    if dice.random() < 0.7:
        made["weapons"] = dice.sample(list(catalog.weapons)[1:], dice.randint(0, 4))
        made["armour"] = dice.sample(list(catalog.armour), dice.randint(0, 3))
    return made


def comes_later(dice: random.Random, able: bool) -> dict[str, Any]:
    """Return that a unit is hidden, or comes in a later round, or nothing, most of the time."""
    made: dict[str, Any] = {"hidden": True} if dice.random() < 0.25 else {}
    return made | {"arrives": dice.randint(1, 3)} if not able and dice.random() < 0.3 else made


def team(dice: random.Random, name: str, count: int, free: list[tuple[int, int]]) -> dict[str, Any]:
    """Return a random team of up to three; its first unit is no machine that never acts."""
    units = [unit(dice, free, able=place == 0) for place in range(dice.randint(1, 3 if count < 4 else 2))]
    units[0]["name"] = "ward"
    goals = [*GOALS, {"kind": "protect", "unit": "ward"}] if count == 2 else GOALS
    return {
        "name": name,
        "units": units,
        "objective": dice.choice(goals),
        "orders": orders(dice),
        "alert": dice.random() < 0.7,
        "ambush": dice.choice(("no", "no", "no", "waiting", "tracking")),
    }


def orders(dice: random.Random) -> dict[str, Any]:
    """Return random standing orders."""
    answers = ("ask", "ask", "never", "always", "when_likely")
    return {"defend": dice.choice(answers), "intercept": dice.choice(answers), "odds": dice.choice((10, 40, 70))}


def unit(dice: random.Random, free: list[tuple[int, int]], able: bool) -> dict[str, Any]:
    """Return a random unit on the next free tile, with up to three weapons of the whole catalog."""
    catalog = load_catalog()
    small = {name: template for name, template in catalog.units.items() if template.side == 1}
    templates = [name for name, template in small.items() if not (able and template.inanimate)]
    weapons = [name for name, weapon in catalog.weapons.items() if weapon.kind != "charge"][2:]
    made: dict[str, Any] = {"template": dice.choice(templates), "at": list(free.pop())}
    if dice.random() < 0.7:
        made["weapons"] = dice.sample(weapons, dice.randint(0, 3))
        made["skills"] = {name: dice.randint(0, 6) for name in SKILLS}
    if dice.random() < 0.5:
        made["flesh"] = dice.randint(1, 12)
        made["shield"] = dice.choice((0, 0, 3))
    if dice.random() < 0.3:
        made["karma"] = dice.randint(1, 3)
    if dice.random() < 0.3:
        made["items"] = dict.fromkeys(dice.sample(list(catalog.items), dice.randint(1, 3)), 2)
    if not able and dice.random() < 0.3:
        made["arrives"], made["arrives_pass"] = dice.randint(1, 3), dice.randint(1, 2)
    if dice.random() < 0.15:
        made["hidden"] = True
    return made
