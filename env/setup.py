"""From a scenario to records: the arena, with the catalog's numbers and the map's tables, and the opening position."""

from collections import OrderedDict
from typing import Any, NamedTuple

import numpy as np

from .catalog import Catalog, load_catalog
from .catalog.models import Template
from .rules import arena as arenas
from .rules import battle as battles
from .rules import grid, kernel, sight, verbs
from .rules.swan_song import odds, tables
from .scenario import Orders, Scenario, Team, Unit
from fireteam.maps import ContentError, Drawing

NO_ZONE = 0


class Fighter(NamedTuple):
    """One unit of the roster: who it is and what it is made of."""

    name: str  # as agents are called: red_1
    called: str  # as people call it: Vega, soldier
    team: int
    unit: Unit
    template: Template
    orders: Orders


class Field(NamedTuple):
    """A scenario ready to be fought."""

    scenario: Scenario
    drawing: Drawing
    roster: list[Fighter]
    arena: np.ndarray  # shape (1,), dtype ARENA
    opening: np.ndarray  # shape (1,), dtype BATTLE; no seed yet, nothing rolled

    def weapon_names(self, who: int) -> list[str]:
        """Return the catalog's names of the weapons a unit carries, by slot."""
        fighter = self.roster[who]
        return fighter.template.weapons if fighter.unit.weapons is None else fighter.unit.weapons

    def terrain_name(self, row: int) -> str:
        """Return the catalog's name of a terrain row."""
        return list(load_catalog().terrain)[row]


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
    catalog = load_catalog()
    drawing = scenario.drawing()
    roster = enroll(scenario, catalog)
    arena = np.zeros(1, arenas.ARENA)
    fill_catalog(arena[0], catalog)
    fill_map(arena[0], scenario, drawing, catalog)
    fill_goals(arena[0], scenario, drawing, roster)
    for who, fighter in enumerate(roster):
        fill_sheet(arena[0]["sheets"][who], fighter, catalog)
    opening = blank_battle()
    place_units(opening[0], arena[0], scenario, drawing, roster)
    fill_tables(arena)
    field = Field(scenario, drawing, roster, arena, opening)
    _prepared[key] = field
    if len(_prepared) > KEPT:
        _prepared.popitem(last=False)
    return field


def enroll(scenario: Scenario, catalog: Catalog) -> list[Fighter]:
    """Return the roster: team after team, each unit with its agent's name."""
    roster = []
    for number, team in enumerate(scenario.teams):
        listed = [unit for unit in team.units for _ in range(unit.count)]
        for place, unit in enumerate(listed, start=1):
            template = catalog.units[unit.template]
            called = unit.name or template.words
            orders = unit.orders or team.orders
            roster.append(Fighter(f"{team.name}_{place}", called, number, unit, template, orders))
    return roster


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
        arena["cost"][number] = arenas.FREE if cost == "free" else cost
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
        )
    for row, weapon in enumerate(catalog.weapons.values()):
        fill_weapon(arena["weapons"][row], weapon, catalog)


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
    row["penetrating"] = weapon.kind != "melee" if weapon.piercing is None else weapon.piercing


def fill_map(arena: np.void, scenario: Scenario, drawing: Drawing, catalog: Catalog) -> None:
    """Write a map and the scenario's options into an arena."""
    size = drawing.width * drawing.height
    arena["width"], arena["height"], arena["size"] = drawing.width, drawing.height, size
    arena["scale"] = drawing.metres_per_tile
    arena["light"] = tables.LIGHTS.index(scenario.light or drawing.light)
    arena["fog"] = scenario.fog
    arena["limit"] = scenario.rounds
    arena["stalemate"] = scenario.stalemate
    names = [team.name for team in scenario.teams]
    arena["at_limit"] = names.index(scenario.winner_at_limit) if scenario.winner_at_limit else battles.NOBODY
    tiles = arena["tiles"][:size]
    rows = {name: row for row, name in enumerate(catalog.terrain)}
    tiles["terrain"] = [rows[name] for name in drawing.terrain()]
    doors = int((arena["terrains"][tiles["terrain"]]["door"] >= 0).sum())
    if doors > battles.MAX_CHANGES:
        raise ContentError(f"map {drawing.title!r} has {doors} doors, at most {battles.MAX_CHANGES} are possible")
    tiles["floor"] = [100 * metres for metres in drawing.floors()]
    for x, y, letter in drawing.letters(drawing.marks):
        tiles["zone"][y * drawing.width + x] = NO_ZONE if letter == "." else ord(letter)
    terrain = arena["terrains"][tiles["terrain"]]
    arena["smoky"] = terrain["smoke"].any()
    shape = (drawing.height, drawing.width)
    low = int(arena["rules"]["partial_above"]) * sight.BODY[0] // 100
    beside = around((terrain["top"] > low).reshape(shape)) | rises(tiles["floor"].reshape(shape), low)
    tiles["near_cover"] = (beside | (terrain["top"] > low).reshape(shape)).reshape(-1)
    arena["ground"][:size] = np.where(terrain["passable"] == 0, 0.0, np.where(terrain["difficult"] == 1, 0.5, 1.0))
    arena["shelter"][:size] = np.minimum(terrain["top"] / 300 + 0.2 * tiles["near_cover"], 1.0)
    tiles["near_door"] = around((terrain["door"] >= 0).reshape(shape)).reshape(-1)


