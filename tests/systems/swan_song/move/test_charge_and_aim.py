"""SS-U3 and SS-U4: the charge, and taking aim."""

import pytest

from fireteam.env.battle import Battle
from tabletop import *

BLADES = {"weapons": ["knife"], "skills": {"blades": 3}}


def charging(distance: int = 4, steps: int = 3, *others: dict, **red: object) -> Battle:
    """Return a battle in which red_1 has charged blue_1, who stands so far east, and taken some steps."""
    battle = table(
        [unit((2, 2), **{**BLADES, **red})],
        [target((2 + distance, 2), attributes={"body": 9}), *others],
        dice=order(6, *[1] * (1 + len(others))),
    )
    play(battle, "charge blue_1")
    for _ in range(steps):
        play(battle, "step east")
    return battle


@pytest.mark.rule("SS-U3")
def test_a_charge_is_a_run_and_one_blow_for_two_points() -> None:
    """Six metres of running are gained; the blow at the end costs nothing more and is the attack of the phase."""
    battle = charging(steps=0)
    assert battle.unit("red_1")["ap"] == 1
    assert battle.unit("red_1")["run_left"] == 6
    assert verbs(battle) == {"end", "evade", "step"}
    for _ in range(3):
        play(battle, "step east")
    assert {"strike blue_1", "punch blue_1"} <= choices(battle)
    events = play(battle, "strike blue_1", "55522222 222222 2222")
    assert "hit" in kinds_of(events)
    assert battle.unit("red_1")["ap"] == 1
    assert not {"strike", "punch", "charge"} & verbs(battle)


@pytest.mark.rule("SS-U3")
@pytest.mark.rule("SS-M5")
def test_the_blow_has_the_dice_of_running_into_melee() -> None:
    """-2 for running and +4 for charging, +2 together."""
    attack = roll(quietly(charging(), "strike blue_1"), "attack")
    assert terms(attack) == {"Agility": 3, "Blades": 3, "running": -2, "charging into melee": 4}


@pytest.mark.rule("SS-U3")
def test_at_a_run_it_does_a_point_more_damage() -> None:
    """A knife in a hand of Strength 3 does 5; one net hit and one for the charge make 7."""
    events = play(charging(), "strike blue_1", "52222222 222222 2222")
    assert only(events, "hit").numbers == {"net_hits": 1, "damage": 7}


@pytest.mark.rule("SS-U3")
@pytest.mark.rule("SS-M3")
def test_at_a_sprint_it_does_two_points_more() -> None:
    """Red has already run in this round, so its charge is a sprint: three hits, three metres, one Strain, +2 damage."""
    battle = table(
        [unit((2, 2), weapons=["knife"], skills={"blades": 3, "running": 3})], [target((7, 2), attributes={"body": 9})]
    )
    take(battle, "run", "step east")
    next_phase(battle, "red_1")
    assert battle.round == 1
    events = play(battle, "charge blue_1", "555222")
    assert only(events, "sprint").numbers["metres"] == 3
    assert battle.unit("red_1")["strain"] == 1
    for _ in range(3):
        play(battle, "step east")
    events = play(battle, "strike blue_1", "52222222 222222 2222")
    assert only(events, "hit").numbers["damage"] == 8


@pytest.mark.rule("SS-U3")
def test_a_blow_without_a_charge_does_no_more() -> None:
    """Neither who runs up without charging nor who strikes again in the next phase has the extra damage."""
    battle = table([unit((2, 2), **BLADES)], [target((4, 2), attributes={"body": 9})])
    take(battle, "run", "step east")
    events = play(battle, "strike blue_1", "52222222 222222 2222")
    assert only(events, "hit").numbers["damage"] == 6
    battle = charging()
    quietly(battle, "strike blue_1")
    next_phase(battle, "red_1")
    events = play(battle, "strike blue_1", "522222 222222 2222")
    assert only(events, "hit").numbers["damage"] == 6


@pytest.mark.rule("SS-U3")
def test_at_least_one_tile_and_the_last_one_towards_the_target() -> None:
    """With a pole axe blue is in reach from the start: the blow is open after a step nearer, not after one away."""
    battle = charging(distance=3, steps=0, weapons=["pole_axe"])
    assert "strike" not in verbs(battle)
    play(battle, "step west")
    assert "strike" not in verbs(battle)
    play(battle, "step east")
    assert "strike blue_1" in choices(battle)
    play(battle, "step west")
    assert "strike" not in verbs(battle)


