"""Three teams in each system: what they are shown of each other's ends, strength and harm."""

import numpy as np
import pytest
from observed import cut, number_of, observed, seen, whole_state
from threeway import HARM, RACE, TEAMS, by_system, position

from fireteam.env.observe.state import CLOCK
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.decisions import NO_DECISION
from fireteam.env.rules.record import ABSENT, DEAD, DOWN, ESCAPED, NOBODY


@by_system
def test_what_each_team_fights_for(system: str) -> None:
    """Objectives, those of others, and the way to the own ground, else to that of the first other team with any."""
    battle = position(system)
    red, blue, green = (seen(battle, f"{team}_1") for team in TEAMS)
    ends = ("goal_eliminate", "goal_hold", "goal_exit", "goal_protect", "rival_hold", "rival_exit", "rival_protect")
    assert [red[name] for name in ends] == [0, 1, 0, 0, 0, 1, 0]
    assert [blue[name] for name in ends] == [1, 0, 0, 0, 1, 1, 0]
    assert [green[name] for name in ends] == [0, 0, 1, 0, 1, 0, 0]
    # What is counted for who eliminates is nothing, and then 1 stands there.
    assert [each["needed"] for each in (red, blue, green)] == [4 / 8, 1 / 8, 2 / 8]
    ways = [(each["goal_dx"], each["goal_dy"]) for each in (red, blue, green)]
    assert np.array(ways) * 24 == pytest.approx(np.array([(15, 1), (6, 1), (-4, -3)]), abs=1e-5)
    assert seen(battle, "blue_2")["goal_dy"] == pytest.approx(-2 / 24)
    assert [each["own_units"] * 16 for each in (red, blue, green)] == [1, 2, 2]
    assert [each["other_units"] * 16 for each in (red, blue, green)] == [4, 3, 3]


@by_system
def test_how_far_the_teams_are(system: str) -> None:
    """Of several rivals the best counts, wherever it stands in the order; elimination is not counted."""
    battle = position(system, **RACE)
    battle.record[0]["teams"]["rounds_held"][:3], battle.record[0]["teams"]["escaped"][:3] = (1, 3, 4), (2, 2, 1)
    found = [seen(battle, f"{team}_1") for team in TEAMS]
    assert [each["progress"] for each in found] == [1 / 4, 3 / 4, 1 / 2]
    assert [each["rival_progress"] for each in found] == [3 / 4, 1 / 2, 3 / 4]
    battle = position(system)
    battle.record[0]["teams"]["rounds_held"][1], battle.record[0]["teams"]["escaped"][1] = 3, 1
    assert (seen(battle, "blue_1")["progress"], seen(battle, "red_1")["rival_progress"]) == (0, 0)


@by_system
def test_who_wins_when_the_rounds_run_out(system: str) -> None:
    """Whom the scenario names; nobody else, and nobody at all where it names none."""
    for battle, wanted in ((position(system, **RACE), [-1, 1, -1]), (position(system), [0, 0, 0])):
        assert [seen(battle, f"{team}_1")["at_limit"] for team in TEAMS] == wanted


@by_system
def test_who_is_in_a_slot(system: str) -> None:
    """All others are there in the order of the roster, wherever the own team stands in it; who has no slot is left out."""
    battle = position(system)
    east = {"red_1": (9, 10, 2, 4), "blue_1": (-9, -7, -5, 0), "blue_2": (-10, -8, -6, 0), "green_2": (-4, 5, 6, 0)}
    for who, tiles in east.items():
        found = seen(battle, who)
        assert [found[f"other_{place}.dx"] * 24 for place in range(4)] == pytest.approx(tiles)
        for own, others in ((1, 3), (2, 2), (3, 1)):
            assert np.array_equal(observed(battle, who, own, others), cut(battle, who, own, others))


@by_system
@pytest.mark.parametrize("status", [ABSENT, DOWN, DEAD, ESCAPED])
def test_who_does_not_fight(system: str, status: int) -> None:
    """Nothing is shown of who has not come, the place of who lies, and that the others have fallen or gone."""
    battle = position(system)
    battle.unit("blue_2")["status"] = status
    wanted = {} if status == ABSENT else {"fallen": 1.0}
    if status == DOWN:
        wanted |= {"lies": 1, "dx": 10 / 24, "dy": 3 / 24, "distance": 11 / 50}
    found = {name[8:]: value for name, value in seen(battle, "red_1").items() if name.startswith("other_1.") and value}
    assert found == pytest.approx(wanted)


@by_system
def test_what_is_known_in_fog(system: str) -> None:
    """Of enemies how they fare is seen once they are studied; who was lost sight of may stand, who has not come does not."""
    battle = position(system, comes=3, fog=True)
    known, lost = battle.record[0]["teams"][0], 1 << number_of(battle, "blue_2")
    known["known"] &= ~lost
    found = seen(battle, "red_1")
    assert not any(value for name, value in found.items() if name.startswith(("other_1", "other_3")))
    assert [found[name] for name in ("others_standing", "other_0.present", "other_0.life", "own_0.life")] == [3 / 4, 1, 0, 1]
    known["studied"] |= 1 << number_of(battle, "blue_1")
    assert seen(battle, "red_1")["other_0.life"] == 1
    known["fallen"] |= lost
    assert seen(battle, "red_1")["others_standing"] == 2 / 4
    in_sight = position(system, comes=3)
    for later in (battle, in_sight):  # in doubt green_2 has come; in sight of all it has found no room
        later.record[0]["round_number"] = 4
        assert seen(later, "red_1")["others_standing"] == 3 / 4


