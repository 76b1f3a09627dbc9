"""One truth at one time in the window: cards, log and timeline go with the map, words on it do not pile up."""

from itertools import combinations
from math import inf

import pytest
from everysystem import under
from recorded import fought
from screening import Hand

from fireteam.env.view.playback.cutter import Playback, playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.recap import deeds_of
from fireteam.env.view.screens.battle import BattleScreen
from fireteam.env.view.screens.watching import Watching

BATTLES = {
    "swan_song": lambda: fought("bank", 5),
    "d10_pool": lambda: fought(under("d10_pool"), 3),
    "ladder": lambda: fought(under("ladder"), 3),
}


@pytest.fixture(scope="module", params=BATTLES)
def playback(request: pytest.FixtureRequest) -> Playback:
    """A battle of a system."""
    return playback_of(BATTLES[request.param]())


def test_panels_do_not_run_ahead_of_the_map(playback: Playback) -> None:
    """On the way to a moment in which somebody falls: its card and the log change with it, all else comes after."""
    player = Player(playback)
    screen = BattleScreen(Watching(player))
    hand, view = Hand(screen), screen.view
    fallen = 0
    for n in range(1, player.last + 1):
        changed = {
            name
            for name, unit in player.scenes[n]["units"].items()
            if unit["status"] in ("dead", "down") and player.scenes[n - 1]["units"][name]["status"] == "up"
        }
        for name in changed:
            fallen += 1
            short = next(unit["who"] for unit in playback["units"] if unit["name"] == name)
            ends = [
                line["text"]
                for line in playback["moments"][n]["log"]
                if line["kind"] in ("dead", "unconscious") and short in line["text"]
            ]
            for share in (0.0, 0.3, 0.6, 0.9, 1.0):
                t = share * player.seconds(n)
                view.go(n, animate=True)
                view.t = t - 1 / 20  # the frame lets time pass before it draws
                hand.frames(1)
                lies = player.unit(player.standing(n, t, name), name)["status"] != "up"
                read = " ".join(text for text, *_ in screen.column._log._lines)
                if any(end in read for end in ends):
                    assert lies, (n, name, share)
                assert view.at == (n if share == 1.0 else n - 1)
            assert lies, (n, name)
    assert fallen > 2


def test_words_on_the_map_do_not_pile_up(playback: Playback) -> None:
    """One mark for each unit, and none over another, wherever several things are said."""
    player = Player(playback)
    screen = BattleScreen(Watching(player))
    hand, view = Hand(screen), screen.view
    said = 0
    for n, moment in enumerate(playback["moments"]):
        words = [cue for cue in moment.get("cues", ()) if cue["do"] == "float"]
        if len(words) < 2:
            continue
        view.go(n, animate=True)
        view.t = words[-1]["t"]
        hand.frames(1)
        made = view.stage.words
        said += len(made)
        assert len(made) <= len({str(cue["at"]) for cue in words}), n
        for one, two in combinations(made, 2):
            assert not one.colliderect(two), (n, made)
    assert said > 10


def test_the_end_goes_on_unit_by_unit(playback: Playback) -> None:
    """After the card of the end comes one that says what each unit did, as the page has it; then the map is free."""
    screen = BattleScreen(Watching(Player(playback)))
    hand, view = Hand(screen), screen.view
    hand.key("end")
    hand.frames(2)
    assert any(says.startswith("Who fell: ") for says, _ in view.card)
    hand.key("space")
    deeds = deeds_of(playback)
    assert [says for says, _ in view.card] == [
        "Unit by unit", *(f"{unit['short']}: {deeds[unit['name']]}" for unit in playback["units"])
    ]  # fmt: skip
    hand.key("space")
    assert not view.card
    hand.frames(2)
    assert not view.card


def test_nobody_stands_as_after_a_moment_that_is_still_to_come(playback: Playback) -> None:
    """Before a look changes, a unit is as it was; afterwards it is as it will be; at the end all are."""
    player = Player(playback)
    for n in range(1, player.last + 1):
        for cue in playback["moments"][n].get("cues", ()):
            if cue["do"] == "look" and 0 < cue["t"] < player.seconds(n):
                assert player.standing(n, cue["t"] - 0.01, cue["unit"]) == n - 1
                assert player.standing(n, cue["t"], cue["unit"]) == n
        assert player.standing(n, inf, playback["units"][0]["name"]) == n
