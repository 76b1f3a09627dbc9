"""What most rule systems say of their numbers: to be imported by a system's package, in place of its own."""

from typing import Any

MOST: dict[str, int] = {}  # room in the engine's tables, by kind of entries
NEEDED: dict[str, tuple[str, ...]] = {}  # single entries that the engine names, by kind


def check(catalog: Any, places: Any) -> None:
    """Find nothing wrong that the models have not found."""


def fill_blank(battle: Any) -> None:
    """Leave a battle in which nothing has happened at zero."""


def effect_seen(effect: Any) -> dict[str, Any]:
    """Return what can be seen of a fuse besides its place: nothing."""
    return {}


def zones_seen(field: Any, battle: Any, tiles_of: Any) -> dict[str, Any]:
    """Return the zones of fire by number: none."""
    return {}


def points_of(field: Any, battle: Any, who: int, verb: int) -> int | None:
    """Return how many action points a verb takes: one."""
    return 1


def points_of_interruption(field: Any, verb: int) -> int:
    """Return how many points an answer takes out of turn: none."""
    return 0
