"""Two wrestlers of ladder for tests, and who holds whom."""

from typing import Any

from laddertable import *

from fireteam.env.battle import Battle


def wrestlers(red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **options: Any) -> Battle:
    """Return red_1 beside blue_1, with red_2 and blue_2 some way off; red acts first."""
    reds = [fighter((2, 1), **(red or {})), fighter((2, 4))]
    blues = [fighter((3, 1), **(blue or {})), fighter((8, 4))]
    return table(reds, blues, stalemate=20, **options)


def holding(verb: str = "grapple", **sides: Any) -> Battle:
    """Return a battle in which red_1 has come to hold blue_1, with an outcome of 1."""
    battle = wrestlers(**sides)
    events = turn(battle, {"red_1": f"{verb} blue_1"}, 2 if verb == "garrote" else 1, 0)
    assert kinds(events, "grappled") == [("grappled", "red_1", "blue_1")]
    return battle


def held(battle: Battle) -> tuple[bool, bool]:
    """Return whether red_1 holds blue_1, and has pinned it."""
    red, blue = battle.unit("red_1"), battle.unit("blue_1")
    names = [fighter.name for fighter in battle.field.roster]
    both = red["holds"] == names.index("blue_1"), blue["held_by"] == names.index("red_1")
    assert both[0] == both[1]
    return bool(both[0]), bool(blue["pinned"])
