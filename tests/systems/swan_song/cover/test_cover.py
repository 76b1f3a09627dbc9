"""SS-B1, SS-B2 and SS-B4: taking cover, and shots through it."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from tabletop import *

LEGEND = {"p": "partition", "c": "crate"}  # plaster (Structure 2, Armor 4), furniture (4, 6)


def behind(letter: str, weapon: str = "light_pistol", distance: int = 4, take_cover: bool = True, **red: object) -> Battle:
    """Return a battle in which blue_1 stands right behind an obstacle, and red_1 with a gun before it."""
    ground = "\n".join(["." * 32, "." * distance + letter + "." * (31 - distance), "." * 32])
    battle = table(
        [unit((1, 1), weapons=[weapon], skills={"pistols": 3, "automatics": 3}, **red)],
        [target((1 + distance, 1))],
        ground,
        order(1, 6),
        legend=LEGEND,
    )
    if take_cover:
        play(battle, "take_cover")
    play(battle, "end")
    return battle


def cover_dice(battle: Battle, action: str = "shoot blue_1") -> int:
    """Attack, and return the dice that cover gives the defender."""
    return terms(roll(quietly(battle, action), "defense")).get("cover", 0)


@pytest.mark.rule("SS-B1")
@pytest.mark.parametrize(("letter", "level", "dice"), [("o", "partial", 2), ("c", "good", 4), (":", "none", 0)])
def test_cover_counts_after_a_take_cover_action_only(letter: str, level: str, dice: int) -> None:
    """A low wall hides up to half of blue, crates more, rubble four metres off too little; it has to be taken."""
    assert behind(letter).cover("blue_1", "red_1") == level
    assert cover_dice(behind(letter)) == dice
    assert cover_dice(behind(letter, take_cover=False)) == 0


@pytest.mark.rule("SS-B1")
@pytest.mark.parametrize(("distance", "level"), [(10, "none"), (13, "partial"), (14, "partial")])
def test_partial_cover_begins_above_a_quarter(distance: int, level: str) -> None:
    """Over rubble of 50 cm an eye at 150 cm sees all but 45 of 180 cm from ten metres (25 %), 46 from thirteen."""
    assert behind(":", distance=distance).cover("blue_1", "red_1") == level


@pytest.mark.rule("SS-B1")
def test_cover_is_taken_behind_something_only() -> None:
    """On open ground the action is not on offer, beside a low wall it is."""
    assert "take_cover" not in verbs(table([unit((1, 1))], [target((9, 1))]))
    ground = "\n".join(["." * 12, "..o" + "." * 9, "." * 12])
    assert "take_cover" in verbs(table([unit((1, 1))], [target((9, 1))], ground))


@pytest.mark.rule("SS-B1")
def test_cover_serves_against_those_beyond_it() -> None:
    """Blue crouches behind a barricade: that helps against red_1 beyond it, not against red_2 on its own side."""
    ground = "\n".join(["." * 12, "....O" + "." * 7, "." * 12])
    battle = table([unit((1, 1)), unit((9, 1))], [target((5, 1))], ground, order(2, 1, 6))
    take(battle, "take_cover", "end")
    assert cover_dice(battle) == 4
    play(battle, "end")
    assert cover_dice(battle) == 0


@pytest.mark.rule("SS-B1")
def test_a_step_gives_the_cover_up() -> None:
    """Blue takes cover and then moves along the wall: the next wall has to be taken anew."""
    ground = "\n".join(["." * 12, "....O" + "." * 7, "....O" + "." * 7])
    battle = table([unit((1, 1))], [target((5, 1))], ground, order(1, 6))
    take(battle, "take_cover", "walk", "step south")
    assert battle.cover("blue_1", "red_1") == "good"
    assert "take_cover" in verbs(battle)
    play(battle, "end")
    assert cover_dice(battle) == 0


@pytest.mark.rule("SS-B1")
@pytest.mark.parametrize(("distance", "dice"), [(19, 0), (20, 4), (25, 4)])
def test_the_prone_count_as_in_good_cover_from_twenty_metres(distance: int, dice: int) -> None:
    """In the open and without a Take Cover action: good cover at 20 metres and more, none nearer."""
    battle = table([unit((1, 1))], [target((1 + distance, 1))], dice=order(1, 6))
    take(battle, "drop_prone", "end")
    assert cover_dice(battle) == dice


@pytest.mark.rule("SS-B1")
def test_who_stands_has_no_cover_from_distance() -> None:
    """Twenty metres alone are none."""
    assert cover_dice(table([unit((1, 1))], [target((21, 1))])) == 0


@pytest.mark.rule("SS-B1")
@pytest.mark.rule("SS-R10")
def test_blind_fire_and_good_cover_apply_both() -> None:
    """Fully hidden behind a plaster wall, in cover: red loses six dice and blue has four more."""
    events = quietly(behind("p"), "shoot blue_1")
    assert terms(roll(events, "attack"))["blind fire"] == -6
    assert terms(roll(events, "defense"))["cover"] == 4
    uncovered = quietly(behind("p", take_cover=False), "shoot blue_1")
    assert terms(roll(uncovered, "attack"))["blind fire"] == -6
    assert "cover" not in terms(roll(uncovered, "defense"))


@pytest.mark.rule("SS-B2")
def test_a_tie_hits_through_the_cover() -> None:
    """Two hits each: a heavy pistol's 8 goes through the crates, less a point, and is soaked like any other hit."""
    events = play(behind("c", "heavy_pistol"), "shoot blue_1", "552222 5522222222 2")
    assert only(events, "hit").numbers == {"net_hits": 0, "damage": 8}
    assert only(events, "through_cover").numbers["damage"] == 7
    assert only(events, "damage").numbers["damage"] == 7
    assert "graze" not in kinds_of(events)