@pytest.mark.rule("SS-U3")
def test_the_blow_falls_on_the_target_only() -> None:
    """Blue_2 stands beside red at the end of the charge at blue_1, and is not struck at."""
    battle = charging(4, 3, target((5, 3)))
    assert {"strike blue_1", "punch blue_1"} <= choices(battle)
    assert not {"strike blue_2", "punch blue_2"} & choices(battle)


@pytest.mark.rule("SS-U3")
def test_it_is_for_targets_out_of_reach() -> None:
    """Who stands beside red is struck at without a charge; beyond a run there is none either."""
    for distance, can_be_charged in ((1, False), (2, True), (7, True), (8, False)):
        battle = table([unit((2, 2), **BLADES)], [target((2 + distance, 2))])
        assert ("charge blue_1" in choices(battle)) == can_be_charged


@pytest.mark.rule("SS-U3")
def test_after_the_blow_there_is_no_more_movement_in_the_phase() -> None:
    """Three metres of the run are left and forfeit, and neither walk nor run is open; in the next phase they are."""
    battle = charging()
    quietly(battle, "strike blue_1")
    assert decider(battle) == ("act", "red_1")
    assert not {"step", "walk", "run", "sprint", "evade"} & verbs(battle)
    next_phase(battle, "red_1")
    assert {"walk", "sprint"} <= verbs(battle)


@pytest.mark.rule("SS-U3")
@pytest.mark.rule("SS-D6")
def test_a_fall_at_the_end_of_the_charge_gives_no_movement_back() -> None:
    """Red glitches hard with its bare hand and falls: the rest of the run is forfeit all the same."""
    battle = charging(weapons=[], skills={"unarmed": 1})
    events = play(battle, "punch blue_1", "111152 522222")
    assert "falls" in kinds_of(events)
    assert battle.unit("red_1")["prone"] == 1
    assert not {"step", "walk"} & verbs(battle)


@pytest.mark.rule("SS-U3")
def test_the_prone_do_not_charge() -> None:
    """First one has to stand up."""
    battle = table([unit((2, 2), **BLADES)], [target((6, 2))])
    play(battle, "drop_prone")
    assert "charge" not in verbs(battle)
    play(battle, "stand_up")
    assert "charge" in verbs(battle)


@pytest.mark.rule("SS-U3")
@pytest.mark.rule("SS-I1")
def test_a_charge_may_be_intercepted_but_not_by_its_target() -> None:
    """Blue_2 beside the way may strike at red; blue_1, whom red attacks, may not."""
    battle = charging(4, 1, unit((4, 1), weapons=["knife"]))
    play(battle, "step east")
    assert decider(battle) == ("intercept", "blue_2")
    take(battle, "pass", "step east")
    assert decider(battle) == ("act", "red_1")
    assert "step" in kinds_of(play(battle, "step southeast"))
    assert decider(battle) == ("act", "red_1")


def marksman(rank: int = 3, ground: str = "", *others: dict, **red: object) -> Battle:
    """Return a battle in which red_1 with a pistol has blue_1 before it at four metres."""
    return table(
        [unit((2, 2), **{"skills": {"pistols": rank}, **red})],
        [target((6, 2), attributes={"reaction": 3}), *others],
        ground or "\n".join(["." * 16] * 5),
        dice=order(6, *[1] * (1 + len(others))),
    )


def aimed(battle: Battle, shot: str = "shoot blue_1") -> int:
    """Shoot, and return the dice for the aim."""
    return terms(roll(quietly(battle, shot), "attack")).get("aimed", 0)


@pytest.mark.rule("SS-U4")
@pytest.mark.parametrize("aims", [0, 1, 2])
def test_each_action_of_aiming_is_a_die(aims: int) -> None:
    """It costs a point and counts for the next shot at this target."""
    battle = marksman()
    for number in range(1, aims + 1):
        assert only(play(battle, "aim blue_1"), "aim").numbers["dice"] == number
        assert battle.unit("red_1")["ap"] == 3 - number
    assert aimed(battle) == aims


