"""Two of ladder who face each other: declared attacks are quoted, and played on in copies with other dice."""

from typing import Any

from laddertable import *

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event

SETTLED = ("miss", "hit")
SYSTEM = "ladder"
RED: dict[str, Any] = {"weapons": ["submachine_gun", "sword"], "skills": {"ranged": 2, "melee": 2, "unarmed": 1}}
BLUE: dict[str, Any] = {"weapons": ["light_pistol", "axe"], "armour": ["vest"]}
QUICK, SLOW = 4, -1  # ranks of Discipline: who is slow declares first and acts last
WALL = "\n".join(["." * 4 + "O" + "." * 30] * 5)


def facing(
    metres: int = 3, red: int = QUICK, blue: dict[str, Any] | None = None, armed: list[str] | None = None, **options: Any
) -> Battle:
    """Return a battle in which red_1, with a rank of Discipline, faces blue_1, which has that of 2; others keep it going."""
    attacker = {**RED, "skills": {**RED["skills"], "discipline": red}, "weapons": armed or RED["weapons"]}
    target = {**BLUE, **(blue or {})}
    target["skills"] = {"physique": 1, "melee": 1, "discipline": 2}
    sides = [fighter((3, 2), **attacker)], [fighter((3 + metres, 2), **target), fighter((25, 4), skills={"discipline": 1})]
    return table(*sides, initiative=(0, 0, 0), **options)


def declare(battle: Battle, name: str, *plan: str) -> None:
    """Let all who are to declare before a unit declare nothing; then let it begin its plan."""
    while decider(battle) != ("declare", name):
        play(battle, "end")
    for action in plan:
        play(battle, action)


def played_on(battle: Battle, seed: int, plans: dict[str, list[str]]) -> list[Event]:
    """Return what happens to the end of the turn in a copy with other dice: plans go on, else nothing is declared."""
    twin = battle.clone(reseed=seed)
    said, events, now = {name: list(plan) for name, plan in plans.items()}, [], twin.round
    while twin.decision is not None and twin.round == now:
        kind, name = decider(twin)
        words = said.get(name, []) if kind == "declare" else []
        events += twin.step(words.pop(0) if words else "end")
    return events


def as_it_is(_: Battle) -> None:
    """Change nothing."""


def aimed(battle: Battle) -> None:
    """Let two turns have been spent aiming."""
    battle.unit("red_1")["aim"], battle.unit("red_1")["aim_at"] = 2, 1


def hurt(battle: Battle) -> None:
    """Hurt both."""
    battle.unit("red_1")["level"], battle.unit("blue_1")["level"] = 3, 4
