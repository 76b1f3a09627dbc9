"""The ribbon of initiative: who acts when, as the rule system says."""

import pytest
import toy
from everysystem import each, under
from recorded import fought

from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import prepare
from fireteam.env.view.playback.cutter import playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.playback.redact import for_side


@each
def test_who_comes_next(system: str) -> None:
    """This turn has everybody who is up and has a score, the highest first; what a side is given in fog, its own units."""
    replay = fought(under(system, fog=True))
    playback = playback_of(replay)
    player = Player(playback)
    for n, scene in enumerate(player.scenes):
        scores = {name: unit["score"] for name, unit in scene["units"].items() if unit["status"] == "up" and "score" in unit}
        order = sorted(scores, key=lambda name: (-scores[name], name))
        now = [(name, score) for name, turn, score, _ in player.ribbon(n) if turn == 0]
        assert now == [(name, scores[name]) for name in order if scores[name] > 0]
    assert len(player.ribbon(0)) > 1
    side = Player(for_side(playback, "blue", prepare(replay.header.scenario)))
    assert {name.split("_")[0] for n in range(side.last + 1) for name, *_ in side.ribbon(n)} == {"blue"}


def test_a_round_of_one_turn() -> None:
    """In the toy the ribbon ends with the turn, and whose phase it is comes first of those who have not acted."""
    player = Player(playback_of(fought(under(toy.NAME))))
    acting = [n for n, scene in enumerate(player.scenes) if scene.get("kind") == "act"]
    assert len(acting) > 50
    for n in acting:
        assert {turn for _, turn, _, _ in player.ribbon(n)} == {0}
        assert next(name for name, _, _, acted in player.ribbon(n) if not acted) == player.scenes[n]["decider"]


@pytest.mark.rule("SS-T4")
@pytest.mark.parametrize("drop", [10, 5])
def test_passes_to_come(drop: int) -> None:
    """In Swan Song the passes to come follow: scores drop by so many points for each, and who has none left is out."""
    values = under("swan_song").model_dump(exclude_unset=True) | {"catalog": {"numbers": {"pass_drop": drop}}}
    player = Player(playback_of(fought(Scenario.model_validate(values))))
    most = 0
    for n, scene in enumerate(player.scenes):
        ribbon = player.ribbon(n)
        for name, turn, score, acted in ribbon:
            unit = scene["units"][name]
            assert score == unit["score"] - drop * turn > 0
            assert acted == (turn == 0 and "acted" in unit)
        assert len({entry[:2] for entry in ribbon}) == len(ribbon)
        for name, unit in scene["units"].items():
            turns = len([entry for entry in ribbon if entry[0] == name])
            assert turns == (-(-max(unit.get("score", 0), 0) // drop) if unit["status"] == "up" else 0)
        assert ribbon == sorted(ribbon, key=lambda entry: (entry[1], -entry[2], entry[0]))
        most = max(most, *(turn for _, turn, _, _ in ribbon), 0)
    assert most >= (1 if drop == 10 else 3)
