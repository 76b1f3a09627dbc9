"""Draws a battle by a number: each of its features from a stream of its own, so that none changes with another's weights."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fireteam.maps import Drawing

from ...catalog import load_catalog
from . import scattered
from .chance import Chance
from .ground import Ground
from .kept import ward_of
from .kinds import KINDS, TITLES
from .missions import LETTERS, WARD, has_attacker, mission_of
from .model import Draw
from .room import has_room, tiles_of
from .starts import ROOM, Starts, end_marks, mark_starts, starts_of
from .teams import draw_teams
from .worth import share_of, worth_of

VERSION = 3  # of the levels: another one where a number means another battle than before
SCATTERED = "scattered"
# Topics of chance; 1 and 4 are those of the teams.
MAP, KIND, STARTS, MISSION, LIGHT, FOG, ROUNDS, OPTIONS, WAVES, MIRRORED = 2, 3, 5, 6, 7, 8, 9, 10, 11, 12
LATEST = 5  # round in which a wave comes
TRIES = 4  # maps of a kind that are drawn until one has room for everybody


class Facts(NamedTuple):
    """What was drawn of a battle besides its map and its units."""

    number: int
    kind: str  # of the map
    mirrored: bool
    start: str
    mission: str  # "" for what the scenario says
    attacker: int  # the team that has to act, -1 for none
    around: int  # the team that starts around the other, -1 for none
    late: int  # teams half of which come later, a bit each
    share: float | None  # of the battles that tacticians of the first team win, None for units that the table does not know


def draw_battle(scenario: Any, number: int, unit: Callable[..., Any]) -> tuple[dict[str, Any], Facts]:
    """Return what a number draws: the changed fields of a scenario, and the facts about them.

    Args:
        scenario: a `fireteam.env.scenario.models.Scenario` with `draw`.
        number: of the battle, 0 to 2**64 - 1.
        unit: makes a unit of the scenario's system.
    """
    draw: Draw = scenario.draw
    mission = Chance(number, MISSION)
    named = mission.weighted(draw.missions) if draw.missions else ""
    attacker = mission.below(2)
    kind = Chance(number, KIND).weighted(draw.maps)
    mirrored = Chance(number, MIRRORED).in_hundred(draw.mirrored)
    starting = Chance(number, STARTS)
    start = starting.weighted(draw.starts)
    chance = Chance(number, MAP)
    width, height = chance.between(*draw.width), chance.between(*draw.height)
    starts = starts_of(start, width, height, starting)
    if not mirrored and starting.below(2):  # an end of the map may be the better one
        starts = Starts(starts.second, starts.first)
    around = -1 if start != "around" else int(len(starts.second) > 1)
    acts = attacker if has_attacker(named) else -1
    worth = worth_of(scenario.system)
    waves = Chance(number, WAVES)
    waiting = waves.between(1, 3) if waves.in_hundred(draw.waves) else 0
    arrives = waves.between(2, LATEST)
    kept = [[one.template for one in team.units for _ in range(one.count)] if team.name in draw.kept else []
            for team in scenario.teams]  # fmt: skip

    def late_of(teams: Sequence[Sequence[str]]) -> int:
        """Return the teams half of which come later: none that is kept, and none of one unit, which is there at once."""
        return sum(1 << at for at, team in enumerate(teams) if waiting >> at & 1 and not kept[at] and len(team) > 1)

    def lead_of(teams: Sequence[Sequence[str]]) -> float:
        """Return the log odds that the first of two teams has by anything but its units."""
        return worth.lead(named, acts, around, late_of(teams))

    teams = draw_teams(draw, number, [team.name for team in scenario.teams], kept, worth, lead_of)
    late = late_of(teams)
    templates = load_catalog(scenario.catalog, scenario.system).units
    wards = [ward_of(team, templates, named == "escort") if own else WARD
             for team, own in zip(scenario.teams, kept, strict=True)]  # fmt: skip
    drawn = mission_of(named, attacker, [*map(len, teams)], wards) if named else None
    units = [
        list(team.units)
        if own
        else units_of(names, drawn is not None and drawn.ward == at, arrives if late >> at & 1 else 0, unit)
        for at, (team, own, names) in enumerate(zip(scenario.teams, kept, teams, strict=True))
    ]
    zone = drawn.zone if drawn is not None else ""
    plain = kind == SCATTERED and mirrored and start == "ends" and not zone
    ground = Ground(width, height, twins=mirrored)

    def marks_of(turn: int) -> list[list[str]]:
        """Return the marks of the ground as it is drawn in a turn: from the second one on there is a tile for each unit."""
        if plain and turn == 0:
            return end_marks(width, height)
        rooms = [max(ROOM, tiles_of(own, templates) if turn else 0) for own in units]
        return mark_starts(ground, starts, zone, attacker, rooms)

    kind, marks, units = draw_map(draw, kind, chance, ground, marks_of, units, templates, LETTERS[zone])
    title = f"{TITLES.get(kind, scenario.title)} (drawn by {number})"
    drawing = Drawing(title=title, ground=ground.text(), heights=ground.heights(), marks=as_text(marks))
    changed: dict[str, Any] = {"draw": None, "map": drawing} | conditions(scenario, draw, number)
    changed["teams"] = [
        team.model_copy(update={"units": own, "start": mark} | ({"objective": drawn.objectives[at]} if drawn else {}))
        for at, (team, own, mark) in enumerate(zip(scenario.teams, units, "ab", strict=True))
    ]
    if drawn is not None:
        changed["winner_at_limit"] = scenario.teams[drawn.at_limit].name if drawn.at_limit >= 0 else ""
    known = worth.knows([*teams[0], *teams[1]])
    share = share_of(lead_of(teams) + worth.of_team(teams[0]) - worth.of_team(teams[1])) if known else None
    return changed, Facts(number, kind, mirrored, start, named, acts, around, late, share)


def draw_map(
    draw: Draw,
    kind: str,
    chance: Chance,
    ground: Ground,
    marks_of: Callable[[int], list[list[str]]],
    units: list[list[Any]],
    templates: Any,
    zone: str,
) -> tuple[str, list[list[str]], list[list[Any]]]:
    """Draw a map on a ground, again if there is no room for everybody; then a scattered one, and in the end open ground.

    Args:
        draw, kind, chance: how it is drawn.
        ground: on which it is drawn.
        marks_of: gives the marks of the ground as it is drawn in a turn.
        units: of both teams, as they are written in a scenario.
        templates: of units, by name.
        zone: the letter that the mission needs among the marks, "" for none.

    Returns:
        What kind of map it is, its marks, and the units: without the places that are written of them if those are not to be
        had.
    """
    for turn, drawn in enumerate([kind] * TRIES + [SCATTERED] * TRIES):
        ground.clear()
        if drawn == SCATTERED:
            scattered.draw(ground, draw, chance)
        else:
            KINDS[drawn](ground, chance)
        marks = marks_of(turn)
        if has_room(ground, marks, zone, units, templates):
            return drawn, marks, units
    ground.clear()
    marks = marks_of(2 * TRIES)
    if not has_room(ground, marks, zone, units, templates):
        units = [[one.model_copy(update={"at": None}) for one in own] for own in units]
    return SCATTERED, marks, units


def conditions(scenario: Any, draw: Draw, number: int) -> dict[str, Any]:
    """Return light, fog, rounds and rule options of a drawn battle, where they are drawn."""
    changed: dict[str, Any] = {}
    if draw.light:
        changed["light"] = Chance(number, LIGHT).weighted(draw.light)
    if draw.fog is not None:
        changed["fog"] = Chance(number, FOG).in_hundred(draw.fog)
    if draw.rounds is not None:
        changed["rounds"] = Chance(number, ROUNDS).between(*draw.rounds)
    if draw.options:
        chance = Chance(number, OPTIONS)
        drawn = {name: chance.weighted(readings) for name, readings in draw.options.items()}
        changed["options"] = scenario.options.model_copy(update=drawn)
    return changed


def units_of(templates: Sequence[str], ward: bool, arrives: int, unit: Callable[..., Any]) -> list[Any]:
    """Return the units of a team: the first is the ward if it has one; half of it comes in the round `arrives`, if not 0."""
    there = len(templates) - (len(templates) // 2 if arrives else 0)
    units = [unit(template=name) for name in templates[:there]]
    units += [unit(template=name, arrives=arrives) for name in templates[there:]]
    if ward:
        units[0] = units[0].model_copy(update={"name": WARD})
    return units


def as_text(rows: Sequence[Sequence[str]]) -> str:
    """Return a layer of a drawing as its text."""
    return "\n".join("".join(row) for row in rows)
