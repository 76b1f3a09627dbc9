"""Lists of entries of Swan Song: what each column shows."""

from collections.abc import Callable
from typing import Any

from .models import Ailment, Item, Location, Template, Weapon


def unit_listed(template: Template) -> dict[str, Any]:
    """Return a unit template's row of a list, by column."""
    return {
        "attributes": " ".join(f"{name[:3]} {value}" for name, value in template.attributes.items()),
        "skills": ", ".join(f"{name} {rank}" for name, rank in template.skills.items()),
        "weapons": ", ".join(template.weapons),
        "armour": ", ".join(template.armour),
    }


def weapon_listed(weapon: Weapon) -> dict[str, Any]:
    """Return a weapon's row of a list, by column."""
    return {
        "skill": weapon.skill,
        "accuracy": weapon.accuracy or "Physical limit",
        "damage": f"{'STR+' if weapon.strength else ''}{weapon.damage}" + (" strain" if weapon.strain else ""),
        "penetration": weapon.penetration,
        "modes": "/".join(weapon.modes),
        "magazine": weapon.magazine,
        "range": weapon.range,
    }


def location_listed(location: Location) -> dict[str, Any]:
    """Return a called-shot location's row of a list, by column."""
    effects = [f"-{location.stun.score} initiative ({location.stun.threshold})"] if location.stun else []
    effects += [*location.ailments, *location.piercing, *location.systems]
    effects += [f"nausea ({location.nausea})"] if location.nausea else []
    effects += [name for name in ("knockdown", "buckles", "fatigues") if getattr(location, name)]
    most = "-" if location.cap is None else location.cap
    return {"dice": location.modifier, "most damage": most, "effects": ", ".join(effects)}


def ailment_listed(ailment: Ailment) -> dict[str, Any]:
    """Return an ailment's row of a list, by column."""
    said = {"words": ailment.words, "dice": ailment.dice, "melee defense": ailment.melee_defense}
    return {**said, "lasts": ailment.lasts}


def item_listed(item: Item) -> dict[str, Any]:
    """Return an item's row of a list, by column."""
    return {"words": item.words, "kind": item.kind, "dice": item.dice}


LISTED: dict[str, Callable[[Any], dict[str, Any]]] = {
    "units": unit_listed,
    "weapons": weapon_listed,
    "locations": location_listed,
    "ailments": ailment_listed,
    "items": item_listed,
}
