"""What the teams of a drawn battle fight for: each mission gives their objectives, and who wins at the limit."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..objective import Objective

HILL, EXIT = "k", "x"  # marks of the ground to be held, and of the tiles by which a team leaves
WARD = "The ward"  # the name of the first unit of a drawn team that has a ward

LETTERS = {"": "", "middle": HILL, "defender": HILL, "behind": EXIT}  # of the zones of missions, by where they lie


class Mission(NamedTuple):
    """The objectives of two teams, and what belongs to them."""

    objectives: tuple[Objective, Objective]
    zone: str = ""  # where the zone lies: "middle", "defender" (where the other team starts), "behind" it; "" for none
    at_limit: int = -1  # the team that wins when the rounds run out, -1 for none
    ward: int = -1  # the team that has a ward, -1 for none


def meeting(_: int, __: Sequence[int], ___: Sequence[str]) -> Mission:
    """Each team is there to drive the other off."""
    return Mission((Objective(), Objective()))


def hill(_: int, __: Sequence[int], ___: Sequence[str]) -> Mission:
    """Each team wants to be alone on the ground in the middle for two rounds."""
    goal = Objective(kind="hold", zone=HILL, needed=2)
    return Mission((goal, goal), zone="middle")


def assault(attacker: int, _: Sequence[int], __: Sequence[str]) -> Mission:
    """One team wants the ground where the other starts; the other need only last."""
    return Mission(ordered(attacker, Objective(kind="hold", zone=HILL), Objective()), "defender", 1 - attacker)


def breakthrough(attacker: int, counts: Sequence[int], _: Sequence[str]) -> Mission:
    """Half of one team must leave the map behind the other."""
    goal = Objective(kind="exit", zone=EXIT, needed=(counts[attacker] + 1) // 2)
    return Mission(ordered(attacker, goal, Objective()), "behind", 1 - attacker)


def escort(attacker: int, _: Sequence[int], wards: Sequence[str]) -> Mission:
    """One of a team must leave the map behind the other team."""
    goal = Objective(kind="exit", zone=EXIT, unit=wards[attacker])
    return Mission(ordered(attacker, goal, Objective()), "behind", 1 - attacker, attacker)


def bodyguard(attacker: int, _: Sequence[int], wards: Sequence[str]) -> Mission:
    """One team has somebody to keep up until the rounds run out; the other wants to see that one fall."""
    guards = 1 - attacker
    goal = Objective(kind="protect", unit=wards[guards])
    return Mission(ordered(attacker, Objective(), goal), at_limit=guards, ward=guards)


def ordered(attacker: int, goal: Objective, other: Objective) -> tuple[Objective, Objective]:
    """Return the objectives of the first and the second team."""
    return (goal, other) if attacker == 0 else (other, goal)


MAKERS: dict[str, Callable[[int, Sequence[int], Sequence[str]], Mission]] = {
    "meeting": meeting,
    "hill": hill,
    "assault": assault,
    "breakthrough": breakthrough,
    "escort": escort,
    "bodyguard": bodyguard,
}


def mission_of(name: str, attacker: int, counts: Sequence[int], wards: Sequence[str]) -> Mission:
    """Return a mission by its name.

    Args:
        name: one of `fireteam.env.scenario.levels.model.MISSIONS`.
        attacker: the number of the team that has to act, where only one has.
        counts: how many units the teams have.
        wards: the unit of each team that a mission can be about.
    """
    return MAKERS[name](attacker, counts, wards)


def has_attacker(name: str) -> bool:
    """Return whether one team of a mission has to act, and the other need only last."""
    return name in ("assault", "breakthrough", "escort", "bodyguard")
