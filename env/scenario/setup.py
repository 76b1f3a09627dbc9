"""From a scenario to records: the arena, with the catalog's numbers and the map's tables, and the opening position."""

from collections import OrderedDict
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from fireteam.maps import ContentError, Drawing

from ..catalog import Catalog, load_catalog
from ..catalog.models import Harm
from ..rules import arena as arenas
from ..rules import kernel, verbs
from ..rules.ground import grid, sight
from ..rules.swan_song import odds, tables
from ..rules.swan_song.record import FREE
from ..rules.swan_song.tables import MAX_ITEMS
from ..rules.systems import port_of
from .fitting import check_content
from .ground import fill_goals, fill_map, with_doors
from .models import Scenario
from .opening import Fighter, blank_battle, enroll, place_units
from .packing import packed, unpacked


class Field(NamedTuple):
    """A scenario ready to be fought."""

    scenario: Scenario
    catalog: Catalog
    drawing: Drawing
    roster: list[Fighter]
    arena: np.ndarray  # shape (1,), dtype ARENA
    opening: np.ndarray  # shape (1,), dtype BATTLE; no seed yet, nothing rolled

    @property
    def system(self) -> Any:
        """The port of its rule system (`rules/systems.py`)."""
        return port_of(self.scenario.system)

    def weapon_names(self, who: int) -> list[str]:
        """Return the catalog's names of the weapons a unit carries, by slot."""
        fighter = self.roster[who]
        return fighter.template.weapons if fighter.unit.weapons is None else fighter.unit.weapons

    def item_names(self, who: int) -> list[str]:
        """Return the catalog's names of the items a unit carries, by place; "" for an empty place."""
        fighter = self.roster[who]
        names = [*fighter.template.items, *(name for name in fighter.unit.items if name not in fighter.template.items)]
        return [*names, *[""] * (MAX_ITEMS - len(names))]

    def terrain_name(self, row: int) -> str:
        """Return the catalog's name of a terrain row."""
        return list(self.catalog.terrain)[row]

    def __reduce__(self) -> tuple[Any, ...]:
        return field_of, (*self._replace(arena=packed(self.arena)),)  # type: ignore[arg-type]


def field_of(*parts: Any) -> Field:
    """Return a field from its parts as they are pickled: with its arena no larger than the map."""
    field = Field(*parts)
    return field._replace(arena=unpacked(field.system.ARENA, *field.arena))


ONE_HANDED = ("pistols", "blades", "clubs", "throwing", "unarmed")

_prepared: OrderedDict[str, Field] = OrderedDict()
KEPT = 16  # prepared fields that are kept, for environments that are made again and again


def prepare(scenario: Scenario) -> Field:
    """Return a scenario as records. The map's tables take a moment for large maps, so recent fields are kept.

    Raises:
        ContentError: units and map do not fit together.
    """
    key = scenario.model_dump_json()
    if key in _prepared:
        _prepared.move_to_end(key)
        return _prepared[key]
    try:
        field = prepared(scenario)
    except ContentError as error:
        place = f"scenario {scenario.title!r}"
        raise ContentError(str(error) if place in str(error) else f"{place}: {error}") from None
    _prepared[key] = field
    if len(_prepared) > KEPT:
        _prepared.popitem(last=False)
    return field


def prepared(scenario: Scenario) -> Field:
    """Return a scenario as records, made anew."""
    field = laid_out(scenario)
    announce_phases(scenario.system)
    fill_tables(field.arena)
    return field


@cache
def announce_phases(name: str) -> None:
    """Have what opens a system's phases compiled beside the rest, if anything must be compiled: once in a process."""
    system = port_of(name)
    kernel.expected(system.open_phase, system.BATTLE, system.ARENA, system.LOG, 0)


