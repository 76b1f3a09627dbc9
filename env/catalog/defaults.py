"""What most rule systems say of their numbers: it stands for what a system's package does not say (`catalog_of`)."""

from typing import Any

from fireteam.maps.reading import Strict

from ..rules.arena import SHARED_OPTIONS
from .models import Template, Weapon

OPTIONS = SHARED_OPTIONS  # of the rules, each with its readings
FIXED: tuple[str, ...] = ("numbers",)  # kinds whose entries the engine names
MOST: dict[str, int] = {}  # room in the engine's tables, by kind of entries
NEEDED: dict[str, tuple[str, ...]] = {}  # single entries that the engine names, by kind


def check(catalog: Any, places: Any) -> None:
    """Find nothing wrong that the models have not found."""


def expanded(kind: str, entries: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a kind as they stand in its file: one by one."""
    return entries


def fill_blank(battle: Any) -> None:
    """Leave a battle in which nothing has happened at zero."""


def effect_seen(effect: Any) -> dict[str, Any]:
    """Return what can be seen of a fuse besides its place: nothing."""
    return {}


def zones_seen(field: Any, battle: Any, tiles_of: Any) -> dict[str, Any]:
    """Return the zones of fire by number: none."""
    return {}


def coming(field: Any, scene: dict[str, Any]) -> list[list[Any]]:
    """Return who acts when in the round, as [unit, turn from 0 for this one, score then], in their order: highest first.

    Here a round has one turn. Who has no score is not in it: it has fallen, or whoever looks does not know.
    """
    scores = {name: unit["score"] for name, unit in scene["units"].items() if unit["status"] == "up" and "score" in unit}
    return [[name, 0, score] for name, score in sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))]


def unit_listed(template: Template) -> dict[str, Any]:
    """Return what a list shows of a unit template, by the head of the column: words, weapons, the system's own keys."""
    return {"words": template.words, "weapons": ", ".join(template.weapons), **added(template, Template)}


def weapon_listed(weapon: Weapon) -> dict[str, Any]:
    """Return what a list shows of a weapon, by the head of the column: words, kind, the system's own keys."""
    return {"words": weapon.words, "kind": weapon.kind, **added(weapon, Weapon)}


def added(entry: Strict, shared: type[Strict]) -> dict[str, Any]:
    """Return what an entry says by the keys that its system adds to those of every system."""
    return {key: value for key, value in entry if key not in shared.model_fields}


def points_of(field: Any, battle: Any, who: int, verb: int) -> int | None:
    """Return how many action points a verb takes that is open, None for none: one in the own phase, no answer takes any."""
    return 1 if field.system.DECISIONS[int(battle["decision"])].own else 0


def other_price(battle: Any, who: int, verb: int) -> str:
    """Return what a verb takes that is open, where it is not paid with action points: no such verb."""
    return ""
