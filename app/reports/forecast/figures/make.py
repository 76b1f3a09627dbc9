"""Making a forecast from a question."""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from fireteam.agents.series.variance import Part, parts_of
from fireteam.env.replay.replay import ENGINE
from fireteam.env.scenario.changes.apply import changed

from ..changes import Fight, changes
from ..model import Estimate, Forecast, Luck
from ..text import headline
from .cautions import cautions
from .decisive import decisive
from .fights import Facts, Fought, Question, cell_of, fight, lineup
from .ground import ground
from .heroes import heroes
from .shown import saved, shown
from .spreads import minutes, spreads
from .swap import swapped


class Wanted(NamedTuple):
    """The parts of a forecast that are wanted besides its figures.

    Attributes:
        command: the command for one battle of it, without the seed. retold: the command for the forecast again. limit: the
        minutes available at the table. what_ifs: changes to measure, in words. find_bot: returns a bot by its
        name. page: the path of the page: replays are written beside it.
    """

    command: str
    retold: str
    find_bot: Callable[[str], Any]
    limit: float | None = None
    what_ifs: Sequence[str] = ()
    page: Path | None = None


class Hearing(NamedTuple):
    """Callbacks for the progress of a forecast: battles fought (see `fights.fight`), looked at, and fought for changes."""

    fighting: Callable[[int, int, Facts], None] = lambda *_: None
    looking: Callable[[int, int], None] = lambda *_: None
    changing: Callable[[int], None] = lambda _: None


NOBODY = Hearing()


def forecast(question: Question, wanted: Wanted, hearing: Hearing = NOBODY) -> Forecast:
    """Fight, count, and return the forecast.

    Raises:
        ContentError: a bot cannot fight here, or a what-if cannot be made.
    """
    began = monotonic()
    scenario, side = question.scenario, question.teams[question.party]
    for text in wanted.what_ifs:
        for bot in changed(scenario, text, side).bots.values():  # is it one? before the battles, not after them
            wanted.find_bot(bot)
    fought = fight(question, hearing.fighting)
    most = max(int((course.people & (course.sides == question.party)).sum()) for course in fought.courses)
    cells = [cell_of(names, facts, max(most, 1)) for names, facts in fought.cells.items()]
    exchanged, not_swapped = swapped(fought)
    battles = shown(fought, wanted.command)
    altered = changes(
        Fight(scenario, dict(zip(question.teams, lineup(fought), strict=True)), side, wanted.find_bot),
        wanted.what_ifs,
        seed=question.seed,
        workers=question.workers,
        on_progress=hearing.changing,
    )
    middle = next(cell for cell, facts in zip(cells, fought.cells.values(), strict=True) if facts is fought.heart)
    return Forecast(
        engine=ENGINE,
        title=scenario.title,
        about=scenario.about,
        system=scenario.system,
        party=side,
        enemies=[name for number, name in enumerate(question.teams) if number != question.party],
        seed=question.seed,
        battles=sum(len(facts.wins) for facts in fought.cells.values()) + altered.battles,
        sure=question.sure,
        styles=fought.party_styles,
        enemy_styles=fought.enemy_styles,
        headline=headline(middle),
        cells=cells,
        middle=middle,
        spreads=spreads(fought, max(most, 1)),
        minutes=minutes(fought, wanted.limit),
        heroes=heroes(fought),
        luck=luck_of(fought),
        decisive=decisive(fought, hearing.looking),
        shown=saved(fought, battles, wanted.page) if wanted.page is not None else battles,
        ground=ground(fought),
        swapped=exchanged,
        not_swapped=not_swapped,
        warnings=cautions(fought, cells, altered.refused),
        changes=altered.changes,
        teams=question.teams,
        command=wanted.retold,
        seconds=monotonic() - began,
    )


def luck_of(fought: Fought) -> Luck | None:
    """Return how much of the party's result is luck, and how much depends on how each side plays."""
    rows, columns = len(fought.party_styles), len(fought.enemy_styles)
    if rows * columns == 1:
        return None
    wins = np.stack([facts.wins for facts in fought.cells.values()], axis=1)
    parts = parts_of(wins.reshape(len(wins), rows, columns))

    def estimate_of(part: Part) -> Estimate:
        return Estimate(value=part.share, low=part.low, high=part.high, battles=wins.size)

    return Luck(
        luck=estimate_of(parts.luck),
        party=estimate_of(parts.rows),
        enemies=estimate_of(parts.columns),
        together=estimate_of(parts.together),
    )
