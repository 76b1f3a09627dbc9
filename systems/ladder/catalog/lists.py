"""Lists of units and weapons of ladder: what each column shows."""

from collections.abc import Callable
from typing import Any

from .models import Template, Weapon


def unit_listed(template: Template) -> dict[str, Any]:
    """Return a unit template's row of a list, by column."""
    return {
        "ranks": ", ".join(f"{name} {rank}" for name, rank in template.ranks.items()),
        "weapons": ", ".join(template.weapons),
        "armour": ", ".join(template.armour),
        "hide": template.hide,
        "pain_tolerance": template.pain_tolerance,
    }


def weapon_listed(weapon: Weapon) -> dict[str, Any]:
    """Return a weapon's row of a list, by column."""
    return {
        "skill": weapon.skill,
        "bonus": f"{weapon.bonus:+d}",
        "burst": weapon.burst,
        "buckshot": weapon.buckshot,
        "magazine": weapon.magazine,
        "range": weapon.range,
        "two_handed": bool(weapon.two_handed),
        "shield": "" if weapon.shield == "no" else weapon.shield,
    }


LISTED: dict[str, Callable[[Any], dict[str, Any]]] = {"units": unit_listed, "weapons": weapon_listed}
