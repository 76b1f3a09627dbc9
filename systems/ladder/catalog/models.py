"""The models of ladder's catalog entries: one for each kind of file, and the keys of a unit that only this system has."""

from typing import Annotated, Literal

from pydantic import Field

from fireteam.content.one_of import OneOf
from fireteam.content.reading import Name, Strict
from fireteam.env.catalog.gear import Unequipped, kinds_of
from fireteam.env.catalog.models import Points, Small
from fireteam.env.catalog.models import Weapon as SharedWeapon

from ..rules.tables import RANKS, SHIELDS, SKILLS, WAYS

SkillName = OneOf[str, SKILLS]
Rank = OneOf[str, RANKS]
Way = OneOf[str, WAYS]
Shield = OneOf[str, SHIELDS]
Bearing = Literal["", "back", "arm"]
Armor = Annotated[int, Field(ge=0, le=8)]

BLOWS = ("hand", "held", "garrote")  # ways of doing harm that need no range
KINDS = kinds_of(WAYS, BLOWS)


class Weapon(SharedWeapon):
    """A weapon, a shield or a buckler."""

    way: Way = Field(description="how it does harm", examples=["held"])
    skill: SkillName = Field(description="what it is used with (LD-R1)", examples=["melee"])
    bonus: Annotated[int, Field(ge=-4, le=8)] = Field(description="damage bonus (LD-H1)", examples=[3])
    burst: bool = Field(False, description="true: it fires three-round bursts (LD-A5)", examples=[True])
    buckshot: bool = Field(False, description="true: a shotgun, better close by (LD-A5)", examples=[True])
    spare: Small = Field(0, description="magazines that a unit carries unless its sheet says otherwise", examples=[2])
    range: Points = Field(
        0, description="metres; beyond it a shot is harder, and beyond twice as far there is none (LD-R1)", examples=[50]
    )
    shield: Shield = Field(
        "no",
        description="a shield is strapped onto the arm, cover and armor; a buckler is held in the hand (LD-C2)",
        examples=["buckler"],
    )
    parries: bool = Field(False, description="true: it can be parried with", examples=[True])


class Armour(Strict):
    """A piece of armor."""

    words: Name = Field(description="what it is called in sentences", examples=["mail"])
    rating: Armor = Field(description="what it takes off damage (LD-H1); the best piece counts", examples=[1])


class Template(Unequipped):
    """A unit template. There are no items and no vehicles."""

    ranks: dict[SkillName, Rank] = Field(
        {}, description="ranks of its skills; average if not named (LD-D3)", examples=[{"melee": "competent"}]
    )
    hide: Armor = Field(0, description="armor of its own body, besides what it wears (LD-H1)", examples=[1])
    pain_tolerance: bool = Field(False, description="true: wounds take nothing off its rolls (LD-H2)", examples=[True])


class UnitKeys(Strict):
    """What a unit of a scenario may say besides what units of every rule system may."""

    ranks: dict[SkillName, Rank] = Field({}, description="ranks of its skills")
    hide: Armor | None = Field(None, description="armor of its own body, besides what it wears")
    pain_tolerance: bool | None = Field(None, description="wounds take nothing off its rolls")
    shield: Bearing = Field("", description="where it bears its shield at first: on the arm, or on the back")
