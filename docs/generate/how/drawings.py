"""The drawings of "How it works", one a page, made by the engine."""

import runpy
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from fireteam.agents.bots import load_bot
from fireteam.agents.series.series import play
from fireteam.env.analysis.odds import attack_odds
from fireteam.env.analysis.overlays import fan, tiles_seen
from fireteam.env.battle import Battle
from fireteam.env.rules.systems import SYSTEMS, port_of
from fireteam.env.scenario.reading import load_scenario

from .svg import AMBER, BLUE, COLOURS, GREEN, GREY, INK, PALE, RED, VIOLET, arrow, box, dot, drawing, line, text

SCRIPTS = Path(__file__).parents[2] / "how"
WIDTH = 760


def record() -> str:
    """Draw the fields of a record by their bytes."""
    kinds = {system: Battle(load_scenario("duel", system), seed=1).record.dtype for system in SYSTEMS}
    most = max(kind.itemsize for kind in kinds.values())
    shapes, y = [], 40.0
    for system, kind in kinds.items():
        sizes = {name: kind[name].itemsize for name in kind.names or ()}
        large = sorted(sizes, key=lambda name: -sizes[name])[:5]
        parts = [(name, sizes[name]) for name in large] + [("all else", kind.itemsize - sum(sizes[name] for name in large))]
        shapes.append(text(20, y - 10, f"{system}: {kind.itemsize} bytes", 16))
        x = 20.0
        for number, (_, size) in enumerate(parts):
            wide = size / most * (WIDTH - 40)
            shapes.append(box(x, y, max(wide - 1, 1), 44, COLOURS[number], 2))
            x += wide
        legend = 20.0
        for number, (name, size) in enumerate(parts):
            words = f"{name} {size}"
            shapes += [box(legend, y + 54, 10, 10, COLOURS[number], 2), text(legend + 15, y + 64, words, 13)]
            legend += 34 + 7.4 * len(words)
        y += 120
    return drawing(WIDTH, int(y - 30), shapes, "Bytes of a battle's record in each rule system, by field")


def ports() -> str:
    """Draw which functions are called for each type of record."""
    rooms = ["environments, vector", "bots, search", "observations", "pictures, odds"]
    shapes = []
    for number, room in enumerate(rooms):
        x = 20 + number * 184
        shapes += [box(x, 20, 168, 44, PALE), text(x + 84, 47, room, 14, INK, "middle"), arrow(x + 84, 64, x + 84, 102)]
    shapes += [
        box(20, 104, WIDTH - 40, 48, BLUE),
        text(
            WIDTH / 2, 126, "the rules interface: step, life, attacks, answers, reach, price, card ...", 15, "#fff", "middle"
        ),
        text(WIDTH / 2, 144, "which one is called, the type of the record says", 12, "#fff", "middle"),
    ]
    wide = (WIDTH - 40 - 32) / len(SYSTEMS)
    for number, system in enumerate(SYSTEMS):
        x = 20 + number * (wide + 16)
        port = port_of(system)
        shapes += [
            arrow(x + wide / 2, 152, x + wide / 2, 188),
            box(x, 190, wide, 92, (GREEN, AMBER, VIOLET)[number % 3]),
            text(x + wide / 2, 216, system, 17, "#fff", "middle"),
            text(
                x + wide / 2,
                240,
                f"{len(port.VERBS)} verbs, {len(port.DECISIONS)} kinds of decisions",
                13,
                "#fff",
                "middle",
            ),
            text(x + wide / 2, 262, f"{len(port.CLAUSES)} clauses, dice of {port.FACES} faces", 13, "#fff", "middle"),
        ]
    shapes.append(text(WIDTH / 2, 312, "Nothing above the line imports anything below it.", 13, GREY, "middle"))
    return drawing(WIDTH, 330, shapes, "Rooms above call the rules interface, which calls the rule system of the record")


