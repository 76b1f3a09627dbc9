"""SS-T8 and SS-F4: grenades and rockets, where they land, when they go off, and who is caught."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import MAX_EFFECTS
from tabletop import *

OPEN = "\n".join(["." * 40] * 9)
NOW = {"fragmentation_grenade": {"timed": 0, "penetration": 0}}  # an impact grenade, against whom armor changes nothing
STURDY = {"body": 9, "strength": 9}


def thrower(weapon: str = "fragmentation_grenade", at: tuple[int, int] = (2, 4), **changes: object) -> dict[str, object]:
    """Return a unit with a grenade or a rocket in hand, and six dice for it."""
    return unit(at, weapons=[weapon], skills={"throwing": 3, "heavy_weapons": 3}, **changes)


def field(weapon: str = "fragmentation_grenade", blue: tuple[int, int] = (12, 4), **options: object) -> Battle:
    """Return a battle of a thrower against one sturdy target ten metres away, on open ground."""
    red = options.pop("red", {})
    ground = options.pop("ground", OPEN)
    other = target(blue, attributes=STURDY, flesh=60)
    return table([thrower(weapon, **red)], [other], ground, order(6, 1), **options)  # type: ignore[arg-type]


def caught(events: list[Event]) -> dict[str, int]:
    """Return the damage with which units were caught, by name."""
    return {event.target: event.numbers["damage"] for event in events if event.kind == "caught" and event.target}


@pytest.mark.rule("SS-A4")
def test_a_throw_is_a_test_of_throwing_and_agility() -> None:
    """Six dice at ten metres, within five times Strength 3, limited by the Physical limit of 4; a grenade is gone."""
    battle = field(forged=NOW)
    events = play(battle, "throw blue_1", "555555 2222 2222")
    assert terms(roll(events, "throw")) == {"Agility": 3, "Throwing": 3}
    assert roll(events, "throw").numbers["hits"] == 4
    assert only(events, "thrown").at == (12, 4)
    assert only(events, "thrown").numbers["scatter"] == 0
    assert battle.unit("red_1")["held"]["ammo"][0] == 1
    assert battle.unit("red_1")["ap"] == 2
    assert "throw" not in verbs(battle)  # the attack of the phase


@pytest.mark.rule("SS-R8")
@pytest.mark.parametrize(("distance", "dice"), [(5, 0), (6, -1), (10, -1), (11, -3), (15, -3), (16, -6), (20, -6)])
def test_range_bands_of_a_throw_grow_with_strength(distance: int, dice: int) -> None:
    """With Strength 1 five metres a band."""
    battle = field(blue=(2 + distance, 4), red={"attributes": {"strength": 1}})
    assert terms(roll(quietly(battle, "throw blue_1"), "throw")).get("range", 0) == dice


@pytest.mark.rule("SS-R8")
def test_nobody_throws_beyond_the_last_band_or_at_what_is_out_of_sight() -> None:
    """Twenty metres are the most with Strength 1; a wall between hides the tile."""
    assert "throw blue_1" not in choices(field(blue=(23, 4), red={"attributes": {"strength": 1}}))
    walled = "\n".join(["......#" + "." * 33] * 9)
    assert "throw" not in verbs(field(ground=walled))
    assert "lob red_1" in choices(field(ground=walled))  # at one's own feet


@pytest.mark.rule("SS-A4")
@pytest.mark.parametrize(
    ("hits", "scatter", "dice", "at"),
    [
        (2, 6, "111", (9, 1)),  # northwest is the last of eight; four metres are three steps on a diagonal
        (2, 4, "222", (12, 2)),  # north, two metres
        (1, 6, "212", (17, 4)),  # east, five metres
        (2, 2, "", (12, 4)),  # hits take off all of it
    ],
)
def test_a_bad_throw_strays(hits: int, scatter: int, dice: str, at: tuple[int, int]) -> None:
    """A die of metres less one for each hit, in one of eight directions that three dice draw by odd and even."""
    battle = field()
    events = play(battle, "throw blue_1", "5" * hits + "2" * (6 - hits) + str(scatter) + dice)
    thrown = only(events, "thrown")
    assert thrown.numbers["scatter"] == scatter - hits
    assert thrown.at == at


@pytest.mark.rule("SS-A4")
@pytest.mark.parametrize(("terrain", "x"), [("wall", 14), ("tree", 14), ("deep_water", 17), ("brush", 17)])
def test_a_wall_stops_what_strays(terrain: str, x: int) -> None:
    """Five metres eastwards, but a wall stands two tiles off; over water, which nobody walks through, it flies on."""
    ground = "\n".join(["." * 15 + "k" + "." * 24] * 9)
    events = play(field(ground=ground, legend={"k": terrain}), "throw blue_1", "522222 6 212")
    assert only(events, "thrown").at == (x, 4)


@pytest.mark.rule("SS-A4")
def test_a_glitch_on_a_throw_is_one_on_an_attack() -> None:
    """More ones than hits: the other grenade has to be readied."""
    battle = field()
    events = play(battle, "throw blue_1", "112222 1 222")
    assert "weapon_jams" in kinds_of(events)
    next_phase(battle, "red_1")
    assert "throw" not in verbs(battle)
    assert "ready" in verbs(battle)


@pytest.mark.rule("SS-F4")
def test_the_defense_against_an_area_effect() -> None:
    """Reaction + Intuition - 2 against the three hits of the throw: a net hit adds to the damage value of 11."""
    battle = field(forged=NOW)
    events = play(battle, "throw blue_1", "555222 5522 2222")
    defense = roll(events, "defense")
    assert terms(defense) == {"Reaction": 3, "Intuition": 3, "area effect": -2}
    assert "SS-F4" in rules_of(defense)
    assert only(events, "explodes").at == (12, 4)
    assert caught(events) == {"blue_1": 12}
    assert battle.unit("blue_1")["defended"] == 1


@pytest.mark.rule("SS-F4")
@pytest.mark.rule("SS-R6")
@pytest.mark.parametrize(("defense", "outcome"), [("5552", "graze"), ("5555", "miss")])
def test_a_tie_grazes_and_more_avoids(defense: str, outcome: str) -> None:
    """As many hits as the throw: contact without damage; more: out of the way."""
    events = play(field(forged=NOW), "throw blue_1", f"555222 {defense}")
    assert outcome in kinds_of(events)
    assert not caught(events)


@pytest.mark.rule("SS-F4")
def test_the_blast_weakens_with_distance_and_ends() -> None:
    """A point less each metre, friend or enemy; nothing beyond six metres."""
    battle = table(
        [thrower(), unit((12, 8), attributes=STURDY, flesh=60)],
        [
            target((12, 4), attributes=STURDY, flesh=60),
            target((15, 4), attributes=STURDY, flesh=60),
            target((18, 4), attributes=STURDY, flesh=60),
            target((19, 4), attributes=STURDY, flesh=60),
        ],
        OPEN,
        order(6, 1, 1, 1, 1, 1),
        forged=NOW,
    )
    events = play(battle, "throw blue_1", "555222 2222 2222 2222 2222 2222 2222 2222 2222")
    assert caught(events) == {"red_2": 10, "blue_1": 14, "blue_2": 11, "blue_3": 8}


@pytest.mark.rule("SS-F4")
def test_walls_keep_a_blast_off_and_cover_helps() -> None:
    """Behind a wall one is safe. Behind a barricade cover that was taken gives its dice; a blast starts at the ground."""
    rows = ["." * 40 for _ in range(9)]
    rows[4] = "." * 13 + "#" + "." * 26
    battle = table(
        [thrower()],
        [target((12, 4), attributes=STURDY, flesh=60), target((14, 4), attributes=STURDY, flesh=60)],
        "\n".join(rows),
        order(6, 1, 1),
        forged=NOW,
    )
    assert set(caught(play(battle, "throw blue_1", "555222 2222 2222 " + "2" * 26))) == {"blue_1"}
    rows[4] = "." * 13 + ":" + "." * 26
    battle = table(
        [thrower()],
        [target((12, 4), attributes=STURDY, flesh=60), target((15, 4), attributes=STURDY, flesh=60)],
        "\n".join(rows),
        order(6, 1, 1),
        forged=NOW,
    )
    battle.unit("blue_2")["covered"] = 1
    events = play(battle, "throw blue_1", "555222 2222 2222 22222222 2222")
    assert terms([event for event in events if event.numbers.get("purpose") == "defense"][-1])["cover"] == 4


@pytest.mark.rule("SS-F4")
def test_the_fallen_are_hit_without_a_defense() -> None:
    """Who lies unconscious in the blast takes its damage and the hits of the throw."""
    battle = table(
        [thrower()],
        [target((12, 4), attributes=STURDY, flesh=60), target((13, 4), attributes=STURDY, flesh=60)],
        OPEN,
        order(6, 1, 1),
        forged=NOW,
    )
    battle.unit("blue_2")["status"] = 2
    events = play(battle, "throw blue_1", "555222 2222 2222 2222")
    assert caught(events) == {"blue_1": 14, "blue_2": 13}
    assert len([event for event in events if event.numbers.get("purpose") == "defense"]) == 1


@pytest.mark.rule("SS-F3")
def test_full_defense_counts_and_soaks_where_it_adds_a_skill() -> None:
    """One who is on full defense keeps it against a blast; under the option Acrobatics helps to soak as well."""
    for option, soak in (("willpower", 4), ("skill", 6)):
        red = thrower()
        blue = target((12, 4), attributes=STURDY, flesh=60, skills={"acrobatics": 2})
        battle = table([red], [blue], OPEN, order(6, 1), forged=NOW, options={"full_defense": option})
        battle.unit("blue_1")["full_defense"] = 1
        events = quietly_hit(battle)
        assert "full defense" in terms(roll(events, "defense"))
        assert len(roll(events, "soak").dice) == soak


def quietly_hit(battle: Battle) -> list[Event]:
    """Throw with three hits, and let nobody else roll any."""
    battle.dictate([5, 5, 5, 2, 2, 2] + [2] * 60)
    events = battle.step("throw blue_1")
    battle.dictate([])
    return events


@pytest.mark.rule("SS-T8")
def test_a_timed_grenade_goes_off_at_the_throwers_score_in_the_next_round() -> None:
    """Thrown at 12: in the next round blue acts at 13 before it, red at 12 too; blue_2 at 8 after it."""
    battle = table([thrower()], [target((12, 4), attributes=STURDY, flesh=60), target((30, 4))], OPEN, order(6, 1, 1))
    events = play(battle, "throw blue_1", "555222")
    assert "explodes" not in kinds_of(events)
    pass_until(battle, "blue_1")
    pass_until(battle, "blue_2")
    pass_until(battle, "red_1")  # its second pass, at 2
    # the next round: red rolls 6 for 12, blue_1 6 for 12, blue_2 2 for 8
    events = play(battle, "end", order(6, 6, 2))
    assert "explodes" not in kinds_of(events)
    assert battle.decision is not None
    assert battle.round == 2
    first = battle.decision.unit
    events = play(battle, "end")
    assert "explodes" not in kinds_of(events)
    assert {first, battle.decision.unit} == {"red_1", "blue_1"}  # last in the tie
    events = play(battle, "end", "2222" + "2222")
    assert only(events, "explodes").at == (12, 4)
    assert kinds_of(events).index("explodes") < kinds_of(events).index("phase")
    assert battle.decision.unit == "blue_2"
    assert caught(events) == {"blue_1": 14}
    assert battle.record[0]["live"] == 0


@pytest.mark.rule("SS-T8")
@pytest.mark.parametrize("fuse", ["end_of_pass", "end_of_round"])
def test_a_fuse_can_be_set(fuse: str) -> None:
    """To the end of the pass: after blue's phase. To the end of the round: after red's second phase at 2."""
    battle = field()
    assert {words for words in choices(battle) if "fuse" in words} == {"fuse end_of_pass", "fuse end_of_round"}
    assert only(play(battle, f"fuse {fuse}"), "fuse_set").numbers["fuse"] == fuse
    assert battle.unit("red_1")["ap"] == 3  # a free action
    play(battle, "throw blue_1", "555222")
    quietly(battle, "end")
    assert battle.decision is not None
    assert battle.decision.unit == "blue_1"
    events = quietly(battle, "end")
    assert ("explodes" in kinds_of(events)) == (fuse == "end_of_pass")
    assert battle.round == 1
    events += quietly(battle, "end")
    assert kinds_of(events).count("explodes") == 1
    assert battle.round == 2
    assert kinds_of(events).index("explodes") < kinds_of(events).index("round")


@pytest.mark.rule("SS-T8")
def test_what_is_not_timed_has_no_fuse() -> None:
    """A smoke grenade goes off when it lands; so there is nothing to set."""
    assert "fuse" not in verbs(field("smoke_grenade"))
    assert "cloud" in kinds_of(play(field("smoke_grenade"), "throw blue_1", "555222"))


@pytest.mark.rule("SS-T8")
def test_there_is_room_for_a_number_of_effects() -> None:
    """Where the record is full of fuses and clouds, nothing more is thrown."""
    battle = field()
    battle.record[0]["effects"]["kind"] = 1
    battle.record[0]["effects"]["round_number"] = 99
    battle.record[0]["live"] = MAX_EFFECTS
    battle.record[0]["effects"]["due"] = 0
    quietly(battle, "walk")
    assert "throw" not in verbs(battle)


@pytest.mark.rule("SS-A4")
def test_grenades_have_to_be_in_hand_and_there() -> None:
    """Neither with another weapon in hand nor after the last piece."""
    battle = table([unit((2, 4), weapons=["light_pistol", "smoke_grenade"])], [target((12, 4))], OPEN)
    assert "throw" not in verbs(battle)
    play(battle, "switch smoke_grenade")
    assert "throw" in verbs(battle)
    battle.unit("red_1")["held"]["ammo"][1] = 0
    play(battle, "walk")
    assert "throw" not in verbs(battle)


@pytest.mark.rule("SS-A4")
def test_a_rocket_is_a_shot_with_a_blast() -> None:
    """Three hits bring it to the target's tile; the defense is against the blast, and there is no other damage."""
    battle = field("rocket_launcher")
    events = play(battle, "shoot blue_1", "555222 2222 2222")
    assert terms(roll(events, "attack")) == {"Agility": 3, "Heavy weapons": 3}
    assert only(events, "explodes").at == (12, 4)
    assert caught(events) == {"blue_1": 17}
    assert "hit" not in kinds_of(events)
    assert battle.unit("red_1")["held"]["ammo"][0] == 0
    assert "shoot" not in verbs(battle)


