"""LD-T1: initiative, declarations in ascending order, resolution in descending order, and what lapses."""

from typing import Any

import numpy as np
import pytest
from laddertable import *

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import layout
from fireteam.env.observe.observation import describe, observation_size
from fireteam.env.rules import kernel
from fireteam.env.seats.bots import look

LONG = "\n".join(["." * 40] * 3)


def boxers(red: int = 0, blue: int = 0, dice: tuple[int, ...] = (0, 0), **options: Any) -> Battle:
    """Return red_1 beside blue_1, each with a rank of Discipline; `dice` are those of initiative."""
    sides = [fighter((at, 1), skills={"discipline": rank}) for at, rank in ((1, red), (2, blue))]
    return table(sides[:1], sides[1:], dice, **options)


def declaring(battle: Battle) -> list[str | None]:
    """Let everybody punch where it can; return who declares in which order."""
    target = {"red_1": "blue_1", "blue_1": "red_1"}
    events = turn(battle, {name: f"punch {other}" for name, other in target.items()}, -3, -3)
    return [event.actor for event in events if event.kind == "declares"]


@pytest.mark.rule("LD-T1")
@pytest.mark.parametrize(
    ("red", "blue", "dice", "order"),
    [
        (0, 0, (1, 0), ["blue_1", "red_1"]),
        (0, 0, (0, 1), ["red_1", "blue_1"]),
        (3, 2, (2, 2), ["blue_1", "red_1"]),
        (3, 2, (-2, 2), ["red_1", "blue_1"]),
        (-1, 4, (4, 0), ["red_1", "blue_1"]),
    ],
)
def test_the_lowest_result_declares_first(red: int, blue: int, dice: tuple[int, ...], order: list[str]) -> None:
    """A roll and Discipline, nothing else: ranks of 3 and 2 with dice of -2 and 2 are 1 and 4, so red declares first."""
    assert declaring(boxers(red, blue, dice)) == order


@pytest.mark.rule("LD-T1")
def test_the_highest_result_acts_first() -> None:
    """Three declare in the order 0, 1, 2 and act in the order 2, 1, 0: the worked example does so."""
    battle = table([fighter((1, 1)), fighter((1, 3))], [fighter((2, 1))], (1, 0, 2))
    plans = {"red_1": "punch blue_1", "red_2": "walk", "blue_1": "punch red_1"}
    events = turn(battle, plans, -3, -3, 0)
    assert [event.actor for event in events if event.kind == "declares"] == ["red_2", "red_1", "blue_1"]
    assert [event.actor for event in events if event.kind == "phase"] == ["blue_1", "red_1", "red_2"]


@pytest.mark.rule("LD-T1")
def test_among_equals_more_discipline_is_quicker() -> None:
    """Dice of 1 and rank 1, dice of 0 and rank 2: both 2; the rank of 2 declares last and acts first."""
    for sides, order in (((1, 2, (1, 0)), ["red_1", "blue_1"]), ((2, 1, (0, 1)), ["blue_1", "red_1"])):
        assert declaring(boxers(*sides)) == order


@pytest.mark.rule("LD-T1")
def test_among_complete_equals_a_coin_decides_in_every_turn() -> None:
    """Over twenty turns of equal results both declare first now and then; who declares first acts last."""
    battle = boxers(rounds=40, stalemate=40)
    firsts = []
    for _ in range(20):
        events = turn(battle, {"red_1": "punch blue_1", "blue_1": "punch red_1"}, -3, -3)
        order = [event.actor for event in events if event.kind == "declares"]
        assert [event.actor for event in events if event.kind == "phase"] == order[::-1]
        firsts.append(order[0])
    assert 3 < firsts.count("red_1") < 17


@pytest.mark.rule("LD-T1", "LD-H2")
def test_initiative_is_rolled_in_every_turn_and_wounds_slow_it() -> None:
    """The page takes wounds off all rolls: red with a moderate wound rolls its Discipline of 2 less 1."""
    battle = boxers(2, 0)
    battle.unit("red_1")["level"] = 3
    events = turn(battle, {})
    found = [event for event in events if event.kind == "roll"]
    assert [(event.actor, event.numbers["hits"]) for event in found] == [("red_1", 1), ("blue_1", 0)]
    assert made_of(found[0]) == {"Discipline": 2, "wounded": -1}


@pytest.mark.rule("LD-T1")
def test_the_quick_see_what_the_slow_have_declared() -> None:
    """Player 1 sees that Player 3 is drawing his gun: as blue declares, red's plan lies open to it."""
    battle = boxers(dice=(0, 1))
    assert decider(battle) == ("declare", "red_1")
    assert battle.unit("blue_1")["items"] == 0
    take(battle, "punch blue_1", "end")
    assert decider(battle) == ("declare", "blue_1")
    assert planned(battle.as_known(1), "red_1") == ["punch blue_1"]


