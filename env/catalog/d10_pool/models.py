"""What an entry of the catalog of d10_pool may say: a model per kind of file, and the keys of a unit that only it knows."""

from typing import Annotated, Literal

from pydantic import Field

from fireteam.maps.reading import Name, Strict

from ...rules.d10_pool.tables import ABILITIES, ATTRIBUTES, MINDS, SIZES, WATER, WAYS
from ..models import Points, Small
from ..models import Template as SharedTemplate
from ..models import Weapon as SharedWeapon

AttributeName = Literal[ATTRIBUTES]  # type: ignore[valid-type]
AbilityName = Literal[ABILITIES]  # type: ignore[valid-type]
Way = Literal[WAYS]  # type: ignore[valid-type]
Water = Literal[WATER]  # type: ignore[valid-type]
Size = Literal[SIZES]  # type: ignore[valid-type]
Mind = Literal[MINDS]  # type: ignore[valid-type]
# The largest pool is the most dice that an action can be given (`DICE` of rules/verbs.py).
Attribute = Annotated[int, Field(ge=1, le=8)]
Ability = Annotated[int, Field(ge=0, le=7)]
Pounds = Annotated[int, Field(ge=0, le=500)]

BLOWS = ("hand", "knuckles", "held")  # ways of doing harm that need no range
# What shared code draws and tells of each way: a blade, a gun, or else something that flies.
KINDS = {way: "melee" if way in BLOWS else "firearm" if way == "firearm" else "bow" for way in WAYS}


class Weapon(SharedWeapon):
    """A weapon; weapons.toml explains the keys."""

    way: Way
    ability: AbilityName
    attribute: Literal["dexterity", "strength"] = "dexterity"
    difficulty: Annotated[int, Field(ge=2, le=10)]
    damage: Annotated[int, Field(ge=0, le=30)] = 0
    rate: Annotated[int, Field(ge=1, le=30)] = 1
    spare: Small = 0
    range: Points = 0
    committed: bool = False
    sniper: bool = False
    water: Water = "fails"
    pounds: Pounds = 0


class Armour(Strict):
    """A piece of armor; armour.toml explains the keys."""

    words: Name
    rating: Annotated[int, Field(ge=0, le=30)]
    pounds: Pounds = 0


class Template(SharedTemplate):
    """A unit template; units.toml explains the keys. There are no items and no vehicles."""

    items: Annotated[dict[str, Small], Field(max_length=0)] = {}
    seats: Annotated[int, Field(ge=0, le=0)] = 0
    attributes: dict[AttributeName, Attribute]
    abilities: dict[AbilityName, Ability] = {}
    secondary: list[AbilityName] = []
    size: Size = "adult"


class UnitKeys(Strict):
    """What a unit of a scenario may say besides what units of every rule system may."""

    attributes: dict[AttributeName, Attribute] = {}
    abilities: dict[AbilityName, Ability] = {}
    secondary: list[AbilityName] | None = Field(None, description="abilities that it uses as secondary ones")
    size: Size | None = Field(None, description="how large a target it is")
    mind: Mind = Field("awake", description="awake, asleep or meditating when the battle begins")
