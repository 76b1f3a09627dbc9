"""What lists show of units and weapons of Swan Song, by the head of the column."""

from typing import Any

from .models import Template, Weapon


def unit_listed(template: Template) -> dict[str, Any]:
    """Return what a list shows of a unit template."""
    return {
        "attributes": " ".join(f"{name[:3]} {value}" for name, value in template.attributes.items()),
        "skills": ", ".join(f"{name} {rank}" for name, rank in template.skills.items()),
        "weapons": ", ".join(template.weapons),
        "armour": ", ".join(template.armour),
    }


def weapon_listed(weapon: Weapon) -> dict[str, Any]:
    """Return what a list shows of a weapon."""
    return {
        "skill": weapon.skill,
        "accuracy": weapon.accuracy or "Physical limit",
        "damage": f"{'STR+' if weapon.strength else ''}{weapon.damage}" + (" strain" if weapon.strain else ""),
        "penetration": weapon.penetration,
        "modes": "/".join(weapon.modes),
        "magazine": weapon.magazine,
        "range": weapon.range,
    }
