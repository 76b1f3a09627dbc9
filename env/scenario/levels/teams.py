"""The teams of a drawn battle: which unit templates fight, equal, of even chances, or as it comes."""

from collections.abc import Callable, Sequence

from .chance import Chance
from .model import Draw
from .worth import Worth

TRIES = 24  # teams drawn until one of even chances is kept: the nearest of them


def draw_templates(draw: Draw, number: int) -> list[str]:
    """Return the templates of the units that both teams get."""
    return some_templates(draw.units, draw.templates, Chance(number, 1))


def some_templates(units: Sequence[int], templates: Sequence[str], chance: Chance) -> list[str]:
    """Return so many templates as a range of units allows."""
    return [chance.one_of(templates) for _ in range(chance.between(*units))]


def draw_teams(
    draw: Draw,
    number: int,
    names: Sequence[str],
    kept: Sequence[Sequence[str]],
    worth: Worth,
    lead: Callable[[Sequence[Sequence[str]]], float],
) -> list[list[str]]:
    """Return the templates of both teams.

    Args:
        draw: how they are drawn.
        number: of the battle.
        names: of the teams.
        kept: the templates of teams that fight as they are written, in the order of `names`; empty for the others.
        worth: what templates add to the chances of their team.
        lead: gives the log odds that the first of two teams has by anything but its units.
    """
    chance = Chance(number, 4)
    match = chance.weighted(draw.matches)
    alike = match == "same" and not draw.sides and not draw.kept
    first = draw_templates(draw, number)
    if alike:
        return [first, list(first)]
    teams = [list(kept[at]) or drawn_team(draw, name, chance) for at, name in enumerate(names)]
    if match == "same":
        return [list(kept[at]) or (first if name not in draw.sides else teams[at]) for at, name in enumerate(names)]
    if match == "any" or (kept[0] and kept[1]):
        return teams
    # Even chances: the team that is drawn last is drawn until it fits the other, the nearest of some tries.
    last = 0 if kept[1] else 1
    sign = 1 if last == 1 else -1
    other = teams[1 - last]

    def odds(team: list[str]) -> float:
        """Return how far from even the chances are with this team, in log odds."""
        pair = [other, team] if last == 1 else [team, other]
        return abs(worth.of_team(team) - (lead(pair) * sign + worth.of_team(other)))

    tries = [teams[last], *(drawn_team(draw, names[last], chance) for _ in range(TRIES - 1))]
    teams[last] = min(tries, key=odds)
    return teams


def drawn_team(draw: Draw, name: str, chance: Chance) -> list[str]:
    """Return the templates of a team that is drawn by itself."""
    return some_templates(draw.units_of(name), draw.templates_of(name), chance)
