"""A unit as prims: a token that shows who it is, its facing, its health and its current state.

Drawn around its own middle, with tiles as the unit. From the middle outwards: letter and body in the shape and colour of the
team, the weapon in the direction it faces, a ring of Strain, a ring of health, a ring for armor pools and shields, marks of
posture, and pips for action points.
"""

import re
from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from ...catalog import catalog_of
from ...catalog.shown import Sign
from ...scenario.setup import Field
from ..look import Prim, look
from ..words import filling_of, health_of, pips_of, share
from .tiles import rounded

BODY = 0.32  # radius of the token, in tiles
HEALTH, STRAIN, ARMOUR = 0.42, 0.36, 0.49  # radii of the rings
SHAPES = {"round": 0, "diamond": 4, "hexagon": 6, "triangle": 3}  # corners; none for a disc
POSTURE = 0.56
MAGAZINE = (0.57, 0.73)  # of a turn: where the rounds are shown
BARRELS = {"short": (0.56, 0.075), "long": (0.7, 0.075), "heavy": (0.7, 0.11)}  # how far they reach, how wide they are


def full_pools(field: Field, who: int) -> dict[str, Any]:
    """Return a fresh unit's pools that are drawn, and the ticks along its edge."""
    arena = field.arena[0]
    return catalog_of(field.scenario.system).unit_full(arena, who) | {"side": int(arena["sheets"][who]["side"])}


def letter(field: Field, who: int) -> str:
    """Return the text on a unit's token: its initials if it has a name, else its number, "4" for police_4."""
    fighter = field.roster[who]
    if not fighter.unit.name:
        return fighter.name.rpartition("_")[2]
    return initials([other.unit.name for other in field.roster if other.team == fighter.team], fighter.unit.name)


def initials(names: list[str], wanted: str) -> str:
    """Return two letters that distinguish a name from the others of its team.

    "MV" of Mara Voss, "Ma" of Mara, "Mx" of Max beside her: who comes first has the first choice.
    """
    taken: set[str] = set()
    for name in filter(None, names):
        letters = [word[0] for word in re.findall(r"\w+", name)] or ["?"]
        rest = re.sub(r"\W", "", name)[1:]
        likely = ["".join(letters[:2]).upper()] if len(letters) > 1 else []
        likely += [letters[0].upper() + letter.lower() for letter in rest]
        chosen = next((pair for pair in likely if pair not in taken), letters[0].upper())
        taken.add(chosen)
        if name == wanted:
            return chosen
    return wanted[:1]


def token(field: Field, who: int, unit: dict[str, Any], acting: bool = False, fares: bool = True) -> list[Prim]:
    """Return the token of a unit as a scene has it; nothing for units that are not on the map.

    `fares` is whether it shows the unit's condition, which other sides do not see in fog.
    """
    status = unit.get("status")
    if status in ("absent", "escaped") or "aboard" in unit:
        return []
    team = field.roster[who].team
    shape = look()["teams"][team]["shape"]
    colour = f"team:{team}"
    full = full_pools(field, who)
    wide = full["side"] if full["side"] > 1 else 1
    if status in ("down", "dead", "surrendered"):
        return rounded(fallen(colour, shape, letter(field, who), status))
    prims: list[Prim] = [["disc", "shadow@0.35", 0.06, 0.09, BODY + 0.06]]
    if acting:
        prims += [["disc", "accent@0.22", 0, 0, 0.58], ["arc", "accent", 0, 0, 0.57, 0, 1, 0.035]]
    prims += weapon(field, unit)
    scale = 0.8 if unit.get("prone") else 1.0
    prims += body(colour, shape, BODY * scale, dim=bool(unit.get("hidden")))
    name = letter(field, who)
    prims.append(["text", "ink", 0, 0, (0.38 if len(name) < 2 else 0.3) * scale, name])
    prims += rings(unit, full) if fares else []
    prims += marks(unit, catalog_of(field.scenario.system).SIGNS)
    prims += rounds(field, unit) if fares else []
    prims += pips(unit, full) if fares else []
    if wide > 1:
        middle = (wide - 1) / 2
        prims = moved(prims, middle, middle, wide)
    return rounded(prims)


def corners(shape: str, radius: float) -> list[float]:
    """Return the corners of a team's shape."""
    count = SHAPES[shape]
    wide = radius * {3: 1.35, 4: 1.22, 6: 1.08}[count]
    points: list[float] = []
    for corner in range(count):
        turn = 2 * pi * corner / count
        points += [wide * sin(turn), -wide * cos(turn) + (0.06 if count == 3 else 0)]
    return points


