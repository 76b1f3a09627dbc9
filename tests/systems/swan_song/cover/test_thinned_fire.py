"""SS-U7: how long a zone of fire lasts: what stops its shots thins it, and it ends with its shooter or their next phase."""

import pytest
from strays import FIELD, RIFLE, UNPINNED, dodger, under_fire

from fireteam.env.battle import Battle
from fireteam.env.rules.record import NOBODY
from tabletop import *


def density(battle: Battle) -> int:
    """Return the density of the only zone of fire, 0 if there is none."""
    zone = battle.record[0]["zones"][0]
    return int(zone["density"]) if zone["shooter"] != NOBODY else 0


@pytest.mark.rule("SS-U7")
@pytest.mark.parametrize(
    ("armour", "dice", "event", "left"),
    [
        ([], "222222 522", "miss", 3),
        ([], "552222 222 222", "damage", 3),
        (["hardshell"], "522222 222 66666666622", "damage", 3),  # 10 points, nine soaked
        (["hardshell"], "522222 222 66666666662", "graze", 2),  # 10 points, all soaked
        (["hardshell", "riot_shield"], "522222 222", "no_effect", 2),  # 10 against 10 + 3 - 2 of armor
    ],
)
def test_hits_that_do_not_penetrate_thin_the_fire(armour: list[str], dice: str, event: str, left: int) -> None:
    """A miss and a hit that does damage leave the density as it is; one that is stopped lowers it by one."""
    battle = under_fire(armour=armour, flesh=30, attributes={"body": 6})
    events = end(battle, dice)
    assert event in kinds_of(events)
    assert density(battle) == left
    assert ("thinned" in kinds_of(events)) == (left == 2)


@pytest.mark.rule("SS-U7")
def test_a_zone_without_density_is_gone() -> None:
    """A pistol's cone has a density of one: the first hit that stops in the armor ends it."""
    battle = table(
        [unit((2, 3), skills={"pistols": 3})],
        [dodger((6, 3), armour=["hardshell"]), dodger((30, 0))],
        FIELD,
        dice=order(6, 5, 1),
    )
    play(battle, "suppress_cone east", "2222")
    assert density(battle) == 1
    events = end(battle, "5222 222")
    assert {"no_effect", "thinned", "suppression_ends"} <= set(kinds_of(events))
    assert density(battle) == 0


@pytest.mark.rule("SS-U7")
def test_the_zone_lasts_until_the_shooters_next_phase() -> None:
    """Through blue's phases of this round and the next, and until red does something in its own."""
    battle = table([unit((2, 3), **RIFLE)], [dodger((9, 3))], FIELD, dice=order(3, 4))
    end(battle)
    play(battle, "suppress_line blue_1", UNPINNED)
    end(battle, [1, 1, 6, 1, 2, 2, 2, 2, 2, 2, 5, 5, 5])
    assert battle.round == 2
    assert decider(battle) == ("act", "blue_1")
    assert density(battle) == 3
    end(battle)
    assert decider(battle) == ("act", "red_1")
    assert "suppression_ends" in kinds_of(play(battle, "walk"))
    assert density(battle) == 0


@pytest.mark.rule("SS-U7")
def test_the_zone_ends_with_its_shooter() -> None:
    """Blue knocks red out: nobody fires any longer."""
    battle = table(
        [dodger((2, 3), flesh=1, **RIFLE), unit((0, 0))],
        [dodger((9, 4), skills={"pistols": 3}), dodger((20, 3))],
        FIELD,
        dice=order(6, 1, 5, 1),
    )
    play(battle, "suppress_line blue_2", UNPINNED)
    end(battle)
    events = play(battle, "shoot red_1", "52222 222222 2")
    assert {"unconscious", "suppression_ends"} <= set(kinds_of(events))
    assert density(battle) == 0


@pytest.mark.rule("SS-U7", "SS-R2", "SS-B2")
@pytest.mark.parametrize(
    ("barrier", "dice", "kind"), [(".", "522222 522", "graze"), ("c", "522222 5222222 2", "through_cover")]
)
def test_a_stray_shot_that_ties_is_no_miss(barrier: str, dice: str, kind: str) -> None:
    """Source, Stray Shot Test: it resolves like a normal weapon test: a tie grazes in the open, and goes through a cover."""
    events = end(under_fire(barrier, {"c": "crate"}, flesh=30), dice)
    assert kind in kinds_of(events)
    assert "miss" not in kinds_of(events)
