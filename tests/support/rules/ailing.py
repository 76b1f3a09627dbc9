"""Fighters for tests of ailments: who shoots whom, who suffers from what."""

from typing import Any

from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.systems.swan_song.rules.tables import AILMENTS
from tabletop import *

PAIRED = ("deafened", "blinded", "broken_grip", "one_arm")
SOAK = 2  # dice of Body 4 or 5


STURDY = {"attributes": {"body": 4, "strength": 20}}  # no critical injury, no knockdown by seven points


def duel(blue: dict[str, Any] | None = None, weapons: list[str] | None = None, distance: int = 4, **options: Any) -> Battle:
    """Return red's pistol or other weapon, twelve ranks of skill, against blue; red acts first."""
    changes = {"flesh": 40, **(blue or {})}
    fighter = target(
        (1, 1),
        weapons=weapons or ["light_pistol"],
        attributes={"reaction": 4, "intuition": 2},  # so that it wins ties
        skills={"pistols": 12, "clubs": 12, "blades": 12, "longarms": 12},
    )
    return table([fighter], [target((1 + distance, 1), **changes)], **options)


def ail(battle: Battle, name: str, rounds: int, who: str = "blue_1", twice: bool = False) -> None:
    """Give a unit an ailment for so many rounds; `twice` hurts both ears, eyes, hands or arms."""
    sick = battle.unit(who)
    number = AILMENTS.index(name)
    sick["ailing"] |= 1 << number
    sick["ailments"][number] = rounds
    if name in PAIRED:
        sick["second"][PAIRED.index(name)] = rounds if twice else 0


def maim(sick: Any, name: str, many: int) -> None:
    """Let one ear, eye, hand or arm of a unit be hurt for nine rounds by an ailment, or both, or (0) neither."""
    sick["ailments"][AILMENTS.index(name)] = 9 if many > 0 else 0
    sick["second"][PAIRED.index(name)] = 9 if many > 1 else 0


def clocks(sick: Any, name: str) -> tuple[int, int]:
    """Return for how many rounds the first and the second of a pair are hurt by an ailment."""
    return int(sick["ailments"][AILMENTS.index(name)]), int(sick["second"][PAIRED.index(name)])


def maimed(sick: Any, name: str) -> int:
    """Return how many of a pair an ailment has hurt."""
    return sum(rounds > 0 for rounds in clocks(sick, name))


def ailments(battle: Battle, name: str = "blue_1") -> dict[str, int]:
    """Return the ailments of a unit and the rounds they last."""
    sick = battle.unit(name)
    return {name: int(sick["ailments"][number]) for number, name in enumerate(AILMENTS) if sick["ailing"] >> number & 1}


def call(battle: Battle, location: str, dice: str) -> list[Event]:
    """Call a shot at a location and hit with damage value 7, unsoaked; `dice` are those of its effects."""
    play(battle, f"call_shot {location}")
    modifier = {"genitals": 10, "sternum": 10, "ear": 10, "eye": 10}.get(location)
    modifier = modifier or (6 if location in ("gut", "hip", "shin", "shoulder", "forearm", "thigh") else 8)
    return play(battle, "shoot blue_1", f"5{'2' * (14 - modifier)} 222222 {'2' * SOAK} {dice}")


def next_round(battle: Battle, name: str) -> None:
    """Go on to a unit's first phase of the next round."""
    number = battle.record[0]["round_number"]
    next_phase(battle, name)
    while battle.record[0]["round_number"] == number:
        next_phase(battle, name)
