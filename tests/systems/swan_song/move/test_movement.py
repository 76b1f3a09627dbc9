"""SS-M1 to SS-M3, SS-M8 and SS-M9: walking, running, sprinting, and what a step costs."""

import pytest

from fireteam.env.battle import Battle
from fireteam.systems.swan_song.rules.record import RUNS, SPRINTS, STILL
from tabletop import *

FAR = (35, 2)


def walker(ground: str = "", enemy: tuple[int, int] = FAR, dice: list[int] | None = None, **changes: object) -> Battle:
    """Return a battle in which red_1 (Agility 3: six metres) stands at (5, 2), with two phases in the first round."""
    red = [unit((5, 2), **changes)]
    return table(red, [target(enemy)], ground or "\n".join(["." * 40] * 5), dice)


@pytest.mark.rule("SS-M1")
@pytest.mark.parametrize(("agility", "metres"), [(1, 2), (3, 6), (4, 8)])
def test_the_walk_is_agility_times_two_metres(agility: int, metres: int) -> None:
    """As many steps as metres, and not one more."""
    battle = walker(attributes={"agility": agility})
    assert only(play(battle, "walk"), "walk").numbers["metres"] == metres
    assert steps(battle, *["east"] * metres) == [1] * metres
    assert "step" not in verbs(battle)
    assert "walk" not in verbs(battle)


@pytest.mark.rule("SS-M1")
def test_the_walk_is_a_free_action() -> None:
    """It takes the free action of the pass and no point."""
    battle = walker()
    play(battle, "walk")
    assert battle.unit("red_1")["ap"] == 3
    assert battle.unit("red_1")["free_used"] == 1


@pytest.mark.rule("SS-M1")
def test_the_walk_may_be_spread_over_the_phases_of_the_round() -> None:
    """Two metres in the first phase leave four for the second; the next round has all six again."""
    battle = walker()
    play(battle, "walk")
    steps(battle, "east", "east")
    take(battle, "end", "end")
    assert decider(battle) == ("act", "red_1")
    assert only(play(battle, "walk"), "walk").numbers["metres"] == 4
    steps(battle, "east", "east", "east", "east")
    assert "step" not in verbs(battle)
    play(battle, "end", order(6, 1))
    assert only(play(battle, "walk"), "walk").numbers["metres"] == 6


@pytest.mark.rule("SS-M2")
def test_a_run_costs_a_point_and_adds_the_walk_rate() -> None:
    """Walk and run together are twelve metres."""
    battle = walker()
    assert only(play(battle, "run"), "run").numbers["metres"] == 6
    assert battle.unit("red_1")["ap"] == 2
    play(battle, "walk")
    assert steps(battle, *["east"] * 12) == [1] * 12
    assert "step" not in verbs(battle)


@pytest.mark.rule("SS-M2")
def test_a_runner_is_running_until_its_next_phase() -> None:
    """It still runs while blue acts, and no longer when its own phase begins."""
    battle = walker()
    take(battle, "run", "end")
    assert decider(battle) == ("act", "blue_1")
    assert battle.unit("red_1")["pace"] == RUNS
    play(battle, "end")
    assert decider(battle) == ("act", "red_1")
    assert battle.unit("red_1")["pace"] == STILL


@pytest.mark.rule("SS-M3")
def test_a_second_run_in_the_round_is_a_sprint() -> None:
    """Running 2 + Strength 3: a metre per hit, a point, and one Strain, each time."""
    battle = walker(skills={"running": 2})
    play(battle, "run")
    assert "sprint" in verbs(battle)
    assert "run" not in verbs(battle)
    for strain in (1, 2):
        events = play(battle, "sprint", "56522")
        assert terms(roll(events, "sprint")) == {"Strength": 3, "Running": 2}
        assert only(events, "sprint").numbers["metres"] == 3
        assert battle.unit("red_1")["strain"] == strain
    assert battle.unit("red_1")["ap"] == 0
    assert battle.unit("red_1")["pace"] == SPRINTS
    assert steps(battle, *["east"] * 12) == [1] * 12
    assert decider(battle) == ("act", "red_1")
    assert "step" not in verbs(battle)


@pytest.mark.rule("SS-M3")
def test_a_sprint_without_hits_gains_nothing_but_strain() -> None:
    """No hit, no metre; the Strain comes all the same."""
    battle = walker(skills={"running": 2})
    play(battle, "run")
    events = play(battle, "sprint", "22222")
    assert only(events, "sprint").numbers["metres"] == 0
    assert battle.unit("red_1")["strain"] == 1


@pytest.mark.rule("SS-M3")
def test_the_count_of_runs_goes_by_rounds() -> None:
    """In the second phase of the round a run is a sprint; in the next round it is a run again."""
    battle = walker()
    take(battle, "run", "end", "end")
    assert decider(battle) == ("act", "red_1")
    assert "sprint" in verbs(battle)
    assert "run" not in verbs(battle)
    play(battle, "end", order(6, 1))
    assert "run" in verbs(battle)
    assert "sprint" not in verbs(battle)