@pytest.mark.rule("SS-B2")
def test_a_tie_against_who_has_taken_no_cover_is_a_graze() -> None:
    """The crates are there, but blue did not duck behind them."""
    events = play(behind("c", "heavy_pistol", take_cover=False), "shoot blue_1", "552222 552222")
    assert "graze" in kinds_of(events)
    assert not {"through_cover", "hit"} & set(kinds_of(events))


@pytest.mark.rule("SS-B2")
def test_more_hits_go_past_the_cover_and_fewer_miss() -> None:
    """One hit more than the defender is a plain hit with all its damage; one less is a miss."""
    events = play(behind("c", "heavy_pistol"), "shoot blue_1", "552222 5222222222 2")
    assert only(events, "damage").numbers["damage"] == 9
    assert "through_cover" not in kinds_of(events)
    assert "miss" in kinds_of(play(behind("c", "heavy_pistol"), "shoot blue_1", "522222 5522222222"))


def tie(damage: int, penetration: int = 0, penetrating: int = 1, rest: str = "2") -> list[Event]:
    """Return what happens when a pistol of so much damage ties with blue behind crates (Structure 4, Armor 6).

    `rest` are the dice after attack and defense: those of the crates, and one die of soak for what gets through.
    """
    forged = {"light_pistol": {"damage": damage, "penetration": penetration, "penetrating": penetrating}}
    ground = "\n".join(["." * 12, "....c" + "." * 7, "." * 12])
    red = unit((1, 1), weapons=["light_pistol"], skills={"pistols": 3})
    battle = table([red], [target((5, 1))], ground, order(1, 6), legend=LEGEND, forged=forged)
    take(battle, "take_cover", "end")
    return play(battle, "shoot blue_1", f"522222 5222222222 {rest}")


@pytest.mark.rule("SS-B4")
@pytest.mark.parametrize(
    ("damage", "penetration", "stops"),
    [(5, 0, True), (6, 0, True), (7, 0, False), (5, 1, True), (6, 1, False), (7, -1, True), (8, -1, False)],
)
def test_what_does_not_exceed_the_modified_armor_stops(damage: int, penetration: int, stops: bool) -> None:
    """Armor 6 less penetration: a damage value equal to it stops there, one point more goes on."""
    events = tie(damage, penetration, rest="" if stops else "2")
    assert ("stopped_by_cover" in kinds_of(events)) == stops
    assert ("through_cover" in kinds_of(events)) == (not stops)
    assert ("damage" in kinds_of(events)) == (not stops)


