"""The battle as text: the map in letters with the units on it, and a line for each of them."""

from collections.abc import Sequence

import numpy as np

from ..battle import Battle
from ..catalog.models import Terrain
from ..rules.record import ABSENT, DEAD, DOWN, ESCAPED, UP
from ..rules.swan_song.tables import BARE_HANDS
from ..scenario.setup import Field

TOKENS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZABCD",
    "abcdefghijklmnopqrstuvwxyzabcd",
    "123456789012345678901234567890",
    "αβγδεζηθικλμνξοπρστυφχψωαβγδεζ",
)
COLOURS = (31, 34, 33, 35)  # of the teams, as terminal codes: red, blue, yellow, magenta
TERRAIN = {
    "floor": "·", "wall": "█", "concrete": "█", "partition": "▓", "closed_door": "+", "open_door": "/", "low_wall": "▂",
    "barricade": "▆", "crate": "▆", "tree": "♠", "brush": '"', "water": "~", "deep_water": "≈", "rubble": ":", "smoke": "░",
    "window": "=", "armored_glass": "≡", "locked_door": "‡", "vault_door": "╬", "bunker": "█", "ferroconcrete": "█",
    "debris": ";", "breach": "_",
}  # fmt: skip
GOALS = "○◇□△"  # on open ground that a team fights for, by team
STATES = {ABSENT: "absent", UP: "", DOWN: "unconscious", DEAD: "dead", ESCAPED: "escaped"}
OVER_HEADS = 180  # centimetres from which on a wall hides who stands behind it
BAR = 10


def draw(battle: Battle, colour: bool = False) -> str:
    """Return a battle as text; with `colour`, the teams in terminal colours."""
    row = battle.record[0]
    head = f"{battle.field.scenario.title}: round {row['round_number']}, pass {row['pass_number']}"
    if battle.over:
        head += f", over: {battle.winner or 'nobody'} wins ({battle.ending})"
    elif battle.decision:
        head += f", {battle.decision.unit} decides ({battle.decision.kind})"
    return "\n".join([head, *map_lines(battle.field, row, colour), *unit_lines(battle.field, row, colour)]) + "\n"


def map_lines(field: Field, row: np.void, colour: bool, teams: Sequence[int] = ()) -> list[str]:
    """Return the map with the units on it, a line per row of tiles; on open ground the goals of some teams too."""
    width = field.drawing.width
    letters = [letter_of(name, field.catalog.terrain[name]) for name in terrain_now(field, row)]
    for team in reversed(teams):
        for x, y in goal_tiles(field, team):
            if letters[y * width + x] in (TERRAIN["floor"], *GOALS):
                letters[y * width + x] = GOALS[team]
    for who, fighter in enumerate(field.roster):
        unit = row["units"][who]
        if unit["status"] == UP:
            letters[int(unit["y"]) * width + int(unit["x"])] = token(field, who, fighter.team, colour)
    return ["".join(letters[y * width : (y + 1) * width]) for y in range(field.drawing.height)]


def terrain_now(field: Field, row: np.void) -> list[str]:
    """Return the name of every tile's terrain as it is now."""
    names = field.drawing.terrain()
    for change in row["changes"][: row["changed"]]:
        names[change["tile"]] = field.terrain_name(change["terrain"])
    return names


def goal_tiles(field: Field, team: int) -> list[tuple[int, int]]:
    """Return the tiles that a team must hold or reach."""
    zone = field.scenario.teams[team].objective.zone
    return field.drawing.tiles_marked(zone) if zone else []


def height_lines(field: Field) -> list[str]:
    """Return the heights of the floors in metres, a line per row of tiles; none where all is level."""
    floors, width = field.drawing.floors(), field.drawing.width
    if not any(floors):
        return []
    letters = "".join(str(height) if height else TERRAIN["floor"] for height in floors)
    return [letters[start : start + width] for start in range(0, len(letters), width)]


def legend(field: Field, row: np.void, teams: Sequence[int] = ()) -> list[str]:
    """Return what each letter on the map stands for, as far as it occurs, and where the goals of some teams are."""
    meant: dict[str, list[str]] = {}
    for name in dict.fromkeys(terrain_now(field, row)):
        terrain = field.catalog.terrain[name]
        meant.setdefault(letter_of(name, terrain), []).append(terrain.words)
    made = [f"{letter} {', '.join(words)}" for letter, words in meant.items()]
    for team in teams:
        if tiles := goal_tiles(field, team):
            (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*tiles, strict=True))
            where = f"{left},{top}" + ("" if len(tiles) == 1 else f" to {right},{bottom}")
            made.append(f"{GOALS[team]} goal of {field.scenario.teams[team].name} ({where})")
    return made


def letter_of(name: str, terrain: Terrain) -> str:
    """Return the letter of a kind of terrain; one that a house has added is drawn by what it does."""
    if name in TERRAIN:
        return TERRAIN[name]
    if terrain.passable:
        return ":" if terrain.difficult else "·"
    return "█" if terrain.top >= OVER_HEADS else "▆"


def token(field: Field, who: int, team: int, colour: bool) -> str:
    """Return the letter of a unit, in its team's alphabet and colour."""
    letter = TOKENS[team][who - int(field.arena[0]["goals"][team]["first"])]
    return f"\x1b[1;{COLOURS[team]}m{letter}\x1b[0m" if colour else letter


def unit_lines(field: Field, row: np.void, colour: bool) -> list[str]:
    """Return a line for every unit: health, strain, posture, weapon."""
    lines = []
    for who, fighter in enumerate(field.roster):
        unit, sheet = row["units"][who], field.arena[0]["sheets"][who]
        pool = "flesh" if sheet["flesh"] else "armored"
        state = STATES[int(unit["status"])] if unit["status"] != DOWN or sheet["flesh"] else "wrecked"
        notes = [state] if unit["status"] != UP else posture(field, who, unit)
        lines.append(
            f"{token(field, who, fighter.team, colour)} {fighter.name:<10} {fighter.called:<14} "
            f"{bar(int(unit[pool]), int(sheet[pool]))} {max(int(unit[pool]), 0):>2}/{sheet[pool]:<2} "
            f"strain {unit['strain']:>2}/{sheet['strain']:<2} {', '.join(note for note in notes if note)}".rstrip()
        )
    return lines


def posture(field: Field, who: int, unit: np.void) -> list[str]:
    """Return what is to be said of a unit that can act."""
    names = field.weapon_names(who)
    notes = [
        "prone" if unit["prone"] else "",
        "in cover" if unit["covered"] else "",
        ("", "running", "sprinting")[unit["pace"]],
        "pinned" if unit["stuck"] > 0 else "",
        "full defense" if unit["full_defense"] else "",
        f"wounds {unit['wounds']}" if unit["wounds"] else "",
    ]
    if unit["hand"] == BARE_HANDS:
        return [*notes, "bare hands"]
    held = unit["held"][unit["hand"]]
    magazine = field.arena[0]["weapons"][field.arena[0]["sheets"][who]["weapons"][unit["hand"]]]["magazine"]
    jammed = " (jammed)" if held["jammed"] else ""
    return [*notes, names[unit["hand"]].replace("_", " ") + (f" {held['ammo']}/{magazine}" if magazine else "") + jammed]


def bar(value: int, full: int) -> str:
    """Return a bar of ten for a share of something."""
    filled = 0 if full <= 0 else round(BAR * max(value, 0) / full)
    return "#" * filled + "-" * (BAR - filled)
