"""SS-D10 to SS-D12: extended tests, teamwork, trying again; SS-A1: extended actions at a lock."""

from typing import Any

import pytest
from ailing import ail
from smith import SMITH, work

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.rules.record import MAX_CHANGES
from fireteam.systems.swan_song.rules.tables import FOR_GOOD
from tabletop import *

DOOR = "\n".join(["..L...", "......", "......"])


def at_the_lock(smith: dict[str, Any] | None = None, lock: int = 3, **options: Any) -> Battle:
    """Return red's smith, nine dice, beside a locked door to the north, and a comrade beside it."""
    return table(
        [target((2, 1), **{**SMITH, **(smith or {})}), target((3, 1), skills={"mechanics": 3})],
        [target((5, 2))],
        ground=DOOR,
        legend={"L": "locked_door"},
        dice=order(6, 5, 1),
        catalog={"terrain": {"locked_door": {"locked": lock}}},
        **options,
    )


def pick(battle: Battle, dice: str) -> list[Event]:
    """Pick the lock with dictated dice."""
    return play(battle, "pick_lock north", dice)


@pytest.mark.rule("SS-D10")
def test_hits_add_up_to_the_threshold() -> None:
    """One and two hits open a lock of three: Mechanics 5 + Agility 4, a die fewer the second time, two points each."""
    battle = at_the_lock()
    events = pick(battle, work(1, 9))
    assert terms(roll(events, "pick a lock")) == {"Mechanics": 5, "Agility": 4}
    assert only(events, "task").numbers == {"verb": "pick_lock", "hits": 1, "needed": 3}
    assert battle.unit("red_1")["ap"] == 1
    assert "door north" not in choices(battle)
    next_phase(battle, "red_1")
    events = pick(battle, work(2, 8))
    assert terms(roll(events, "pick a lock"))["rolls before"] == -1
    assert only(events, "unlocked").numbers["terrain"] == "closed_door"
    assert only(events, "unlocked").at == (2, 0)
    assert "pick_lock" not in verbs(battle)
    assert "door north" in choices(battle)
    quietly(battle, "door north")
    quietly(battle, "walk")
    assert "step north" in choices(battle)


@pytest.mark.rule("SS-D10")
def test_a_locked_door_does_not_open() -> None:
    """Neither as a door nor for a step; and somebody who is not beside it has no lock to pick."""
    battle = at_the_lock()
    quietly(battle, "walk")
    assert not {"door north", "step north"} & choices(battle)
    assert "pick_lock north" in choices(battle)
    steps(battle, "south")
    assert "pick_lock" not in verbs(battle)


@pytest.mark.rule("SS-D10", "SS-D4")
def test_each_roll_has_its_limit() -> None:
    """Strength 1 makes a Physical limit of 3: five hits count as three."""
    battle = at_the_lock({"attributes": {"agility": 4, "strength": 1}}, lock=4)
    assert only(pick(battle, work(5, 9)), "task").numbers["hits"] == 3


@pytest.mark.rule("SS-D10")
@pytest.mark.parametrize(("dice", "setback", "left"), [("551112222", "1", 1), ("551111122", "11", 0)])
def test_a_glitch_costs_hits(dice: str, setback: str, left: int) -> None:
    """A glitch takes a die of hits off, a hard one two; what is left goes on, unless nothing is."""
    battle = at_the_lock()
    events = pick(battle, dice + setback)
    assert only(events, "task").numbers["hits"] == left
    assert ("task_fails" in kinds_of(events)) == (left == 0)


@pytest.mark.rule("SS-D10", "SS-D12")
def test_losing_all_hits_fails() -> None:
    """Two hits less four are none: failed. The next try begins anew, with all rolls and two dice fewer."""
    battle = at_the_lock()
    assert "task_fails" in kinds_of(pick(battle, "551112222 4"))
    next_phase(battle, "red_1")
    events = pick(battle, work(1, 7))
    assert terms(roll(events, "pick a lock")) == {"Mechanics": 5, "Agility": 4, "tries again": -2}
    assert only(events, "task").numbers["hits"] == 1


