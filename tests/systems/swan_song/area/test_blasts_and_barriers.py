"""SS-B5, SS-B6 and SS-R10: what stands between a blast or a cloud and a unit, and what an explosive does in contact."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from tabletop import *

STURDY = {"body": 9, "strength": 9}
NOW = {"timed": 0, "penetration": 0}


def panes(letter: str, *blue: tuple[int, int], weapon: str = "fragmentation_grenade", **numbers: int) -> Battle:
    """Return a battle in which a pane runs down column 13, and red_1 throws from ten metres west of (12, 4)."""
    return table(
        [unit((2, 4), weapons=[weapon], skills={"throwing": 3, "heavy_weapons": 3}, attributes={"agility": 9})],
        [target(place, attributes=STURDY, flesh=99) for place in blue],
        "\n".join(["." * 13 + letter + "." * 26] * 9),
        order(6, *(1 for _ in blue)),
        forged={weapon: {**NOW, **numbers}},
    )


def caught(events: list[Event]) -> dict[str, int]:
    """Return the damage with which units were caught, by name."""
    return {str(e.target): e.numbers["damage"] for e in events if e.kind == "caught"}


@pytest.mark.rule("SS-B5")
@pytest.mark.rule("SS-B4")
def test_a_blast_has_to_get_through_the_glass() -> None:
    """Source, combat page, Shooting Through Barriers: what is transparent must be penetrated to reach the defender.

    11 and three hits, less two metres, are 12: not more than armored glass's Armor 12, so blue_2 behind it is safe. The pane
    itself, a metre off, resists 13 with 8 + 12 dice, of which eight hit: 5 points leave it standing.
    """
    events = play(panes("G", (12, 4), (14, 4)), "throw blue_1", "555222222222 2222 2222 2222 " + "5" * 8 + "2" * 12)
    assert caught(events) == {"blue_1": 14}
    assert (only(events, "barrier_hit").at, only(events, "barrier_hit").numbers["damage"]) == ((13, 4), 5)
    assert "barrier_breaks" not in kinds_of(events)
    assert only(events, "stopped_by_cover").numbers == {"damage": 12, "material": "reinforced"}


@pytest.mark.rule("SS-B5")
@pytest.mark.rule("SS-B3")
def test_a_blast_that_gets_through_leaves_its_mark() -> None:
    """30 and three hits, less three metres, are 30 against 8 + 12 dice: five hits leave 25, of which 8 stay in the pane.

    17 go on. The pane, two metres off, has 31 against it: five hits leave 26, three times its Structure. It stands until the
    blast is over, so it makes no difference who is reached first.
    """
    battle = panes("G", (11, 4), (14, 4), damage=30)
    resists = "55555222222222222222"
    events = play(battle, "throw blue_1", f"555222222222 2222 2222 2222 {resists} 2222 {resists}")
    assert [terms(e) for e in events if e.numbers.get("purpose") == "barrier"] == [{"structure": 20}] * 2
    assert only(events, "through_cover").numbers["damage"] == 17
    assert caught(events)["blue_2"] == 17
    assert [e.at for e in events if e.kind == "barrier_breaks"] == [(13, 4), (13, 3), (13, 5)]
    assert kinds_of(events).index("barrier_breaks") > kinds_of(events).index("caught")


@pytest.mark.rule("SS-B6")
def test_a_grenade_against_a_window_counts_twice() -> None:
    """Source, combat page, Damaging Barriers: an explosive in contact, base DV x 2. 22 and three hits against 1 + 2 dice.

    It comes down before the pane it cannot fly through, breaks it and those beside it, and the blast goes through.
    """
    battle = panes("=", (15, 4))
    events = play(battle, "throw blue_1", "555222222222 222 2222 2222")
    assert only(events, "thrown").at == (12, 4)
    assert only(events, "barrier_hit").numbers["damage"] == 25
    assert (13, 4) in [e.at for e in events if e.kind == "barrier_breaks"]
    assert caught(events) == {"blue_1": 11}


@pytest.mark.rule("SS-B6")
@pytest.mark.parametrize(
    ("letter", "resists", "damage", "opened"), [("P", "555222", 10, 5), ("=", "222", 13, 9), ("#", "5" * 9 + "2" * 17, 4, 0)]
)
def test_a_blast_beside_a_barrier_reaches_it_whoever_is_behind(letter: str, resists: str, damage: int, opened: int) -> None:
    """Source, combat page, Destroying Barriers: what is not in contact strikes with its damage, and the barrier resists it.

    Thrown at blue_1, who stands beside the wall, the grenade touches nothing: 11 and three hits, less a metre, are 13.
    Nobody is behind. The hole has a square metre for every Structure: ten points open five tiles of plaster, thirteen a
    whole window of nine.
    """
    events = play(panes(letter, (12, 4)), "throw blue_1", f"555222222222 2222 2222 {resists}")
    assert (only(events, "barrier_hit").at, only(events, "barrier_hit").numbers["damage"]) == ((13, 4), damage)
    assert kinds_of(events).count("barrier_breaks") == opened


@pytest.mark.rule("SS-B6")
def test_a_blast_strikes_each_barrier_once_where_it_is_nearest() -> None:
    """Two windows in a brick wall and crates: each resists once, and so does each stretch of the wall between them.

    What stands behind another barrier, the crates beyond the wall, is out of the blast's reach.
    """
    rows = ["." * 13 + letter + ("C" if number == 4 else ".") + "." * 25 for number, letter in enumerate("##=###=##")]
    rows[4] = rows[4][:11] + "C" + rows[4][12:]
    battle = table(
        [unit((2, 4), weapons=["fragmentation_grenade"], skills={"throwing": 3}, attributes={"agility": 9})],
        [target((12, 4), attributes=STURDY, flesh=99)],
        "\n".join(rows),
        order(6, 1),
        forged={"fragmentation_grenade": {**NOW, "damage": 5, "falloff": 0}},
    )
    battle.dictate([5, 5, 5] + [2] * 200)
    events = battle.step("throw blue_1")
    struck = [(e.at, e.numbers["material"]) for e in events if e.kind == "barrier_hit"]
    assert sorted(struck) == [
        ((11, 4), "average"),
        ((13, 1), "structure"),
        ((13, 2), "fragile"),
        ((13, 4), "structure"),
        ((13, 6), "fragile"),
        ((13, 7), "structure"),
    ]


@pytest.mark.rule("SS-B6")
def test_a_rocket_into_plaster_counts_twice() -> None:
    """14 x 2 and three hits are 31, against Structure 2 and Armor 4 with two hits: 29 damage."""
    battle = panes("P", (16, 4), weapon="rocket_launcher")
    assert battle.cover("blue_1", "red_1") == "total"
    battle.dictate([int(die) for die in "555222" + "552222"] + [2] * 20)
    events = battle.step("shoot blue_1")
    assert only(events, "barrier_hit").numbers["damage"] == 29
    assert next(e.at for e in events if e.kind == "barrier_breaks") == (13, 4)


@pytest.mark.rule("SS-B6")
def test_strain_of_an_explosive_does_nothing_to_barriers() -> None:
    """Source, combat page, Destroying Barriers: they ignore Strain. A concussion grenade leaves the window whole."""
    events = play(panes("=", (17, 4), weapon="concussion_grenade"), "throw blue_1", "555222222222")
    assert only(events, "explodes").at == (12, 4)
    assert not {"barrier_hit", "barrier_breaks"} & set(kinds_of(events))


@pytest.mark.rule("SS-B5")
@pytest.mark.rule("SS-B6")
def test_strain_does_not_come_through_a_window() -> None:
    """Source, combat page, Destroying Barriers and Shooting Through Barriers.

    A barrier ignores Strain, so it suffers nothing, and only what exceeds its Structure goes on: no roll, no mark, no hit.
    """
    events = play(panes("=", (11, 4), (14, 4), weapon="concussion_grenade"), "throw blue_1", "555222222222 2222 2222 2222")
    assert set(caught(events)) == {"blue_1"}
    assert only(events, "stopped_by_cover").numbers == {"damage": 9, "material": "fragile"}
    assert "barrier_hit" not in kinds_of(events)


@pytest.mark.rule("SS-B4")
@pytest.mark.rule("SS-B6")
def test_a_piercing_round_of_strain_loses_nothing_at_a_window() -> None:
    """Source, combat page, Penetration Weapons: what the barrier takes comes off; of Strain it takes nothing."""
    battle = panes("=", (14, 4), weapon="riot_pistol", damage=6, penetrating=1)
    battle.dictate([5, 5] + [2] * 60)
    events = battle.step("shoot blue_1")
    assert only(events, "through_cover").numbers == {"damage": only(events, "hit").numbers["damage"], "material": "fragile"}
    assert "barrier_hit" not in kinds_of(events)


@pytest.mark.rule("SS-R10")
@pytest.mark.parametrize(("letter", "reaches"), [("#", False), ("G", False), ("o", True), (".", True)])
def test_gas_does_not_pass_walls_or_glass(letter: str, reaches: bool) -> None:
    """Two metres from its middle behind brick or glass the air is clear; over a low wall it drifts."""
    battle = panes(letter, (12, 4), (14, 4), weapon="gas_grenade")
    play(battle, "throw blue_1", "555222222222")
    battle.unit("blue_1")["status"] = 3
    events = end(battle, quiet=True)
    assert ("resist an effect" in [e.numbers.get("purpose") for e in events if e.actor == "blue_2"]) == reaches


@pytest.mark.rule("SS-R10")
def test_smoke_does_not_pass_glass() -> None:
    """Smoke on the other side of an armored pane dims no shot along this side."""
    battle = table(
        [unit((2, 4), weapons=["smoke_grenade", "light_pistol"], skills={"throwing": 3, "pistols": 3})],
        [target((12, 4)), target((14, 0))],
        "\n".join(["." * 13 + "G" + "." * 26] * 9),
        order(6, 1, 1),
    )
    effect = battle.record[0]["effects"][0]
    effect["kind"], effect["x"], effect["y"], effect["round_number"] = 3, 14, 4, 9
    effect["weapon"] = list(battle.field.catalog.weapons).index("smoke_grenade")
    battle.record[0]["live"] = battle.record[0]["clouds"] = 1
    play(battle, "switch light_pistol")
    assert "smoke" not in terms(roll(quietly(battle, "shoot blue_1"), "attack"))


@pytest.mark.rule("SS-B4")
def test_a_shot_that_glass_stops_is_told_as_no_hit() -> None:
    """6 and two net hits are 8 against Armor 12: stopped, and nothing is hit."""
    ground = "\n".join(["...G........"] * 5)
    battle = table([unit((1, 2), skills={"pistols": 3})], [target((4, 2))], ground, order(6, 1))
    events = play(battle, "shoot blue_1", "552222 222222")
    assert "stopped_by_cover" in kinds_of(events)
    assert "hit" not in kinds_of(events)


def before(letter: str, weapon: str, distance: int = 1, house: dict[str, object] | None = None, **red: object) -> Battle:
    """Return a battle in which red_1 stands before a wall in column 10, blue_1 far behind it."""
    skills = {"automatics": 3, "throwing": 3, "heavy_weapons": 3, "blades": 3}
    return table(
        [unit((10 - distance, 4), weapons=[weapon], skills=skills, flesh=99, **{"attributes": STURDY, **red})],  # type: ignore
        [target((19, 8))],
        "\n".join(["." * 10 + letter + "." * 9] * 9),
        order(6, 1),
        catalog=house or {},
    )


@pytest.mark.rule("SS-B6")
@pytest.mark.rule("SS-B4")
@pytest.mark.parametrize(("mode", "taken", "rounds"), [("SA", 1, 1), ("BF", 2, 3), ("FA", 3, 6)])
def test_a_burst_at_a_barrier_does_more(mode: str, taken: int, rounds: int) -> None:
    """Source, combat page, Penetration Weapons: one point, two for three bullets, three for six."""
    battle = before("C", "assault_rifle")
    if mode != "SA":
        play(battle, f"mode {mode}")
    ammo = int(battle.unit("red_1")["held"]["ammo"][0])
    assert only(quietly(battle, "breach east"), "barrier_hit").numbers["damage"] == taken
    assert battle.unit("red_1")["held"]["ammo"][0] == ammo - rounds


@pytest.mark.rule("SS-B6")
def test_a_grenade_is_laid_at_a_barrier() -> None:
    """It goes off in the next round, in contact: 22 and two hits, against plaster's 2 + 4 dice and 3 for its penetration."""
    battle = before("P", "fragmentation_grenade")
    events = play(battle, "breach east", "552222")
    assert only(events, "thrown").at == (9, 4)
    assert "explodes" not in kinds_of(events)
    battle.unit("red_1")["x"] = 1
    battle.dictate([2] * 200)
    events = []
    while battle.round < 2 or "explodes" not in kinds_of(events):
        events = battle.step("end")
        battle.dictate([2] * 200)
    assert terms(roll(events, "barrier")) == {"structure": 9}
    assert only(events, "barrier_hit").numbers["damage"] == 24


