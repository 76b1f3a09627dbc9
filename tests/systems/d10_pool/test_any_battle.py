"""What holds after every step of any battle of d10_pool, under the numbers of the catalog and under others."""

import pytest
from anybattle import AnyBattle
from poolmix import mixed

from fireteam.env.battle import Battle
from fireteam.env.rules.record import DEAD, DOWN, UP
from fireteam.systems.d10_pool.rules.record import UNSPLIT
from fireteam.systems.d10_pool.rules.tables import INCAPACITATED, LAST_LEVEL

BATTLES, PARTS = 60, 3
COUNTED = (
    "level", "scars", "stunned", "alert", "spent", "kept", "dedicated", "begun", "metres", "aim", "answer_dice", "given",
)  # fmt: skip


def check_units(battle: Battle) -> None:
    """Assert that nothing is counted out of its bounds."""
    units = battle.record[0]["units"][: len(battle.field.roster)]
    for name in COUNTED:
        assert (units[name] >= 0).all(), f"{name} below zero"
    assert (units["level"][units["status"] == UP] < INCAPACITATED).all()
    assert (units["level"][units["status"] == DOWN] == INCAPACITATED).all()
    assert (units["level"][units["status"] == DEAD] >= INCAPACITATED).all()
    assert (units["level"] <= LAST_LEVEL).all()
    assert (units["stunned"] <= 2).all()
    assert (units["cap"] <= UNSPLIT).all()
    assert (units["aim"] <= battle.field.arena[0]["rules"]["aim_most"]).all()
    assert ((units["aim"] > 0) <= (units["aim_at"] >= 0)).all()


ANY = AnyBattle("d10_pool", mixed, check_units, ("shoot", "single_shot", "strike", "punch", "spray", "mark"))


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("part", range(PARTS))
def test_any_battle_is_played_to_its_end(part: int, drawn: bool) -> None:
    """Random units on random ground, with the catalog's numbers or others: each step is sound, and it ends."""
    taken = ANY.play(range(part, BATTLES, PARTS), drawn)
    assert {"shoot", "punch", "strike", "run", "aim", "take_cover", "full_defense", "dodge_with", "keep_to_dodge"} <= taken


@pytest.mark.parametrize("drawn", [False, True])
def test_the_seed_shows_nowhere(drawn: bool) -> None:
    """What a unit sees and may do is the same whatever dice are to come."""
    ANY.check_seed_is_hidden(drawn)
