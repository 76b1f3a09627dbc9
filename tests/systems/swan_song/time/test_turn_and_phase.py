"""SS-T7: a unit's turn in the order comes, and its phase begins: two things. A delay puts the phase off."""

from typing import Any

import pytest

from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules.record import RUNS, SURPRISED
from tabletop import *

GROUND = "\n".join(["." * 30] * 5)
PISTOL = {"weapons": ["light_pistol"], "skills": {"pistols": 3}}
RIFLE = {"weapons": ["assault_rifle"], "skills": {"automatics": 3}}


def delayed(**red: Any) -> Battle:
    """Return a battle in which red_1, of 12, has run five metres in the first pass and waits in the second."""
    battle = table([target((2, 2), **red)], [target((9, 2), **PISTOL)], GROUND, order(6, 1))
    battle.unit("blue_1")["score"] = 11
    take(battle, "run", "step north", "end", "end")
    assert decider(battle) == ("act", "red_1")
    take(battle, "delay", "pass")
    assert decider(battle) == ("act", "blue_1")
    return battle


@pytest.mark.rule("SS-T7", "SS-M6", "SS-M7")
def test_a_runner_that_waits_runs_on() -> None:
    """Source, Defender Running: who ran in its previous action. Red's is the run; it has had none since."""
    events = quietly(delayed(), "shoot red_1")
    assert terms(roll(events, "attack"))["target runs"] == -2
    assert terms(roll(events, "defense"))["on the run"] == 2


@pytest.mark.rule("SS-T7", "SS-M2")
def test_the_run_ends_as_the_late_phase_begins() -> None:
    """Red steps in after blue: it runs no more, its own shot neither."""
    battle = delayed(**PISTOL)
    take(battle, "end", "step_in")
    assert "running" not in terms(roll(quietly(battle, "shoot blue_1"), "attack"))
    assert battle.unit("red_1")["pace"] == 0


@pytest.mark.rule("SS-T7", "SS-M4")
def test_who_decides_as_its_turn_comes_is_seen_as_in_its_phase() -> None:
    """What a shot of red's would be is told before it is chosen: without the run that it ends, and a delay does not."""
    battle = table([target((2, 2), **PISTOL)], [target((9, 2))], GROUND, order(6, 1))
    battle.unit("red_1")["pace"] = RUNS
    play(battle, "end")
    battle.unit("red_1")["pace"] = RUNS
    play(battle, "end")
    assert decider(battle) == ("act", "red_1")
    assert battle.unit("red_1")["pace"] == 0
    play(battle, "delay")
    assert battle.unit("red_1")["pace"] == RUNS


@pytest.mark.rule("SS-T7", "SS-F4")
def test_what_was_defended_counts_until_the_phase_is_had() -> None:
    """Source, Defense Modifiers: since its last Action Phase. Red waits between two of blue's shots, then has its phase."""
    battle = table([target((2, 2))], [target((9, 2), **PISTOL), target((9, 3), **PISTOL)], GROUND, order(3, 6, 2))
    quietly(battle, "shoot red_1")
    take(battle, "end", "delay", "pass")
    assert terms(roll(quietly(battle, "shoot red_1"), "defense"))["defended before"] == -1
    play(battle, "end")
    assert battle.unit("red_1")["defended"] == 2
    take(battle, "step_in", "drop_prone")
    assert battle.unit("red_1")["defended"] == 0


@pytest.mark.rule("SS-T7", "SS-F4")
def test_a_van_rolls_on_while_its_driver_waits() -> None:
    """Source, Defender inside a moving vehicle: three dice. Who drives halts it with a phase, not with a delay."""
    crew = {"template": "van", "at": [2, 1], "name": "Van"}
    driver = target((0, 0))
    del driver["at"]
    battle = table([crew, driver | {"aboard": "Van"}], [target((12, 2), **PISTOL)], GROUND, order(6, 1))
    battle.unit("blue_1")["score"] = 11
    take(battle, "drive", "step east", "end")
    quietly(battle, "end")
    assert decider(battle) == ("act", "red_2")
    assert "step" not in verbs(battle)  # what it had left to roll is lost
    take(battle, "delay", "pass")
    assert battle.unit("red_1")["driven"] == 1
    assert terms(roll(quietly(battle, "shoot red_2"), "defense"))["in a moving vehicle"] == 3
    take(battle, "end", "step_in")
    assert battle.unit("red_1")["driven"] == 0


