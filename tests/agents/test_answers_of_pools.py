"""What a doctrine answers to attacks in d10_pool: it weighs the very attack that comes, not one like it."""

import pytest
from pooltable import fighter, play, table

from fireteam.agents.bots import load_bot
from fireteam.env.rules.arena import BARE_HANDS


@pytest.mark.parametrize(
    ("verb", "other_hand", "answer"),
    [("shoot", False, "dodge_with 3"), ("shoot", True, "dodge_with 2"), ("single_shot", False, "pass")],
)
def test_the_attack_that_comes_is_weighed(verb: str, other_hand: bool, answer: str) -> None:
    """A shot with the other hand hits less often, a steady one does half the damage: fewer dice are worth it, or none."""
    red = fighter((1, 1), weapons=["heavy_pistol"], attributes={"dexterity": 4}, abilities={"firearms": 2})
    blue = fighter((4, 1), attributes={"dexterity": 4}, abilities={"dodge": 3})
    battle = table([red], [blue])
    unit = battle.unit("red_1")
    if other_hand:
        unit["off_hand"], unit["hand"] = unit["hand"], BARE_HANDS
    play(battle, f"{verb} blue_1")
    assert battle.asked.name == "defend"
    assert battle.words(load_bot("tactician", 1).decide(battle)) == answer