@pytest.mark.rule("SS-U4")
@pytest.mark.parametrize("rank", [1, 2])
def test_aiming_adds_up_to_the_weapon_skill_and_no_more(rank: int) -> None:
    """Pistols 1 or 2: so many dice, and then the action is closed."""
    battle = marksman(rank)
    for _ in range(rank):
        play(battle, "aim blue_1")
    assert "aim" not in verbs(battle)
    assert aimed(battle) == rank


@pytest.mark.rule("SS-U4")
def test_the_aim_is_kept_from_phase_to_phase() -> None:
    """Three points in one phase and one more in the next, with Pistols 5: four dice."""
    battle = marksman(rank=5)
    for _ in range(3):
        play(battle, "aim blue_1")
    next_phase(battle, "red_1")
    play(battle, "aim blue_1")
    assert aimed(battle) == 4


@pytest.mark.rule("SS-U4")
def test_the_aim_is_spent_with_the_shot() -> None:
    """The next shot has to be aimed anew."""
    battle = marksman()
    play(battle, "aim blue_1")
    assert aimed(battle) == 1
    next_phase(battle, "red_1")
    assert aimed(battle) == 0


@pytest.mark.rule("SS-U4")
@pytest.mark.parametrize("action", ["walk", "run", "drop_prone", "take_cover", "reload", "switch bare_hands"])
def test_any_other_action_costs_the_aim(action: str) -> None:
    """Free or simple, moving or not."""
    ground = "\n".join(["." * 16, "..o" + "." * 13, *["." * 16] * 3])
    battle = marksman(3, ground)
    quietly(battle, "shoot blue_1")
    next_phase(battle, "red_1")
    play(battle, "aim blue_1")
    assert battle.unit("red_1")["aim"] == 1
    quietly(battle, action)
    assert battle.unit("red_1")["aim"] == 0


@pytest.mark.rule("SS-U4")
@pytest.mark.rule("SS-A3")
def test_an_interrupt_costs_the_aim_too() -> None:
    """Full defense is an action too: red, shot at by blue, gives its aim up for it, but not for the free defense."""
    for answer, kept in (("pass", 1), ("full_defense", 0)):
        battle = table([unit((2, 2), skills={"pistols": 3})], [target((6, 2))], dice=order(6, 5))
        take(battle, "aim blue_1", "end")
        quietly(battle, "shoot red_1")
        quietly(battle, answer)
        assert battle.unit("red_1")["aim"] == kept


@pytest.mark.rule("SS-U4")
def test_the_aim_is_for_one_target() -> None:
    """Aiming at blue_2 forgets blue_1; a shot at the other one has no aim and spends it."""
    battle = marksman(3, "", target((6, 3)))
    play(battle, "aim blue_1")
    assert only(play(battle, "aim blue_2"), "aim").numbers["dice"] == 1
    assert aimed(battle, "shoot blue_2") == 1
    battle = marksman(3, "", target((6, 3)))
    play(battle, "aim blue_1")
    assert aimed(battle, "shoot blue_2") == 0
    next_phase(battle, "red_1")
    assert aimed(battle) == 0


def lost_from_sight(returns: bool) -> Battle:
    """Return a battle in which blue_1, aimed at by red_1, has gone out of its sight, and perhaps come back."""
    ground = "\n".join(["." * 16, "." * 6 + "#" + "." * 9, "." * 16, "." * 16, "." * 16])
    battle = table([unit((2, 2), skills={"pistols": 3})], [target((7, 2))], ground, dice=order(6, 5))
    take(battle, "aim blue_1", "end", "walk", "step north")
    assert battle.cover("blue_1", "red_1") == "total"
    if returns:
        play(battle, "step south")
    play(battle, "end")
    assert decider(battle) == ("act", "red_1")
    return battle


@pytest.mark.rule("SS-U4")
def test_the_aim_is_lost_when_the_target_stays_out_of_sight() -> None:
    """Blue hides; at the end of red's next phase it is still not to be seen, and the aim is gone."""
    battle = lost_from_sight(returns=False)
    quietly(battle, "end")
    assert battle.unit("red_1")["aim"] == 0


@pytest.mark.rule("SS-U4")
def test_the_aim_is_kept_when_the_target_comes_back_into_sight() -> None:
    """Blue hides and shows itself again before red's next phase: the aim holds."""
    battle = lost_from_sight(returns=True)
    assert battle.unit("red_1")["aim"] == 1
    assert aimed(battle) == 1