def stack() -> str:
    """Draw how deep the stack is, decision by decision, in the battle of the experiment."""
    seen: list[tuple[int, str]] = []
    battle = Battle("keep", seed=1)
    bots = {team.name: load_bot("charger") for team in battle.field.scenario.teams}

    def step(action: Any) -> None:
        if battle.decision is not None:
            seen.append((int(battle.record[0]["depth"]), battle.decision.kind))
        battle.step(action)

    play(battle, bots, step)
    kinds = sorted({kind for _, kind in seen}, key=[kind for _, kind in seen].index)
    deepest = max(depth for depth, _ in seen)
    unit, wide = 46, (WIDTH - 80) / len(seen)
    ground = 40 + deepest * unit
    shapes = [line(60, ground - depth * unit, WIDTH - 20, ground - depth * unit, PALE, 1) for depth in range(deepest + 1)]
    shapes += [text(50, ground - depth * unit + 5, depth, 13, INK, "end") for depth in range(deepest + 1)]
    for number, (depth, kind) in enumerate(seen):
        colour = COLOURS[kinds.index(kind) % len(COLOURS)]
        shapes.append(box(60 + number * wide, ground - depth * unit, max(wide, 0.8), depth * unit, colour, 0))
    x = 60.0
    for number, kind in enumerate(kinds):
        shapes += [box(x, ground + 18, 10, 10, COLOURS[number % len(COLOURS)], 2), text(x + 15, ground + 28, kind, 13)]
        x += 40 + 8 * len(kind)
    shapes.append(text(60, 26, f"frames on the stack at each of {len(seen)} decisions of a battle", 14))
    return drawing(
        WIDTH, ground + 46, shapes, "Depth of the stack at each decision of a battle, coloured by the kind of decision"
    )


def dice() -> str:
    """Draw the dice of the experiment, and which stay the same after another decision."""
    with redirect_stdout(StringIO()):  # the experiment prints: that is for the page
        dice_of: Callable[..., dict[str, list[int]]] = runpy.run_path(str(SCRIPTS / "dice.py"))["dice_of"]
    rows = [("shoot", ["shoot blue_1"]), ("aim, shoot", ["aim blue_1", "shoot blue_1"])]
    shapes, y = [], 66.0
    plain = dice_of(*rows[0][1])
    for called, actions in rows:
        thrown = dice_of(*actions)
        shapes.append(text(20, y + 25, called, 16))
        x = 130.0
        for purpose in ("attack", "defense"):
            shapes += [text(x, 50, purpose, 13, GREY)] if y == 66 else []
            for number, face in enumerate(thrown[purpose]):
                same = number < len(plain[purpose]) and face == plain[purpose][number]
                shapes += [box(x, y, 32, 36, BLUE if same else AMBER, 6), text(x + 16, y + 25, face, 18, "#fff", "middle")]
                x += 36
            x = 130.0 + 36 * (max(len(plain["attack"]), 9) + 1)
        y += 58
    shapes.append(text(20, 26, "one seed, two decisions: the same roll has the same dice (blue)", 14))
    return drawing(WIDTH, int(y + 6), shapes, "Dice of an attack and its defense with and without an aim before")