def laid_out(scenario: Scenario) -> Field:
    """Return a scenario as records without the map's tables: whatever can be wrong with it shows here, at once."""
    catalog = load_catalog(scenario.catalog)
    check_content(scenario, catalog, f"scenario {scenario.title!r}")
    drawing = scenario.drawing()
    roster = enroll(scenario, catalog)
    system = port_of(scenario.system)
    arena = np.zeros(1, system.ARENA)
    for name, values in system.OPTIONS.items():
        arena[0]["rules"][f"option_{name}"] = values.index(getattr(scenario.options, name))
    fill_catalog(arena[0], catalog)
    fill_map(arena[0], scenario, drawing, catalog)
    fill_goals(arena[0], scenario, drawing, roster)
    for who, fighter in enumerate(roster):
        sheet = arena[0]["sheets"][who]
        fill_sheet(sheet, fighter, catalog)
        weapons = arena[0]["weapons"][sheet["weapons"][sheet["weapons"] >= 0]]
        sheet["pairs"] = (weapons["two_handed"] == 0).sum() > 1
        sheet["throws"] = weapons["thrown"].any()
        sheet["breaks"] = ((weapons["blast"] > 0) & (weapons["thrown"] == 0)).any()
    arena[0]["waves"] = any(fighter.unit.arrives for fighter in roster)
    arena[0]["vehicles"] = any(fighter.template.seats for fighter in roster)
    arena[0]["bumper"] = list(catalog.weapons).index("bumper")
    arena[0]["hiding"] = any(fighter.unit.hidden for fighter in roster)
    arena[0]["surprise"] = any(team.ambush != "no" for team in scenario.teams)
    opening = blank_battle()
    place_units(opening[0], arena[0], scenario, drawing, roster)
    arena[0]["opening"] = opening[0]["units"]
    return Field(scenario, catalog, drawing, roster, arena, opening)


def fill_catalog(arena: np.void, catalog: Catalog) -> None:
    """Write the numbers of the catalog into an arena."""
    rules = arena["rules"]
    for name in tables.RULE_NUMBERS:
        rules[name] = catalog.numbers[name].value
    for name in (
        "range",
        "choke",
        "light",
        "smoke",
        *(f"glitch_{effect}" for effect in ("jams", "drops", "falls", "ends_phase")),
    ):
        rules[name] = catalog.numbers[name].value
    for row, pool in enumerate(tables.POOLS):
        rules["damage_percent"][row] = catalog.numbers[f"{pool}_percent"].value
    for number, verb in enumerate(verbs.VERBS):
        cost = catalog.actions[verb.name]
        arena["cost"][number] = FREE if cost == "free" else cost
    if rules["option_multiple_attacks"]:
        arena["cost"][verbs.MULTIPLE] = catalog.numbers["multiple_cost"].value
    for row, firing in enumerate(catalog.firings.values()):
        arena["firings"][row] = (firing.cost, firing.rounds, firing.defense, firing.barrier, firing.pin)
    for row, material in enumerate(catalog.materials.values()):
        arena["materials"][row] = (material.structure, material.armor)
    names = list(catalog.terrain)
    materials = list(catalog.materials)
    for row, terrain in enumerate(catalog.terrain.values()):
        arena["terrains"][row] = (
            terrain.passable,
            terrain.difficult,
            terrain.top,
            materials.index(terrain.material) if terrain.material else 0,
            terrain.smoke,
            names.index(terrain.opens) if terrain.opens else -1,
            terrain.locked,
            names.index(terrain.unlocked) if terrain.unlocked else -1,
            terrain.transparent,
            names.index(terrain.broken) if terrain.broken else -1,
        )
    for row, weapon in enumerate(catalog.weapons.values()):
        fill_weapon(arena["weapons"][row], weapon, catalog)
    fill_effects(arena, catalog)


def fill_weapon(row: np.void, weapon: Any, catalog: Catalog) -> None:
    """Write one weapon of the catalog into its row of the weapon table."""
    row["melee"] = weapon.kind == "melee"
    row["firearm"] = weapon.kind == "firearm"
    row["skill"] = tables.SKILLS.index(weapon.skill)
    for name in ("accuracy", "damage", "strain", "penetration", "reach", "compensation", "magazine", "flechette", "gel"):
        row[name] = getattr(weapon, name)
    row["adds_strength"] = weapon.strength
    row["damage_type"] = tables.DAMAGE_TYPES.index(weapon.type)
    row["modes"] = sum(1 << tables.MODES.index(mode) for mode in weapon.modes)
    row["reload_cost"] = 2 if weapon.reload == "complex" else 1
    row["bands"] = catalog.ranges[weapon.range] if weapon.range else 0
    row["penetrating"] = weapon.kind in ("firearm", "bow") if weapon.piercing is None else weapon.piercing
    row["draws"] = weapon.kind == "bow"
    row["thrown"] = weapon.kind == "grenade"
    for name in ("blast", "falloff", "scatter", "timed", "lasts", "breaching"):
        row[name] = getattr(weapon, name)
    row["cloud"] = tables.CLOUDS.index(weapon.cloud)
    row["two_handed"] = weapon.skill not in ONE_HANDED if weapon.two_handed is None else weapon.two_handed
    row["contact"] = list(catalog.contacts).index(weapon.contact) if weapon.contact else -1


