"""Two fresh units on open ground, so many metres apart: what is asked of an attack outside any battle is asked of them."""

from collections.abc import Mapping
from pathlib import Path

from fireteam.maps import ContentError, Drawing
from fireteam.maps.reading import validated

from ..battle import Battle
from ..catalog import House, catalog_of, load_catalog, load_house, look_up
from ..scenario.models import Scenario, models_of

WIDEST = 120  # tiles of the table


def table_for(
    system: str,
    attacker: str,
    target: str,
    weapon: str,
    metres: int,
    rules: Mapping[str, str],
    catalog: House | str | Path | None,
) -> tuple[Battle, str]:
    """Return a battle of two unit templates, red_1 and blue_1, and the weapon: the attacker's first unless one is named.

    Raises:
        ContentError: a name is unknown, or the parts do not go together.
    """
    house = load_house(catalog, system) if isinstance(catalog, (str, Path)) else dict(catalog or {})
    known, unarmed = load_catalog(house, system), catalog_of(system).UNARMED
    template = look_up(known.units, attacker, "unit template", "attacker")
    other = look_up(known.units, target, "unit template", "target")
    weapon = weapon or (template.weapons[0] if template.weapons else unarmed)
    if look_up(known.weapons, weapon, "weapon", "weapon").kind == "melee":
        metres = 1
    if not 1 <= metres <= 10 * WIDEST:
        raise ContentError(f"range = {metres}: must be from 1 to {10 * WIDEST} metres")
    scale = -(-metres // WIDEST)
    tiles = max(round(metres / scale), 1)
    east = template.side - 1 + tiles  # the column of the target; vehicles are as many tiles wide as their sides say
    ground = "\n".join(["." * max(east + other.side, 3)] * (1 + max(template.side, other.side, 2)))
    carried = {} if weapon == unarmed else {"weapons": [weapon]}
    scenario: Scenario = validated(
        Scenario,
        {
            "title": "odds",
            "system": system,
            "options": validated(models_of(system).options, dict(rules), "rule"),
            "catalog": {kind: dict(entries) for kind, entries in house.items()},
            "map": Drawing(title="odds", ground=ground, metres_per_tile=scale),
            "teams": [
                {"name": "red", "units": [{"template": attacker, "at": [0, 1], **carried}]},
                {"name": "blue", "units": [{"template": target, "at": [east, 1]}]},
            ],
        },
        "odds",
    )
    return Battle(scenario), weapon