@pytest.mark.rule("SS-B6")
def test_a_rocket_is_fired_at_a_barrier_far_off() -> None:
    """Eight metres away: it goes off before the plaster with twice its 14 and two hits; only a critical glitch misses.

    Then it comes down two metres west: three metres from the wall the blast is 14 - 3 x 2.
    """
    battle = before("P", "rocket_launcher", distance=8)
    assert "breach east" in choices(battle)
    battle.dictate([5, 5, 2, 2, 2, 2] + [2] * 60)
    events = battle.step("breach east")
    assert only(events, "explodes").at == (9, 4)
    assert only(events, "barrier_hit").numbers["damage"] == 30
    assert battle.unit("red_1")["held"]["ammo"][0] == 0
    astray = before("P", "rocket_launcher", distance=8)
    astray.dictate([1, 1, 1, 1, 2, 2] + [1, 1] + [1, 1, 2] + [2] * 60)  # two metres, west
    events = astray.step("breach east")
    assert only(events, "explodes").at == (7, 4)
    assert only(events, "barrier_hit").numbers["damage"] == 8


@pytest.mark.rule("SS-B6")
def test_how_far_bullets_reach_a_barrier_is_a_number() -> None:
    """One tile unless a house rule says more: then the first barrier straight ahead is attacked."""
    assert "breach" not in verbs(before("C", "assault_rifle", distance=4))
    battle = before("C", "assault_rifle", distance=4, house={"numbers": {"barrier_reach": 8}})
    assert "breach east" in choices(battle)
    assert only(quietly(battle, "breach east"), "barrier_hit").at == (10, 4)


@pytest.mark.rule("SS-B3")
@pytest.mark.parametrize(("resisted", "opens"), [("5222", False), ("2222", True)])
def test_a_tile_may_count_as_more_square_metres(resisted: str, opens: bool) -> None:
    """Plaster has two hit points a square metre: three of them stand five points, and not the six of Strength 1 + 5."""
    battle = before("P", "pole_axe", house={"numbers": {"wall": 3}}, attributes={"strength": 1})
    events = play(battle, "breach east", f"222222 {resisted}")
    assert only(events, "barrier_hit").numbers["damage"] == 6 - resisted.count("5")
    assert ("barrier_breaks" in kinds_of(events)) == opens