@pytest.mark.rule("SS-D10")
def test_a_critical_glitch_fails_at_once() -> None:
    """No dice of setback are thrown: all hits are lost."""
    battle = at_the_lock()
    pick(battle, work(2, 9))
    next_phase(battle, "red_1")
    assert "task_fails" in kinds_of(pick(battle, "11111222"))
    assert battle.unit("red_1")["task_hits"] == 0


@pytest.mark.rule("SS-D10")
def test_it_fails_when_the_dice_are_used_up() -> None:
    """Three dice, two dice, one: with the last, the chance is gone."""
    battle = at_the_lock({"attributes": {"agility": 4}, "skills": {"mechanics": 0}}, lock=6)
    for dice in (3, 2, 1):
        events = pick(battle, work(1, dice))
        assert ("task_fails" in kinds_of(events)) == (dice == 1)
        next_phase(battle, "red_1")


@pytest.mark.rule("SS-D10")
def test_a_task_may_be_laid_aside_but_not_changed_for_another() -> None:
    """Other actions in between cost nothing; another lock, or first aid, loses what was won."""
    battle = at_the_lock()
    pick(battle, work(2, 9))
    quietly(battle, "shoot blue_1")
    next_phase(battle, "red_1")
    assert only(pick(battle, work(0, 8)), "task").numbers["hits"] == 2
    battle.unit("red_2")["flesh"] = 5
    next_phase(battle, "red_1")
    quietly(battle, "first_aid red_2")
    next_phase(battle, "red_1")
    assert only(pick(battle, work(1, 9)), "task").numbers["hits"] == 1


@pytest.mark.rule("SS-D10")
def test_a_toolkit_helps_with_locks() -> None:
    """Two dice."""
    battle = at_the_lock({"items": {"toolkit": 1}})
    assert terms(roll(pick(battle, work(1, 11)), "pick a lock"))["tools"] == 2


@pytest.mark.rule("SS-D10")
def test_blind_fingers_and_a_run_hinder() -> None:
    """Eight dice for two eyes, two for running."""
    battle = at_the_lock({"skills": {"mechanics": 12}})
    ail(battle, "blinded", 9, "red_1", twice=True)
    quietly(battle, "run")
    assert terms(roll(pick(battle, work(1, 6)), "pick a lock")) == {
        "Mechanics": 12,
        "Agility": 4,
        "ailing": -8,
        "running": -2,
    }


@pytest.mark.rule("SS-D10")
def test_no_lock_is_picked_that_the_record_has_no_room_for() -> None:
    """Where the table of changed tiles is full, the lock stays."""
    battle = at_the_lock()
    battle.record[0]["changed"] = MAX_CHANGES
    battle.record[0]["changes"]["tile"] = -1
    quietly(battle, "drop_prone")
    assert "pick_lock" not in verbs(battle)


@pytest.mark.rule("SS-D11")
@pytest.mark.parametrize(("hits", "before", "dice"), [(1, 0, 1), (3, 0, 3), (3, 4, 1)])
def test_assistants_add_their_hits_as_dice(hits: int, before: int, dice: int) -> None:
    """Mechanics 3 + Agility 3 of the comrade, for a point; at most five dice in all, the leader's rank."""
    battle = at_the_lock(lock=9)
    pick(battle, work(0, 9))
    battle.unit("red_1")["helped"] = before
    next_phase(battle, "red_2")
    events = play(battle, "assist red_1", work(hits, 6))
    assert only(events, "assists").numbers["dice"] == dice
    assert terms(roll(events, "assist")) == {"Mechanics": 3, "Agility": 3}
    assert battle.unit("red_2")["ap"] == 2
    next_phase(battle, "red_1")
    attempt = roll(pick(battle, work(0, 8 + before + dice)), "pick a lock")
    assert terms(attempt)["assisted"] == before + dice
    next_phase(battle, "red_1")
    assert "assisted" not in terms(roll(pick(battle, work(0, 7)), "pick a lock"))


