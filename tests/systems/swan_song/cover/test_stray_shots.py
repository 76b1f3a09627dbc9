"""SS-U7: the shots that a zone of fire holds for those who enter it or start a phase in it."""

import pytest
from strays import FIELD, RIFLE, UNPINNED, dodger, under_fire

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.systems.swan_song.rules.record import SURPRISED
from tabletop import *


@pytest.mark.rule("SS-U7")
def test_it_is_edge_and_density_against_edge_and_defense_skill() -> None:
    """Density 3 and the shooter's Edge against the other's Edge and Acrobatics, when its phase begins in the zone."""
    events = end(under_fire(skills={"acrobatics": 2}), "222222 522222")
    assert terms(roll(events, "stray shot")) == {"Edge": 3, "density of fire": 3}
    assert terms(roll(events, "dodge a stray shot")) == {"Edge": 4, "Acrobatics": 2}
    assert "miss" in kinds_of(events)


@pytest.mark.rule("SS-U7", "SS-D2")
@pytest.mark.parametrize(("rank", "skill"), [(0, {"defaulting": -1}), (1, {"Acrobatics": 1})])
def test_who_never_learned_to_dodge_defaults(rank: int, skill: dict[str, int]) -> None:
    """A test of a skill without a rank in it has the attribute less a die: so has that of Edge and the defense skill."""
    events = end(under_fire(skills={"acrobatics": rank}), quiet=True)
    assert terms(roll(events, "dodge a stray shot")) == {"Edge": 4, **skill}


@pytest.mark.rule("SS-U7")
@pytest.mark.parametrize(("barrier", "dice"), [("o", 2), ("O", 4)])
def test_cover_adds_its_bonus(barrier: str, dice: int) -> None:
    """Behind a low wall two dice more, behind a barricade four."""
    events = end(under_fire(barrier), "222222 555" + "2" * dice)
    assert terms(roll(events, "dodge a stray shot")) == {"Edge": 4, "defaulting": -1, "cover": dice}


@pytest.mark.rule("SS-U7")
@pytest.mark.rule("SS-F3")
def test_full_defense_counts_against_stray_shots() -> None:
    """It adds Willpower to all defense tests of the round, this one included."""
    battle = table(
        [unit((2, 3), **RIFLE), unit((9, 0), skills={"pistols": 3})],
        [dodger((9, 3), asked=True)],
        FIELD,
        dice=order(6, 5, 1),
    )
    play(battle, "suppress_line blue_1", UNPINNED)
    end(battle)
    quietly(battle, "shoot blue_1")
    quietly(battle, "full_defense")
    events = end(battle, quiet=True)
    assert terms(roll(events, "dodge a stray shot")) == {"Edge": 4, "defaulting": -1, "full defense": 3}


@pytest.mark.rule("SS-U7")
@pytest.mark.rule("SS-F4")
@pytest.mark.parametrize(("place", "prone", "words"), [((6, 3), True, "prone"), ((9, 3), False, "shot at in melee")])
def test_the_modifiers_of_defense_against_shots_count(place: tuple[int, int], prone: bool, words: str) -> None:
    """A stray shot is a shot: prone within five metres -2, in melee -3."""
    others = [] if prone else [dodger((9, 4), weapons=["knife"])]
    battle = table([unit((2, 3), **RIFLE), *others], [dodger(place)], FIELD, dice=order(5, *[1] * len(others), 6))
    if prone:
        play(battle, "drop_prone")
    end(battle)
    play(battle, "suppress_line blue_1", UNPINNED)
    events: list[Event] = []
    while "stray_shot" not in kinds_of(events):
        events = end(battle, quiet=True)
    assert terms(roll(events, "dodge a stray shot"))[words] == {"prone": -2, "shot at in melee": -3}[words]


@pytest.mark.rule("SS-U7")
def test_a_hit_in_the_open_is_a_hit_like_any_other() -> None:
    """Two net hits: 9 + 2 points arrive."""
    events = end(under_fire(flesh=30), "552222 222 2")
    assert only(events, "hit").numbers == {"net_hits": 2, "damage": 11}
    assert only(events, "damage").numbers["damage"] == 11


