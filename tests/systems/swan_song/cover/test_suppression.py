"""SS-U5 and SS-U6: suppressive fire, and who is pinned by it."""

import pytest
from ailing import ail

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from tabletop import *

FIELD = "\n".join(["." * 40] * 11)
RIFLE = {"weapons": ["assault_rifle"], "skills": {"automatics": 3}}


def gunner(
    *blue: dict, mode: str = "FA", ground: str = FIELD, friends: tuple[dict, ...] = (), fog: bool = False, **red: object
) -> Battle:
    """Return a battle in which red_1 at (2, 5) begins, with an assault rifle [5] in a gun mode; its pool is six."""
    reds = [unit((2, 5), **{**RIFLE, **red}), *friends]
    battle = table(reds, list(blue), ground, order(6, *[1] * (len(reds) + len(blue) - 1)), fog=fog)
    if mode != "SA":
        play(battle, f"mode {mode}")
    return battle


def resisting(events: list[Event]) -> list[str | None]:
    """Return who has rolled against being pinned."""
    return [event.actor for event in events if event.numbers.get("purpose") == "resist being pinned"]


@pytest.mark.rule("SS-U5")
def test_the_pinning_test_is_intuition_and_weapon_skill() -> None:
    """Limited by the weapon's Accuracy 5; a cone costs two dice."""
    pinning = roll(play(gunner(target((9, 0))), "suppress_line blue_1", "666666 222222"), "suppressive fire")
    assert terms(pinning) == {"Intuition": 3, "Automatics": 3}
    assert pinning.numbers["hits"] == 5
    cone = roll(quietly(gunner(target((9, 0))), "suppress_cone east"), "suppressive fire")
    assert terms(cone) == {"Intuition": 3, "Automatics": 3, "spread over a cone": -2}


@pytest.mark.rule("SS-U5")
@pytest.mark.parametrize(("mode", "rounds", "threshold"), [("SA", 3, 2), ("BF", 6, 1), ("FA", 10, 0)])
def test_density_is_rounds_and_less_than_a_full_burst_is_harder(mode: str, rounds: int, threshold: int) -> None:
    """As many rounds leave the magazine; of four hits those above the threshold of the burst pin."""
    battle = gunner(target((9, 5)), mode=mode)
    events = play(battle, "suppress_line blue_1", "555522 666666")
    assert only(events, "suppression").numbers["density"] == rounds
    assert only(events, "suppression").numbers["pin"] == 4 - threshold
    assert battle.unit("red_1")["held"][0]["ammo"] == 30 - rounds


@pytest.mark.rule("SS-U5")
@pytest.mark.parametrize(("mode", "density"), [("SA", 1), ("BF", 3), ("FA", 5)])
def test_a_cone_halves_the_density(mode: str, density: int) -> None:
    """Rounded down."""
    battle = gunner(target((9, 5)), mode=mode)
    assert only(quietly(battle, "suppress_cone east"), "suppression").numbers["density"] == density


@pytest.mark.rule("SS-U5")
def test_it_takes_automatic_or_semi_automatic_fire() -> None:
    """It is for ranged weapons with more than single shots."""
    for weapon, can in (("light_pistol", True), ("assault_rifle", True), ("sniper_rifle", False), ("knife", False)):
        battle = table([unit((2, 5), weapons=[weapon])], [target((9, 5))], FIELD)
        assert ("suppress_line" in verbs(battle)) == can


@pytest.mark.rule("SS-U5")
def test_it_takes_the_rounds_for_it() -> None:
    """Thirty rounds are enough for three bursts of ten, and not for a fourth."""
    battle = gunner(target((9, 5)), mode="FA")
    for left in (20, 10, 0):
        quietly(battle, "suppress_line blue_1")
        assert battle.unit("red_1")["held"][0]["ammo"] == left
        next_phase(battle, "red_1")
    assert not {"suppress_line", "suppress_cone"} & verbs(battle)


@pytest.mark.rule("SS-U5")
@pytest.mark.parametrize(
    ("place", "inside"), [((9, 5), True), ((26, 5), True), ((9, 6), False), ((9, 4), False), ((1, 5), False)]
)
def test_a_line_is_a_tile_wide_and_has_no_end_at_its_target(place: tuple[int, int], inside: bool) -> None:
    """Red fires along the row through blue_1 at seven metres: blue_2 is on the line, or beside it, or behind red."""
    battle = gunner(target((9, 5)) if place != (9, 5) else target((10, 5)), target(place))
    events = play(battle, "suppress_line blue_1", "522222 666666" + ("666666" if inside else ""))
    assert ("blue_2" in resisting(events)) == inside


