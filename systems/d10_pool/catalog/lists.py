"""Lists of units and weapons of d10_pool: what each column shows."""

from collections.abc import Callable
from typing import Any

from .models import Template, Weapon

# Dice of damage by way (DP-H1).
DAMAGE = {
    "hand": "STR",
    "knuckles": "STR+{}",
    "held": "STR+{}+outcome",
    "thrown": "STR",
    "bow": "STR+outcome",
    "firearm": "{}+outcome",
    "crossbow": "{}+outcome",
}


def unit_listed(template: Template) -> dict[str, Any]:
    """Return a unit template's row of a list, by column."""
    return {
        "attributes": " ".join(f"{name[:3]} {value}" for name, value in template.attributes.items()),
        "abilities": ", ".join(f"{name} {value}" for name, value in template.abilities.items()),
        "secondary": ", ".join(template.secondary),
        "weapons": ", ".join(template.weapons),
        "armour": ", ".join(template.armour),
        "size": template.size,
    }


def weapon_listed(weapon: Weapon) -> dict[str, Any]:
    """Return a weapon's row of a list, by column."""
    return {
        "rolls": f"{weapon.attribute} + {weapon.ability}",
        "difficulty": weapon.difficulty,
        "damage": DAMAGE[weapon.way].format(weapon.damage),
        "rate": weapon.rate,
        "magazine": weapon.magazine,
        "range": weapon.range,
        "committed": weapon.committed,
        "water": weapon.water,
    }


LISTED: dict[str, Callable[[Any], dict[str, Any]]] = {"units": unit_listed, "weapons": weapon_listed}