def fill_effects(arena: np.void, catalog: Catalog) -> None:
    """Write locations, ailments, contacts and items of the catalog into an arena."""
    for name, location in catalog.locations.items():
        row = arena["locations"][tables.LOCATIONS.index(name)]
        row["offered"] = True
        own = catalog.numbers["called_shot"].value
        row["modifier"] = own if location.modifier is None else location.modifier
        row["cap"] = tables.NO_CAP if location.cap is None else location.cap
        row["systems"] = bits(tables.SYSTEMS, location.systems)
        row["piercing"] = bits(tables.AILMENTS, location.piercing)
        fill_harm_row(row["harm"], location)
    if not arena["rules"]["option_called_shots"]:
        arena["offered"] = bits(tables.LOCATIONS, list(catalog.locations))
    for row, ailment in zip(arena["ailments"], catalog.ailments.values(), strict=True):
        for name in ("dice", "second", "sense", "melee_defense", "remedy", "stays"):
            row[name] = getattr(ailment, name)
        known = {"damage": tables.LASTS_DAMAGE, "treated": tables.FOR_GOOD}
        row["lasts"] = known[ailment.lasts] if isinstance(ailment.lasts, str) else ailment.lasts
    for row, contact in zip(arena["contacts"], catalog.contacts.values(), strict=False):
        fill_harm_row(row, contact)
    names = list(catalog.weapons)
    for row, item in zip(arena["items"], catalog.items.values(), strict=False):
        row["kind"] = tables.ITEM_KINDS.index(item.kind)
        for name in ("dice", "initiative_dice", "lasts", "strain"):
            row[name] = getattr(item, name)
        row["uses"] = item.spent
        row["weapon"] = names.index(item.weapon) if item.weapon else -1


def bits(names: tuple[str, ...], chosen: list[str]) -> int:
    """Return a set of names as a number, a bit each."""
    return sum(1 << names.index(name) for name in set(chosen))


def fill_harm_row(row: np.void, harm: Harm) -> None:
    """Write what a location, a contact or a gas does to a body."""
    if harm.stun:
        row["stun"], row["stun_threshold"] = harm.stun.score, harm.stun.threshold
        row["stun_test"] = [tables.ATTRIBUTES.index(name) for name in harm.stun.test]
    row["ailments"] = bits(tables.AILMENTS, harm.ailments)
    for name in ("nausea", "knockdown", "buckles", "fatigues", "strain"):
        row[name] = getattr(harm, name)


