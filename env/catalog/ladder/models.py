"""What an entry of the catalog of ladder may say: a model per kind of file, and the keys of a unit that only it knows."""

from typing import Annotated, Literal

from pydantic import Field

from fireteam.maps.reading import Name, Strict

from ...rules.ladder.tables import RANKS, SHIELDS, SKILLS, WAYS
from ..models import Points, Small
from ..models import Template as SharedTemplate
from ..models import Weapon as SharedWeapon

SkillName = Literal[SKILLS]  # type: ignore[valid-type]
Rank = Literal[RANKS]  # type: ignore[valid-type]
Way = Literal[WAYS]  # type: ignore[valid-type]
Shield = Literal[SHIELDS]  # type: ignore[valid-type]
Bearing = Literal["", "back", "arm"]
Armor = Annotated[int, Field(ge=0, le=8)]

BLOWS = ("hand", "held", "garrote")  # ways of doing harm that need no range
# What shared code draws and tells of each way: a blade, a gun, or else something that flies.
KINDS = {way: "melee" if way in BLOWS else "firearm" if way == "firearm" else "bow" for way in WAYS}


class Weapon(SharedWeapon):
    """A weapon, a shield or a buckler; weapons.toml explains the keys."""

    way: Way
    skill: SkillName
    bonus: Annotated[int, Field(ge=-4, le=8)]
    burst: bool = False
    buckshot: bool = False
    spare: Small = 0
    range: Points = 0
    shield: Shield = "no"
    parries: bool = False


class Armour(Strict):
    """A piece of armor; armour.toml explains the keys."""

    words: Name
    rating: Armor


class Template(SharedTemplate):
    """A unit template; units.toml explains the keys. There are no items and no vehicles."""

    items: Annotated[dict[str, Small], Field(max_length=0)] = {}
    seats: Annotated[int, Field(ge=0, le=0)] = 0
    ranks: dict[SkillName, Rank] = {}
    hide: Armor = 0
    pain_tolerance: bool = False


class UnitKeys(Strict):
    """What a unit of a scenario may say besides what units of every rule system may."""

    ranks: dict[SkillName, Rank] = Field({}, description="ranks of its skills")
    hide: Armor | None = Field(None, description="armor of its own body, besides what it wears")
    pain_tolerance: bool | None = Field(None, description="wounds take nothing off its rolls")
    shield: Bearing = Field("", description="where it bears its shield at first: on the arm, or on the back")
