"""Watching a replay in the window: both ways, to the decision, and never anything else than the replay says."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from recorded import fought
from screening import Hand

from fireteam.content.errors import FireteamError, ReplayError
from fireteam.env.replay.replay import Replay
from fireteam.env.view.look import look, palette, resolved
from fireteam.env.view.parts.timeline import chances_at
from fireteam.env.view.playback.cutter import cut, playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.screens.battle import BattleScreen
from fireteam.env.view.screens.view import View
from fireteam.env.view.screens.watching import Watching
from fireteam.env.view.screens.window import opened

TURN = {"part": "deed", "team": "red", "old": 0.5, "new": 0.9, "low": 0.3, "high": 0.5, "lasts": False}
LUCK = {"says": "Blue won with luck.", "sides": [],
        "rolls": [{"n": 3, "says": "blue_1's attack: 1, 2.0 expected", "team": 1, "worth": -0.2}]}  # fmt: skip


@pytest.fixture(scope="module")
def yard() -> Replay:
    """Return a battle in the yard."""
    return fought("yard")


@pytest.fixture(scope="module")
def night() -> Replay:
    """Return a battle in fog."""
    return fought("night", 4)


def watching(replay: Replay, **options: object) -> tuple[View, Hand]:
    """Return what is shown of a replay that is watched, and a hand at its screen."""
    cutter, battles = cut(replay)
    watch = Watching(Player(cutter.playback), "dark", battles, **options)
    return watch.view, Hand(BattleScreen(watch))


def test_a_playback_is_json_and_says_the_same_as_the_scenes(yard: Replay) -> None:
    """A playback survives being written, and shows at every moment what the replay's scenes say."""
    playback = json.loads(json.dumps(playback_of(yard)))
    player = Player(playback)
    assert player.scenes == yard.scenes()
    assert player.last == len(yard.steps)
    for n in (0, 20, player.last):
        for name, x, y, prims in player.tokens(n, 99):
            unit = player.scenes[n]["units"][name]
            assert (x, y) == (unit["x"] + 0.5, unit["y"] + 0.5)
            assert prims == playback["tokens"][player.worn[n][name]]


def test_steps_both_ways(yard: Replay) -> None:
    """The arrows go a decision on and back, and with Shift and Ctrl to phases and rounds; Home and End to the ends."""
    view, hand = watching(yard)
    jumps = view.player.playback["jumps"]
    hand.key("right")
    assert view.n == 1
    hand.key("left")
    assert view.n == 0
    hand.key("end")
    assert view.n == len(yard.steps)
    hand.key("left", ctrl=True)
    assert view.n == jumps["round"][-1]
    hand.key("home")
    hand.key("right", shift=True)
    assert view.n == next(place for place in jumps["phase"] if place > 0)
    hand.key("page down")
    assert view.n == next(place for place in jumps["pass"] if place > view.n or place == view.n)


def test_what_is_drawn_does_not_depend_on_the_way_there(yard: Replay) -> None:
    """A moment looks the same whether one has come to it forwards, backwards or at one leap."""
    import pygame

    view, hand = watching(yard)

    def picture(n: int) -> bytes:
        view.go(n)
        view.clock = 0.0
        hand.frames(1)
        return pygame.image.tobytes(hand.surface, "RGB")

    picture(len(yard.steps))  # the timeline tells no more than has been watched
    first = picture(60)
    picture(len(yard.steps))
    assert picture(60) == first
    picture(0)
    assert picture(60) == first
    assert picture(61) != first


def test_plays_and_pauses(yard: Replay) -> None:
    """Space plays, at the chosen speed, and pauses; a click on the button does the same."""
    view, hand = watching(yard)
    hand.key("space")
    assert hand.screen.mode.transport.playing
    hand.until(lambda: view.n >= 5)
    hand.key("space")
    at = view.n
    hand.frames(60)
    assert not hand.screen.mode.transport.playing
    assert view.n == at
    speed = view.speed
    hand.key(".")
    assert view.speed > speed


def test_scrubs(yard: Replay) -> None:
    """Dragging along the timeline shows the moment under the pointer."""
    view, hand = watching(yard)
    width = 1280 - 330 - 32
    y = 720 - 124 + 6 + 70 - 13
    hand.drag((16, y), (16 + width * 0.5, y))
    assert abs(view.n - view.player.last / 2) <= 2
    hand.drag((16 + width * 0.5, y), (17, y))
    assert view.n == 0


def test_the_ring_of_the_wounded_shrinks(yard: Replay) -> None:
    """A unit that has lost health shows less of its ring on the map than when it was fresh."""
    view, hand = watching(yard)
    name, n = next(
        (name, n)
        for n, scene in enumerate(view.player.scenes)
        for name, unit in scene["units"].items()
        if unit["status"] == "up" and 0 < unit["flesh"] <= 6
    )

    def ring(moment: int) -> int:
        view.go(moment)
        hand.point(1, 1)
        unit = view.player.scenes[moment]["units"][name]
        spot = view.stage.pixel(unit["x"] + 0.5, unit["y"] + 0.5)
        return sum(hand.pixels(colour, spot, view.stage.scale * 0.5) for colour in ("health", "hurt", "critical"))

    assert ring(n) < 0.8 * ring(0)


