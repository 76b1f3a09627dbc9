"""The map: where units stand, fall and shoot from, and the lanes of fire."""

from collections import Counter

import numpy as np

from fireteam.env.rules.record import NOWHERE
from fireteam.env.scenario.setup import prepare
from fireteam.maps.drawing import LEGEND

from ..model import Ground, Lane, Tile
from .fights import Fought

MOST_LANES = 24


def ground(fought: Fought) -> Ground | None:
    """Return the events by place in the battles of the middle cell; None if each battle draws its own map."""
    scenario = fought.question.scenario
    if scenario.draw is not None:
        return None
    field = prepare(scenario)
    drawing, courses = field.drawing, fought.courses
    sides, size, battles = courses[0].sides, drawing.width * drawing.height, len(courses)
    teams = [team.name for team in scenario.teams]
    fates = np.stack([course.fates for course in courses])
    shots = np.concatenate([course.shots for course in courses])
    tiles = []
    for number, team in enumerate(teams):
        own = sides == number
        stood = np.concatenate([course.places[1:, own].ravel() for course in courses])
        fell = fates[:, own][fates[:, own]["fell"] > 0]["fell_on"]
        shot = shots[sides[shots["actor"]] == number]["start"]
        counts = [np.bincount(at[at != NOWHERE], minlength=size) / battles for at in (stood, fell, shot)]
        for tile in np.flatnonzero(sum(counts)).tolist():
            stands, falls, shoots = (float(count[tile]) for count in counts)
            x, y = tile % drawing.width, tile // drawing.width
            tiles.append(Tile(team=team, x=x, y=y, stands=stands, falls=falls, shoots=shoots))
    flown: Counter[tuple[int, int, int]] = Counter(
        zip(sides[shots["actor"]].tolist(), shots["start"].tolist(), shots["end"].tolist(), strict=True)
    )
    lanes = [
        Lane(
            team=teams[side],
            start=(start % drawing.width, start // drawing.width),
            end=(end % drawing.width, end // drawing.width),
            shots=times / battles,
        )
        for (side, start, end), times in flown.most_common(MOST_LANES)
    ]
    rows = drawing.rows(drawing.ground)
    letters = {**LEGEND, **drawing.legend}
    return Ground(
        width=drawing.width,
        height=drawing.height,
        scale=drawing.metres_per_tile,
        rows=rows,
        legend={letter: letters[letter] for letter in sorted({letter for row in rows for letter in row})},
        tiles=tiles,
        lanes=lanes,
        lost_shots=sum(course.lost for course in courses),
    )
