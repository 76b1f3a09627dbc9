"""Pictures: what they show is there to be seen, pixel by pixel, and everything stays in its place."""

import numpy as np
import pygame
import pytest
from painted import TILE, count, fought, painted, shown, tile

from fireteam.env.battle import Battle
from fireteam.env.view.draw.captions import SIZE
from fireteam.env.view.draw.motion import free
from fireteam.env.view.export import encode
from fireteam.env.view.export.film import frozen, still
from fireteam.env.view.export.picture import Picture
from fireteam.env.view.look import resolved
from fireteam.env.view.playback.cutter import Playback, playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.playback.redact import Censor


@pytest.fixture(scope="module")
def playback() -> Playback:
    """Return a battle of tacticians in the yard as a playback."""
    return playback_of(fought("yard"))


# What is seen.


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_wounds_shorten_the_ring_of_health(theme: str) -> None:
    """A wounded unit's ring has fewer coloured pixels than a fresh one's, a dying one's fewer still."""
    battle = Battle("yard", 1)
    unit = battle.record[0]["units"][0]
    full = int(unit["flesh"])
    seen = []
    for flesh in (full, full // 2, 1):
        unit["flesh"] = flesh
        around = tile(painted(shown(battle), theme), int(unit["x"]), int(unit["y"]))
        seen.append(count(around, "health", "hurt", "critical", theme=theme))
    assert seen[0] > 1.5 * seen[1] > 3 * seen[2] > 0


def test_the_fallen_and_the_dead_look_so() -> None:
    """Who is down has no ring of health; who is dead is crossed out in red."""
    battle = Battle("yard", 1)
    unit = battle.record[0]["units"][0]
    x, y = int(unit["x"]), int(unit["y"])
    looks = {}
    for status in ("up", "down", "dead"):
        looks[status] = tile(painted(shown(battle, units={"red_1": {"status": status}})), x, y)
    assert count(looks["down"], "health") == count(looks["dead"], "health") == 0 < count(looks["up"], "health")
    assert count(looks["dead"][20:28, 20:28], "critical") > 10 > count(looks["down"][20:28, 20:28], "critical")


def test_fog_hides() -> None:
    """What a side does not know of is not on its map, and the ground that it does not see is dark."""
    battle = Battle("night", 1)
    player = shown(battle)
    unknown = player.scenes[0]["hidden"]["smugglers"]
    assert unknown
    every, theirs = painted(player), painted(player, side="smugglers")
    for name in unknown:
        unit = player.scenes[0]["units"][name]
        assert count(tile(every, unit["x"], unit["y"]), "team:1") > 100
        assert count(tile(theirs, unit["x"], unit["y"]), "team:1") == 0
        assert tile(theirs, unit["x"], unit["y"]).mean() < 0.7 * tile(every, unit["x"], unit["y"]).mean()
    own = battle.record[0]["units"][0]
    assert count(tile(theirs, int(own["x"]), int(own["y"])), "team:0") > 100


def test_a_broken_wall_looks_broken() -> None:
    """Where a wall is breached, the picture is another; far from there it is the same."""
    battle = Battle("yard", 1)
    drawing = battle.field.drawing
    wall = next(n for n, name in enumerate(drawing.terrain()) if name == "wall" and n > 3 * drawing.width)
    x, y = wall % drawing.width, wall // drawing.width
    whole, broken = painted(shown(battle)), painted(shown(battle, ground={str(wall): "breach"}))
    assert (tile(whole, x, y) != tile(broken, x, y)).any(axis=-1).mean() > 0.5
    changed = (whole != broken).any(axis=-1)
    assert not changed[: (y - 1) * TILE].any()
    assert not changed[:, (x + 3) * TILE :].any()


def test_zones_of_fire_tint_their_tiles() -> None:
    """The tiles of a zone of fire take on the colour of the shooter's team, and no others do."""
    battle = Battle("yard", 1)
    width = battle.field.drawing.width
    tiles = [8 * width + 11, 8 * width + 12]

    zone = {"shooter": "blue_1", "x": 11, "y": 8, "density": 3, "pin": 1, "tiles": tiles}
    calm, under_fire = painted(shown(battle)), painted(shown(battle, zones={"0": zone}))
    blue = np.array(resolved("dark", "team:1")[:3])
    for number in tiles:
        x, y = number % width, number // width
        before, after = tile(calm, x, y), tile(under_fire, x, y)
        assert np.abs(after.mean(axis=(0, 1)) - blue).sum() < np.abs(before.mean(axis=(0, 1)) - blue).sum()
    changed = (calm != under_fire).any(axis=-1)
    changed[8 * TILE : 9 * TILE, 11 * TILE : 13 * TILE] = False
    assert not changed.any()


def test_tracers_fly_from_shooter_to_target(playback: Playback) -> None:
    """A shot is seen on the line between shooter and target, nearer to the target the later, and not before it is fired."""
    player = Player(playback)
    n, cue = next(
        (n, cue)
        for n in range(player.last)
        for cue in player.cues(n)
        if cue["do"] == "shot" and cue["lands"] and np.hypot(*np.subtract(cue["from"], cue["to"])) > 5
    )
    start, end = np.array(cue["from"]), np.array(cue["to"])
    far = float(np.hypot(*(end - start)))
    still_there = painted(player, n=n, t=cue["t"], cues=[])

    def flight(t: float) -> tuple[float, float]:
        """Return how far the tracer has come, and how far from the line it is at most, in tiles."""
        rows, columns = np.nonzero((painted(player, n=n, t=cue["t"], cues=[cue | {"t": t}]) != still_there).any(axis=-1))
        places = np.stack([columns, rows], axis=1) / TILE - start
        along = places @ (end - start) / far
        aside = np.abs(places[:, 0] * (end - start)[1] - places[:, 1] * (end - start)[0]) / far
        return float(along.max()), float(aside.max())

    early, late = flight(cue["t"] - 0.03), flight(cue["t"] - 0.1)
    assert 0 < early[0] < late[0] <= far + 0.6
    assert max(early[1], late[1]) < 0.6
    assert (painted(player, n=n, t=cue["t"], cues=[cue | {"t": cue["t"] + 0.01}]) == still_there).all()


def test_themes_differ(playback: Playback) -> None:
    """Light is much lighter than dark, and both have the same size."""
    dark, light = (encode.pixels(still(playback, 40, width=480, theme=theme)) for theme in ("dark", "light"))
    assert dark.shape == light.shape
    assert light.mean() > dark.mean() + 50


def test_words_do_not_overlap() -> None:
    """Words that rise at one place make room for one another, within the picture."""
    within = pygame.Rect(0, 0, 300, 120)
    taken: list[pygame.Rect] = []
    for _ in range(5):
        taken.append(free(pygame.Rect(250, 10, 80, 20), taken, within))
    for number, place in enumerate(taken):
        assert within.contains(place)
        assert place.collidelist(taken[:number]) < 0


def test_a_still_shows_all_that_happened(playback: Playback) -> None:
    """A picture that stands still shows the shot, the words and the ring of its decision at once."""
    player = Player(playback)
    n = next(n for n in range(player.last) if any(cue["do"] == "shot" for cue in player.cues(n)))
    ends = player.seconds(n)
    for cue in frozen(player.cues(n), ends):
        assert cue["t"] <= ends < cue["t"] + cue["for"]
    assert (encode.pixels(still(playback, n)) != encode.pixels(still(playback, n, t=ends + 60))).any()


# Its frame: header, sentences, bars.


def test_sentences_are_whole(playback: Playback) -> None:
    """Every sentence of a decision stands in its picture in full, in rows that are not too wide, however narrow it is."""
    player = Player(playback)
    picture = Picture(player, 200)
    room = picture.row_width
    for n in range(0, player.last, 7):
        said = picture.captions.said(n)
        rows = picture.captions.rows(picture.ui, n, 1.0, room, 1000)
        assert all(picture.ui.render(row, SIZE, "text").get_width() <= room for row, _ in rows)
        present = " ".join(row for row, present in rows if present)
        assert present == " ".join(said)
        fitting = picture.captions.rows(picture.ui, n, 1.0, room, 4)
        assert len(fitting) <= 4
        assert fitting == rows[len(rows) - len(fitting) :]


def test_nothing_leaves_its_place(playback: Playback) -> None:
    """Effects at the edge of the map are drawn on the map only: not into the header, not into the sentences."""
    player = Player(playback)
    picture = Picture(player, 640)
    lasting = {"t": 0.0, "for": 1.0, "seen": []}
    corners = [[x, y] for x in (0.5, 23.5) for y in (0.5, 15.5)]
    cues = [{"do": "blast", "at": corner, "radius": 4.0, **lasting} for corner in corners]
    cues += [{"do": "float", "at": corner, "says": "critical injury", "colour": "hurt", **lasting} for corner in corners]
    quiet, loud = (encode.pixels(picture.image(5, 0.3, cues=given)) for given in ([], cues))
    changed = (quiet != loud).any(axis=-1)
    assert changed.any()
    area = picture.map
    changed[area.top : area.bottom, area.left : area.right] = False
    assert not changed.any()


def test_bars_follow_health() -> None:
    """The bar of a wounded unit is shorter; what a side does not know of others in fog is not told."""
    battle = Battle("night", 1)
    battle.record[0]["units"][0]["flesh"] //= 2
    hurt, fresh = (Picture(shown(made), 640) for made in (battle, Battle("night", 1)))
    footers = [encode.pixels(picture.image(0, 9.0))[picture.footer.top :].astype(int) for picture in (hurt, fresh)]
    assert count(footers[0], "health") < count(footers[1], "health")
    playback = playback_of(fought("night", most=1))
    everything, known = (
        still(playback, 0, width=640, eyes=eyes) for eyes in (None, Censor(playback, "customs", battle.field))
    )
    assert count(encode.pixels(known).astype(int), "health") < 0.7 * count(encode.pixels(everything).astype(int), "health")


def test_pictures_open_no_display(playback: Playback) -> None:
    """A picture needs no video."""
    still(playback, 10)
    assert not pygame.display.get_init()