@pytest.mark.rule("SS-U5")
@pytest.mark.parametrize(
    ("place", "inside"),
    [((12, 5), True), ((12, 8), True), ((12, 9), True), ((12, 10), False), ((3, 6), False), ((1, 5), False)],
)
def test_a_cone_is_as_wide_as_an_eighth_of_the_circle(place: tuple[int, int], inside: bool) -> None:
    """45 degrees, half of it to either side: ten metres off it reaches four tiles aside."""
    battle = gunner(target(place))
    events = play(battle, "suppress_cone east", "5222" + ("666666" if inside else ""))
    assert (resisting(events) == ["blue_1"]) == inside


@pytest.mark.rule("SS-U5")
@pytest.mark.parametrize(("place", "inside"), [((6, 9), True), ((8, 9), True), ((6, 10), True), ((9, 7), False)])
def test_a_cone_may_run_along_a_diagonal(place: tuple[int, int], inside: bool) -> None:
    """Southeast of red: 4 and 4, 6 and 4, 4 and 5 tiles off lie within 22.5 degrees of it, 7 and 2 do not."""
    battle = gunner(target(place))
    events = play(battle, "suppress_cone southeast", "5222" + ("666666" if inside else ""))
    assert (resisting(events) == ["blue_1"]) == inside


@pytest.mark.rule("SS-U5")
@pytest.mark.parametrize(("distance", "inside"), [(50, True), (51, False)])
def test_it_reaches_as_far_as_the_weapon(distance: int, inside: bool) -> None:
    """A light pistol's 50 metres."""
    battle = table(
        [unit((0, 1), skills={"pistols": 3})],
        [target((20, 1)), target((distance, 1))],
        "\n".join(["." * 60] * 3),
        order(6, 1, 1),
    )
    events = play(battle, "suppress_line blue_1", "555522 66666666" + ("666666666" if inside else ""))
    assert ("blue_2" in resisting(events)) == inside


@pytest.mark.rule("SS-U5")
def test_one_test_holds_for_all_in_the_zone_friend_or_foe() -> None:
    """Three hits are the threshold of each of them; who stands behind a wall or beside the line is left alone."""
    ground = "\n".join(["." * 40] * 5 + ["." * 20 + "#" + "." * 19] + ["." * 40] * 5)
    battle = gunner(target((9, 5)), target((11, 5)), target((25, 5)), friends=(target((5, 5)),), ground=ground)
    events = play(battle, "suppress_line blue_1", "555222 555222 552222 555222")
    assert resisting(events) == ["red_2", "blue_1", "blue_2"]
    assert {event.actor for event in events if event.kind == "not_pinned"} == {"red_2", "blue_2"}
    assert only(events, "pinned").target == "blue_1"


@pytest.mark.rule("SS-U5")
@pytest.mark.rule("SS-R9")
def test_suppressive_fire_is_not_charged_recoil() -> None:
    """After ten rounds of it the next burst is as steady as the first."""
    battle = gunner(target((9, 5)))
    quietly(battle, "suppress_line blue_1")
    next_phase(battle, "red_1")
    shot = roll(quietly(battle, "shoot blue_1"), "attack")
    assert terms(shot)["recoil"] == -3  # its own six rounds less the first, and compensation of 1 + 1


@pytest.mark.rule("SS-U6")
@pytest.mark.parametrize(("distance", "dice"), [(5, 0), (6, 1), (16, 2), (31, 3)])
def test_the_test_against_it_is_willpower_and_intuition_and_range(distance: int, dice: int) -> None:
    """A die per range increment: a light pistol's short, medium, long and extreme range."""
    battle = table(
        [unit((0, 1), skills={"pistols": 3})],
        [target((distance, 1), attributes={"willpower": 4, "intuition": 2})],
        "\n".join(["." * 60] * 3),
        order(6, 1),
    )
    resisted = roll(play(battle, "suppress_line blue_1", "555222 222222" + "2" * dice), "resist being pinned")
    assert terms(resisted) == {"Willpower": 4, "Intuition": 2} | ({"range increments": dice} if dice else {})


@pytest.mark.rule("SS-U6")
@pytest.mark.parametrize(("resisted", "pinned"), [("522222", True), ("552222", False), ("555222", False)])
def test_as_many_hits_as_the_pinning_test_are_enough(resisted: str, pinned: bool) -> None:
    """Against two hits: one is pinned, two and three act normally."""
    battle = gunner(target((9, 5)))
    events = play(battle, "suppress_line blue_1", f"552222 {resisted}")
    assert ("pinned" in kinds_of(events)) == pinned
    assert ("not_pinned" in kinds_of(events)) == (not pinned)
    assert battle.unit("blue_1")["prone"] == pinned