@pytest.mark.rule("SS-U7")
def test_a_hit_goes_through_the_cover() -> None:
    """Behind crates (Armor 6) a point less of them arrives, though the hit is no tie."""
    events = end(under_fire("c", {"c": "crate"}, flesh=30), "552222 2222222 2")
    assert only(events, "hit").numbers == {"net_hits": 2, "damage": 11}
    assert only(events, "through_cover").numbers["damage"] == 10
    assert only(events, "damage").numbers["damage"] == 10


@pytest.mark.rule("SS-U7")
def test_it_is_rolled_once_a_turn() -> None:
    """After the one at the start of its phase blue walks on in the zone without another."""
    battle = under_fire()
    assert "stray_shot" in kinds_of(end(battle, "222222 555"))
    play(battle, "walk")
    for _ in range(3):
        assert "stray_shot" not in kinds_of(play(battle, "step east"))


@pytest.mark.rule("SS-U7")
def test_every_phase_begun_in_the_zone_has_its_own() -> None:
    """Blue's next phase, while the zone still stands, meets another stray shot."""
    battle = table(
        [unit((2, 3), **RIFLE)], [dodger((9, 3), initiative_dice=3), dodger((20, 5))], FIELD, dice=[4, 1, 6, 6, 6, 1, 1, 1]
    )
    end(battle)
    play(battle, "suppress_line blue_1", UNPINNED)
    end(battle)
    assert "stray_shot" in kinds_of(end(battle, "222222 555"))
    assert decider(battle) == ("act", "blue_1")
    assert "stray_shot" in kinds_of(end(battle, "222222 555"))
    assert battle.round == 1


@pytest.mark.rule("SS-U7")
def test_entering_the_zone_meets_it_too() -> None:
    """Blue walks into the line: one stray shot, with the shooter's two dice less where blue runs."""
    for gait, against in (("walk", {}), ("run", {"target runs": -2})):
        battle = table([unit((2, 3), **RIFLE)], [dodger((9, 4)), dodger((20, 3))], FIELD, dice=order(6, 5, 1))
        play(battle, "suppress_line blue_2", UNPINNED)
        end(battle)
        play(battle, gait)
        events = quietly(battle, "step north")
        assert terms(roll(events, "stray shot")) == {"Edge": 3, "density of fire": 3, **against}
        dodge = {"Edge": 4, "defaulting": -1} | ({"on the run": 2} if gait == "run" else {})
        assert terms(roll(events, "dodge a stray shot")) == dodge


@pytest.mark.rule("SS-U7")
def test_range_counts_as_for_other_shots() -> None:
    """Forty metres are medium range for a rifle."""
    battle = table(
        [unit((0, 1), **RIFLE)], [dodger((40, 2)), dodger((30, 1))], "\n".join(["." * 60] * 3), dice=order(6, 5, 1)
    )
    play(battle, "suppress_line blue_2", UNPINNED)
    end(battle)
    play(battle, "walk")
    assert terms(roll(quietly(battle, "step north"), "stray shot"))["range"] == -1


@pytest.mark.rule("SS-U7")
@pytest.mark.rule("SS-D4")
def test_the_weapon_limits_the_stray_shot_and_the_body_the_dodge() -> None:
    """Six hits with an assault rifle count five, seven of Edge and Acrobatics count four: Physical."""
    events = end(under_fire(skills={"acrobatics": 3}, flesh=30), "666666 6666666 2")
    assert roll(events, "stray shot").numbers["hits"] == 5
    assert roll(events, "dodge a stray shot").numbers["hits"] == 4
    assert only(events, "hit").numbers["net_hits"] == 1


@pytest.mark.rule("SS-U7")
def test_a_changed_cover_means_a_new_defense_against_the_same_shot() -> None:
    """Behind its barricade blue dodges the shot; when it walks out of the cover it has to dodge the same hits again."""
    battle = under_fire("O", flesh=30)
    assert "miss" in kinds_of(end(battle, "552222 5552222"))
    play(battle, "walk")
    events = play(battle, "step east", "222 2")
    assert terms(roll(events, "dodge a stray shot")) == {"Edge": 4, "defaulting": -1}
    assert not [event for event in events if event.numbers.get("purpose") == "stray shot"]
    assert only(events, "hit").numbers["net_hits"] == 2


