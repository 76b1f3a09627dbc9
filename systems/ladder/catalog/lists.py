"""What lists show of units and weapons of ladder, by the head of the column."""

from collections.abc import Callable
from typing import Any

from .models import Template, Weapon


def unit_listed(template: Template) -> dict[str, Any]:
    """Return what a list shows of a unit template."""
    return {
        "ranks": ", ".join(f"{name} {rank}" for name, rank in template.ranks.items()),
        "weapons": ", ".join(template.weapons),
        "armour": ", ".join(template.armour),
        "hide": template.hide,
        "pain_tolerance": template.pain_tolerance,
    }


def weapon_listed(weapon: Weapon) -> dict[str, Any]:
    """Return what a list shows of a weapon."""
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
