"""What an entry of Swan Song's catalog may say: one model per kind of file, and the keys of a unit that only it knows."""

from typing import Annotated, Literal

from pydantic import Field

from fireteam.maps.reading import Name, Strict

from ...rules.swan_song.record import ORDERS
from ...rules.swan_song.tables import AILMENTS, ATTRIBUTES, CLOUDS, DAMAGE_TYPES, ITEM_KINDS, MODES, SKILLS, SYSTEMS
from ..models import Byte, Points, Score, Small
from ..models import Firing as SharedFiring
from ..models import Template as SharedTemplate
from ..models import Weapon as SharedWeapon

SkillName = Literal[SKILLS]  # type: ignore[valid-type]
AttributeName = Literal[ATTRIBUTES]  # type: ignore[valid-type]
DamageType = Literal[DAMAGE_TYPES]  # type: ignore[valid-type]
Mode = Literal[MODES]  # type: ignore[valid-type]
AilmentName = Literal[AILMENTS]  # type: ignore[valid-type]
SystemName = Literal[SYSTEMS]  # type: ignore[valid-type]
Rounds = Annotated[int, Field(ge=0, le=100)]


class Weapon(SharedWeapon):
    """A weapon; weapons.toml explains the keys."""

    skill: SkillName
    accuracy: Annotated[int, Field(ge=0, le=20)]
    damage: Small
    strength: bool = False
    strain: bool = False
    type: DamageType = "kinetic"
    penetration: Byte = 0
    modes: list[Mode] = []
    compensation: Small = 0
    spare: Small = 0
    reload: Literal["clip", "complex"] = "clip"
    range: str = ""
    piercing: bool | None = None
    flechette: bool = False
    gel: bool = False
    contact: str = ""
    falloff: Score = 0
    scatter: Annotated[int, Field(ge=0, le=4)] = 0
    timed: bool = False
    cloud: Literal[CLOUDS] = "none"  # type: ignore[valid-type]
    lasts: Rounds = 0
    breaching: Annotated[int, Field(ge=1, le=5)] = 1


class Armour(Strict):
    """A piece of armor; `adds` marks the "+" items."""

    words: Name
    armor: Small
    adds: bool = False


class Stun(Strict):
    """A blow to the initiative score, and the test that resists it."""

    score: Small
    test: Annotated[list[AttributeName], Field(min_length=2, max_length=2)]
    threshold: Score


class Harm(Strict):
    """What a contact or a gas does to a body; contacts.toml explains the keys."""

    words: Name
    stun: Stun | None = None
    ailments: list[AilmentName] = []
    nausea: Score = 0
    knockdown: Score = 0
    buckles: bool = False
    fatigues: bool = False
    strain: Small = 0


class Location(Harm):
    """A location of called shots; locations.toml explains the keys."""

    modifier: Byte | None = None
    cap: Small | None = None
    piercing: list[AilmentName] = []
    systems: list[SystemName] = []


class Ailment(Strict):
    """An ailment that lasts; ailments.toml explains the keys."""

    words: Name
    dice: Byte = 0
    second: Byte = 0
    sense: bool = False
    melee_defense: Byte = 0
    lasts: Rounds | Literal["damage", "treated"]
    stays: bool = False
    remedy: Score = 0


class Item(Strict):
    """Something carried besides weapons; items.toml explains the keys."""

    words: Name
    kind: Literal[ITEM_KINDS]  # type: ignore[valid-type]
    dice: Score = 0
    spent: bool = False
    initiative_dice: Annotated[int, Field(ge=0, le=4)] = 0
    lasts: Rounds = 0
    strain: Small = 0
    weapon: str = ""


class Firing(SharedFiring):
    """A way of firing; firings.toml explains the keys."""

    cost: Annotated[int, Field(ge=0, le=20)]
    rounds: Annotated[int, Field(ge=1, le=100)]
    defense: Byte
    barrier: Small
    pin: Small


Band = Annotated[int, Field(ge=1, le=10_000)]
Bands = Annotated[list[Band], Field(min_length=4, max_length=4)]


class Template(SharedTemplate):
    """A unit template; units.toml explains the keys."""

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
    karma: Score = 0
    speed: Points = 0
    handling: Score = 0


class UnitKeys(Strict):
    """What a unit of a scenario may say besides what units of every rule system may."""

    attributes: dict[AttributeName, Score] = {}
    skills: dict[SkillName, Score] = {}
    initiative_dice: Annotated[int, Field(ge=0, le=5)] | None = None
    flesh: Points | None = None
    strain: Points | None = None
    shield: Points | None = None
    armored: Points | None = None
    karma: Score | None = None


class OrderKeys(Strict):
    """What standing orders say: whether a unit is asked about its interrupts, or what it does unasked.

    `when_likely`: defend when the attack hits, intercept when the blow hits, with a chance of at least `odds` per cent.
    """

    defend: Literal[ORDERS] = Field(  # type: ignore[valid-type]
        "ask", description="ask, never, always, or when_likely: when the attack hits with a chance of `odds`"
    )
    intercept: Literal[ORDERS] = Field("ask", description="the same for blows at those who pass")  # type: ignore[valid-type]
    karma: Literal["ask", "never"] = Field("ask", description="ask, or never spend any")
    odds: int = Field(40, ge=0, le=100, description="per cent, for when_likely")
