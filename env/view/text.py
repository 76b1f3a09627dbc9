"""The battle as text: the map in letters with the units on it, and a line for each of them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..battle import Battle
from ..catalog import catalog_of
from ..catalog.models import Terrain
from ..replay.english import Subject
from ..replay.scene import unit_seen
from ..rules.record import UP
from ..scenario.setup import Field
from .words import life_of, pass_words, state_words, status_words

TOKENS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZABCD",
    "abcdefghijklmnopqrstuvwxyzabcd",
    "123456789012345678901234567890",
    "αβγδεζηθικλμνξοπρστυφχψωαβγδεζ",
)
COLOURS = (31, 34, 33, 35)  # of the teams, as terminal codes: red, blue, yellow, magenta
OPEN = "·"
GOALS = "○◇□△"  # on open ground that a team fights for, by team
OVER_HEADS = 180  # centimetres from which on a wall hides who stands behind it
BAR = 10


def draw(battle: Battle, colour: bool = False) -> str:
    """Return a battle as text; with `colour`, the teams in terminal colours."""
    row = battle.record[0]
    head = f"{battle.field.scenario.title}: round {row['round_number']}"
    own = catalog_of(battle.field.scenario.system)
    if called := pass_words({"pass": int(row["pass_number"])}, {"turn": own.TURN, "passes": own.PASSES}):
        head += f", {called}"
    if battle.over:
        head += f", over: {Subject(battle.winner or 'nobody'):wins} ({battle.ending})"
    elif battle.decision:
        head += f", {battle.decision.unit} decides ({battle.decision.kind})"
    return "\n".join([head, *map_lines(battle.field, row, colour), *unit_lines(battle.field, row, colour)]) + "\n"


def map_lines(field: Field, row: np.void, colour: bool, teams: Sequence[int] = ()) -> list[str]:
    """Return the map with the units on it, a line per row of tiles; on open ground the goals of some teams too."""
    width = field.drawing.width
    letters = [letter_of(field.catalog.terrain[name]) for name in terrain_now(field, row)]
    for team in reversed(teams):
        for x, y in goal_tiles(field, team):
            if letters[y * width + x] in (OPEN, *GOALS):
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
    """Return the tiles of a team's objective: to hold or to reach."""
    zone = field.scenario.teams[team].objective.zone
    return field.drawing.tiles_marked(zone) if zone else []


def height_lines(field: Field) -> list[str]:
    """Return the heights of the floors in metres, a line per row of tiles; none where all is level."""
    floors, width = field.drawing.floors(), field.drawing.width
    if not any(floors):
        return []
    letters = "".join(str(height) if height else OPEN for height in floors)
    return [letters[start : start + width] for start in range(0, len(letters), width)]


def legend(field: Field, row: np.void, teams: Sequence[int] = ()) -> list[str]:
    """Return the meaning of each letter that occurs on the map, and the places of some teams' goals."""
    meant: dict[str, list[str]] = {}
    for name in dict.fromkeys(terrain_now(field, row)):
        terrain = field.catalog.terrain[name]
        meant.setdefault(letter_of(terrain), []).append(terrain.words)
    made = [f"{letter} {', '.join(words)}" for letter, words in meant.items()]
    for team in teams:
        if tiles := goal_tiles(field, team):
            (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*tiles, strict=True))
            where = f"{left},{top}" + ("" if len(tiles) == 1 else f" to {right},{bottom}")
            made.append(f"{GOALS[team]} goal of {field.scenario.teams[team].name} ({where})")
    return made


def letter_of(terrain: Terrain) -> str:
    """Return the letter of a kind of terrain: its sign, or one that follows from its properties."""
    if terrain.sign:
        return terrain.sign
    if terrain.passable:
        return ":" if terrain.difficult else OPEN
    return "█" if terrain.top >= OVER_HEADS else "▆"


def token(field: Field, who: int, team: int, colour: bool) -> str:
    """Return the letter of a unit, in its team's alphabet and colour."""
    letter = TOKENS[team][who - int(field.arena[0]["goals"][team]["first"])]
    return f"\x1b[1;{COLOURS[team]}m{letter}\x1b[0m" if colour else letter


def unit_lines(field: Field, row: np.void, colour: bool) -> list[str]:
    """Return a line for every unit: health, strain, posture, weapon."""
    lines = []
    for who, fighter in enumerate(field.roster):
        seen, full = unit_seen(field, row, who), catalog_of(field.scenario.system).unit_full(field.arena[0], who)
        _, left, most = life_of(seen, full)
        notes = posture(field, seen) if seen["status"] == "up" else [status_words(seen["status"], full)]
        lines.append(
            f"{token(field, who, fighter.team, colour)} {fighter.name:<10} {fighter.called:<14} "
            f"{bar(left, most)} {left:>2}/{most:<2} "
            f"{filled(seen, full)}{', '.join(note for note in notes if note)}".rstrip()
        )
    return lines


def filled(seen: dict[str, Any], full: dict[str, Any]) -> str:
    """Return the pool of a unit that fills up as "strain  2/10 ", "" if its system has none."""
    if not full["fills"]:
        return ""
    name, words, _, most = full["fills"]
    return f"{words} {seen.get(name, 0):>2}/{most:<2} "


def posture(field: Field, seen: dict[str, Any]) -> list[str]:
    """Return the words on a unit that can act."""
    brief = [condition for condition in catalog_of(field.scenario.system).CONDITIONS if condition.brief]
    notes = state_words(seen, {}, brief)
    if "weapon" not in seen:
        return [*notes, "bare hands"]
    full = f"/{field.catalog.weapons[seen['weapon']].magazine}" if "ammo" in seen else ""
    jammed = " (must be readied)" if "jammed" in seen else ""
    return [*notes, seen["weapon"].replace("_", " ") + (f" {seen['ammo']}{full}" if full else "") + jammed]


def bar(value: int, full: int) -> str:
    """Return a bar of ten characters that is filled to the share `value` / `full`."""
    filled = 0 if full <= 0 else round(BAR * max(value, 0) / full)
    return "#" * filled + "-" * (BAR - filled)