@pytest.mark.rule("SS-T7")
@pytest.mark.rule("SS-U6")
@pytest.mark.rule("SS-U7")
@pytest.mark.parametrize("resists", [True, False])
def test_who_steps_in_from_a_delay_starts_its_turn_in_the_zone(resists: bool) -> None:
    """Source, combat actions, Suppressive Fire: stuck until the next turn, and a stray shot for who starts its turn there.

    Blue waits, is pinned meanwhile and steps in: it may resist anew, and is shot at.
    """
    battle = table([unit((2, 3), **RIFLE)], [dodger((9, 3), skills={"acrobatics": 2})], FIELD, order(5, 6))
    take(battle, "delay", "pass")
    play(battle, "suppress_line blue_1", "555522 222222")  # blue does not resist two hits
    assert battle.unit("blue_1")["stuck"] == 1
    end(battle)
    assert decider(battle) == ("step_in", "blue_1")
    willpower = "552222" if resists else "522222"  # Willpower and Intuition of 3: to resist is no action that is late
    events = play(battle, "step_in", f"{willpower} 222222 522222")
    assert decider(battle) == ("act", "blue_1")
    assert bool(battle.unit("blue_1")["stuck"]) != resists
    assert terms(roll(events, "stray shot")) == {"Edge": 3, "density of fire": 3}


def asked_under_fire(**blue: object) -> Battle:
    """Return a battle in which blue_1, who answers interrupts, begins its phase in red_1's line of fire of density 3."""
    battle = table([unit((2, 3), **RIFLE), unit((2, 5))], [dodger((9, 3), asked=True, **blue)], FIELD, dice=order(6, 1, 5))
    play(battle, "suppress_line blue_1", UNPINNED)
    end(battle, quiet=True)
    return battle


@pytest.mark.rule("SS-U7", "SS-F1", "SS-F3")
def test_who_meets_a_stray_shot_may_go_on_full_defense() -> None:
    """Source, combat actions, Stray Shot Test: it resolves like a weapon test; Full Defense is chosen before the defense."""
    battle = asked_under_fire()
    assert decider(battle) == ("defend", "blue_1")
    assert choices(battle) == {"pass", "full_defense"}
    events = play(battle, "full_defense", "222222 222555")
    assert terms(roll(events, "dodge a stray shot"))["full defense"] == 3
    assert battle.unit("blue_1")["ap"] == 1
    assert decider(battle) == ("act", "blue_1")


@pytest.mark.rule("SS-U7", "SS-F4")
def test_a_stray_shot_counts_as_an_attack_defended_against() -> None:
    """Source, combat page: -1 for each further defense since the own last phase. Red_2 shoots afterwards."""
    battle = asked_under_fire()
    play(battle, "pass", "222222 555")
    assert battle.unit("blue_1")["defended"] == 1
    end(battle, quiet=True)
    assert decider(battle) == ("act", "red_2")
    quietly(battle, "shoot blue_1")
    assert terms(roll(quietly(battle, "pass"), "defense"))["defended before"] == -1


@pytest.mark.rule("SS-U7", "SS-S1")
def test_the_cover_dice_of_the_surprised_know_no_limit() -> None:
    """Physical limit 1, good cover: four hits of four dice count, as they do against any other attack."""
    rows = FIELD.splitlines()
    rows[3] = "." * 8 + "O" + "." * 31
    battle = table([unit((2, 3), **RIFLE)], [dodger((9, 3))], "\n".join(rows), order(6, 5))
    play(battle, "suppress_line blue_1", "555222 555555")
    end(battle, "222222")
    assert decider(battle) == ("pinned", "blue_1")
    sheet(battle, "blue_1")["physical"] = 1
    battle.unit("blue_1")["surprised"], battle.unit("blue_1")["surprised_by"] = SURPRISED, 1
    events = play(battle, "take_cover", "222222 5555")
    assert roll(events, "dodge a stray shot").numbers["hits"] == 4


@pytest.mark.rule("SS-U7", "SS-F5", "SS-S1")
@pytest.mark.parametrize(("dice", "outcome", "density"), [("222222", "miss", 3), ("522222", "hit", 3)])
def test_a_stray_shot_without_a_hit_misses_the_surprised(dice: str, outcome: str, density: int) -> None:
    """No defense: an attack is a success test, which nothing but hits succeed in; a miss does not thin the fire."""
    battle = under_fire()
    blue = battle.unit("blue_1")
    blue["surprised"], blue["surprised_by"], blue["stunned"] = SURPRISED, 1, 1  # so that its phase does not end the surprise
    events = end(battle, dice + "2" * (outcome == "hit"))
    assert roll(events, "dodge a stray shot").dice == []
    assert outcome in kinds_of(events)
    assert "graze" not in kinds_of(events)
    assert battle.record[0]["zones"][0]["density"] == density


