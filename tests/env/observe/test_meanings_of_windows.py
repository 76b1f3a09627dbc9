"""The window by pictures: what stands around green_1, at (4, 3) of the map that the tests with three teams are fought on.

Its first cell is (1, 0); its last two rows lie beyond the edge of the map. What no picture shows is 0.
"""

import random
from itertools import product

import numpy as np
import pytest
from observed import window_of
from threeway import HARM, by_system, position

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.observe.rows import SIDE
from fireteam.env.observe.window import BLAST, CLOUD, DANGER, FIRE, GROUND, OCCUPANCY, SEEN_FROM, SHELTER, cells_in_doubt
from fireteam.env.rules.ground.sight import changes_between
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.record import CHARGE, DOWN, FUSE, GAS, SMOKE

PLANE = {
    "ground": GROUND, "shelter": SHELTER, "units": OCCUPANCY, "seen": SEEN_FROM,
    "fire": FIRE, "blast": BLAST, "cloud": CLOUD,
}  # fmt: skip
VALUES = {"x": 0, ".": 0, "1": 1, "b": 0.2, "w": 0.9 / 3 + 0.2, "l": 0.9 / 3, "W": 1} | {"o": -1, "i": 1, "n": 3 / 4}
VALUES |= {"s": 0.5, "g": 1, "!": 1}
BEYOND = ["xxxxxxx"] * 2
OPEN = ["1111111", "11x1111", "1111111", "1111x11", "1111111"]
WALLS = [".bbb...", ".bwb...", ".bbbbb.", "...bwb.", "...bbb."]  # low walls, 0.9 m high, and beside them
UNITS = [".......", ".o.....", ".......", "...i.i.", "......."]
NOTHING = ["......."] * 7


def check(battle: Battle, who: str = "green_1", **pictures: list[str]) -> None:
    """Assert that planes of a unit's window are what is drawn, by the names that they have in `PLANE`."""
    window = window_of(battle, who)
    for plane, rows in pictures.items():
        wanted = np.array([[VALUES[cell] for cell in row] for row in rows])
        assert window[PLANE[plane]] == pytest.approx(wanted), plane


@by_system
def test_what_is_around(system: str) -> None:
    """Ground, shelter and who is up, for who stands amid the map and for who stands in its corners."""
    battle = position(system)
    check(battle, ground=OPEN + BEYOND, shelter=WALLS + BEYOND, units=UNITS + BEYOND)
    check(battle, fire=NOTHING, blast=NOTHING, cloud=NOTHING)
    battle.unit("green_2")["status"] = DOWN
    alone, one = [*NOTHING[:3], "...i...", *NOTHING[:3]], battle.unit("red_1")
    for x, y, tiles in ((19, 4, ["1111xxx"] * 4 + ["xxxxxxx"] * 3), (0, 0, ["xxxxxxx"] * 3 + ["xxx1111"] * 4)):
        one["x"], one["y"] = x, y
        seen = [row.replace("1", "n") for row in tiles]
        ground = tiles if x else [*tiles[:4], "xxx111x", *tiles[5:]]  # a low wall
        check(battle, "red_1", ground=ground, seen=seen, units=alone, blast=NOTHING)


@by_system
def test_the_edges_of_a_window(system: str) -> None:
    """What is three tiles away is in it, what is four away is not: an enemy, and a wall that has come up."""
    battle = position(system)
    for who in ("blue_1", "blue_2", "green_2"):
        battle.unit(who)["status"] = DOWN
    one, enemy, change = battle.unit("green_1"), battle.unit("red_1"), battle.record[0]["changes"][0]
    battle.record[0]["changed"], change["terrain"] = 1, list(load_catalog(system=system).terrain).index("wall")
    for middle, dx, dy in product((0, 4), (-4, -3, 3, 4), (-4, -3, 3, 4)):
        if 0 <= middle + dy < 5:
            one["x"], one["y"], enemy["x"], enemy["y"] = 15, middle, 15 + dx, middle + dy
            change["x"], change["y"], change["tile"] = 15 + dx, middle + dy, (middle + dy) * 20 + 15 + dx
            wanted = [(3 + dy, 3 + dx)] if max(abs(dx), abs(dy)) == 3 else []
            window = window_of(battle, "green_1")
            assert [tuple(cell) for cell in np.argwhere(window[OCCUPANCY])] == sorted([(3, 3), *wanted])
            assert [tuple(cell) for cell in np.argwhere(window[SHELTER])] == wanted


@by_system
def test_ground_that_has_changed(system: str) -> None:
    """A wall that has come up is no ground, and 3 m high or less; where a low one has gone, one may go, without shelter."""
    battle = position(system)
    terrain = list(load_catalog(system=system).terrain)
    battle.record[0]["changed"] = 4
    made = [(7, 0, "wall"), (3, 1, "floor"), (8, 0, "wall"), (6, 1, "low_wall")]
    for change, (x, y, name) in zip(battle.record[0]["changes"], made, strict=False):
        change["x"], change["y"], change["tile"], change["terrain"] = x, y, y * 20 + x, terrain.index(name)
    ground = ["111111x", "11111x1", *OPEN[2:]]
    shelter = [".bbb..W", ".b.b.l.", *WALLS[2:]]
    check(battle, ground=ground + BEYOND, shelter=shelter + BEYOND, units=UNITS + BEYOND)