def body(colour: str, shape: str, radius: float, dim: bool = False) -> list[Prim]:
    """Return the body of a token, with a rim and a glint."""
    thin = "@0.55" if dim else ""
    if shape == "round":
        return [
            ["disc", f"{colour}-0.45{thin}", 0, 0, radius + 0.035],
            ["disc", f"{colour}{thin}", 0, 0, radius],
            ["arc", f"{colour}+0.35{thin}", 0, 0, radius - 0.03, 0.8, 1.05, 0.03],
        ]
    outer, inner = corners(shape, radius + 0.04), corners(shape, radius)
    return [["poly", f"{colour}-0.45{thin}", outer], ["poly", f"{colour}{thin}", inner]]


def fallen(colour: str, shape: str, name: str, status: str) -> list[Prim]:
    """Return the token of a unit that is out: small and dim, crossed out if it is dead, with a white flag if it gave up."""
    prims: list[Prim] = [["disc", "shadow@0.25", 0.03, 0.04, 0.26]]
    tint = f"{colour}-0.4@0.85" if status == "dead" else f"{colour}-0.3@0.8"
    prims += [["disc", tint, 0, 0, 0.22]] if shape == "round" else [["poly", tint, corners(shape, 0.22)]]
    prims.append(["text", "text@0.75", 0, 0, 0.26 if len(name) < 2 else 0.2, name])
    if status == "surrendered":
        prims += [["line", "text", 0.035, [0.2, 0.2, 0.2, -0.32]], ["poly", "text", [0.2, -0.32, 0.44, -0.26, 0.2, -0.16]]]
    elif status == "dead":
        prims += [
            ["line", "critical", 0.045, [-0.24, -0.24, 0.24, 0.24]],
            ["line", "critical", 0.045, [0.24, -0.24, -0.24, 0.24]],
        ]
    else:
        prims.append(["arc", "critical", 0, 0, 0.29, 0, 1, 0.04])
    return prims


def weapon(field: Field, unit: dict[str, Any]) -> list[Prim]:
    """Return the weapon in hand, pointing where the unit looks, or a wedge for bare hands."""
    turn = unit["facing"] / 8
    dx, dy = sin(2 * pi * turn), -cos(2 * pi * turn)
    entry = field.catalog.weapons.get(unit.get("weapon", ""))
    nose = [0.36 * dx - 0.1 * dy, 0.36 * dy + 0.1 * dx, 0.47 * dx, 0.47 * dy, 0.36 * dx + 0.1 * dy, 0.36 * dy - 0.1 * dx]
    if entry is None:
        return [["poly", "text@0.9", nose]]
    if entry.kind == "melee":
        reach = 0.62 + 0.05 * entry.reach
        grip = [0.3 * dx - 0.07 * dy, 0.3 * dy + 0.07 * dx, 0.3 * dx + 0.07 * dy, 0.3 * dy - 0.07 * dx]
        blade = [0.3 * dx, 0.3 * dy, reach * dx, reach * dy]
        return [["line", "shadow@0.5", 0.09, blade], ["line", "steel+0.5", 0.05, blade], ["line", "trunk", 0.06, grip]]
    far, wide = BARRELS[catalog_of(field.scenario.system).barrel(entry)]
    barrel = [0.2 * dx, 0.2 * dy, far * dx, far * dy]
    lit = [0.5 * dx, 0.5 * dy, far * dx, far * dy]
    jammed = [["text", "hurt", 0.62 * dx, 0.62 * dy, 0.24, "!"]] if unit.get("jammed") else []
    return [["line", "ink-0.3", wide + 0.03, barrel], ["line", "steel", wide, lit], *jammed]


def rings(unit: dict[str, Any], full: dict[str, Any]) -> list[Prim]:
    """Return the rings: health and other pools, which shrink as a unit is hurt, and the pool that fills up."""
    health, colour = health_of(unit, full)
    prims: list[Prim] = [["arc", "ink-0.2@0.75", 0, 0, HEALTH, 0, 1, 0.075]]
    if health > 0:
        prims.append(["arc", colour, 0, 0, HEALTH, 0, health, 0.055])
    ticks = min(abs(unit.get(full.get("ticks", ""), 0)), 6)
    for tick in range(ticks):
        turn = 2 * pi * (0.5 + 0.055 * (tick - (ticks - 1) / 2))
        inner, outer = HEALTH - 0.05, HEALTH + 0.05
        ends = [inner * sin(turn), -inner * cos(turn), outer * sin(turn), -outer * cos(turn)]
        prims.append(["line", "critical", 0.045, ends])
    if filling := filling_of(unit, full):
        _, colour, value, most = filling
        if value > 0:
            prims.append(["arc", colour, 0, 0, STRAIN, 0, share(value, most), 0.045])
    for place, (name, _, colour, most) in enumerate(full["bars"][1:]):
        left = share(unit.get(name, 0), most)
        if left > 0:
            prims.append(["arc", colour, 0, 0, ARMOUR + 0.05 * place, 0, left, 0.035])
    return prims