def fill_sheet(sheet: np.void, fighter: Fighter, catalog: Catalog) -> None:
    """Write a unit's sheet: attributes after encumbrance, skills, limits, armor, pools, weapons (SS-D13, SS-H1, SS-H8)."""
    unit, template = fighter.unit, fighter.template
    scores = {**template.attributes, **unit.attributes}
    pieces = [catalog.armour[name] for name in (template.armour if unit.armour is None else unit.armour)]
    worn = max((piece.armor for piece in pieces if not piece.adds), default=0)
    added = sum(piece.armor for piece in pieces if piece.adds)
    strength = scores["strength"]
    burden = max(added - strength, 0) // 2
    sheet["armor"] = worn + min(added, strength)
    scores = {**scores, "agility": max(scores["agility"] - burden, 1), "reaction": max(scores["reaction"] - burden, 1)}
    sheet["attributes"] = [scores[name] for name in tables.ATTRIBUTES]
    skills = {**template.skills, **unit.skills}
    sheet["skills"] = [skills.get(name, 0) for name in tables.SKILLS]
    limits = inherent_limits(scores)
    for name in ("physical", "mental", "social"):
        own = getattr(template, name)
        sheet[name] = limits[name] if own is None else own
    sheet["inanimate"] = template.inanimate
    fill_role(sheet, fighter, catalog)
    sheet["reach"] = template.reach
    sheet["initiative_dice"] = chosen(unit.initiative_dice, template.initiative_dice)
    sheet["flesh"] = chosen(unit.flesh, template.flesh, 8 + (scores["body"] + 1) // 2)
    sheet["strain"] = chosen(unit.strain, template.strain, 8 + (scores["willpower"] + 1) // 2)
    sheet["shield"] = chosen(unit.shield, template.shield)
    sheet["armored"] = chosen(unit.armored, template.armored)
    if sheet["flesh"] == 0 and sheet["armored"] == 0:
        raise ContentError(
            f"{fighter.place} ({fighter.called!r}) has neither flesh nor armored health: it could not be hurt"
        )
    names = list(catalog.weapons)
    carried = template.weapons if unit.weapons is None else unit.weapons
    spare = {**template.spare, **unit.spare}
    sheet["weapons"] = [names.index(name) for name in carried] + [-1] * (tables.MAX_WEAPONS - len(carried))
    sheet["spare"] = [spare.get(name, catalog.weapons[name].spare) for name in carried] + [0] * (
        tables.MAX_WEAPONS - len(carried)
    )


def fill_role(sheet: np.void, fighter: Fighter, catalog: Catalog) -> None:
    """Write what a unit brings besides its body: items, karma, when it comes and how ready, a vehicle's numbers."""
    unit, template = fighter.unit, fighter.template
    items = {**template.items, **unit.items}
    names = list(catalog.items)
    sheet["items"] = -1
    for place, (name, count) in enumerate(items.items()):
        sheet["items"][place], sheet["count"][place] = names.index(name), count
    sheet["karma"] = chosen(unit.karma, template.karma)
    sheet["arrives"], sheet["arrives_pass"], sheet["expected"] = unit.arrives, unit.arrives_pass, unit.expected
    sheet["hides"] = unit.hidden
    sheet["warning"] = catalog.numbers["warned"].value if fighter.warned else 0
    sheet["ambushes"] = ("no", "waiting", "tracking").index(fighter.ambush)
    sheet["side"], sheet["vehicle"], sheet["seats"] = template.side, template.seats > 0, template.seats
    sheet["height"] = template.height if template.seats else 0
    sheet["speed"], sheet["handling"] = template.speed, template.handling


def chosen(*values: int | None) -> int:
    """Return the first value that is given."""
    return next(value for value in values if value is not None)


def inherent_limits(scores: dict[str, int]) -> dict[str, int]:
    """Return the physical, mental and social limit that follow from attributes (SS-D13)."""

    def limit(twice: str, one: str, other: str) -> int:
        return -(-(2 * scores[twice] + scores[one] + scores[other]) // 3)

    return {
        "physical": limit("strength", "body", "reaction"),
        "mental": limit("logic", "intuition", "willpower"),
        "social": limit("charisma", "willpower", "body"),
    }


def fill_tables(arena: np.ndarray) -> None:
    """Compute what the engine looks up: expected harm, steps, and the pair tables of sight, screens and paths."""
    blank, row = kernel.plain(blank_battle())[0], kernel.plain(arena)[0]
    opened, closed = with_doors(arena[0], passable=1), with_doors(arena[0], passable=0)
    odds.fill_harm(row)
    grid.fill_steps(blank, row)
    line = np.zeros((sight.LONGEST, 3), np.int64)
    sight.fill_sight(blank, kernel.plain(opened)[0], kernel.plain(closed)[0], row, line)
    size = int(arena[0]["size"])
    grid.fill_paths(blank, row, np.zeros(size + 1, np.int64))
    paths = arena[0]["paths"][: size * size].reshape(size, size)
    ground = paths.diagonal() == 0
    arena[0]["shut"] = (paths[np.ix_(ground, ground)] == arenas.UNREACHABLE).any()
