"""Lines of sight and cover, drawn: A looks at B. Capitals stand, small letters lie prone."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.maps import Drawing
from tabletop import *


def drawn(picture: str, heights: str = "", under: str = ".") -> Battle:
    """Return a battle of A (red) against B (blue) on a drawn map; `under` is the ground that B stands on."""
    rows = Drawing.rows(picture)
    place = {letter: (x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in "AaBb"}
    ground = picture
    for letter, terrain in (("A", "."), ("a", "."), ("B", under), ("b", under)):
        ground = ground.replace(letter, terrain)
    (first, at), (second, to) = sorted(place.items(), key=lambda item: item[0].upper())
    battle = table([unit(at)], [unit(to)], ground=ground, heights=heights)
    battle.unit("red_1")["prone"], battle.unit("blue_1")["prone"] = first == "a", second == "b"
    return battle


def covers(picture: str, heights: str = "", under: str = ".") -> tuple[str, str]:
    """Return the cover that B has against A, and that A has against B."""
    battle = drawn(picture, heights, under)
    return battle.cover("blue_1", "red_1"), battle.cover("red_1", "blue_1")


@pytest.mark.parametrize(
    ("why", "picture", "of_b", "of_a"),
    [
        ("open ground hides nobody", "A.....B\n.......\n.......", "none", "none"),
        ("nor does it hide the prone", "a.....b\n.......\n.......", "none", "none"),
        ("nothing is between neighbours", "#A.\n#B.\n#..", "none", "none"),
        ("a wall hides all", "A..#..B\n.......\n.......", "total", "total"),
        ("a wall beside the line hides nothing", "A.....B\n..###..\n.......", "none", "none"),
        ("a tree is a wall", "A..T..B\n.......\n.......", "total", "total"),
        ("a man behind a corner is not seen", "......\n.A....\n.###..\n.###..\n....B.", "total", "total"),
        ("three quarters behind a corner are good cover", "..A..\n.....\n...#.\n.....\n...B.", "good", "good"),
        ("a little less behind it is partial", "..A..\n.....\n...#.\n.....\n.....\n...B.", "partial", "partial"),
        ("a corner he only grazes is none", "..A..\n...#.\n.....\n.....\n...B.", "none", "none"),
        ("one looks along a corridor", "########\nA......B\n########", "none", "none"),
        ("along a slanting one", "A..#####\n#......#\n####...B", "none", "none"),
        ("but not round its bend", "######\nA....#\n####.#\n####B#", "total", "total"),
        ("through a doorway", "...#...\nA.....B\n...#...", "none", "none"),
        ("not past it", "A..#...\n.......\n...#...\n...#..B", "total", "total"),
        ("an open door is a doorway", "...#...\nA../..B\n...#...", "none", "none"),
        ("a closed one a wall", "...#...\nA..+..B\n...#...", "total", "total"),
        ("a diagonal is open", "A...\n....\n....\n...B", "none", "none"),
        ("two walls that touch at a corner close it", "A#..\n#B..\n....", "total", "total"),
        ("also far off", "A...\n..#.\n.#..\n...B", "total", "total"),
        ("one of them alone hides a half", "A...\n#B..\n....", "partial", "partial"),
        ("whichever it is", "A#..\n.B..\n....", "partial", "partial"),
        ("two low walls that touch hide what is low", "A...\n....\n...o\n..oB", "partial", "none"),
        ("a wall and a low wall let one look between them", "A...\n..#.\n.o..\n...B", "good", "good"),
    ],
)
def test_corners_corridors_and_diagonals(why: str, picture: str, of_b: str, of_a: str) -> None:
    """Corners, corridors, doorways and diagonals on level ground give the cover that the picture shows."""
    assert covers(picture) == (of_b, of_a), why


@pytest.mark.parametrize(
    ("why", "picture", "of_b", "of_a"),
    [
        ("a low wall hides the lower half of who stands behind it", "A.....oB\n........\n........", "partial", "none"),
        ("and all of who lies there", "A.....ob\n........\n........", "total", "total"),
        ("who lies far from it is seen, and sees little over it", "Ao.....b\n........\n........", "none", "good"),
        ("midway it hides less than a quarter", "A...o...B\n.........\n.........", "none", "none"),
        (
            "a barricade hides more than half, and hampers its owner's view",
            "A.....OB\n........\n........",
            "good",
            "partial",
        ),
        ("and all of who lies there", "A.....Ob\n........\n........", "total", "total"),
        ("brush hides more than half", 'A....."B\n........\n........', "good", "none"),
        ("and all of who lies there", 'A....."b\n........\n........', "total", "total"),
        ("rubble hides little", "A.....:B\n........\n........", "none", "none"),
        ("except of who lies there, who sees as little", "A.....:b\n........\n........", "good", "good"),
        ("two who lie beside a low wall see nothing", "ao.....b\n........\n........", "total", "total"),
    ],
)
def test_low_walls(why: str, picture: str, of_b: str, of_a: str) -> None:
    """What is lower than a man hides his lower part, and most of it for who lies close behind it."""
    assert covers(picture) == (of_b, of_a), why


def test_shooting_over_the_own_low_wall() -> None:
    """Who stands at a low wall or a barricade is covered by it; it hides nothing of who is far, little of who is near."""
    for obstacle, gap, of_target, of_shooter in (
        ("o", 4, "none", "partial"),
        ("o", 16, "none", "partial"),
        ("O", 4, "partial", "good"),
        ("O", 16, "none", "good"),
    ):
        of_b, of_a = covers(f"A{obstacle}{'.' * gap}B\n" + "\n".join(["." * (gap + 3)] * 2))
        assert (of_b, of_a) == (of_target, of_shooter), (obstacle, gap)


def test_a_body_in_brush_looks_out_of_it() -> None:
    """Who lies in brush is hidden by it but looks out: a little of him shows, so he has good cover and not total."""
    assert covers("A.....B\n.......\n.......", under='"') == ("good", "none")
    assert covers("A.....b\n.......\n.......", under='"') == ("good", "none")


@pytest.mark.parametrize(
    ("why", "picture", "heights", "of_b", "of_a"),
    [
        ("a rooftop sees over a wall", "A..#....B", "400000000", "none", "none"),
        ("but not what is close behind it", "A..#B....", "400000000", "total", "total"),
        ("further off it sees the upper part", "A..#...B.", "400000000", "partial", "partial"),
        ("a hill hides what is behind it", "A..:::..B", "001222100", "total", "total"),
        ("from a tower one sees the upper part over it", "A.......B", "001222103", "none", "partial"),
        ("a step lower than the eye hides nothing", "A.......B", "000011111", "none", "none"),
        ("a higher one hides the feet of who is back from it", "A.......B", "000022222", "partial", "partial"),
        ("a cliff hides who stands back from it", "A.......B", "000033333", "total", "total"),
        ("not who stands at its edge", "A...B....", "000033333", "none", "none"),
        ("a pit hides who is in it", "A.......B", "333333330", "total", "total"),
        ("a tower overlooks trees, its edge hides the feet of who is on it", "A.T.....B", "900000000", "none", "partial"),
    ],
)
def test_heights(why: str, picture: str, heights: str, of_b: str, of_a: str) -> None:
    """The floor hides as walls do, and who stands higher sees over what is below him."""
    width = len(picture)
    assert covers(f"{picture}\n{'.' * width}\n{'.' * width}", f"{heights}\n{'0' * width}\n{'0' * width}") == (of_b, of_a), (
        why
    )


def test_smoke_hides_nobody_but_dims() -> None:
    """Smoke is no cover; a shot along a line with smoke on it has fewer dice (SS-R10), one beside it has not."""
    pools = []
    for picture in (
        "A.....B\n.......\n.......",
        "A..%..B\n.......\n.......",
        "A.%%%.B\n.......\n.......",
        "A.....B\n.%%%...\n.......",
    ):
        battle = drawn(picture)
        assert battle.cover("blue_1", "red_1") == battle.cover("red_1", "blue_1") == "none"
        attack = roll(shot(battle), "attack")
        pools.append(sum(term.dice for term in attack.terms))
        assert any(term.rule == "SS-R10" for term in attack.terms) == (pools[-1] < pools[0])
    assert pools[3] == pools[0] > pools[1] > pools[2]


def shot(battle: Battle) -> list[Event]:
    """Let A shoot at B with the seeded dice, and B take it as it comes."""
    battle.dictate([])
    events = battle.step("shoot blue_1")
    while battle.decision is not None and battle.decision.kind == "defend":
        events = battle.step("pass")
    return events


def test_a_door_moved_in_battle() -> None:
    """Opening a door opens the line through it for cover and for aiming; closing it again closes both."""
    battle = drawn("...#...\n..A+.B.\n...#...")
    for _ in range(2):
        assert battle.cover("blue_1", "red_1") == battle.cover("red_1", "blue_1") == "total"
        assert "aim blue_1" not in [battle.words(action) for action in battle.legal()]
        play(battle, "door east")
        assert battle.cover("blue_1", "red_1") == battle.cover("red_1", "blue_1") == "none"
        if battle.unit("red_1")["ap"]:
            assert "aim blue_1" in [battle.words(action) for action in battle.legal()]
        battle.unit("red_1")["ap"] = 3
        play(battle, "door east")
