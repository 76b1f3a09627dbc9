"""The scene: what can be seen of a battle, as plain data that goes into a replay and is drawn from there.

A scene is nested dictionaries of JSON values without nulls: what does not apply is left out. A decision changes it by a
merge patch (RFC 7386): the keys that changed, null for a key that is gone. So a replay can be drawn at every decision
without the engine, and a page in a browser needs ten lines to follow it.

    {"round": 2, "pass": 1, "decider": "red_1", "kind": "defend", "opponent": "blue_2",
     "units": {"red_1": {"x": 3, "y": 4, "facing": 2, "status": "up", "flesh": 9, ...}, ...},
     "ground": {"40": "open_door"}, "dents": {"41": 3},        tiles that are not, or no longer, as drawn
     "zones": {"0": {"shooter": "blue_2", "tiles": [...], ...}}, "effects": {"1": {"kind": "smoke", ...}},
     "hidden": {"red": ["blue_3"]},                             units that a team does not know of
     "believed": {"red": {"blue_1": {"plan": [...], ...}}}}     fields of units that a team takes for something else

The `plan` of a unit lists what it has declared, each [verb, at whom or "", "pending", "done" or "lapsed", kind]; the kinds
are those of `plans` in `look.toml`.
"""

from functools import cache
from typing import Any

import numpy as np

from ..analysis.overlays import tiles_in_zone
from ..battle import Battle
from ..catalog import catalog_of
from ..rules.decisions import NO_DECISION
from ..rules.record import NO_EFFECT, NOBODY, STATUSES
from ..scenario.setup import Field

Scene = dict[str, Any]
Patch = dict[str, Any]

EFFECTS = ("none", "fuse", "charge", "smoke", "gas")  # by the value of an effect's `kind`

# Fields of a unit's record that every system has: numbers, shown where they are not zero, and names of other units.
COUNTS = ("prone", "covered", "score", "acted", "ap", "hidden", "broken")
PEOPLE = ("carries", "carried_by", "aboard")


class Watch:
    """Makes scenes of one battle repeatedly: a unit that has not changed is the same object in the next scene."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[bytes, dict[str, Any]]] = {}  # by unit: its record, and what can be seen of it

    def scene(self, battle: Battle) -> Scene:
        """Return the scene of the battle as it stands."""
        row = battle.record[0]
        roster = battle.field.roster
        scene: Scene = {"round": int(row["round_number"]), "pass": int(row["pass_number"])}
        if row["decision"] != NO_DECISION:
            scene["decider"] = roster[row["decider"]].name
            scene["kind"] = battle.asked.name
            if not battle.asked.own and row["opponent"] != NOBODY:
                scene["opponent"] = roster[row["opponent"]].name
        scene["units"] = {fighter.name: self._unit(battle, who) for who, fighter in enumerate(roster)}
        scene["ground"] = {
            str(tile): battle.field.terrain_name(terrain)
            for tile, terrain in row["changes"][["tile", "terrain"]][: row["changed"]].tolist()
            if terrain != battle.field.arena[0]["tiles"][tile]["terrain"]
        }
        scene["dents"] = {str(tile): damage for tile, damage in row["dents"][["tile", "damage"]][: row["dented"]].tolist()}
        zones_seen = catalog_of(battle.field.scenario.system).zones_seen
        scene["zones"] = zones_seen(battle.field, row, lambda number: tiles_in_zone(battle, number))
        live = np.flatnonzero(row["effects"]["kind"] != NO_EFFECT).tolist()
        scene["effects"] = {str(number): _effect(battle, row["effects"][number]) for number in live}
        scene["hidden"] = {}
        for number, team in enumerate(battle.field.scenario.teams):
            known = int(row["teams"][number]["known"])
            unknown = [f.name for who, f in enumerate(roster) if f.team != number and not known >> who & 1]
            if unknown:
                scene["hidden"][team.name] = unknown
        if believed := catalog_of(battle.field.scenario.system).believed(battle, scene):
            scene["believed"] = believed
        return scene

    def _unit(self, battle: Battle, who: int) -> dict[str, Any]:
        """Return what can be seen of a unit."""
        record = battle.record[0]["units"][who].tobytes()
        seen = self._seen.get(who)
        if seen is None or seen[0] != record:
            seen = self._seen[who] = record, unit_seen(battle.field, battle.record[0], who)
        return seen[1]


def scene_of(battle: Battle) -> Scene:
    """Return the scene of a battle as it stands."""
    return Watch().scene(battle)


def unit_seen(field: Field, row: np.void, who: int) -> dict[str, Any]:
    """Return what can be seen of a unit in a battle record.

    Its system adds fields. Of these, `weapon`, `ammo`, `spare`, `mode`, `jammed`, `pace` and `full_defense` are drawn
    in any system.
    """
    unit = row["units"][who]
    values, places = unit.item(), places_of(unit.dtype)

    def value(name: str) -> Any:
        return values[places[name]]

    shown: dict[str, Any] = {"x": value("x"), "y": value("y"), "facing": value("facing")}
    shown["status"] = STATUSES[value("status")]
    shown |= {name: value(name) for name in COUNTS if value(name)}
    shown |= {name: field.roster[value(name)].name for name in PEOPLE if value(name) != NOBODY}
    return shown | catalog_of(field.scenario.system).unit_seen(field, who, unit, value)


@cache
def places_of(record: np.dtype) -> dict[str, int]:
    """Return the place of each field of a record in the tuple of its values."""
    return {name: place for place, name in enumerate(record.names or ())}


def _effect(battle: Battle, effect: Any) -> dict[str, Any]:
    """Return what can be seen of a fuse, a charge or a cloud."""
    weapon = list(battle.field.catalog.weapons)[effect["weapon"]]
    place = {"x": int(effect["x"]), "y": int(effect["y"])}
    shown = {"kind": EFFECTS[effect["kind"]], **place, "weapon": weapon, "metres": int(effect["radius"])}
    if effect["owner"] != NOBODY:
        shown["owner"] = battle.field.roster[effect["owner"]].name
    if shown["kind"] == "fuse":
        shown |= catalog_of(battle.field.scenario.system).effect_seen(effect)
    return shown


def taken_for(scene: Scene, name: str, team: str) -> dict[str, Any]:
    """Return a unit of a scene as a team believes it to be, without fields that the team believes absent."""
    unit: dict[str, Any] = scene["units"][name]
    believed = scene.get("believed", {}).get(team, {}).get(name)
    return (
        unit
        if believed is None
        else {key: value for key, value in (unit | believed).items() if value or key not in believed}
    )


def difference(before: Scene, after: Scene) -> Patch:
    """Return the merge patch that turns one scene into another; the order of its keys is the same in every process."""
    patch: Patch = dict.fromkeys(key for key in before if key not in after)
    for key, value in after.items():
        old = before.get(key)
        if value is old:
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            if inner := difference(old, value):
                patch[key] = inner
        elif value != old:
            patch[key] = value
    return patch


def patched(scene: Scene, patch: Patch) -> Scene:
    """Return a scene with a merge patch applied; the scene itself and its parts stay as they are."""
    made = dict(scene)
    for key, value in patch.items():
        if value is None:
            made.pop(key, None)
        elif isinstance(value, dict):
            old = made.get(key)
            made[key] = patched(old if isinstance(old, dict) else {}, value)
        else:
            made[key] = value
    return made