@pytest.mark.rule("LD-T1")
def test_nobody_acts_before_all_have_declared() -> None:
    """Red's blow is not struck as it is declared, but after blue's, which is quicker."""
    battle = boxers(dice=(0, 1))
    play(battle, "punch blue_1")
    assert "attack" not in kinds_of(play(battle, "end"))
    play(battle, "punch red_1")
    events = play(battle, "end", -3, -3)
    assert kinds(events, "attack") == [("attack", "blue_1", "red_1"), ("attack", "red_1", "blue_1")]


@pytest.mark.rule("LD-T1")
def test_who_has_declared_an_attack_cannot_make_a_dodge_of_it() -> None:
    """Since red has already declared that it strikes, it cannot dodge blue's blow: no roll but the two attacks."""
    battle = boxers(dice=(0, 1))
    events = turn(battle, {"red_1": "punch blue_1", "blue_1": "punch red_1"}, 1, 1)
    assert rolls(events) == [("blue_1", "attack", 1), ("red_1", "attack", 1)]
    assert not verbs(battle) & {"dodge", "parry", "resist"}


@pytest.mark.rule("LD-T1", "LD-A1")
def test_who_declares_both_has_both_at_a_penalty() -> None:
    """A blow and a dodge declared together are two actions, each at -2."""
    battle = boxers(dice=(0, 1))
    events = turn(battle, {"red_1": "punch blue_1, dodge_attacks blue_1", "blue_1": "punch red_1"}, 1, 2, 3)
    assert rolls(events) == [("blue_1", "attack", 1), ("red_1", "evasion", 0), ("red_1", "attack", 1)]


@pytest.mark.rule("LD-T1")
def test_what_has_become_impossible_lapses_and_the_log_says_so() -> None:
    """Red is out before its blow comes: nothing is told of it. Its friend's blow at who has fallen lapses."""
    battle = table([fighter((1, 1)), fighter((3, 1)), fighter((9, 1))], [fighter((2, 1)), fighter((9, 3))])
    battle.unit("blue_1")["level"] = 5
    plans = {"red_1": "punch blue_1", "red_2": "punch blue_1", "blue_1": "punch red_1"}
    events = turn(battle, plans, 1)
    assert kinds(events, "attack", "unconscious", "lapses") == [
        ("attack", "red_1", "blue_1"),
        ("unconscious", "red_1", "blue_1"),
        ("lapses", "red_2", "blue_1"),
    ]
    assert lapsed(events) == [("red_2", "punch")]


@pytest.mark.rule("LD-T1", "LD-A1")
def test_what_lapses_still_counts_among_the_actions() -> None:
    """Red strikes at the fallen and at another: the second blow keeps its -2."""
    battle = table([fighter((1, 1)), fighter((2, 1))], [fighter((2, 2)), fighter((1, 2))])
    battle.unit("blue_1")["level"] = 5
    events = turn(battle, {"red_1": "punch blue_1", "red_2": "punch blue_1, punch blue_2"}, 1, 3)
    assert lapsed(events) == [("red_2", "punch")]
    assert rolls(events)[-1] == ("red_2", "attack", 1)


@pytest.mark.rule("LD-T1")
def test_a_target_that_has_gone_out_of_reach_cannot_be_struck() -> None:
    """Blue bolts before red's blow comes: nobody attacks it."""
    events = turn(boxers(dice=(0, 1)), {"red_1": "punch blue_1", "blue_1": "walk"}, 0, blue_1="step east, step east")
    assert lapsed(events) == [("red_1", "punch")]
    assert "attack" not in kinds_of(events)


@pytest.mark.rule("LD-T1")
def test_who_walks_first_may_declare_what_only_its_way_makes_possible() -> None:
    """Three metres off there is no blow; after a declared walk there is, and it is struck if the way was far enough."""
    for directions, strikes in (("step east, step east", True), ("step west", False)):
        battle = table([fighter((3, 1))], [fighter((6, 1))])
        turn(battle, {}, until="red_1")
        assert "punch blue_1" not in choices(battle)
        events = play(battle, "walk")
        assert "punch blue_1" in choices(battle)
        results = (2, 3) if strikes else (2,)
        events = turn(battle, {"red_1": "punch blue_1"}, *results, red_1=directions)
        assert ("attack" in kinds_of(events), bool(lapsed(events))) == (strikes, not strikes)


def walking(metres: int, before: str = "", level: int = 0, ground: str = LONG, physique: int = 0) -> Battle:
    """Return red_1, which has declared a walk, and what is said before it, with blue_1 so many metres to the east."""
    red = fighter((1, 1), skills={"physique": physique}, weapons=["garrote"])
    battle = table([red], [fighter((1 + metres, 1))], ground=ground)
    battle.unit("red_1")["level"] = level
    turn(battle, {}, until="red_1")
    for words in (*([before] if before else []), "walk"):
        play(battle, words)
    return battle


