"""From a question to a forecast."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic

import numpy as np

from fireteam.agents.series.variance import Part, parts_of
from fireteam.env.replay.replay import ENGINE

from ..model import Estimate, Forecast, Luck
from .cautions import cautions
from .decisive import decisive
from .fights import Facts, Fought, Question, cell_of, fight
from .ground import ground
from .heroes import heroes
from .shown import saved, shown
from .spreads import minutes, spreads
from .swap import swapped


def forecast(
    question: Question,
    command: str,
    limit: float | None = None,
    page: Path | None = None,
    on_fight: Callable[[int, int, Facts], None] = lambda *_: None,
    on_looking: Callable[[int, int], None] = lambda *_: None,
) -> Forecast:
    """Fight, count, and return what there is to tell.

    Args:
        command: that fights one battle of it, without the seed.
        limit: minutes that there are at the table.
        page: where the page will lie: replays are written beside it.
        on_fight: hears how far the fighting is, see `fights.fight`.
        on_looking: hears how many battles have been looked at for the rolls that decided, and of how many.
    """
    began = monotonic()
    fought = fight(question, on_fight)
    most = max(int((course.people & (course.sides == question.party)).sum()) for course in fought.courses)
    cells = [cell_of(names, facts, max(most, 1)) for names, facts in fought.cells.items()]
    exchanged, not_swapped = swapped(fought)
    battles = shown(fought, command)
    scenario = question.scenario
    middle = next(cell for cell, facts in zip(cells, fought.cells.values(), strict=True) if facts is fought.heart)
    return Forecast(
        engine=ENGINE,
        title=scenario.title,
        about=scenario.about,
        system=scenario.system,
        party=question.teams[question.party],
        enemies=[name for number, name in enumerate(question.teams) if number != question.party],
        seed=question.seed,
        battles=sum(len(facts.wins) for facts in fought.cells.values()),
        sure=question.sure,
        styles=fought.party_styles,
        enemy_styles=fought.enemy_styles,
        cells=cells,
        middle=middle,
        spreads=spreads(fought, max(most, 1)),
        minutes=minutes(fought, limit),
        heroes=heroes(fought),
        luck=luck_of(fought),
        decisive=decisive(fought, on_looking),
        shown=saved(fought, battles, page) if page is not None else battles,
        ground=ground(fought),
        swapped=exchanged,
        not_swapped=not_swapped,
        warnings=cautions(fought, cells),
        seconds=monotonic() - began,
    )


def luck_of(fought: Fought) -> Luck | None:
    """Return how much of the party's winning is luck, and how much lies in how either side plays."""
    rows, columns = len(fought.party_styles), len(fought.enemy_styles)
    if rows * columns == 1:
        return None
    wins = np.stack([facts.wins for facts in fought.cells.values()], axis=1)
    parts = parts_of(wins.reshape(len(wins), rows, columns))

    def told(part: Part) -> Estimate:
        return Estimate(value=part.share, low=part.low, high=part.high, battles=wins.size)

    return Luck(luck=told(parts.luck), party=told(parts.rows), enemies=told(parts.columns), together=told(parts.together))