def test_fog_hides_a_unit(night: Replay) -> None:
    """Seen with the eyes of a side, a unit that it does not know of is not on the map, in the cards or in the log."""
    view, hand = watching(night)
    n, side, name = next(
        (n, side, names[0])
        for n, scene in enumerate(view.player.scenes)
        for side, all_names in scene["hidden"].items()
        if (names := [unit for unit in all_names if scene["units"][unit]["status"] == "up"])
    )
    unit = view.player.scenes[n]["units"][name]
    colour = f"team:{view.player.team_of[name]}"
    view.go(n)
    hand.frames(1)
    spot = view.stage.pixel(unit["x"] + 0.5, unit["y"] + 0.5)
    seen = hand.pixels(colour, spot, view.stage.scale * 0.4)
    view.side = side
    hand.frames(1)
    assert seen > 20
    assert hand.pixels(colour, spot, view.stage.scale * 0.4) < seen / 5
    assert name not in {token[0] for token in view.player.tokens(n, 99, side)}
    hand.point(*spot)
    assert view.pointed == ""


def test_in_fog_nobody_knows_how_strangers_fare(night: Replay) -> None:
    """A side sees in fog where known enemies are and what they hold, not their health; of its own it sees all."""
    view, hand = watching(night)
    player, n = view.player, view.player.last
    side = player.playback["teams"][0]["name"]
    ours = next(unit["name"] for unit in player.playback["units"] if unit["team"] == 0)
    theirs = next(u["name"] for u in player.playback["units"] if u["team"] == 1 and u["name"] not in player.hidden(n, side))
    assert "score" in player.unit(0, ours, side) or "flesh" in player.unit(0, ours, side)
    assert not {"flesh", "strain", "score", "ap", "ammo"} & player.unit(n, theirs, side).keys()
    view.go(n)
    view.side = ""
    assert any("Flesh" in says for says, _ in hand.screen.unit_lines(theirs))
    view.side = side
    assert not any("Flesh" in says for says, _ in hand.screen.unit_lines(theirs))


def test_an_overlay_tints_the_tiles_in_danger(yard: Replay) -> None:
    """The overlay shows for the chosen unit what the engine knows: danger where enemies see, nothing where they do not."""
    view, hand = watching(yard)
    view.go(50)
    view.selected = next(name for name, unit in view.player.scenes[50]["units"].items() if unit["status"] == "up")
    assert view.stage.tints == {}
    hand.key("l")
    assert view.overlay == "danger"
    assert view.stage.tints
    hand.key("l")
    assert view.overlay == "reach"
    assert 0 < len(view.stage.tints) <= 9
    hand.key("l")
    assert any(prim[0] == "line" for prim in view.stage.wires)


def test_overlays_need_the_engine_of_the_replay(yard: Replay) -> None:
    """A replay of other rules is shown from its file alone, and says why it has no overlay."""
    other = Replay(yard.header.model_copy(update={"rules": "0123456789abcdef", "engine": "9.9"}), yard.opening)
    other.steps, other.result = yard.steps, yard.result
    view, hand = watching(other)
    assert view.battles == []
    assert "engine 9.9" in view.player.playback["note"]
    hand.key("l")
    assert view.overlay == ""
    hand.key("right")
    assert view.n == 1


def test_the_curve_comes_when_it_is_known(yard: Replay) -> None:
    """Chances are drawn as soon as they are there, as far as the battle has been watched; J jumps to the turning point."""
    known: list[tuple[dict, dict]] = []
    view, hand = watching(yard, chances=lambda: known[0] if known else None)
    hand.key("j")
    assert view.n == 0
    moments = [0, 100, len(yard.steps)]
    known.append(
        (
            {
                "moments": moments,
                "shares": {"red": [0.5, 0.9, 0.0], "blue": [0.5, 0.1, 1.0]},
                "half_widths": {"red": [0.1, 0.1, 0.0], "blue": [0.1, 0.1, 0.0]},
                "playouts": 9,
                "over": True,
            },
            TURN | {"moment": 100, "before": 99},
            LUCK,
        )
    )
    before, later = hand.pixels("team:0", (400, 640), 40), hand.pixels("team:0", (800, 640), 40)
    hand.frames(2)
    assert hand.pixels("team:0", (400, 640), 40) == before  # what is to come is not told
    hand.key("j")
    assert view.n == 100
    hand.frames(1)
    assert hand.pixels("team:0", (400, 640), 40) > before
    assert hand.pixels("team:0", (800, 640), 40) == later
    assert view.card[0][0] == "The turning point"
    assert "Red's chance to win rises from 50 % to 90 %, but that does not last: " in view.card[1][0]
    assert view.card[1][0].endswith("The rise is one of 30 to 50 percentage points, 95 % sure.")
    assert ("red wins: 70%, give or take 10%", "team:0") in chances_at(view.player, 50)
    hand.key("escape")  # puts the card away
    hand.key("end")
    hand.frames(1)
    assert (LUCK["says"], "text") in view.card
    assert ("-20 for blue: blue_1's attack: 1, 2.0 expected", "team:1") in view.card