def around(flags: np.ndarray) -> np.ndarray:
    """Return where one of the eight neighbours carries a flag."""
    padded = np.pad(flags, 1)
    height, width = flags.shape
    found = np.zeros_like(flags)
    for dx, dy in zip(grid.DX, grid.DY, strict=True):
        found |= padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
    return found


def rises(floors: np.ndarray, low: int) -> np.ndarray:
    """Return where the floor of a neighbour is enough higher to take cover behind."""
    padded = np.pad(floors.astype(np.int64), 1, mode="edge")
    height, width = floors.shape
    found = np.zeros(floors.shape, bool)
    for dx, dy in zip(grid.DX, grid.DY, strict=True):
        found |= padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width] - floors > low
    return found


def fill_goals(arena: np.void, scenario: Scenario, drawing: Drawing, roster: list[Fighter]) -> None:
    """Write the teams and their objectives into an arena."""
    arena["teams"] = len(scenario.teams)
    arena["units"] = len(roster)
    for number, team in enumerate(scenario.teams):
        members = [who for who, fighter in enumerate(roster) if fighter.team == number]
        goal = arena["goals"][number]
        goal["kind"] = arenas.OBJECTIVES.index(team.objective.kind)
        goal["zone"] = ord(team.objective.zone) if team.objective.zone else NO_ZONE
        goal["anchor"] = middle_tile(drawing, team.objective.zone)
        goal["needed"] = team.objective.needed
        goal["first"], goal["count"] = members[0], len(members)
        goal["unit"] = battles.NOBODY
        if team.objective.kind == "protect":
            goal["unit"] = find_ward(team, roster, members)


def middle_tile(drawing: Drawing, mark: str | None) -> int:
    """Return the marked tile nearest to the middle of all tiles of that mark, -1 if there are none."""
    tiles = drawing.tiles_marked(mark) if mark else []
    if not tiles:
        return battles.NOWHERE
    middle = np.mean(tiles, axis=0)
    x, y = min(tiles, key=lambda tile: (float(np.abs(np.array(tile) - middle).sum()), tile))
    return y * drawing.width + x


