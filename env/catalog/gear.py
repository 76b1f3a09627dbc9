"""Gear in systems whose weapons have a `way` of doing harm, and that have neither items nor vehicles."""

from collections.abc import Callable, Collection, Iterable
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from fireteam.content.errors import ContentError

from ..rules.arena import BARE_HANDS, MAX_WEAPONS
from .models import Small, Template
from .places import Places


class Unequipped(Template):
    """A unit template. There are no items and no vehicles."""

    items: Annotated[dict[str, Small], Field(max_length=0)] = Field({}, description="this system has no items")
    seats: Annotated[int, Field(ge=0, le=0)] = Field(0, description="this system has no vehicles")


def kinds_of(ways: Iterable[str], blows: Collection[str]) -> dict[str, str]:
    """Return how each way of doing harm is drawn and described: as a blade for `blows`, a gun, or else a projectile."""
    return {way: "melee" if way in blows else "firearm" if way == "firearm" else "bow" for way in ways}


Misfit = tuple[str, str] | None  # a key of a weapon, and why it does not go with the others


def check_weapons(weapons: dict[str, Any], places: Places, first: str, problem_of: Callable[[Any], Misfit]) -> None:
    """Raise a ContentError for the first weapon with a problem, or if the weapons do not begin with `first`."""
    for name, weapon in weapons.items():
        if problem := problem_of(weapon):
            key, says = problem
            raise ContentError(f"{places.of('weapons', name, key)}: {says}")
    if next(iter(weapons)) != first:
        raise ContentError(f"{places.of('weapons')}: must begin with {first}, which the rules themselves use")


def misfit(weapon: Any, kinds: dict[str, str]) -> Misfit:
    """Return the first key of a weapon that contradicts its way of doing harm, and why; None if there is none."""
    kind = kinds[weapon.way]
    strikes = kind == "melee"
    if weapon.kind != kind:
        return "kind", f"a weapon whose way is {weapon.way!r} is of the kind {kind!r}"
    if strikes == bool(weapon.range):
        return "range", "a blow has none" if strikes else "what is thrown or fired needs one, in metres"
    if weapon.reach and not strikes:
        return "reach", "only blows have one"
    if strikes == bool(weapon.magazine):
        return "magazine", "a blow has none" if strikes else "what is thrown or fired needs one: how many rounds there are"
    if weapon.spare and not weapon.magazine:
        return "spare", "a weapon without a magazine has no spare ones"
    return None


def fill_gear(sheet: np.void, fighter: Any, catalog: Any) -> tuple[list[Any], list[Any]]:
    """Write a unit's weapons, magazines and best armor into its sheet; return the entries of what it carries and wears."""
    unit, template = fighter.unit, fighter.template
    carried = template.weapons if unit.weapons is None else unit.weapons
    pieces = [catalog.armour[name] for name in (template.armour if unit.armour is None else unit.armour)]
    spare = {**template.spare, **unit.spare}
    names, none = list(catalog.weapons), MAX_WEAPONS - len(carried)
    sheet["weapons"] = [names.index(name) for name in carried] + [-1] * none
    sheet["spare"] = [spare.get(name, catalog.weapons[name].spare) for name in carried] + [0] * none
    sheet["armor"] = max((piece.rating for piece in pieces), default=0)
    return [catalog.weapons[name] for name in carried], pieces


def fill_held(unit: np.void, arena: np.void, who: int) -> None:
    """Write loaded weapons and spare magazines into what a unit holds as it enters a battle."""
    sheet = arena["sheets"][who]
    for slot in range(MAX_WEAPONS):
        if sheet["weapons"][slot] >= 0:
            unit["held"][slot]["ammo"] = arena["weapons"][sheet["weapons"][slot]]["magazine"]
            unit["held"][slot]["spare"] = sheet["spare"][slot]


def hands_seen(field: Any, who: int, unit: np.void, value: Callable[[str], Any]) -> dict[str, Any]:
    """Return what can be seen of the weapons in a unit's hands."""
    names, shown = field.weapon_names(who), {}
    if (hand := value("hand")) != BARE_HANDS:
        shown["weapon"] = names[hand]
        if field.catalog.weapons[names[hand]].magazine:
            shown["ammo"], shown["spare"] = int(unit["held"][hand]["ammo"]), int(unit["held"][hand]["spare"])
    if (other := value("off_hand")) != BARE_HANDS:
        shown["off_hand"] = field.catalog.weapons[names[other]].words
    return shown