@by_system
def test_the_clock_of_the_global_state(system: str) -> None:
    """Round, pass, whoever is asked and for what; of a battle with fewer slots it holds the first of the roster."""
    battle = position(system)
    row = battle.record[0]
    for decider, asked in ((3, 3 / 32), (NOBODY, 0)):
        row["round_number"], row["pass_number"], row["decider"], row["decision"] = 5, 2, decider, 4
        assert whole_state(battle)[: len(CLOCK)].tolist() == [5 / 20, 2 / 4, asked, 4 / 8]
    few = whole_state(battle, 1, 2)
    assert np.array_equal(few, whole_state(battle)[: len(few)])


# What is counted of a unit, and shown; life, which is no more than that of the sheet, is not among it.
COUNTED = {
    "swan_song": "ap score walk_left run_left runs aim recoil defended karma hidden attacks_left task task_paid task_hits"
    " helped strain wounds shield armored",
    "d10_pool": "cap spent dedicated metres",
    "ladder": "actions metres aim",
}


@by_system
def test_nothing_is_beyond_one(system: str) -> None:
    """However much there is of all that is counted, nobody is shown more than 1 of it."""
    battle = position(system)
    row = battle.record[0]
    row["teams"]["rounds_held"], row["teams"]["escaped"], row["pass_number"] = 9, 9, 9
    for name in COUNTED[system].split():
        row["units"][name] = 90
    for numbers in (observed(battle, "red_1"), observed(battle, "blue_1"), whole_state(battle)):
        assert np.abs(numbers).max() == 1


@by_system
def test_who_is_asked(system: str) -> None:
    """The kind of a decision is shown to who decides, and none to all others; nor to who decided last, once it is over."""
    battle = position(system)
    for number, fighter in enumerate(battle.field.roster):
        kinds = [value for name, value in seen(battle, fighter.name).items() if name.startswith("decides_")]
        assert sum(kinds) == (number == battle.record[0]["decider"])
    battle.record[0]["decider"], battle.record[0]["decision"] = NOBODY, NO_DECISION
    nobody = observed(battle, "red_1")
    battle.record[0]["decider"] = 0
    assert np.array_equal(observed(battle, "red_1"), nobody)


@by_system
@pytest.mark.parametrize("covered", [0, 1])
@pytest.mark.parametrize("beside", [0, 1])
def test_harm_that_is_expected(system: str, covered: int, beside: int) -> None:
    """It is that of the dice, less only for a target that has taken cover itself, whatever the other one has done."""
    battle = position(system)
    for who, takes in (("blue_1", covered), ("blue_2", covered), ("red_1", beside)):
        battle.unit(who)["covered"] = takes
    found, back = seen(battle, "red_1"), seen(battle, "blue_1")
    to, back_again = HARM[system, covered][0] / 8, HARM[system, beside][1] / 8
    assert (found["other_0.harm_to"], found["other_0.harm_from"]) == pytest.approx((to, back_again), abs=1e-5)
    assert (back["other_0.harm_to"], back["other_0.harm_from"]) == pytest.approx((back_again, to), abs=1e-5)
    assert (found["other_0.its_cover"], found["other_0.cover_from"]) == (0.5, 0.5)
    assert (found["other_1.its_cover"], found["other_1.cover_from"]) == (0, 0.5)  # no wall shelters blue_2
    in_the_open = HARM[system, 0][0] / 8
    assert (found["other_1.harm_to"], found["other_1.harm_from"]) == pytest.approx((in_the_open, back_again), abs=1e-5)


@by_system
@pytest.mark.parametrize(("who", "changes"), [("red_1", "harm_to"), ("blue_1", "harm_from")])
def test_harm_is_done_with_what_is_in_hand(system: str, who: str, changes: str) -> None:
    """Whoever lets its weapon hang does other harm, and suffers the same."""
    battle = position(system)
    before = seen(battle, "red_1")
    battle.unit(who)["hand"] = BARE_HANDS
    after = seen(battle, "red_1")
    assert [name for name in ("harm_to", "harm_from") if after[f"other_0.{name}"] != before[f"other_0.{name}"]] == [changes]


@by_system
def test_friends_do_no_harm_and_need_no_cover(system: str) -> None:
    """Behind a low wall too, a friend in sight is shown without cover and harm; to an enemy it has some."""
    found = seen(position(system), "green_1")
    names = ("in_sight", "its_cover", "cover_from", "harm_to", "harm_from")
    assert [found[f"own_1.{name}"] for name in names] == [1, 0, 0, 0, 0]
