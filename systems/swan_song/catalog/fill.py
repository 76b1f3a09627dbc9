"""Fills records from Swan Song's catalog: rule numbers, weapons, effects, sheets, and units that enter a battle."""

from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.record import NOBODY, NOWHERE

from ..rules import tables
from ..rules.record import FREE, ORDERS
from ..words import verbs
from .models import Harm

ONE_HANDED = ("pistols", "blades", "clubs", "throwing", "unarmed")


def fill(arena: np.void, catalog: Any) -> None:
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
    for number, pool in enumerate(tables.POOLS):
        rules["damage_percent"][number] = catalog.numbers[f"{pool}_percent"].value
    for number, verb in verbs.VERBS.items():
        cost = catalog.actions[verb.name]
        arena["cost"][number] = FREE if cost == "free" else cost
    if rules["option_multiple_attacks"]:
        arena["cost"][verbs.MULTIPLE] = catalog.numbers["multiple_cost"].value
    for number, firing in enumerate(catalog.firings.values()):
        arena["firings"][number] = (firing.cost, firing.rounds, firing.defense, firing.barrier, firing.pin)
    for model, weapon in enumerate(catalog.weapons.values()):
        fill_weapon(arena["weapons"][model], weapon, catalog)
    fill_effects(arena, catalog)
    arena["bumper"] = list(catalog.weapons).index("bumper")


def fill_weapon(record: np.void, weapon: Any, catalog: Any) -> None:
    """Write one weapon of the catalog into its record."""
    record["melee"] = weapon.kind == "melee"
    record["firearm"] = weapon.kind == "firearm"
    record["skill"] = tables.SKILLS.index(weapon.skill)
    for name in ("accuracy", "damage", "strain", "penetration", "reach", "compensation", "magazine", "flechette", "gel"):
        record[name] = getattr(weapon, name)
    record["adds_strength"] = weapon.strength
    record["damage_type"] = tables.DAMAGE_TYPES.index(weapon.type)
    record["modes"] = sum(1 << tables.MODES.index(mode) for mode in weapon.modes)
    record["reload_cost"] = 2 if weapon.reload == "complex" else 1
    record["bands"] = catalog.ranges[weapon.range] if weapon.range else 0
    record["penetrating"] = weapon.kind in ("firearm", "bow") if weapon.piercing is None else weapon.piercing
    record["draws"] = weapon.kind == "bow"
    record["thrown"] = weapon.kind == "grenade"
    for name in ("blast", "falloff", "scatter", "timed", "lasts", "breaching"):
        record[name] = getattr(weapon, name)
    record["cloud"] = tables.CLOUDS.index(weapon.cloud)
    record["two_handed"] = weapon.skill not in ONE_HANDED if weapon.two_handed is None else weapon.two_handed
    record["contact"] = list(catalog.contacts).index(weapon.contact) if weapon.contact else -1


def fill_effects(arena: np.void, catalog: Any) -> None:
    """Write locations, ailments, contacts and items of the catalog into an arena."""
    for name, location in catalog.locations.items():
        record = arena["locations"][tables.LOCATIONS.index(name)]
        record["offered"] = True
        own = catalog.numbers["called_shot"].value
        record["modifier"] = own if location.modifier is None else location.modifier
        record["cap"] = tables.NO_CAP if location.cap is None else location.cap
        record["systems"] = bits(tables.SYSTEMS, location.systems)
        record["piercing"] = bits(tables.AILMENTS, location.piercing)
        write_harm(record["harm"], location)
    if not arena["rules"]["option_called_shots"]:
        arena["offered"] = bits(tables.LOCATIONS, list(catalog.locations))
    for record, ailment in zip(arena["ailments"], catalog.ailments.values(), strict=True):
        for name in ("dice", "second", "sense", "melee_defense", "remedy", "stays"):
            record[name] = getattr(ailment, name)
        known = {"damage": tables.LASTS_DAMAGE, "treated": tables.FOR_GOOD}
        record["lasts"] = known[ailment.lasts] if isinstance(ailment.lasts, str) else ailment.lasts
    for record, contact in zip(arena["contacts"], catalog.contacts.values(), strict=False):
        write_harm(record, contact)
    names = list(catalog.weapons)
    for record, item in zip(arena["items"], catalog.items.values(), strict=False):
        record["kind"] = tables.ITEM_KINDS.index(item.kind)
        for name in ("dice", "initiative_dice", "lasts", "strain"):
            record[name] = getattr(item, name)
        record["uses"] = item.spent
        record["weapon"] = names.index(item.weapon) if item.weapon else -1


