"""Draws a battle by a number: each of its features from a stream of its own, so that none changes with another's weights."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fireteam.maps import Drawing

from . import scattered
from .chance import Chance
from .ground import Ground
from .kinds import KINDS, TITLES
from .missions import WARD, has_attacker, mission_of
from .model import Draw
from .starts import Starts, end_marks, mark_starts, starts_of
from .teams import draw_teams
from .worth import share_of, worth_of

VERSION = 1  # of the levels: another one where a number means another battle than before
SCATTERED = "scattered"
# Topics of chance; 1 and 4 are those of the teams.
MAP, KIND, STARTS, MISSION, LIGHT, FOG, ROUNDS, OPTIONS, WAVES, MIRRORED = 2, 3, 5, 6, 7, 8, 9, 10, 11, 12
LATEST = 5  # round in which a wave comes


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
    width, height, ground = draw_ground(draw, number, kind, mirrored)
    starts = starts_of(start, ground, starting)
    if not mirrored and starting.below(2):  # an end of the map may be the better one
        starts = Starts(starts.second, starts.first)
    around = -1 if start != "around" else int(len(starts.second) > 1)
    acts = attacker if has_attacker(named) else -1
    worth = worth_of(scenario.system)
    waves = Chance(number, WAVES)
    late = waves.between(1, 3) if waves.in_hundred(draw.waves) else 0
    lead = worth.lead(named, acts, around, late)
    kept = [[one.template for one in team.units for _ in range(one.count)] if team.name in draw.kept else []
            for team in scenario.teams]  # fmt: skip
    teams = draw_teams(draw, number, [team.name for team in scenario.teams], kept, worth, lead)
    drawn = mission_of(named, attacker, [len(team) for team in teams]) if named else None
    zone = drawn.zone if drawn is not None else ""
    plain = kind == SCATTERED and mirrored and start == "ends" and not zone
    marks = end_marks(width, height) if plain else mark_starts(ground, starts, zone, attacker)
    title = f"{TITLES.get(kind, scenario.title)} (drawn by {number})"
    drawing = Drawing(title=title, ground=ground.text(), heights=ground.heights(), marks=as_text(marks))
    arrives = waves.between(2, LATEST)
    units = [
        list(team.units)
        if some
        else units_of(templates, drawn is not None and drawn.ward == at, arrives if late >> at & 1 else 0, unit)
        for at, (team, some, templates) in enumerate(zip(scenario.teams, kept, teams, strict=True))
    ]
    changed: dict[str, Any] = {"draw": None, "map": drawing} | conditions(scenario, draw, number)
    changed["teams"] = [
        team.model_copy(update={"units": own, "start": mark} | ({"objective": drawn.objectives[at]} if drawn else {}))
        for at, (team, own, mark) in enumerate(zip(scenario.teams, units, "ab", strict=True))
    ]
    if drawn is not None:
        changed["winner_at_limit"] = scenario.teams[drawn.at_limit].name if drawn.at_limit >= 0 else ""
    known = worth.knows([*teams[0], *teams[1]])
    share = share_of(lead + worth.of_team(teams[0]) - worth.of_team(teams[1])) if known else None
    return changed, Facts(number, kind, mirrored, start, named, acts, around, late, share)


def draw_ground(draw: Draw, number: int, kind: str, mirrored: bool) -> tuple[int, int, Ground]:
    """Return the width, the height and the ground of a drawn map."""
    chance = Chance(number, MAP)
    width, height = chance.between(*draw.width), chance.between(*draw.height)
    ground = Ground(width, height, twins=mirrored)
    if kind == SCATTERED:
        scattered.draw(ground, draw, chance)
    else:
        KINDS[kind](ground, chance)
    return width, height, ground


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
