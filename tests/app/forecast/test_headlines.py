"""The headline of a forecast agrees with its battles: also where nobody fights. Minutes count what a player is asked."""

from typing import Any

import numpy as np
import pytest

from fireteam.agents.bots import load_bot
from fireteam.agents.series.courses import Course
from fireteam.agents.watching import FATE
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.reports.forecast.figures.fights import Fought, Question, cell_of, fight
from fireteam.reports.forecast.figures.spreads import minutes, times_of
from fireteam.reports.forecast.text import headline, percent, rounded
from fireteam.systems.swan_song.words.decisions import DECISIONS, DEFEND, KARMA, STEP_IN

APART = {  # two rooms without a door between them
    "title": "Apart", "rounds": 6, "stalemate": 3,
    "map": {"title": "Apart", "ground": "#######\n#..#..#\n#..#..#\n#######",
            "marks": ".......\n.r...b.\n.......\n......."},
    "teams": [{"name": name, "start": name[0], "units": [{"template": "soldier"}]} for name in ("red", "blue")],
}  # fmt: skip


def fought(scenario: Scenario, **bots: str) -> Fought:
    """Return some battles of a scenario, in one style."""
    return fight(Question(scenario, 0, {team: load_bot(bot) for team, bot in bots.items()}, styled=False), planned=[12])


def cell(found: Fought) -> Any:
    """Return the middle cell of some battles."""
    return cell_of(found.middle_names, found.heart, 4)


@pytest.mark.parametrize(
    ("scenario", "bots"), [("yard", {}), ("duel", {"red": "guard", "blue": "guard"}), ("duel", {"red": "charger"})]
)
def test_the_headline_says_what_its_battles_say(scenario: str, bots: dict[str, str]) -> None:
    """Wins, wipe-outs and battles without a fight are counted once more from the battles themselves."""
    found = fought(load_scenario(scenario), **bots)
    said = headline(cell(found))
    battles = len(found.middle)
    idle = sum(not (course.fates["attacks"].any() or course.fates["taken"].any()) for course in found.courses)
    assert (f"There is no fight in {'any' if idle == battles else idle} of {battles} battles" in said) == (idle > 0)
    assert ("no fight" in said) == (idle > 0)
    assert f"Your party wins {percent(sum(outcome.winner == 0 for outcome in found.middle) / battles)} (" in said


def test_a_fight_that_never_happens() -> None:
    """Who cannot meet does not fight: the headline begins with that, and no answer of anybody takes time at the table."""
    found = fought(Scenario.model_validate(APART))
    assert headline(cell(found)).startswith("There is no fight in any of 12 battles: nobody attacks. Your party wins 0 % ")
    paces = {pace.name: pace.times for pace in minutes(found, None).pace}
    assert paces["hero answer"] == paces["enemy answer"] == paces["attack"] == paces["fall"] == 0


def test_what_nobody_asks_about_takes_no_time_when_it_is_declined() -> None:
    """Defenses count, done or not; to step in and to spend karma count only where they are taken up."""
    fates = np.zeros(2, FATE)
    fates["decisions"][0, [DEFEND, STEP_IN, KARMA]] = 5, 40, 7
    fates["declined"][0, [DEFEND, STEP_IN, KARMA]] = 4, 39, 7
    course = Course(np.zeros((3, 2)), (0, 0), (0, 0), np.array([0, 1]), np.ones(2, bool), fates)
    times = times_of(course, 0, DECISIONS)
    assert (times["hero_answer"], times["enemy_answer"]) == (5 + 1 + 0, 0)


def test_one_figure_everywhere() -> None:
    """Text and page round the same figure the same way; a figure of whole rounds is one that was met."""
    assert [rounded(value) for value in (8.6, 9.0, 41.4)] == ["8.6", "9", "41"]