def find_ward(team: Team, roster: list[Fighter], members: list[int]) -> int:
    """Return the roster number of the unit a team protects."""
    for who in members:
        if team.objective.unit in (roster[who].called, roster[who].name):
            return who
    raise ContentError(f"teams.{team.name}.objective.unit: no unit of the team is called {team.objective.unit!r}")


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
    sheet["reach"] = template.reach
    sheet["initiative_dice"] = chosen(unit.initiative_dice, template.initiative_dice)
    sheet["flesh"] = chosen(unit.flesh, template.flesh, 8 + (scores["body"] + 1) // 2)
    sheet["strain"] = chosen(unit.strain, template.strain, 8 + (scores["willpower"] + 1) // 2)
    sheet["shield"] = chosen(unit.shield, template.shield)
    sheet["armored"] = chosen(unit.armored, template.armored)
    if sheet["flesh"] == 0 and sheet["armored"] == 0:
        raise ContentError(f"{fighter.name} ({fighter.called}) has neither flesh nor armored health: it could not be hurt")
    names = list(catalog.weapons)
    carried = template.weapons if unit.weapons is None else unit.weapons
    spare = {**template.spare, **unit.spare}
    sheet["weapons"] = [names.index(name) for name in carried] + [-1] * (tables.MAX_WEAPONS - len(carried))
    sheet["spare"] = [spare.get(name, catalog.weapons[name].spare) for name in carried] + [0] * (
        tables.MAX_WEAPONS - len(carried)
    )


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


def blank_battle() -> np.ndarray:
    """Return a battle record, shape (1,), in which nothing has happened and nobody is there."""
    battle = np.zeros(1, battles.BATTLE)
    row = battle[0]
    row["winner"] = row["decider"] = row["opponent"] = battles.NOBODY
    row["zones"]["shooter"] = battles.NOBODY
    units = row["units"]
    for name in ("closing", "charge", "aim_at"):
        units[name] = battles.NOBODY
    units["stray_hits"] = -1
    units["held"]["lies_at"] = battles.NOWHERE
    return battle


def place_units(battle: np.void, arena: np.void, scenario: Scenario, drawing: Drawing, roster: list[Fighter]) -> None:
    """Put every unit on its tile with full health and loaded weapons, facing the enemy."""
    taken: dict[tuple[int, int], str] = {}
    for number, team in enumerate(scenario.teams):
        free = iter(drawing.tiles_marked(team.start) if team.start else [])
        for who, fighter in enumerate(roster):
            if fighter.team != number:
                continue
            x, y = place_of(fighter, team, drawing, free, taken)
            if not arena["terrains"][arena["tiles"][y * drawing.width + x]["terrain"]]["passable"]:
                terrain = drawing.terrain()[y * drawing.width + x]
                raise ContentError(
                    f"{fighter.name}: column {x}, row {y} of map {drawing.title!r} is {terrain}: nobody stands there"
                )
            if (x, y) in taken:
                raise ContentError(f"{fighter.name} and {taken[x, y]} start on the same tile, column {x}, row {y}")
            taken[x, y] = fighter.name
            fill_unit(battle["units"][who], arena["sheets"][who], arena["weapons"], fighter, team, x, y)
    face_enemies(battle["units"][: len(roster)], roster)


def place_of(fighter: Fighter, team: Team, drawing: Drawing, free: Any, taken: dict) -> tuple[int, int]:
    """Return the tile a unit starts on: its own, or the next one marked for its team."""
    if fighter.unit.at is not None:
        x, y = fighter.unit.at
        if not (0 <= x < drawing.width and 0 <= y < drawing.height):
            raise ContentError(
                f"{fighter.name}: at = [{x}, {y}] lies outside map {drawing.title!r}; "
                f"columns go from 0 to {drawing.width - 1}, rows from 0 to {drawing.height - 1}"
            )
        return x, y
    for place in free:
        if place not in taken:
            return place
    if team.start is None:
        raise ContentError(f"{fighter.name}: neither the unit has a place ('at') nor team {team.name!r} a start mark")
    marked = len(drawing.tiles_marked(team.start))
    raise ContentError(
        f"{fighter.name}: map {drawing.title!r} has {marked} free start tiles marked {team.start!r}, one too few"
    )


def fill_unit(unit: np.void, sheet: np.void, weapons: np.ndarray, fighter: Fighter, team: Team, x: int, y: int) -> None:
    """Write the opening state of a unit."""
    unit["team"], unit["status"], unit["x"], unit["y"] = fighter.team, battles.UP, x, y
    unit["engaged"] = team.alert
    for pool in ("flesh", "armored", "shield"):
        unit[pool] = sheet[pool]
    unit["hand"] = 0 if sheet["weapons"][0] >= 0 else tables.BARE_HANDS
    for slot in range(tables.MAX_WEAPONS):
        if sheet["weapons"][slot] >= 0:
            held, weapon = unit["held"][slot], weapons[sheet["weapons"][slot]]
            held["ammo"], held["spare"] = weapon["magazine"], sheet["spare"][slot]
            held["mode"] = first_mode(int(weapon["modes"]))
    unit["order_defend"] = battles.ORDERS.index(fighter.orders.defend)
    unit["order_intercept"] = battles.ORDERS.index(fighter.orders.intercept)
    unit["order_odds"] = fighter.orders.odds


def first_mode(modes: int) -> int:
    """Return the gun mode a weapon starts in, of a bit set over MODES: semi-automatic where it has it, else its first."""
    if modes >> tables.SEMI_AUTO & 1:
        return tables.SEMI_AUTO
    return max((modes & -modes).bit_length() - 1, 0)


def face_enemies(units: np.ndarray, roster: list[Fighter]) -> None:
    """Turn every unit towards the middle of its enemies, unless its facing is given."""
    for who, fighter in enumerate(roster):
        if fighter.unit.facing is not None:
            units[who]["facing"] = grid.DIRECTIONS.index(fighter.unit.facing)
            continue
        enemies = units[units["team"] != fighter.team]
        dx = int(enemies["x"].sum()) - len(enemies) * int(units[who]["x"])
        dy = int(enemies["y"].sum()) - len(enemies) * int(units[who]["y"])
        units[who]["facing"] = grid.toward(dx, dy) if (dx, dy) != (0, 0) else 0


def fill_tables(arena: np.ndarray) -> None:
    """Compute what the engine looks up: expected harm, steps, and the pair tables of sight, screens and paths."""
    blank, row = kernel.plain(blank_battle())[0], kernel.plain(arena)[0]
    opened, closed = with_doors(arena[0], passable=1), with_doors(arena[0], passable=0)
    odds.fill_harm(row)
    grid.fill_steps(blank, row)
    sight.fill_sight(blank, kernel.plain(opened)[0], kernel.plain(closed)[0], row)
    grid.fill_paths(blank, row, np.zeros(int(arena[0]["size"]) + 1, np.int64))


def with_doors(arena: np.void, passable: int) -> np.ndarray:
    """Return a blank battle in which every door of the map stands open (passable 1) or closed (0)."""
    battle = blank_battle()
    tiles = arena["tiles"][: arena["size"]]["terrain"]
    terrain = arena["terrains"][tiles]
    moved = np.flatnonzero((terrain["door"] >= 0) & (terrain["passable"] != passable))
    changes = battle[0]["changes"][: len(moved)]
    changes["tile"], changes["x"], changes["y"] = moved, moved % arena["width"], moved // arena["width"]
    changes["terrain"] = terrain["door"][moved]
    battle[0]["changed"] = len(moved)
    return battle
