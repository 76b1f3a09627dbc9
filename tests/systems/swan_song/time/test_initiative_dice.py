"""SS-T5 and SS-T9: initiative dice gained, lost, and bought with karma."""

import pytest

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.systems.swan_song.rules.time.initiative import change_dice
from tabletop import *

GROUND = "\n".join(["." * 12] * 3)


def duel(*faces: int, **red: object) -> Battle:
    """Return a battle of two with initiative 6."""
    return table([unit((1, 1), **red)], [target((5, 1))], GROUND, dice=order(*faces))


def change(battle: Battle, dice: int, faces: list[int]) -> list[Event]:
    """Give red_1 more or fewer initiative dice, as a stimulant would; return all that was told since the last step."""
    battle.dictate(faces)
    record, arena, log = (rows[0] for rows in battle.arrays)
    change_dice(record, arena, log, 0, dice)
    assert battle.dictated_left == 0
    battle.dictate([])
    return battle.events()


@pytest.mark.rule("SS-T5")
@pytest.mark.parametrize(("dice", "faces", "score"), [(2, [5, 3], 16), (1, [1], 9), (-1, [4], 4), (-2, [6, 6], -4)])
def test_dice_gained_or_lost_are_rolled_at_once(dice: int, faces: list[int], score: int) -> None:
    """Red's 8 goes up by the sum of the dice gained, down by that of the dice lost."""
    battle = duel(2, 1)
    change_told = only(change(battle, dice, faces), "score_changes")
    assert change_told.numbers == {"points": score - 8, "score": score}
    assert battle.unit("red_1")["score"] == score


@pytest.mark.rule("SS-T5")
def test_they_count_in_the_rounds_to_come() -> None:
    """With a die more red rolls two in the next round; when it is taken away again, one."""
    battle = duel(2, 1)
    change(battle, 1, [1])
    play(battle, "end")
    events = play(battle, "end", [6, 5, 1, 1, 1])
    rolled = next(event for event in events if event.kind == "roll" and event.numbers["purpose"] == "initiative")
    assert terms(rolled) == {"initiative dice": 1, "initiative changes": 1, "Reaction": 3, "Intuition": 3}
    assert battle.unit("red_1")["score"] == 17
    change(battle, -1, [3])
    take(battle, "end", "end")
    quietly(battle, "end")
    assert battle.unit("red_1")["score"] == 8  # one die, a 2


@pytest.mark.rule("SS-T5")
def test_nobody_acts_twice_for_a_die_gained() -> None:
    """Red has acted at 8; with 14 it does not act again in this pass, but it does in the next."""
    battle = duel(2, 1)
    play(battle, "end")
    change(battle, 1, [6])
    assert decider(battle) == ("act", "blue_1")
    events = play(battle, "end")
    assert "round" not in kinds_of(events)
    assert decider(battle) == ("act", "red_1")
    assert battle.unit("red_1")["score"] == 4


def quick(dice: list[int] | None = None, **red: object) -> Battle:
    """Return a battle in which red has karma; it is asked before initiative is rolled."""
    return table(
        [unit((1, 1), **{"karma": 2, **red})], [target((5, 1))], GROUND, asks_karma=True, dice=[] if dice is None else dice
    )


@pytest.mark.rule("SS-T9", "SS-T5")
@pytest.mark.parametrize(("bought", "dice", "faces"), [(False, 2, [5, 3]), (True, 2, []), (True, 4, []), (True, 5, [4])])
def test_five_bought_dice_are_the_most(bought: bool, dice: int, faces: list[int]) -> None:
    """Karma rolls the maximum of five: dice of one's own that come in that round are among them, a sixth is more."""
    battle = quick()
    battle.dictate([2] * 20)
    while battle.decision is not None and battle.decision.kind == "karma":
        battle.step("quicken" if bought else "pass")
    before = int(battle.unit("red_1")["score"])
    change(battle, dice, faces)
    assert battle.unit("red_1")["score"] == before + sum(faces)
    assert battle.unit("red_1")["extra_dice"] == dice


@pytest.mark.rule("SS-T9")
def test_karma_buys_five_initiative_dice() -> None:
    """Red is asked first, spends a point and rolls five dice: 6 + 16."""
    battle = quick()
    assert decider(battle) == ("karma", "red_1")
    assert choices(battle) == {"pass", "quicken"}
    events = play(battle, "quicken", [6, 4, 3, 2, 1, 1, 3, 1])
    rolled = next(event for event in events if event.kind == "roll" and event.numbers["purpose"] == "initiative")
    assert terms(rolled) == {"initiative dice": 1, "five initiative dice": 4, "Reaction": 3, "Intuition": 3}
    assert battle.unit("red_1")["score"] == 22
    assert only(events, "karma_spent").numbers == {"verb": "quicken", "left": 1}
    assert battle.unit("red_1")["karma"] == 1


@pytest.mark.rule("SS-T9")
def test_who_keeps_its_karma_rolls_as_usual() -> None:
    """Red passes: one die, and its two points are left."""
    battle = quick()
    play(battle, "pass", order(4, 3))
    assert battle.unit("red_1")["score"] == 10
    assert battle.unit("red_1")["karma"] == 2


@pytest.mark.rule("SS-T9")
def test_it_is_for_one_round() -> None:
    """In the next round red is asked again, and without a point it rolls one die."""
    battle = quick()
    play(battle, "quicken", [1, 1, 1, 1, 1, 1, 1, 1])
    while battle.round == 1:
        assert decider(battle)[0] == "act"
        play(battle, "end")
        if decider(battle)[0] == "karma":
            break
    assert decider(battle) == ("karma", "red_1")
    play(battle, "pass", order(5, 1))
    assert battle.unit("red_1")["score"] == 11


@pytest.mark.rule("SS-T9")
def test_all_answer_before_anybody_rolls() -> None:
    """Both have karma: both are asked, then both roll."""
    battle = table([unit((1, 1), karma=1)], [target((5, 1), karma=1)], GROUND, asks_karma=True, dice=[])
    assert decider(battle) == ("karma", "red_1")
    assert "initiative" not in kinds_of(play(battle, "quicken"))
    assert decider(battle) == ("karma", "blue_1")
    events = play(battle, "pass", [1, 1, 1, 1, 1, 1, 2, 1])
    assert kinds_of(events).count("initiative") == 2


@pytest.mark.rule("SS-T9")
@pytest.mark.parametrize(
    ("red", "dice"),
    [
        ({"karma": 0}, [4, 1, 3, 1]),
        ({"orders": {"karma": "never"}}, [4, 1, 3, 1]),
        ({"initiative_dice": 5}, [4, 1, 1, 1, 1, 1, 3, 1]),
    ],
)
def test_who_has_none_or_would_gain_nothing_is_not_asked(red: dict, dice: list[int]) -> None:
    """No karma, the order never to spend it, or five dice anyway: the battle begins with a phase."""
    assert decider(quick(dice, **red))[0] == "act"


@pytest.mark.rule("SS-T9")
def test_a_wounded_quick_roll_keeps_its_modifier() -> None:
    """The dice are five, the Initiative attribute is what it is."""
    battle = quick()
    events = play(battle, "quicken", [1, 1, 1, 1, 1, 1, 3, 1])
    assert battle.unit("red_1")["score"] == 6 + 5
    assert roll([event for event in events if event.actor == "red_1"], "initiative").dice == [1, 1, 1, 1, 1]