@pytest.mark.rule("SS-A4")
def test_a_rocket_that_misses_strays() -> None:
    """Two dice of metres less the hits: 7 - 1 metres northwards end at the edge, after four, beyond its blast's reach."""
    events = play(field("antitank_rocket"), "shoot blue_1", "522222 34 222")
    assert only(events, "thrown").at == (12, 0)
    assert not caught(events)


@pytest.mark.rule("SS-B6")
def test_an_antitank_rocket_breaks_the_wall_its_target_hides_behind() -> None:
    """Twice 18 and a hit are 37 against brick: Structure 10 and Armor 16 less 10; with six hits 31 are left, three tiles."""
    ground = "\n".join(["." * 11 + "#" + "." * 28] * 9)
    battle = field("antitank_rocket", ground=ground, red={"attributes": {"agility": 9}})
    assert battle.cover("blue_1", "red_1") == "total"
    events = play(battle, "shoot blue_1", "555222 " + "5" * 6 + "2" * 10 + " 2222 2222")
    assert only(events, "explodes").at == (10, 4)
    assert terms(roll(events, "barrier")) == {"structure": 16}
    assert only(events, "barrier_hit").numbers["damage"] == 33
    assert [event.at for event in events if event.kind == "barrier_breaks"] == [(11, 4), (11, 3), (11, 5)]
    assert caught(events) == {"blue_1": 13}  # 18 + 3 - 4 for each of two metres, through the hole