def test_the_card_of_the_turning_point_leaves_the_act_in_sight(yard: Replay) -> None:
    """Wherever it happens on the map, who shot, who was hit and the line between them look as they do without the card."""
    import pygame

    view, hand = watching(yard)
    playback = view.player.playback
    tried = [n for n, moment in enumerate(playback["moments"][:-1]) if moment.get("shots")]
    assert len(tried) > 5
    for n in tried:
        playback["turning"], playback["turned"] = n, "A long sentence that says what happened, and how sure that is. " * 3
        view.go(n)
        view.clock = 0.0
        hand.frames(1)
        bare = hand.surface.copy()
        hand.key("j")
        view.clock = 0.0
        hand.frames(1)
        assert view.card
        shots = [[view.spot_of(name) for name in shot["units"]] for shot in playback["moments"][n]["shots"]]
        for (ax, ay), (bx, by) in shots:
            for part in range(5):
                spot = pygame.Rect(0, 0, 8, 8)
                spot.center = (round(ax + (bx - ax) * part / 4), round(ay + (by - ay) * part / 4))
                assert pygame.image.tobytes(hand.surface.subsurface(spot), "RGB") == pygame.image.tobytes(
                    bare.subsurface(spot), "RGB"
                ), n


def test_help_and_themes(yard: Replay) -> None:
    """The question mark lists every key and takes all input until it is closed; T changes dark and light."""
    view, hand = watching(yard)
    hand.key("t")
    assert view.theme == "light"
    hand.frames(1)
    assert hand.surface.get_at((5, 60))[:3] == resolved("light", "page")[:3]
    hand.key("?")
    assert view.notices.help
    hand.key("right")
    assert view.n == 0
    hand.key("escape")
    assert not view.notices.help
    assert hand.open
    hand.key("escape")
    assert not hand.open


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (3840, 2160)])
def test_every_size(yard: Replay, size: tuple[int, int]) -> None:
    """The window can be small or large: the map stays within its part, and text grows with it."""
    cutter, battles = cut(yard)
    watch = Watching(Player(cutter.playback), "dark", battles)
    view, hand = watch.view, Hand(BattleScreen(watch), size)
    hand.frames(2)
    assert view.camera.area.width > 0.4 * size[0]
    assert view.stage.size[0] * view.stage.scale <= view.camera.area.width
    assert hand.ui.unit == max(min(size[0] / 1280, size[1] / 720), 0.6)


def test_the_map_alone_and_back(yard: Replay) -> None:
    """M shows the map in the whole width of the window; M again brings cards and log back."""
    view, hand = watching(yard)
    hand.frames(1)
    width = view.camera.area.width
    hand.key("m")
    hand.frames(1)
    assert view.camera.area.width == 1280
    hand.key("m")
    hand.frames(1)
    assert view.camera.area.width == width


def test_the_picture_of_a_window_is_saved(yard: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F12 writes a picture in the present folder, and says so."""
    monkeypatch.chdir(tmp_path)
    view, hand = watching(yard)
    view.go(7)
    hand.key("f12")
    assert [path.name for path in tmp_path.iterdir()] == ["fireteam-the-yard-7.png"]


def test_a_scene_that_does_not_fit_is_refused(yard: Replay) -> None:
    """A file whose scenes do not fit its scenario is refused with the decision and what is wrong."""
    for spoil, says in (
        ({"units": {"red_1": {"x": 99}}}, "decision 1: red_1 stands at"),
        ({"units": {"red_1": {"facing": "up"}}}, "not whole numbers"),
        ({"units": {"red_1": None}}, "does not have the units"),
        ({"ground": {"100000": "floor"}}, "names tile '100000'"),
    ):
        bad = Replay(yard.header, yard.opening)
        bad.steps = [yard.steps[0].model_copy(update={"scene": spoil}), *yard.steps[1:]]
        with pytest.raises(ReplayError, match=says):
            playback_of(bad)


def test_one_palette_for_all() -> None:
    """Both themes name the same colours, and every colour that the look names is one of them."""
    assert palette("dark").keys() == palette("light").keys()
    for table in (*look()["floats"].values(), *look()["terrain"].values()):
        if "colour" in table:
            assert resolved("dark", table["colour"])
    with pytest.raises(ValueError, match="no colour"):
        resolved("dark", "beige")


def test_without_pygame_the_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pygame is missing, the sentence says how to get it and how to do without."""
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(FireteamError, match=r'pip install -e "\.\[view\]" .*\. Take --text'), opened("a battle"):
        pass


def test_without_a_display_it_says_so(tmp_path: Path, yard: Replay) -> None:
    """Where there is no display, watch says so in one line and names --text."""
    path = tmp_path / "yard.jsonl.gz"
    yard.save(path)
    bare = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    done = subprocess.run([sys.executable, "-m", "fireteam", "watch", str(path)], env=bare, capture_output=True, text=True)
    assert done.returncode == 2
    assert "no window can be opened: there is no display. Take --text" in done.stderr
    assert len(done.stderr.splitlines()) == 1
