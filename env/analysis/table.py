"""Two units on a small map, at a given distance: the setting for odds that belong to no battle.

It is a battle like any other: the cover is a real barrier, the light that of the scenario, and the attacker is about to act.
"""

from collections.abc import Mapping
from pathlib import Path

from fireteam.content.errors import ContentError
from fireteam.content.reading import validated
from fireteam.maps import Drawing

from ..battle import Battle
from ..catalog import House, catalog_of, load_catalog, load_house, look_up
from ..rules.arena import LIGHTS
from ..rules.ground.sight import COVERS
from ..scenario.models import Scenario, models_of
from ..scenario.options import check_choice

WIDEST = 120  # tiles of the table
LONGEST = 40  # decisions until the attacker's turn has come
MATERIAL = "average"  # of a cover of which nothing else is said: furniture
BARRIER, LETTER = "barrier_of_the_table", "x"
TOPS = {"partial": 90, "good": 135, "total": 300}  # centimetres, of what stands before the target
TOPS_AROUND = {"partial": 50, "good": 100, "total": 200}  # of what stands on its own tile, where there is none between


def table_for(
    system: str,
    attacker: str,
    target: str,
    weapon: str,
    metres: int,
    cover: str,
    material: str,
    light: str,
    rules: Mapping[str, str],
    catalog: House | str | Path | None,
) -> tuple[Battle, str]:
    """Return a battle of two unit templates, red_1 about to act, and the weapon: its first unless one is named.

    Raises:
        ContentError: a name is unknown, or the parts contradict each other.
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
    check_choice("cover", cover, COVERS)
    check_choice("light", light, LIGHTS)
    if material and cover == "none":
        raise ContentError("material: of what cover? Say partial, good or total as the cover.")
    scale = -(-metres // WIDEST)
    tiles = max(round(metres / scale), 1)
    east = template.side - 1 + tiles  # the column of the target; vehicles are as many tiles wide as their sides say
    ground = [["."] * max(east + other.side, 3) for _ in range(2 + max(template.side, other.side, 2))]
    tables = {kind: dict(entries) for kind, entries in house.items()}
    if cover != "none":
        look_up(known.materials, material or MATERIAL, "material", "material")
        around = tiles == 1
        for row in range(1, 1 + other.side):
            for column in range(east, east + other.side) if around else (east - 1,):
                ground[row][column] = LETTER
        tables.setdefault("terrain", {})[BARRIER] = {
            "words": "what covers the target",
            "passable": around,
            "top": (TOPS_AROUND if around else TOPS)[cover],
            "material": material or MATERIAL,
        }
    carried = {} if weapon == unarmed else {"weapons": [weapon]}
    scenario: Scenario = validated(
        Scenario,
        {
            "title": "odds",
            "system": system,
            "light": light,
            "options": validated(models_of(system).options, dict(rules), "rule"),
            "catalog": tables,
            "map": Drawing(
                title="odds",
                ground="\n".join(map("".join, ground)),
                legend={LETTER: BARRIER} if cover != "none" else {},
                metres_per_tile=scale,
            ),
            "teams": [
                {"name": "red", "units": [{"template": attacker, "at": [0, 1], **carried}]},
                {"name": "blue", "units": [{"template": target, "at": [east, 1]}]},
            ],
        },
        "odds",
    )
    battle = Battle(scenario)
    for _ in range(LONGEST):
        if battle.decision is None or (battle.decision.unit == "red_1" and battle.decision.own):
            break
        battle.step("end" if battle.decision.own else "pass")
    if battle.decision is None or battle.decision.unit != "red_1":
        raise ContentError(f"attacker: the {template.words} is a thing and attacks nobody")
    found = battle.cover("blue_1", "red_1")
    if found != cover:
        raise ContentError(f"cover = {cover!r}: at {metres} metres the {other.words} is in {found} cover behind that")
    return battle, weapon


def raised(battle: Battle, table: str, place: int, bonus: int) -> None:
    """Add a bonus to a number of red_1's sheet, given by its table and place, in an arena of the battle's own."""
    arena = battle.field.arena.copy()
    arena["sheets"][table][0, 0, place] += bonus
    battle.field = battle.field._replace(arena=arena)
    battle.bind()