@pytest.mark.rule("SS-M8")
def test_movement_is_declared_before_it_is_made() -> None:
    """No step is open until a walk or a run has been declared."""
    battle = walker()
    assert "step" not in verbs(battle)
    play(battle, "walk")
    assert "step" in verbs(battle)


@pytest.mark.rule("SS-M8")
def test_movement_can_be_redirected_and_shortened() -> None:
    """Two steps east, one back, and the rest is left; what was run for is lost with the phase."""
    battle = walker()
    play(battle, "run")
    assert steps(battle, "east", "east", "west") == [1, 1, 1]
    assert battle.unit("red_1")["run_left"] == 3
    play(battle, "end")
    assert battle.unit("red_1")["run_left"] == 0
    assert battle.unit("red_1")["x"] == 6


@pytest.mark.rule("SS-M8")
def test_the_metres_of_a_run_are_used_before_those_of_the_walk() -> None:
    """So what is shortened is the walk, which the next phase still has."""
    battle = walker()
    take(battle, "walk", "run")
    steps(battle, *["east"] * 8)
    assert battle.unit("red_1")["run_left"] == 0
    assert battle.unit("red_1")["walk_left"] == 4


@pytest.mark.rule("SS-M8")
def test_a_declared_run_that_is_not_made_keeps_its_penalties() -> None:
    """Red declares a run and stays: it shoots at -2, is shot at with -2, and defends with +2."""
    battle = table([target((5, 2), weapons=["light_pistol"])], [target((9, 2), weapons=["light_pistol"])])
    play(battle, "run")
    assert terms(roll(quietly(battle, "shoot blue_1"), "attack"))["running"] == -2
    play(battle, "end")
    events = quietly(battle, "shoot red_1")
    assert terms(roll(events, "attack"))["target runs"] == -2
    assert terms(roll(events, "defense"))["on the run"] == 2


@pytest.mark.rule("SS-M9")
def test_diagonal_steps_cost_one_and_two_metres_in_turn() -> None:
    """Four diagonals are six metres; straight steps in between do not change the turn."""
    assert steps(walked(), "northeast", "southeast", "northeast", "southeast") == [1, 2, 1, 2]
    assert steps(walked(), "northeast", "east", "southeast", "east", "east") == [1, 1, 2, 1, 1]


def walked(ground: str = "", **changes: object) -> Battle:
    """Return a battle in which red_1 has declared its walk."""
    battle = walker(ground, **changes)
    play(battle, "walk")
    return battle


@pytest.mark.rule("SS-M9")
def test_the_second_diagonal_needs_two_metres() -> None:
    """Agility 1: after one diagonal a single metre is left, enough for a straight step only."""
    battle = walked(attributes={"agility": 1})
    steps(battle, "northeast")
    assert {"step east", "step south"} <= choices(battle)
    assert not {"step northeast", "step southeast", "step southwest"} & choices(battle)


@pytest.mark.rule("SS-M9")
@pytest.mark.parametrize("letter", ['"', "~", ":"])
def test_difficult_ground_doubles_the_cost(letter: str) -> None:
    """Brush, water and rubble: two metres a straight step, two and four a diagonal one; leaving them costs nothing."""
    rows = ["." * 40, "." * 6 + letter * 2 + "." * 32, "." * 6 + letter + "." * 33, "." * 40, "." * 40]
    assert steps(walked("\n".join(rows)), "east", "east") == [2, 1]
    assert steps(walked("\n".join(rows)), "northeast") == [2]
    nimble = walked("\n".join(rows), attributes={"agility": 4})
    assert steps(nimble, "north", "northwest", "east", "southeast") == [1, 1, 1, 4]


@pytest.mark.rule("SS-M9")
def test_the_prone_move_at_a_quarter() -> None:
    """Four metres a step: the six of a walk are enough for one. Nobody runs or sprints on the ground."""
    battle = walked()
    play(battle, "drop_prone")
    assert not {"run", "sprint"} & verbs(battle)
    assert steps(battle, "east") == [4]
    assert "step" not in verbs(battle)


@pytest.mark.rule("SS-M9")
@pytest.mark.parametrize(("offset", "inside"), [((3, 3), True), ((4, 2), True), ((4, 3), True), ((4, 4), False)])
def test_distances_take_diagonals_as_one_and_two_too(offset: tuple[int, int], inside: bool) -> None:
    """3 across and 3 along are four metres, 4 and 2 are five, 4 and 3 are five, 4 and 4 are six."""
    battle = table([unit((5, 0), weapons=["light_pistol"])], [target((5 + offset[0], offset[1]))])
    attack = roll(quietly(battle, "shoot blue_1"), "attack")
    assert ("range" not in terms(attack)) == inside


@pytest.mark.rule("SS-M9")
def test_the_turn_of_the_diagonals_begins_anew_with_the_round() -> None:
    """It lasts from phase to phase, but not into the next round."""
    battle = walked()
    assert steps(battle, "northeast") == [1]
    take(battle, "end", "end", "walk")
    assert steps(battle, "southeast", "east") == [2, 1]
    play(battle, "end", order(6, 1))
    play(battle, "walk")
    assert steps(battle, "northeast") == [1]