@pytest.mark.rule("SS-U6")
def test_without_a_hit_nobody_has_to_resist() -> None:
    """A threshold of zero is met by everybody."""
    assert resisting(quietly(gunner(target((9, 5))), "suppress_line blue_1")) == []


BARRICADE = "\n".join(["." * 40] * 5 + ["." * 8 + "O" + "." * 31] + ["." * 40] * 5)


@pytest.mark.rule("SS-U6")
@pytest.mark.parametrize(("answer", "covered", "prone"), [("take_cover", 1, 0), ("drop_prone", 0, 1)])
def test_the_pinned_go_to_cover_or_to_the_ground(answer: str, covered: int, prone: int) -> None:
    """Where there is cover against the shooter it is for the pinned to choose; it costs no points."""
    battle = gunner(target((9, 5)), ground=BARRICADE)
    play(battle, "suppress_line blue_1", "552222 522222")
    assert decider(battle) == ("pinned", "blue_1")
    assert choices(battle) == {"take_cover", "drop_prone"}
    assert "pinned" in kinds_of(play(battle, answer))
    assert battle.unit("blue_1")["covered"] == covered
    assert battle.unit("blue_1")["prone"] == prone
    assert battle.unit("blue_1")["ap"] == 3


@pytest.mark.rule("SS-U6")
def test_without_cover_the_pinned_fall_prone() -> None:
    """In the open there is nothing to choose."""
    battle = gunner(target((9, 5)))
    events = play(battle, "suppress_line blue_1", "552222 522222")
    assert {"prone", "pinned"} <= set(kinds_of(events))
    assert decider(battle) == ("act", "red_1")


@pytest.mark.rule("SS-U6")
@pytest.mark.parametrize(("barricade", "prone"), [(8, 0), (10, 1)])
def test_cover_taken_before_serves_only_against_fire_from_beyond_it(barricade: int, prone: int) -> None:
    """Blue is in cover already: it stays there where the barricade is between it and red, else it falls prone."""
    rows = FIELD.splitlines()
    rows[5] = "." * barricade + "O" + "." * (39 - barricade)
    battle = table([unit((2, 5), **RIFLE)], [target((9, 5))], "\n".join(rows), dice=order(1, 6))
    play(battle, "take_cover")
    end(battle)
    events = play(battle, "suppress_line blue_1", "555552 222222")
    assert only(events, "pinned").target == "blue_1"
    assert battle.unit("blue_1")["stuck"] > 0
    assert battle.unit("blue_1")["prone"] == prone


@pytest.mark.rule("SS-U6")
def test_the_pinned_are_stuck_where_they_are() -> None:
    """Failing again at the start of its phase, blue can shoot but not stand up, walk, run, crawl or charge."""
    battle = gunner(unit((9, 5), orders={"defend": "never"}), mode="SA")
    play(battle, "suppress_line blue_1", "555552 522222")
    end(battle, "522222 222222 22")
    assert decider(battle) == ("act", "blue_1")
    assert not {"stand_up", "walk", "run", "step", "charge", "evade"} & verbs(battle)
    assert "shoot red_1" in choices(battle)


@pytest.mark.rule("SS-U6")
def test_at_its_next_phase_the_pinned_unit_has_a_new_test() -> None:
    """It starts in the zone, resists this time, and is free to stand up and walk."""
    battle = gunner(target((9, 5)), mode="SA")
    play(battle, "suppress_line blue_1", "555552 222222")
    events = end(battle, "555222 222222 22")
    assert resisting(events) == ["blue_1"]
    assert decider(battle) == ("act", "blue_1")
    assert {"stand_up", "walk"} <= verbs(battle)


@pytest.mark.rule("SS-U6")
def test_the_end_of_the_fire_frees_the_pinned() -> None:
    """Red's next phase begins before blue's: the zone is gone and blue no longer stuck, though still prone."""
    battle = table([unit((2, 5), **RIFLE)], [target((9, 5)), target((30, 0))], FIELD, dice=order(2, 3, 1))
    end(battle)
    play(battle, "suppress_line blue_1", "555552 222222")
    assert battle.unit("blue_1")["stuck"] > 0
    end(battle)
    end(battle, order(6, 1, 1))
    assert decider(battle) == ("act", "red_1")
    assert "suppression_ends" in kinds_of(play(battle, "walk"))
    assert (battle.unit("blue_1")["stuck"], battle.unit("blue_1")["prone"]) == (0, 1)
    assert resisting(end(battle)) == []
    assert decider(battle) == ("act", "blue_1")
    assert {"stand_up", "walk"} <= verbs(battle)