@pytest.mark.rule("SS-T7", "SS-A4")
def test_a_phase_waited_away_ends_a_hold() -> None:
    """Source, Grappling: to keep a hold is an action a turn. Red waits its turn away, so blue is free."""
    battle = table([target((4, 2), skills={"unarmed": 4})], [target((5, 2))], GROUND, order(6, 1))
    battle.unit("blue_1")["score"] = 11
    play(battle, "grapple blue_1", "5222222 222222")
    take(battle, "end", "end", "delay", "pass")
    assert battle.unit("red_1")["holds"] >= 0
    play(battle, "end")
    events = quietly(battle, "pass")
    assert kinds_of(events).index("delay_lost") < kinds_of(events).index("hold_ends") < kinds_of(events).index("round")


@pytest.mark.rule("SS-T7", "SS-F3")
def test_a_phase_waited_away_ends_full_defense_that_lasts_until_the_end_of_it() -> None:
    """Source, combat actions, Full Defense: until the end of the next turn. That passes without an action of red's."""
    battle = table(
        [unit((4, 2), skills={"acrobatics": 3})],
        [target((9, 2), **PISTOL)],
        GROUND,
        order(1, 3),
        options={"full_defense": "skill"},
    )
    play(battle, "shoot red_1")
    quietly(battle, "full_defense")
    take(battle, "end", "delay")
    assert battle.unit("red_1")["full_defense"] == 1
    quietly(battle, "pass")
    assert battle.unit("red_1")["full_defense"] == 0


@pytest.mark.rule("SS-T7", "SS-U5")
def test_fire_is_kept_up_while_its_shooter_waits() -> None:
    """Its zone stands until its next phase: it waits, and steps in."""
    battle = table([unit((2, 2), **RIFLE)], [target((9, 2)), target((9, 4))], GROUND, order(6, 1, 1))
    play(battle, "suppress_line blue_1", "222222")
    quietly(battle, "end")
    while decider(battle) != ("act", "red_1"):
        quietly(battle, "step_in" if decider(battle)[0] == "step_in" else "end")
    play(battle, "delay")
    assert battle.record[0]["zones"]["shooter"].max() == 0
    events = play(battle, "step_in")
    assert kinds_of(events).index("phase") < kinds_of(events).index("suppression_ends")


def pinned_down(dice: str = "222222") -> Battle:
    """Return a battle in which the turn of blue_1 comes in red_1's line of fire, which needs so many hits to resist."""
    battle = table([unit((2, 2), **RIFLE)], [target((9, 2)), target((9, 4))], GROUND, order(4, 3, 1))
    play(battle, "suppress_line blue_1", dice)
    play(battle, "end")
    return battle


@pytest.mark.rule("SS-T7", "SS-U7")
@pytest.mark.parametrize("waits", [True, False])
def test_who_stands_in_fire_is_asked_before_its_phase_begins(waits: bool) -> None:
    """Source, combat actions, Suppressive Fire: shot at as its turn starts. It starts it now, or as it steps in later."""
    battle = pinned_down()
    assert decider(battle) == ("step_in", "blue_1")
    assert choices(battle) == {"pass", "step_in"}
    if waits:
        assert only(play(battle, "pass"), "delayed").actor == "blue_1"
        assert decider(battle) == ("step_in", "blue_1")  # before blue_2
    events = play(battle, "step_in", "222222 55")
    assert "stray_shot" in kinds_of(events)
    assert decider(battle) == ("act", "blue_1")
    assert "delay" not in verbs(battle)


