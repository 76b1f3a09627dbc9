"""Who stands in a zone of fire and dodges stray shots, on a small table."""

from typing import Any

from fireteam.env.battle import Battle
from tabletop import *

FIELD = "\n".join(["." * 40] * 7)
RIFLE = {"weapons": ["assault_rifle"], "skills": {"automatics": 3}}
UNPINNED = "222222"  # a pinning test without a hit: nobody has to resist


def dodger(at: tuple[int, int], asked: bool = False, **changes: Any) -> dict[str, Any]:
    """Return a unit that dodges stray shots with three dice: Edge 4, less one for who has not learned to (SS-D2).

    It is not `asked` whether it goes on full defense.
    """
    attributes = {"edge": 4, **changes.pop("attributes", {})}
    return (unit if asked else target)(at, attributes=attributes, **changes)


def under_fire(barrier: str = ".", legend: dict[str, str] | None = None, **blue: object) -> Battle:
    """Return a battle in which blue_1, seven metres off, is in red_1's line of fire of density 3.

    Red has yet to end its phase, blue's comes next. Where there is a barrier blue has taken cover behind it.
    """
    rows = FIELD.splitlines()
    rows[3] = "." * 8 + barrier + "." * 31
    dice = order(6, 5) if barrier == "." else order(5, 6)
    battle = table([unit((2, 3), **RIFLE)], [dodger((9, 3), **blue)], "\n".join(rows), dice, legend=legend)
    if barrier != ".":
        play(battle, "take_cover")
        end(battle)
    play(battle, "suppress_line blue_1", UNPINNED)
    return battle