@pytest.mark.rule("SS-D11")
@pytest.mark.parametrize(("dice", "help_given"), [("511222", 0), ("111122", -1)])
def test_an_assistant_that_glitches_helps_nobody(dice: str, help_given: int) -> None:
    """A glitch gives nothing although there is a hit; a critical one takes a die away."""
    battle = at_the_lock(lock=9)
    pick(battle, work(0, 9))
    next_phase(battle, "red_2")
    assert only(play(battle, "assist red_1", dice), "assists").numbers["dice"] == help_given
    next_phase(battle, "red_1")
    assert pool(roll(pick(battle, work(0, 8 + help_given)), "pick a lock")) == 8 + help_given


@pytest.mark.rule("SS-D11")
def test_one_helps_where_there_is_something_to_help_with() -> None:
    """No task, nothing to assist; nor where the leader can take no more dice, nor from afar."""
    battle = at_the_lock(lock=9)
    next_phase(battle, "red_2")
    assert "assist" not in verbs(battle)
    next_phase(battle, "red_1")
    pick(battle, work(0, 9))
    next_phase(battle, "red_2")
    assert "assist red_1" in choices(battle)
    battle.unit("red_1")["helped"] = 5
    quietly(battle, "drop_prone")
    assert "assist" not in verbs(battle)
    battle = at_the_lock(lock=9)
    pick(battle, work(0, 9))
    next_phase(battle, "red_2")
    quietly(battle, "walk")
    steps(battle, "east")
    assert "assist" not in verbs(battle)


@pytest.mark.rule("SS-D11", "SS-H9")
def test_first_aid_can_be_helped_before_it_begins() -> None:
    """Beside somebody who could treat a patient; the dice are lost if it does something else instead."""
    battle = table(
        [target((2, 1), skills={"first_aid": 2}), target((3, 1), skills={"first_aid": 2}), target((1, 1))],
        [target((9, 4))],
        dice=order(5, 6, 1, 1),
    )
    assert "assist" not in verbs(battle)
    battle.unit("red_3")["flesh"] = 4
    quietly(battle, "drop_prone")
    assert {words for words in choices(battle) if words.startswith("assist")} == {"assist red_1"}
    events = play(battle, "assist red_1", work(3, 5))
    assert only(events, "assists").numbers["dice"] == 2  # the leader's rank
    next_phase(battle, "red_1")
    assert terms(roll(play(battle, "first_aid red_3", work(2, 7)), "first aid"))["assisted"] == 2


@pytest.mark.rule("SS-C3", "SS-D11")
@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize(
    ("leader", "helper", "pool_of", "lent"),
    [((0, 3), (0, 2), "Medicine", 3), ((3, 1), (4, 2), "First aid", 3), ((1, 4), (2, 1), "First aid", 4)],
)
def test_whoever_helps_against_slow_death_uses_either_skill(
    leader: tuple[int, int], helper: tuple[int, int], pool_of: str, lent: int, begun: bool
) -> None:
    """The test is one of Medicine or First Aid: each takes the better one, and the leader's rank caps the help."""
    able = [dict(zip(("first_aid", "medicine"), ranks, strict=True)) for ranks in (leader, helper)]
    battle = table(
        [target((2, 1), skills=able[0]), target((3, 1), skills=able[1]), target((1, 1))],
        [target((9, 2))],
        "\n".join(["." * 12] * 3),
        dice=order(6, 5, 1, 1) if begun else order(5, 6, 1, 1),
    )
    ail(battle, "slow_death", FOR_GOOD, "red_3")
    quietly(battle, "drop_prone")
    if begun:
        quietly(battle, "first_aid red_3")
        next_phase(battle, "red_2")
    battle.dictate([5] * 20)
    helps = battle.step("assist red_1")
    assert pool_of in terms(roll(helps, "assist"))
    assert only(helps, "assists").numbers["dice"] == lent


@pytest.mark.rule("SS-D11")
def test_help_with_one_task_does_not_serve_another() -> None:
    """Dice for first aid are lost when the leader turns to a lock instead."""
    battle = at_the_lock()
    battle.unit("red_1")["helped"] = 2
    assert "assisted" not in terms(roll(pick(battle, work(1, 9)), "pick a lock"))
    assert battle.unit("red_1")["helped"] == 0