@pytest.mark.rule("SS-U7", "SS-M4")
def test_a_shooter_that_runs_has_two_dice_less_for_stray_shots_too() -> None:
    """Source, combat actions, Stray Shot Test: the modifiers of ranged attacks apply. Red has run before it suppressed."""
    battle = table([unit((2, 3), **RIFLE)], [dodger((9, 3)), dodger((20, 6))], FIELD, dice=order(6, 5, 1))
    play(battle, "run")
    play(battle, "suppress_line blue_1", "2222")
    events = end(battle, "2222 555")
    assert terms(roll(events, "stray shot")) == {"Edge": 3, "density of fire": 3, "running": -2}


@pytest.mark.rule("SS-U7", "SS-B4", "SS-R10")
@pytest.mark.parametrize(("hits", "arrives"), [("555", 0), ("5555", 1)])
def test_a_stray_shot_at_somebody_out_of_sight_is_blind_and_has_to_pass_what_hides_it(hits: str, arrives: int) -> None:
    """Source, combat page, Shooting Through Barriers: -6 at who is completely hidden, and the barrier's armor stops it.

    Blue lies behind crates of Armor 6, less 2 of penetration, without having taken cover. A damage value of 1 and three net
    hits do not exceed that, with four they do.
    """
    rows = FIELD.splitlines()
    rows[3] = "." * 8 + "c" + "." * 31
    battle = table(
        [unit((2, 3), attributes={"edge": 7}, **RIFLE)],
        [dodger((9, 3), flesh=30)],
        "\n".join(rows),
        dice=order(5, 6),
        legend={"c": "crate"},
        forged={"assault_rifle": {"damage": 1}},
    )
    play(battle, "drop_prone")
    end(battle)
    play(battle, "suppress_line blue_1", UNPINNED)
    events = end(battle, f"{hits:2<4} 222 {'2' * arrives}")
    assert terms(roll(events, "stray shot")) == {"Edge": 7, "density of fire": 3, "blind fire": -6}
    assert ("stopped_by_cover" in kinds_of(events)) == (arrives == 0)
    assert ("damage" in kinds_of(events)) == (arrives == 1)


@pytest.mark.rule("SS-U7")
def test_to_take_cover_in_the_zone_means_a_new_defense_against_the_same_shot() -> None:
    """Source, combat actions, Repeated Defense Tests: a changed cover bonus, with or without a step."""
    rows = FIELD.splitlines()
    rows[3] = "." * 8 + "O" + "." * 31
    battle = table([unit((2, 3), **RIFLE)], [dodger((9, 3), flesh=30)], "\n".join(rows), order(6, 5))
    play(battle, "suppress_line blue_1", UNPINNED)
    assert "miss" in kinds_of(end(battle, "552222 555"))
    events = play(battle, "take_cover", "5552222")
    assert terms(roll(events, "dodge a stray shot")) == {"Edge": 4, "defaulting": -1, "cover": 4}
    assert not [event for event in events if event.numbers.get("purpose") == "stray shot"]
    assert "miss" in kinds_of(events)
    assert battle.unit("blue_1")["defended"] == 1  # it is the same shot


@pytest.mark.rule("SS-U7", "SS-F4")
@pytest.mark.parametrize(("choke", "dice"), [(0, -1), (1, -3), (2, -5)])
def test_flechettes_spread_in_a_zone_of_fire_too(choke: int, dice: int) -> None:
    """Source, Stray Shot Test: any modifiers for defending against ranged weapons apply, so those of the choke do."""
    battle = table([unit((2, 3), weapons=["shotgun"], skills={"longarms": 3})], [dodger((9, 3))], FIELD, order(6, 5))
    battle.unit("red_1")["held"]["choke"][0] = choke
    play(battle, "suppress_line blue_1", UNPINNED)
    dodges = roll(end(battle, quiet=True), "dodge a stray shot")
    assert terms(dodges) == {"Edge": 4, "defaulting": -1, "flechette spread": dice}