def bits(names: tuple[str, ...], chosen: list[str]) -> int:
    """Return a set of names as a number, a bit each."""
    return sum(1 << names.index(name) for name in set(chosen))


def write_harm(record: np.void, harm: Harm) -> None:
    """Write the effects of a location, a contact or a gas on a body."""
    if harm.stun:
        record["stun"], record["stun_threshold"] = harm.stun.score, harm.stun.threshold
        record["stun_test"] = [tables.ATTRIBUTES.index(name) for name in harm.stun.test]
    record["ailments"] = bits(tables.AILMENTS, harm.ailments)
    for name in ("nausea", "knockdown", "buckles", "fatigues", "strain"):
        record[name] = getattr(harm, name)


def fill_sheet(arena: np.void, who: int, fighter: Any, catalog: Any) -> None:
    """Write a unit's sheet: attributes after encumbrance, skills, limits, armor, pools, weapons (SS-D13, SS-H1, SS-H8)."""
    sheet = arena["sheets"][who]
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
    sheet["weapons"] = [names.index(name) for name in carried] + [-1] * (MAX_WEAPONS - len(carried))
    sheet["spare"] = [spare.get(name, catalog.weapons[name].spare) for name in carried] + [0] * (MAX_WEAPONS - len(carried))
    weapons = arena["weapons"][sheet["weapons"][sheet["weapons"] >= 0]]
    sheet["pairs"] = (weapons["two_handed"] == 0).sum() > 1
    sheet["throws"] = weapons["thrown"].any()
    sheet["breaks"] = ((weapons["blast"] > 0) & (weapons["thrown"] == 0)).any()


def fill_role(sheet: np.void, fighter: Any, catalog: Any) -> None:
    """Write what a unit has besides its body: items, karma, readiness, a vehicle's numbers."""
    unit, template = fighter.unit, fighter.template
    items = {**template.items, **unit.items}
    names = list(catalog.items)
    sheet["items"] = -1
    for place, (name, count) in enumerate(items.items()):
        sheet["items"][place], sheet["count"][place] = names.index(name), count
    sheet["karma"] = chosen(unit.karma, template.karma)
    sheet["warning"] = catalog.numbers["warned"].value if fighter.warned else 0
    sheet["ambushes"] = ("no", "waiting", "tracking").index(fighter.ambush)
    sheet["seats"], sheet["speed"], sheet["handling"] = template.seats, template.speed, template.handling


def chosen(*values: int | None) -> int:
    """Return the first of some values that is not None."""
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


def fill_blank(battle: np.void) -> None:
    """Write the values of a blank battle that are not zero."""
    battle["zones"]["shooter"] = NOBODY
    units = battle["units"]
    for name in ("charge", "aim_at", "together", "holds", "held_by"):
        units[name] = NOBODY
    units["off_hand"] = BARE_HANDS
    units["stray_hits"] = -1
    units["held"]["lies_at"] = NOWHERE


def fill_unit(unit: np.void, arena: np.void, who: int, fighter: Any) -> None:
    """Write a unit's health, loaded weapons into its hands, and its standing orders, as it enters a battle."""
    sheet = arena["sheets"][who]
    for pool in ("flesh", "armored", "shield"):
        unit[pool] = sheet[pool]
    unit["karma"], unit["items"] = sheet["karma"], sheet["count"]
    unit["hand"] = 0 if sheet["weapons"][0] >= 0 else BARE_HANDS
    for slot in range(MAX_WEAPONS):
        if sheet["weapons"][slot] >= 0:
            held, weapon = unit["held"][slot], arena["weapons"][sheet["weapons"][slot]]
            held["ammo"], held["spare"] = weapon["magazine"], sheet["spare"][slot]
            held["mode"] = first_mode(int(weapon["modes"]))
    orders = fighter.orders
    unit["order_defend"], unit["order_intercept"] = ORDERS.index(orders.defend), ORDERS.index(orders.intercept)
    unit["order_karma"], unit["order_odds"] = orders.karma == "never", orders.odds
    if fighter.unit.down:
        unit["flesh"], unit["injuries"] = min(int(sheet["flesh"]), 0), 1


def first_mode(modes: int) -> int:
    """Return the gun mode a weapon starts in, of a bit set over MODES: semi-automatic where it has it, else its first."""
    if modes >> tables.SEMI_AUTO & 1:
        return tables.SEMI_AUTO
    return max((modes & -modes).bit_length() - 1, 0)
