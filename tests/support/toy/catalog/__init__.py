"""The toy's numbers."""

from typing import Any, NamedTuple

from pydantic import Field

from fireteam.content.reading import Key, Strict
from fireteam.env.catalog import shown
from fireteam.env.catalog.defaults import points_words
from fireteam.env.catalog.models import Material, Number, Rule, Template, Terrain, Weapon
from fireteam.env.rules.verbs import SHOOT, STEP

from ..rules.record import POINTS, RULE_NUMBERS, SHOT

CONDITIONS = [*shown.CONDITIONS, shown.Condition("dodged", "", "has dodged", "way", brief=True)]
SIGNS = [shown.Sign("dodged", "d", "way")]


class UnitKeys(Strict):
    """What a unit of a scenario says in the toy only."""

    life: int = Field(3, description="hits until it falls")


class Aimed(Weapon):
    """A weapon."""

    metres: int = Field(description="metres that it reaches")
    damage: int = Field(description="hits that it takes")


class Catalog(NamedTuple):
    """Everything the toy knows by name."""

    weapons: dict[Key, Aimed]
    materials: dict[Key, Material]
    terrain: dict[Key, Terrain]
    numbers: dict[Key, Number]
    rules: dict[str, Rule]
    units: dict[Key, Template]


def fill(arena: Any, catalog: Catalog) -> None:
    """Write the numbers of the rules."""
    for name in RULE_NUMBERS:
        arena["rules"][name] = catalog.numbers[name].value


def fill_sheet(arena: Any, who: int, fighter: Any, catalog: Catalog) -> None:
    """Write a unit's sheet."""
    name = (fighter.unit.weapons or fighter.template.weapons)[0]
    weapon, sheet = catalog.weapons[name], arena["sheets"][who]
    sheet["weapon"] = list(catalog.weapons).index(name)
    sheet["life"], sheet["reach"], sheet["damage"] = fighter.unit.life, weapon.metres, weapon.damage


def fill_unit(unit: Any, arena: Any, who: int, fighter: Any) -> None:
    """Write a unit as it enters."""
    unit["life"] = arena["sheets"][who]["life"]


def unit_seen(field: Any, who: int, unit: Any, value: Any) -> dict[str, Any]:
    """Return what can be seen of a unit."""
    return {"life": value("life"), "weapon": field.weapon_names(who)[0], "dodged": value("dodged")}


def unit_full(arena: Any, who: int) -> dict[str, Any]:
    """Return what a fresh unit has."""
    life = ["life", "life", "health", int(arena["sheets"][who]["life"])]
    return {"bars": [life], "fills": None, "pips": ["ap", "points", POINTS]}


def price(field: Any, battle: Any, who: int, verb: int, argument: int) -> str:
    """Return what a verb costs: points for steps and shots, nothing to end the phase or to answer."""
    return points_words({STEP: 1, SHOOT: SHOT}.get(verb, 0), battle["units"][who])