@pytest.mark.rule("SS-T7", "SS-U6", "SS-U7")
def test_a_phase_waited_away_in_fire_is_met_by_it() -> None:
    """It begins and ends like any other, but that nothing is done in it: one stray shot, as the round ends."""
    battle = pinned_down()
    play(battle, "pass")
    kinds: list[str] = []
    while "round" not in kinds:
        kinds = kinds_of(quietly(battle, "pass" if decider(battle)[0] == "step_in" else "end"))
    assert kinds.count("stray_shot") == 1
    assert kinds.index("delay_lost") < kinds.index("stray_shot") < kinds.index("round")


@pytest.mark.rule("SS-T7", "SS-U6")
def test_who_is_pinned_stays_so_while_it_waits() -> None:
    """Source, combat actions, Resist Pin: stuck until its next turn, which it puts off."""
    battle = table([unit((2, 2), **RIFLE)], [target((9, 2)), target((9, 4))], GROUND, order(6, 5, 1))
    play(battle, "suppress_line blue_1", "555222 222222")
    assert battle.unit("blue_1")["stuck"] == 1
    take(battle, "end", "pass")
    assert battle.unit("blue_1")["stuck"] == 1


@pytest.mark.rule("SS-T7", "SS-S1")
def test_the_surprised_who_wait_react_to_nobody() -> None:
    """Source, Surprise: until the next Action Phase it cannot react to others. As the pass ends it acts, and is no more."""
    battle = table([target((2, 2))], [target((9, 2), **PISTOL)], GROUND, order(6, 1))
    red = battle.unit("red_1")
    red["surprised"], red["surprised_by"] = SURPRISED, 0b10
    play(battle, "delay")
    assert decider(battle) == ("act", "blue_1")
    assert not roll(quietly(battle, "shoot red_1"), "defense").terms
    play(battle, "end")
    assert decider(battle) == ("step_in", "red_1")
    play(battle, "step_in")
    assert battle.unit("red_1")["surprised"] == 0


FUSED = {"fragmentation_grenade": {"penetration": 0}}


@pytest.mark.rule("SS-T8", "SS-T7")
@pytest.mark.parametrize("fuse", ["end_of_pass", "end_of_round"])
def test_who_waits_acts_before_what_is_set_for_the_end(fuse: str) -> None:
    """Source, Delaying Actions: who goes last still acts before the pass ends. Blue runs from the grenade that ends it."""
    thrower = unit((2, 2), weapons=["fragmentation_grenade"], skills={"throwing": 3})
    battle = table([thrower], [target((12, 2), flesh=60)], GROUND, order(4, 3), forged=FUSED)
    play(battle, f"fuse {fuse}")
    play(battle, "throw blue_1", "555222")
    take(battle, "end", "delay")
    assert decider(battle) == ("step_in", "blue_1")
    take(battle, "step_in", "walk", "run")
    for _ in range(12):
        play(battle, "step east")
    events = quietly(battle, "end")
    assert "explodes" in kinds_of(events)
    assert not [event for event in events if event.kind == "caught"]
    assert kinds_of(events).index("explodes") < kinds_of(events).index("round")


@pytest.mark.rule("SS-T8", "SS-T7")
def test_who_lets_its_last_chance_pass_is_not_asked_after_the_explosion() -> None:
    """Blue waits on: the grenade ends the pass, and with the round its phase is lost."""
    thrower = unit((2, 2), weapons=["fragmentation_grenade"], skills={"throwing": 3})
    battle = table([thrower], [target((12, 2), flesh=60, attributes={"body": 9})], GROUND, order(4, 3), forged=FUSED)
    play(battle, "fuse end_of_pass")
    play(battle, "throw blue_1", "555222")
    take(battle, "end", "delay")
    events = quietly(battle, "pass")
    kinds = kinds_of(events)
    assert kinds.index("explodes") < kinds.index("delay_lost") < kinds.index("round")
