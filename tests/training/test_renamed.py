"""Old names of public parameters and functions are taken, with a warning."""

import pytest

from fireteam.content.renamed import renamed
from fireteam.training.contest import tournament
from fireteam.training.contest.evaluation import Score


@renamed(told="on_update")
def learn(times: int, on_update: str = "") -> tuple[int, str]:
    """Return what was given."""
    return times, on_update


def test_an_old_name_is_taken_with_a_warning() -> None:
    """The value arrives under the new name; a name that neither has is refused as always."""
    with pytest.warns(DeprecationWarning, match=r"learn\(told=...\) is the old name of on_update="):
        assert learn(2, told="heard") == (2, "heard")  # type: ignore[call-arg]
    assert learn(2, on_update="heard") == (2, "heard")
    with pytest.raises(TypeError, match="tell"):
        learn(2, tell="heard")  # type: ignore[call-arg]


def test_a_score_has_its_old_name() -> None:
    """`told` warns and gives what `as_dict` gives."""
    score = Score(3, 1, 0)
    with pytest.warns(DeprecationWarning, match="Score.as_dict"):
        assert score.told() == score.as_dict()


def test_a_function_takes_its_old_name() -> None:
    """The old name of a function gives the same function, and a warning; other names are missing as in any module."""
    with pytest.warns(DeprecationWarning, match=r"tournament.hold is the old name of run_tournament"):
        assert tournament.hold is tournament.run_tournament
    with pytest.raises(AttributeError, match="has no attribute 'held'"):
        tournament.held  # noqa: B018