def entering(dice: str) -> tuple[Battle, list[Event]]:
    """Let blue_1, who stands beside a line of fire of two hits at blue_2, step into it."""
    battle = gunner(target((9, 6)), target((20, 5)), mode="SA")
    play(battle, "suppress_line blue_2", "555522 555222")
    end(battle)
    assert decider(battle) == ("act", "blue_1")
    play(battle, "walk")
    return battle, play(battle, "step north", dice)


@pytest.mark.rule("SS-U6")
def test_who_fails_while_entering_cannot_enter() -> None:
    """Blue stays where it is, neither prone nor stuck; other steps are open, none into the zone."""
    battle, events = entering("522222")
    assert "barred" in kinds_of(events)
    assert "step" not in kinds_of(events)
    blue = battle.unit("blue_1")
    assert (blue["x"], blue["y"], blue["prone"], blue["stuck"]) == (9, 6, 0, 0)
    assert not {"step north", "step northeast", "step northwest"} & choices(battle)
    assert {"step east", "step south", "step west"} <= choices(battle)
    assert blue["walk_left"] == 6


@pytest.mark.rule("SS-U6")
def test_who_fails_to_enter_stays_out_though_the_shooter_is_unknown() -> None:
    """Red has stolen away from where it fired, and blue's team knows nothing of it; the same step is not tried again."""
    battle = gunner(target((9, 6)), target((20, 5)), mode="SA", fog=True)
    play(battle, "suppress_line blue_2", "555522 555222")
    end(battle)
    battle.unit("red_1")["shot"], battle.unit("red_1")["hidden"] = 0, 9
    play(battle, "walk")
    assert battle.record[0]["teams"]["known"][1] & 1 == 0
    assert "barred" in kinds_of(play(battle, "step north", "522222"))
    assert not {"step north", "step northeast", "step northwest"} & choices(battle)
    assert {"step east", "step south", "step west"} <= choices(battle)


@pytest.mark.rule("SS-U6", "SS-T7")
def test_to_resist_the_pin_is_no_action_that_was_delayed() -> None:
    """Source, combat page, Delaying Actions: the actions so taken lose a die. To resist is none; a shot is one."""
    battle = gunner(unit((9, 6)), target((20, 5)), mode="SA")
    play(battle, "suppress_line blue_2", "555522 555222")
    end(battle)
    take(battle, "delay", "step_in", "walk")
    battle.dictate([5] * 4 + [2] * 100)
    resisted = roll(battle.step("step north"), "resist being pinned")
    battle.dictate([])
    assert terms(resisted) == {"Willpower": 3, "Intuition": 3}
    while decider(battle) != ("act", "blue_1"):
        quietly(battle, "pass")
    assert terms(roll(quietly(battle, "shoot red_1"), "attack"))["acts from a delay"] == -1


@pytest.mark.rule("SS-U6")
def test_who_resists_may_enter() -> None:
    """Two hits against two: the step is made, and the stray shot of the zone follows."""
    battle, events = entering("552222 222222 22")
    assert {"not_pinned", "step", "stray_shot"} <= set(kinds_of(events))
    assert battle.unit("blue_1")["y"] == 5
    assert battle.unit("blue_1")["stuck"] == 0


@pytest.mark.rule("SS-U6")
def test_the_bar_lasts_for_the_phase() -> None:
    """Blue has two phases while red's zone stands: barred in the first, it may try again in the second."""
    battle = table(
        [unit((2, 5), **RIFLE)], [target((9, 6), initiative_dice=3), target((20, 5))], FIELD, dice=[4, 1, 6, 6, 6, 1, 1, 1]
    )
    end(battle)
    play(battle, "suppress_line blue_2", "555522 555222")
    end(battle, "222222 522222 55")  # blue_2 is pinned and dodges
    end(battle)
    assert decider(battle) == ("act", "blue_1")
    play(battle, "walk")
    assert "barred" in kinds_of(play(battle, "step north", "522222"))
    end(battle)
    assert decider(battle) == ("act", "blue_1")
    play(battle, "walk")
    assert "step" in kinds_of(play(battle, "step north", "552222 222222 22"))


@pytest.mark.rule("SS-U5", "SS-C3")
def test_the_blind_suppress_worse() -> None:
    """Source, combat page, Eye: two eyes cost eight dice on all actions, suppressive fire among them."""
    battle = gunner(target((9, 0)), skills={"automatics": 9})
    ail(battle, "blinded", 5, "red_1", twice=True)
    assert pool(roll(quietly(battle, "suppress_line blue_1"), "suppressive fire")) == 3 + 9 - 8