@by_system
def test_blasts_to_come_and_clouds(system: str) -> None:
    """They are shown as far as they reach: fuses and charges, gas, and smoke by a half."""
    battle = position(system)
    made = [(SMOKE, 6, 2, 2), (GAS, 1, 1, 1), (FUSE, 4, 3, 0), (CHARGE, 1, 3, 1)]
    for effect, (kind, x, y, radius) in zip(battle.record[0]["effects"], made, strict=False):
        effect["kind"], effect["x"], effect["y"], effect["radius"] = kind, x, y, radius
    cloud = ["gg..sss", "gg.ssss", "gg.ssss", "...ssss", "....sss"]
    blast = [".......", ".......", "!!.....", "!!.!...", "!!....."]
    check(battle, cloud=cloud + BEYOND, blast=blast + BEYOND)


@by_system
def test_who_sees_a_tile_and_does_harm_there(system: str) -> None:
    """Each of three enemies sees the whole map: their harm by the cover of a tile, of 16; who is down does none."""
    battle = position(system)
    (red, _, blue), (red_at_cover, _, blue_at_cover) = HARM[system, 0], HARM[system, 1]
    # By row and column: in the open, east of a wall, with one for cover against blue_2, west of one itself.
    harm = {(0, 6): red + 2 * blue, (4, 5): red_at_cover + 2 * blue, (0, 0): red + blue + blue_at_cover}
    harm[3, 3] = red + 2 * blue_at_cover
    window = window_of(battle, "green_1")
    assert np.array_equal(window[SEEN_FROM], [[3 / 4] * 7] * 5 + [[0] * 7] * 2)
    assert [window[DANGER][cell] for cell in harm] == pytest.approx([each / 16 for each in harm.values()], abs=1e-4)
    for place, who in enumerate(("red_1", "blue_2")):
        battle.unit(who)["status"] = DOWN
        left, window = 2 - place, window_of(battle, "green_1")
        assert window[SEEN_FROM][3, 3] == left / 4
        assert window[DANGER][3, 3] == pytest.approx(left * blue_at_cover / 16, abs=1e-4)


# Walls of which those at an X are broken later.
WALLED = [
    "........X.....#.....",
    "...o....#o....X.#...",
    "......X.X....X..X...",
    ".X...o..#.....#.....",
    "........X..X..#.....",
]


def test_broken_walls_let_see_as_if_they_had_never_stood() -> None:
    """Whoever stands wherever: the same tiles are seen by as many, who do the same harm there."""
    walled, drawn = ("\n".join(WALLED).replace("X", now) for now in "#.")
    broken, free = position("swan_song", ground=walled), position("swan_song", ground=drawn)
    gaps = [place for place, cell in enumerate("".join(WALLED)) if cell == "X"]
    row, dice = broken.record[0], random.Random(1)
    row["broken"] = row["changed"] = len(gaps)
    for change, place in zip(row["changes"], gaps, strict=False):
        change["tile"], change["y"], change["x"] = place, place // 20, place % 20
        change["terrain"] = list(load_catalog().terrain).index("floor")
    floor = [(place % 20, place // 20) for place, cell in enumerate("".join(WALLED)) if cell in ".X"]
    for _ in range(60):
        for who, (x, y) in zip(("red_1", "blue_1", "blue_2", "green_1"), dice.sample(floor, 4), strict=True):
            prone = dice.randrange(2)
            for battle in (broken, free):
                battle.unit(who)["x"], battle.unit(who)["y"], battle.unit(who)["prone"] = x, y, prone
        ours, theirs = window_of(broken, "green_1"), window_of(free, "green_1")
        for plane in (GROUND, SEEN_FROM, DANGER):
            assert ours[plane] == pytest.approx(theirs[plane], abs=1e-4)


@entry
def cells_asked(battles, x, y, left, top):
    """Return the cells of a window in doubt, and those between which and (x, y) something has changed."""
    changed = 0
    for cell in range(SIDE * SIDE):
        if changes_between(battles[0], x, y, left + cell % SIDE, top + cell // SIDE):
            changed |= 1 << cell
    return cells_in_doubt(battles[0], x, y, left, top), changed


def test_every_cell_that_a_change_may_matter_for_is_in_doubt() -> None:
    """On large maps too, from any side, with the change anywhere about the lines."""
    battle, dice, some = position("swan_song"), random.Random(2), 0
    battle.record[0]["changed"], change = 1, battle.record[0]["changes"][0]
    for _ in range(400):
        x, y, left, top = dice.randrange(48), dice.randrange(32), dice.randrange(-3, 45), dice.randrange(-3, 29)
        along = dice.random()
        change["x"] = round(x + along * (left + 3 - x)) + dice.randint(-3, 3)
        change["y"] = round(y + along * (top + 3 - y)) + dice.randint(-3, 3)
        doubtful, changed = cells_asked(battle.arrays[0], x, y, left, top)
        assert changed & ~doubtful == 0
        some += changed != 0
    assert some > 200