@pytest.mark.rule("SS-F4")
@pytest.mark.parametrize(
    ("fighter", "at", "prone", "dice"),
    [((13, 4), (12, 4), 0, {"shot at in melee": -3}), ((20, 0), (12, 4), 1, {}), ((20, 0), (7, 4), 1, {"prone": -2})],
)
def test_a_blast_is_a_ranged_attack(fighter: tuple[int, int], at: tuple[int, int], prone: int, dice: dict[str, int]) -> None:
    """Source, combat page, Defense Modifiers: -3 in melee and shot at; the prone lose two where the attacker is near."""
    battle = table(
        [thrower("rocket_launcher"), target(fighter)], [target(at, attributes=STURDY, flesh=60)], OPEN, order(6, 1, 1)
    )
    battle.unit("blue_1")["prone"] = prone
    battle.dictate([5] * 4 + [2] * 100)
    events = battle.step("shoot blue_1")
    battle.dictate([])
    blasts = [event for event in events if event.kind == "roll" and event.numbers["purpose"] == "defense"]
    defense = next(event for event in blasts if event.actor == "blue_1")
    assert terms(defense) == {"Reaction": 3, "Intuition": 3, "area effect": -2, **dice}


@pytest.mark.rule("SS-F5", "SS-B2")
@pytest.mark.parametrize(("facing", "stopped"), [("west", True), ("east", False)])
def test_a_blast_without_a_hit_misses_the_unaware(facing: str, stopped: bool) -> None:
    """Source, Defender Unaware: the attack is a success test, which takes a hit. Who is aware ties, behind its cover."""
    rows = [".........."] * 5
    rows[2] = ".......o.."
    battle = table(
        [unit((1, 2), weapons=["fragmentation_grenade"], skills={"throwing": 3})],
        [target((8, 2), facing=facing, flesh=60), target((5, 2), flesh=60)],
        "\n".join(rows),
        order(6, 1, 1),
        forged={"fragmentation_grenade": {"timed": 0}},
        catalog={"numbers": {"throw_threshold": 0}},
    )
    battle.unit("blue_1")["covered"], battle.unit("blue_1")["engaged"] = 1, 0
    events = quietly(battle, "throw blue_2")
    assert ("stopped_by_cover" in kinds_of(events) or "through_cover" in kinds_of(events)) == stopped
    assert [event.target for event in events if event.kind == "miss"] == ([] if stopped else ["blue_1"])