@pytest.mark.rule("LD-T1", "LD-A1", "LD-A3", "LD-H2")
@pytest.mark.parametrize("blow", ["punch", "grapple", "garrote"])
@pytest.mark.parametrize(
    ("best", "before", "level", "rank"),
    [
        (10, "", 0, 0),
        (14, "", 0, 2),
        (8, "dodge_attacks blue_1", 0, 0),
        (8, "", 3, 0),
        (6, "", 4, 0),
        (6, "take_cover", 3, 0),
    ],
)
def test_no_blow_is_open_that_the_best_roll_does_not_reach(blow: str, best: int, before: str, level: int, rank: int) -> None:
    """Six metres and two a point: four pluses and the rank, less two actions or three, less wounds; then a step's reach."""
    ground = LONG.replace(".", "o", 1) if before == "take_cover" else LONG
    assert f"{blow} blue_1" in choices(walking(best + 1, before, level, ground, rank))
    assert f"{blow} blue_1" not in choices(walking(best + 2, before, level, ground, rank))


@pytest.mark.rule("LD-T1", "LD-A3")
@pytest.mark.parametrize(("gap", "open_"), [(6, True), (12, False)])
def test_the_way_there_counts_and_not_the_distance(gap: int, open_: bool) -> None:
    """Four metres off behind a wall: through a gap five metres down ten metres do, through one eleven down they do not."""
    rows = ["." * 20 for _ in range(14)]
    rows = [row[:3] + ("." if y == gap else "#") + row[4:] for y, row in enumerate(rows)]
    assert ("punch blue_1" in choices(walking(4, ground="\n".join(rows)))) == open_


@pytest.mark.rule("LD-T1", "LD-C1")
@pytest.mark.parametrize(("at", "open_"), [(11, True), (13, False)])
def test_cover_after_a_walk_is_open_where_there_is_some_on_the_way(at: int, open_: bool) -> None:
    """A low wall beside the tile ten metres off, or twelve: the best roll of two actions goes ten."""
    row = "." * (at + 1) + "o" + "." * (39 - at)
    assert ("take_cover" in choices(walking(30, ground="\n".join(["." * 41, row, "." * 41])))) == open_


@pytest.mark.rule("LD-T1")
@pytest.mark.parametrize("verb", ["shoot", "volley", "strike", "punch", "grapple"])
def test_the_quick_see_how_they_are_attacked(verb: str) -> None:
    """Player 1 sees that Player 3 is drawing his gun: an observation says by what the attacks on it were declared."""
    weapons = ["rifle"] if verb in ("shoot", "volley") else ["sword"]
    battle = table([fighter((1, 1), weapons=weapons)], [fighter((2, 1))], (0, 1))
    take(battle, f"{verb} blue_1", "end")
    assert decider(battle) == ("declare", "blue_1")
    observation = np.zeros(observation_size(8, 8, "ladder"), np.float32)
    numbering = layout(8, 8, "ladder")
    look(*battle.arrays, kernel.plain(numbering), 1, observation, np.zeros(int(numbering[0]["size"]), np.int8))
    found = {name: observation[index] for index, name, _ in describe(8, 8, "ladder") if "threat_" in name}
    assert {name.rpartition("threat_")[2]: value for name, value in found.items() if value} == {verb: 0.25}


@pytest.mark.rule("LD-T1")
def test_things_declare_nothing() -> None:
    """A generator neither rolls nor is asked; it can be attacked."""
    battle = table([fighter((1, 1))], [fighter((2, 1), THING), fighter((9, 1))])
    events = turn(battle, {"red_1": "punch blue_1"}, 2)
    assert only(events, "hit").target == "blue_1"
    assert {event.actor for event in events if event.kind == "phase"} == {"red_1", "blue_2"}


@pytest.mark.rule("LD-T1")
def test_newcomers_roll_with_the_others() -> None:
    """Who comes in the second turn rolls initiative at its beginning."""
    battle = table([fighter((1, 1)), fighter((1, 3), arrives=2)], [fighter((9, 1))])
    events = turn(battle, {})
    assert [event.actor for event in events if event.kind == "initiative"] == ["red_1", "red_2", "blue_1"]


@pytest.mark.rule("LD-T1")
def test_the_slow_have_no_second_thoughts() -> None:
    """A plan is complete as soon as its unit has declared: it is not asked again in the turn."""
    battle = boxers(dice=(0, 1))
    play(battle, "end")
    assert decider(battle) == ("declare", "blue_1")
    events = play(battle, "end")
    assert [event.kind for event in events if event.kind in ("declares", "attack")] == []
    assert battle.round == 2
    assert roll([event for event in events if event.actor == "red_1"], "initiative").numbers["hits"] == 0
