"""The schema of scenes in a replay's file: names, places and numbers that drawing code looks up."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from fireteam.content.errors import ContentError
from fireteam.content.one_of import OneOf
from fireteam.content.reading import Words, validated

from ..rules.record import STATUSES
from .scene import EFFECTS, Patch, Scene

Amount = Annotated[int, Field(ge=-(10**9), le=10**9)]
Tile = Annotated[int, Field(ge=0)]
Number = Annotated[str, Field(pattern="^[0-9]{1,6}$")]  # of a tile, a zone or an effect, as a key
Value = Amount | Words | list[Words]
Declared = Annotated[list[Words], Field(min_length=4, max_length=4)]  # verb, target or "", state, kind


class Part(BaseModel):
    """A part of a scene: named fields are required, all others are numbers or words."""

    model_config = ConfigDict(extra="allow", strict=True)
    __pydantic_extra__: dict[str, Value]


class Placed(Part):
    """Something that has a place on the map."""

    x: Amount
    y: Amount


class UnitPart(Placed):
    """A unit."""

    plan: list[Declared] = []
    facing: Amount
    status: OneOf[str, STATUSES]


class BelievedPart(Part):
    """The fields of a unit as a team believes them to be."""

    plan: list[Declared] = []


class ZonePart(Placed):
    """A zone of fire."""

    shooter: Words
    density: Amount
    tiles: list[Tile]


class EffectPart(Placed):
    """A fuse, a charge or a cloud."""

    kind: OneOf[str, EFFECTS]
    weapon: Words
    metres: Amount


class ScenePart(BaseModel):
    """A scene, or as much of it as a decision has changed."""

    model_config = ConfigDict(extra="forbid", strict=True)

    round: Amount
    pass_: Amount = Field(alias="pass")
    decider: Words = ""
    kind: Words = ""
    opponent: Words = ""
    units: dict[Words, UnitPart] = {}
    ground: dict[Number, Words] = {}
    dents: dict[Number, Amount] = {}
    zones: dict[Number, ZonePart] = {}
    effects: dict[Number, EffectPart] = {}
    hidden: dict[Words, list[Words]] = {}
    believed: dict[Words, dict[Words, BelievedPart]] = {}


def check_scene(scene: Scene, patch: Patch, tiles: int, units: set[str], where: str) -> None:
    """Check the scene that a patch has produced.

    Args:
        tiles: the number of tiles of the map.
        units: the names of all units.

    Raises:
        ContentError: something is missing, of another kind, or off the map.
    """
    changed: dict[str, Any] = {key: scene[key] for key in ("round", "pass") if key in scene}
    for key, part in patch.items():
        now = scene.get(key)
        if isinstance(part, dict) and isinstance(now, dict):
            changed[key] = {name: now[name] for name in part if name in now}
        elif key in scene:
            changed[key] = now
    made = validated(ScenePart, changed, where)
    off = [tile for zone in made.zones.values() for tile in zone.tiles if tile >= tiles]
    off += [int(tile) for tile in (*made.ground, *made.dents) if int(tile) >= tiles]
    if off:
        raise ContentError(f"{where}: scene: tile {off[0]} is not on the map, which has {tiles}")
    named = {*made.units, *(name for names in made.hidden.values() for name in names)}
    named |= {name for name in (made.decider, made.opponent) if name}
    named |= {name for parts in made.believed.values() for name in parts}
    plans = [unit.plan for unit in made.units.values()]
    plans += [part.plan for parts in made.believed.values() for part in parts.values()]
    named |= {item[1] for plan in plans for item in plan if item[1]}
    if odd := sorted(named - units):
        raise ContentError(f"{where}: scene: there is no unit {odd[0]!r}")
    gone = (
        [name for name, row in patch.get("units", {}).items() if row is None] if isinstance(patch.get("units"), dict) else []
    )
    if gone or "units" not in scene or len(scene["units"]) != len(units):
        raise ContentError(f"{where}: scene: {gone[0] if gone else 'a unit'} is missing")
