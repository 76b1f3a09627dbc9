"""What an entry of the catalog may say: one model per kind of file."""

from typing import Annotated, Literal

from pydantic import Field

from fireteam.maps.reading import Strict

from ..rules.swan_song.tables import ATTRIBUTES, DAMAGE_TYPES, MODES, SKILLS

Byte = Annotated[int, Field(ge=-120, le=120)]
Small = Annotated[int, Field(ge=0, le=120)]
Points = Annotated[int, Field(ge=0, le=10_000)]

SkillName = Literal[SKILLS]  # type: ignore[valid-type]
AttributeName = Literal[ATTRIBUTES]  # type: ignore[valid-type]
DamageType = Literal[DAMAGE_TYPES]  # type: ignore[valid-type]
Mode = Literal[MODES]  # type: ignore[valid-type]
Score = Annotated[int, Field(ge=0, le=20)]


class Weapon(Strict):
    """A weapon; weapons.toml explains the keys."""

    words: str
    kind: Literal["melee", "firearm", "bow"]
    skill: SkillName
    accuracy: Annotated[int, Field(ge=0, le=20)]
    damage: Small
    strength: bool = False
    strain: bool = False
    type: DamageType = "kinetic"
    penetration: Byte = 0
    reach: Annotated[int, Field(ge=0, le=5)] = 0
    modes: list[Mode] = []
    compensation: Small = 0
    magazine: Annotated[int, Field(ge=0, le=1000)] = 0
    spare: Small = 0
    reload: Literal["clip", "complex"] = "clip"
    range: str = ""
    piercing: bool | None = None
    flechette: bool = False
    gel: bool = False


class Armour(Strict):
    """A piece of armor; `adds` marks the "+" items."""

    words: str
    armor: Small
    adds: bool = False


class Material(Strict):
    """A material of barriers."""

    words: str
    structure: Small
    armor: Small


class Terrain(Strict):
    """A kind of ground; terrain.toml explains the keys."""

    words: str
    passable: bool = True
    difficult: bool = False
    top: Annotated[int, Field(ge=0, le=2000)] = 0
    material: str = ""
    smoke: bool = False
    opens: str = ""


class Firing(Strict):
    """A way of firing; firings.toml explains the keys."""

    words: str
    cost: Annotated[int, Field(ge=0, le=20)]
    rounds: Annotated[int, Field(ge=1, le=100)]
    defense: Byte
    barrier: Small
    pin: Small


class Number(Strict):
    """A number of the rules, or a row of them, and the rule it belongs to."""

    value: int | list[int]
    rule: str
    says: str
    assumed: bool = False


class Rule(Strict):
    """A rule in a sentence."""

    says: str
    assumed: bool = False


class Template(Strict):
    """A unit template; units.toml explains the keys."""

    words: str
    weapons: Annotated[list[str], Field(max_length=4)] = []
    armour: list[str] = []
    attributes: dict[AttributeName, Score]
    skills: dict[SkillName, Score] = {}
    initiative_dice: Annotated[int, Field(ge=0, le=5)] = 1
    flesh: Points | None = None
    strain: Points | None = None
    shield: Points = 0
    armored: Points = 0
    physical: Small | None = None
    mental: Small | None = None
    social: Small | None = None
    reach: Annotated[int, Field(ge=0, le=5)] = 0
    spare: dict[str, Small] = {}
    inanimate: bool = False
