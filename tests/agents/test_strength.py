"""The learned and the searching bots are as strong as they are said to be: smaller samples of what the READMEs report."""

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


def test_the_rookie_is_easy_to_beat() -> None:
    """It loses to the tactician, yet wins against who plays at random."""
    assert score("rookie", "tactician", "yard", 20).share < 0.45
    assert score("rookie", "random", "yard", 6).share > 0.6


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["tactician", "suppressor", "guard", "marksman", "charger"])
def test_the_veteran_beats_most_doctrines(opponent: str) -> None:
    """It holds its own against the tactician, which has become better since it was trained."""
    result = score("veteran", opponent, "yard", 120 if opponent == "tactician" else 40)
    assert result.share > {"tactician": 0.43, "suppressor": 0.5}.get(opponent, 0.6), result


@pytest.mark.slow
@pytest.mark.parametrize("system", ["d10_pool", "ladder"])
@pytest.mark.parametrize("opponent", ["tactician", "suppressor", "guard", "marksman", "charger"])
def test_the_veterans_of_other_systems_beat_every_doctrine(opponent: str, system: str) -> None:
    """The tactician is the hardest there, too."""
    result = score(f"veteran_{system}", opponent, "yard", 60 if opponent == "tactician" else 25, system)
    assert result.share > 0.6, result


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["night", "sniper", "rescue"])
def test_the_captain_beats_the_tactician_where_it_is_strong(scenario: str) -> None:
    """It knows whom to heed there."""
    result = score("captain", "tactician", scenario, 50)
    assert result.share > 0.6, result


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["yard", "skirmish"])
def test_the_search_beats_the_tactician(scenario: str) -> None:
    """Clearly, even with half of the playouts that it takes for a decision unless told otherwise."""
    result = score("search:playouts=200", "tactician", scenario, 15)
    assert result.share > 0.6, result


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["orchard", "ruins"])
def test_the_search_beats_the_tactician_where_nobody_was_trained(scenario: str) -> None:
    """It was made for no battlefield; held-out ones are like any other."""
    result = score("search:playouts=200", "tactician", str(HELD_OUT / f"{scenario}.scenario.toml"), 5)
    assert result.share > 0.6, result