def sight() -> str:
    """Draw the rays of the experiment on the map of the yard."""
    battle = Battle("yard", seed=1)
    rows = battle.field.drawing.ground.splitlines()
    tile = (WIDTH - 40) / len(rows[0])
    colours = {"#": INK, "O": "#6b5b45", "c": "#8c7650", "o": "#b09a72", "T": GREEN, ":": "#a9c8a4", "+": "#7a5a36"}
    shapes = [
        box(20 + x * tile, 20 + y * tile, tile - 0.6, tile - 0.6, colours.get(letter, "#e4e8ec"), 1)
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
    ]
    for viewer, target in (((20, 10), (21, 14)), ((20, 7), (21, 3)), ((4, 9), (12, 10)), ((4, 11), (14, 9))):
        rays = fan(battle, viewer, target)
        at = [20 + (place + 0.5) * tile for place in viewer]
        for ray in rays:
            colour = RED if ray.hidden >= 1 else AMBER if ray.hidden > 0.25 else GREEN
            shapes.append(line(at[0], at[1], 20 + ray.x * tile, 20 + ray.y * tile, colour, 1.6))
        share = sum(ray.hidden for ray in rays) / len(rays)
        there = [20 + (place + 0.5) * tile for place in target]
        shapes += [dot(at[0], at[1], 7, BLUE), dot(there[0], there[1], 7, VIOLET)]
        shapes.append(box(there[0] + 9, there[1] - 11, 40, 19, "#fff", 4, 0.85))
        shapes.append(text(there[0] + 29, there[1] + 4, f"{share:.0%}", 13, INK, "middle"))
    height = int(40 + tile * len(rows) + 24)
    shapes.append(
        text(20, height - 14, "rays: green up to a quarter hidden, amber more, red all of it; the mean at the target", 13)
    )
    return drawing(WIDTH, height, shapes, "Rays of sight on a map, coloured by the share of the body that each finds hidden")


def knowledge() -> str:
    """Draw what a side sees of a battle in fog, and which units it knows."""
    battle = Battle("night", seed=1)
    rows = battle.field.drawing.ground.splitlines()
    seen = tiles_seen(battle, 0)
    known = int(battle.record[0]["teams"]["known"][0])
    tile = (WIDTH - 40) / len(rows[0])
    shapes = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            lit = bool(seen[y * len(row) + x])
            colour = ("#5c6670" if lit else "#2b333b") if letter == "#" else ("#f3e6b8" if lit else "#4a545e")
            shapes.append(box(20 + x * tile, 20 + y * tile, tile - 0.6, tile - 0.6, colour, 1))
    for place, fighter in enumerate(battle.field.roster):
        unit = battle.record[0]["units"][place]
        x, y = 20 + (int(unit["x"]) + 0.5) * tile, 20 + (int(unit["y"]) + 0.5) * tile
        known_of = bool(known >> place & 1)
        colour = BLUE if fighter.team == 0 else RED
        shapes.append(dot(x, y, tile * 0.4, colour if known_of else GREY))
        if not known_of:
            shapes.append(text(x, y + 5, "?", 14, "#fff", "middle"))
    height = int(40 + tile * len(rows) + 24)
    first = battle.field.scenario.teams[0].name
    shapes.append(text(20, height - 14, f"light: what the {first} see; grey: units that they do not know of", 13))
    return drawing(WIDTH, height, shapes, "A map in fog: the tiles a side sees and the units it knows of")


def odds() -> str:
    """Draw the exact distribution of the damage of a shot."""
    shot = attack_odds("soldier", "soldier", metres=10)
    points = {int(number): chance for number, chance in shot.spreads()["points"].items()}
    most = max(points.values())
    numbers = range(max(points) + 1)
    wide = (WIDTH - 60) / len(numbers)
    shapes = [text(20, 28, "damage of a soldier's shot at another at ten metres: the chance of each number of points", 14)]
    for number in numbers:
        chance = points.get(number, 0.0)
        high = chance / most * 200
        x = 30 + number * wide
        shapes += [box(x, 260 - high, wide - 6, high, BLUE if number else GREY, 3)]
        shapes.append(text(x + wide / 2 - 3, 280, number, 13, INK, "middle"))
        if chance >= 0.005:
            shapes.append(text(x + wide / 2 - 3, 252 - high, f"{chance:.0%}", 12, INK, "middle"))
    return drawing(WIDTH, 300, shapes, "The exact chance of each number of points of damage")


DRAWINGS: dict[str, Callable[[], str]] = {
    each.__name__: each for each in (record, ports, stack, dice, sight, knowledge, odds)
}  # fmt: skip
