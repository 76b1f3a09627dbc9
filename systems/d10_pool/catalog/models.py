"""The models of d10_pool's catalog entries: one for each kind of file, and the keys of a unit that only this system has."""

from typing import Annotated, Literal

from pydantic import Field

from fireteam.content.one_of import OneOf
from fireteam.content.reading import Name, Strict
from fireteam.env.catalog.gear import Unequipped, kinds_of
from fireteam.env.catalog.models import Points, Small
from fireteam.env.catalog.models import Weapon as SharedWeapon

from ..rules.tables import ABILITIES, ATTRIBUTES, MINDS, SIZES, WATER, WAYS

AttributeName = OneOf[str, ATTRIBUTES]
AbilityName = OneOf[str, ABILITIES]
Way = OneOf[str, WAYS]
Water = OneOf[str, WATER]
Size = OneOf[str, SIZES]
Mind = OneOf[str, MINDS]
# The largest pool is the most dice that an action can be given (`DICE` of words/verbs.py).
Attribute = Annotated[int, Field(ge=1, le=8)]
Ability = Annotated[int, Field(ge=0, le=7)]
Pounds = Annotated[int, Field(ge=0, le=500)]

BLOWS = ("hand", "knuckles", "held")  # ways of doing harm that need no range
KINDS = kinds_of(WAYS, BLOWS)


class Weapon(SharedWeapon):
    """A weapon."""

    way: Way = Field(description="how it does harm, a row of the table of damage dice (DP-H1)", examples=["firearm"])
    ability: AbilityName = Field(description="what it is used with (DP-A1)", examples=["firearms"])
    attribute: Literal["dexterity", "strength"] = Field(
        "dexterity", description="the attribute of an attack with it", examples=["strength"]
    )
    difficulty: Annotated[int, Field(ge=2, le=10)] = Field(description="of an attack with it (DP-R1)", examples=[6])
    damage: Annotated[int, Field(ge=0, le=30)] = Field(
        0, description="dice of its own, which count for knuckles, held, firearm and crossbow only (DP-H1)", examples=[4]
    )
    rate: Annotated[int, Field(ge=1, le=30)] = Field(
        1, description="bullets of an attack (DP-A2), and how many targets they can be spread over (DP-A6)", examples=[3]
    )
    spare: Small = Field(0, description="magazines that a unit carries unless its sheet says otherwise", examples=[2])
    range: Points = Field(0, description="metres that it is listed with; it goes twice as far (DP-R3)", examples=[50])
    committed: bool = Field(False, description="true: it takes a committed action (DP-A4)", examples=[True])
    sniper: bool = Field(False, description="true: it is no easier at point blank (DP-R3)", examples=[True])
    water: Water = Field("fails", description="what it is under water (DP-R4)", examples=["light"])
    pounds: Pounds = Field(0, description="what it weighs, magazines and all (DP-R2)", examples=[3])


class Armour(Strict):
    """A piece of armor."""

    words: Name = Field(description="what it is called in sentences", examples=["vest"])
    rating: Annotated[int, Field(ge=0, le=30)] = Field(
        description="dice of damage that it takes off (DP-H2); the best piece counts", examples=[2]
    )
    pounds: Pounds = Field(0, description="what it weighs (DP-R2)", examples=[8])


class Template(Unequipped):
    """A unit template. There are no items and no vehicles."""

    attributes: dict[AttributeName, Attribute] = Field(
        description="every attribute", examples=[{"strength": 3, "dexterity": 3, "stamina": 3, "perception": 2, "wits": 2}]
    )
    abilities: dict[AbilityName, Ability] = Field(
        {}, description="its abilities; unnamed ones are 0", examples=[{"firearms": 3}]
    )
    secondary: list[AbilityName] = Field(
        [], description="abilities that it uses as secondary ones (DP-A1)", examples=[["melee"]]
    )
    size: Size = Field("adult", description="how large a target it is (DP-R3)", examples=["child"])


class UnitKeys(Strict):
    """What a unit of a scenario may say besides what units of every rule system may."""

    attributes: dict[AttributeName, Attribute] = Field(
        {}, description="attributes that differ from its template's", examples=[{"wits": 4}]
    )
    abilities: dict[AbilityName, Ability] = Field(
        {}, description="abilities that differ from its template's", examples=[{"firearms": 4}]
    )
    secondary: list[AbilityName] | None = Field(None, description="abilities that it uses as secondary ones")
    size: Size | None = Field(None, description="how large a target it is")
    mind: Mind = Field("awake", description="awake, asleep or meditating when the battle begins")
