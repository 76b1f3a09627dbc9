"""The searching bots are as strong as they are said to be: smaller samples of what the READMEs report."""

from pathlib import Path

import pytest

from fireteam.env.scenario.reading import load_scenario
from fireteam.seating import find_bot
from fireteam.training.contest.evaluation import Score, evaluate, score_of
from fireteam.training.contest.jobs import entrant_of, field_of

HELD_OUT = Path(__file__).parents[1] / "held_out"


def score(name: str, opponent: str, scenario: str, pairs: int, system: str = "") -> Score:
    """Return how a bot does against another on held-out seeds, sides swapped in pairs."""
    first, second = (entrant_of(bot, find_bot(bot, 0)) for bot in (name, opponent))
    field = field_of(scenario, load_scenario(scenario, system))
    return score_of(evaluate(first, [second], [field], pairs, workers=1).bouts)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["yard", "skirmish"])
def test_the_search_beats_the_tactician(scenario: str) -> None:
    """Clearly, even with half of the playouts that it takes for a phase unless told otherwise."""
    result = score("search:playouts=400", "tactician", scenario, 15)
    assert result.share > 0.6, result


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["orchard", "ruins"])
def test_the_search_beats_the_tactician_where_nobody_was_trained(scenario: str) -> None:
    """It was made for no battlefield; held-out ones are like any other."""
    result = score("search", "tactician", str(HELD_OUT / f"{scenario}.scenario.toml"), 5)
    assert result.share > 0.6, result