def marks(unit: dict[str, Any], signs: Sequence[Sign]) -> list[Prim]:
    """Return the marks of posture: cover, full defense, lying, running, and the first three signs that its system has."""
    turn = unit["facing"] / 8
    prims: list[Prim] = []
    if unit.get("covered"):
        prims.append(["arc", "good", 0, 0, POSTURE, turn - 0.14, turn + 0.14, 0.07])
    if unit.get("full_defense"):
        prims.append(["arc", "way", 0, 0, POSTURE + 0.05, turn - 0.3, turn + 0.3, 0.035])
    if unit.get("prone"):
        prims.append(["line", "text@0.8", 0.05, [-0.3, 0.46, 0.3, 0.46]])
    if pace := unit.get("pace"):
        dx, dy = sin(2 * pi * turn), -cos(2 * pi * turn)
        for stroke in range(2 if pace == "runs" else 3):
            far = 0.5 + 0.09 * stroke
            prims.append(["line", "text@0.5", 0.035, [-far * dx - 0.14 * dy, -far * dy + 0.14 * dx,
                                                      -far * dx + 0.14 * dy, -far * dy - 0.14 * dx]])  # fmt: skip
    shown = [(sign, colour) for name, sign, colour in signs if unit.get(name)]
    for place, (sign, colour) in enumerate(shown[:3]):
        prims += [["disc", "panel@0.9", 0.42, -0.42 + 0.2 * place, 0.11]]
        prims.append(["text", colour, 0.42, -0.42 + 0.2 * place, 0.2, sign])
    return prims


def rounds(field: Field, unit: dict[str, Any]) -> list[Prim]:
    """Return the rounds in the magazine as an arc at the lower left: amber when few are left, red when none are."""
    entry = field.catalog.weapons.get(unit.get("weapon", ""))
    if entry is None or not entry.magazine:
        return []
    left = share(unit.get("ammo", 0), entry.magazine)
    first, last = MAGAZINE
    colour = "armour" if left > 0.34 else "hurt" if left > 0 else "critical"
    prims: list[Prim] = [["arc", "critical" if left == 0 else "ink-0.2@0.7", 0, 0, ARMOUR + 0.03, first, last, 0.05]]
    if left > 0:
        prims.append(["arc", colour, 0, 0, ARMOUR + 0.03, first, first + (last - first) * left, 0.035])
    return prims


def pips(unit: dict[str, Any], full: dict[str, Any]) -> list[Prim]:
    """Return the points of a turn as pips: a full one for each point left, an empty one for each spent."""
    prims: list[Prim] = []
    points, count = pips_of(unit, full)
    for pip in range(count):
        x = 0.13 * (pip - (count - 1) / 2)
        left = pip < points
        prims.append(["disc", "ink-0.2@0.8", x, 0.56, 0.055])
        prims.append(["disc", "accent" if left else "faint@0.35", x, 0.56, 0.04])
    return prims


def moved(prims: list[Prim], dx: float, dy: float, scale: float) -> list[Prim]:
    """Return prims enlarged and moved, for units that cover several tiles."""
    made: list[Prim] = []
    for kind, colour, *rest in prims:
        if kind == "poly":
            made.append([kind, colour, [p * scale + (dy if n % 2 else dx) for n, p in enumerate(rest[0])]])
        elif kind == "line":
            made.append([kind, colour, rest[0] * scale, [p * scale + (dy if n % 2 else dx) for n, p in enumerate(rest[1])]])
        elif kind == "arc":
            x, y, radius, first, last, width = rest
            made.append([kind, colour, x * scale + dx, y * scale + dy, radius * scale, first, last, width * scale])
        else:
            x, y, *sizes = rest
            grown = [size * scale if isinstance(size, (int, float)) else size for size in sizes]
            made.append([kind, colour, x * scale + dx, y * scale + dy, *grown])
    return made
