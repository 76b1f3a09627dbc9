"""Everything happens: a random tournament over all scenarios shows every action, weapon, location, ailment, material."""

import pytest

from fireteam.reports.coverage import missing, tournament

MOST = 20_000  # battles; it ends as soon as everything has occurred


@pytest.mark.slow
def test_a_random_tournament_shows_everything() -> None:
    """Random and scripted bots fight through all scenarios until nothing is missing."""
    _, tally = tournament(MOST)
    assert missing(tally) == {kind: [] for kind in missing(tally)}