@pytest.mark.rule("SS-B4")
def test_net_hits_help_to_get_through() -> None:
    """The modified damage value counts: blind fire with 6 + 1 is too weak for a tree's Armor 8, 6 + 3 is not."""
    for attack, outcome in (("522222", "stopped_by_cover"), ("555222", "through_cover")):
        battle = behind("T", take_cover=False, attributes={"agility": 9})
        events = play(battle, "shoot blue_1", f"{attack} 222222" + ("2" if outcome == "through_cover" else ""))
        assert outcome in kinds_of(events)


@pytest.mark.rule("SS-B4")
@pytest.mark.parametrize(
    ("mode", "action", "taken"),
    [
        ("SA", "shoot", 1),
        ("SA", "volley", 2),
        ("BF", "shoot", 2),
        ("BF", "volley", 3),
        ("FA", "shoot", 3),
        ("FA", "volley", 4),
    ],
)
def test_penetrating_weapons_lose_a_few_points(mode: str, action: str, taken: int) -> None:
    """One round costs the shot a point, three 2, six 3, ten 4; the crates do not resist, the rest goes on to blue."""
    battle = behind("c", "assault_rifle")
    if mode != "SA":
        play(battle, f"mode {mode}")
    events = quietly(battle, f"{action} blue_1")  # nobody hits: a tie
    assert only(events, "barrier_hit").numbers["damage"] == taken
    assert only(events, "through_cover").numbers["damage"] == 9 - taken
    assert only(events, "damage").numbers["damage"] == 9 - taken
    assert not [event for event in events if event.numbers.get("purpose") == "barrier"]


@pytest.mark.rule("SS-B4")
@pytest.mark.parametrize(("resisted", "left"), [(0, 8), (3, 5), (7, 1), (8, 0), (10, 0)])
def test_others_are_resisted_by_structure_and_armor(resisted: int, left: int) -> None:
    """12 points against 4 + 6 dice: each hit takes one off, the crates take up to 4, what exceeds that goes on."""
    events = tie(12, penetrating=0, rest="5" * resisted + "2" * (10 - resisted) + ("2" if left else ""))
    barrier = roll(events, "barrier")
    assert len(barrier.dice) == 10
    assert barrier.numbers["hits"] == resisted
    if left:
        assert only(events, "through_cover").numbers["damage"] == left
        assert only(events, "damage").numbers["damage"] == left
    else:
        assert "damage" not in kinds_of(events)


@pytest.mark.rule("SS-B4")
def test_the_barriers_armor_is_modified_when_it_resists() -> None:
    """With penetration 2 the crates roll 4 + 4 dice."""
    events = tie(12, penetration=2, penetrating=0, rest="55522222 2")
    assert len(roll(events, "barrier").dice) == 8
    assert only(events, "through_cover").numbers["damage"] == 5


@pytest.mark.rule("SS-B4")
@pytest.mark.parametrize(
    ("screen", "outcome"), [("pp", "through_cover"), ("T.", "through_cover"), ("pT", "stopped_by_cover")]
)
def test_every_barrier_on_the_line_counts(screen: str, outcome: str) -> None:
    """A shot of 9 exceeds a tree's Armor 8; less the point that a plaster wall before it costs it does not."""
    ground = "\n".join(["." * 12, f"..{screen}" + "." * 8, "." * 12])
    red = unit((1, 1), weapons=["light_pistol"], skills={"pistols": 9})
    battle = table([red], [target((5, 1))], ground, legend=LEGEND, forged={"light_pistol": {"damage": 9}})
    events = quietly(battle, "shoot blue_1")  # nobody hits: a tie, and blind fire goes through what hides
    assert only(events, outcome).numbers["damage"] == {"pp": 7, "T.": 8, "pT": 8}[screen]
