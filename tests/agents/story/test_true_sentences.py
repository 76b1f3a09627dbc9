"""What page, window and gallery say of a battle is so: a few battles here, many in `tests/true_sentences.py`."""

from collections.abc import Callable

import pytest
from chanced import FEW
from everysystem import under
from recomputed import untrue
from recorded import fought

from fireteam.agents.attribution.attribution import attribution_of
from fireteam.agents.series.win_probability import Chances
from fireteam.agents.story.kept import chances_for
from fireteam.env.replay.replay import Replay
from fireteam.env.view.playback.cutter import Playback, playback_of
from fireteam.env.view.recap import deciding_lines
from fireteam.env.view.story import add_chances
from fireteam.reports import curve, luck

Shown = tuple[Replay, Playback, Chances]


def shown(replay: Replay) -> Shown:
    """Return a replay, its playback with all that is said of it, and its chances."""
    chances = chances_for(None, replay, playouts=FEW)
    playback = playback_of(replay)
    add_chances(playback, *curve.for_playback(chances))
    playback["luck"] = luck.for_playback(attribution_of(replay, playouts=400, times=60), playback)
    return replay, playback, chances


@pytest.mark.parametrize(
    ("scenario", "system", "seed"),
    [
        ("duel", "swan_song", 4),
        ("yard", "swan_song", 2),
        ("stand", "d10_pool", 1),
        ("yard", "ladder", 3),
        ("prize", "ladder", 4),
    ],
)
def test_all_that_is_said_is_so(scenario: str, system: str, seed: int) -> None:
    """Falls, ending, best shot, luck and turning point agree with the record, and with playouts on other dice."""
    replay, playback, chances = shown(fought(under(system, scenario), seed))
    assert list(untrue(replay, playback, chances, 100)) == []
    assert deciding_lines(playback)[0].startswith("Who fell: ")


@pytest.fixture(name="duel", scope="module")
def given_duel() -> Shown:
    """Return what is said of a duel."""
    return shown(fought("duel", 4))


def other_winner(playback: Playback) -> None:
    """Say that the other side won."""
    playback["result"] = playback["result"] | {"winner": "red"}


def nobody_fell(playback: Playback) -> None:
    """Say that nobody fell."""
    playback["moments"] = [moment | {"marks": []} for moment in playback["moments"]]


def bigger(playback: Playback) -> None:
    """Say that a chance rose from nothing."""
    old = playback["turned"].split(" from ")[1].split(" to ")[0]
    playback["turned"] = playback["turned"].replace(f" from {old} to", " from 0 % to", 1)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (other_winner, "but the winner is blue"),
        (nobody_fell, "falls: said"),
        (bigger, "outside its own interval"),
        (lambda playback: playback.update(turned=playback["turned"].replace("rises", "falls")), "rises or falls"),
        (lambda playback: playback.update(turned=f"blue_1 dies.{playback['turned'].partition('.')[2]}"), "not fall"),
        (lambda playback: playback["luck"].update(says="Blue won by dice: luck was worth +1 (+0 to +2) points"), "by dice"),
        (lambda playback: playback["luck"]["rolls"].reverse(), "out of order"),
    ],
)  # fmt: skip
def test_what_is_not_so_is_found(duel: Shown, spoil: Callable[[Playback], object], says: str) -> None:
    """The check can fail: each sentence that was made false is found."""
    replay, playback, chances = duel
    spoiled = playback | {"luck": {**playback["luck"], "rolls": list(playback["luck"]["rolls"])}}
    spoil(spoiled)
    assert any(says in found for found in untrue(replay, spoiled, chances, 20)), list(untrue(replay, spoiled, chances, 20))
