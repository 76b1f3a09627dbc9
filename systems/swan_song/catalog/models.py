"""The models of Swan Song's catalog entries: one for each kind of file, and the keys of a unit that only it has."""

from typing import Annotated, Literal

from pydantic import Field

from fireteam.content.one_of import OneOf
from fireteam.content.reading import Name, Strict
from fireteam.env.catalog.models import Byte, Points, Score, Small
from fireteam.env.catalog.models import Firing as SharedFiring
from fireteam.env.catalog.models import Template as SharedTemplate
from fireteam.env.catalog.models import Weapon as SharedWeapon

from ..rules.record import ORDERS
from ..rules.tables import AILMENTS, ATTRIBUTES, CLOUDS, DAMAGE_TYPES, ITEM_KINDS, MODES, SKILLS, SYSTEMS

SkillName = OneOf[str, SKILLS]
AttributeName = OneOf[str, ATTRIBUTES]
DamageType = OneOf[str, DAMAGE_TYPES]
Mode = OneOf[str, MODES]
AilmentName = OneOf[str, AILMENTS]
SystemName = OneOf[str, SYSTEMS]
Rounds = Annotated[int, Field(ge=0, le=100)]


class Weapon(SharedWeapon):
    """A weapon."""

    skill: SkillName = Field(description="skill of the attack test; Agility is its attribute (SS-R1)", examples=["pistols"])
    accuracy: Annotated[int, Field(ge=0, le=20)] = Field(
        description="limit of the test (SS-D4); 0: the wielder's Physical limit", examples=[5]
    )
    damage: Small = Field(description="damage value; with 'strength' the wielder's Strength is added", examples=[6])
    strength: bool = Field(False, description="true: the wielder's Strength is added to the damage", examples=[True])
    strain: bool = Field(False, description="true: it fills Strain instead of taking health", examples=[True])
    type: DamageType = Field("kinetic", description="type of damage (SS-H3)", examples=["fire"])
    penetration: Byte = Field(0, description="taken off the target's armor (SS-R3)", examples=[2])
    modes: list[Mode] = Field([], description="gun modes of a firearm (SS-A4)", examples=[["SS", "SA"]])
    compensation: Small = Field(0, description="recoil compensation (SS-R9)", examples=[1])
    spare: Small = Field(0, description="magazines that a unit carries unless its sheet says otherwise", examples=[2])
    reload: Literal["clip", "complex"] = Field(
        "clip", description="a clip takes one action point, complex two (SS-A4)", examples=["complex"]
    )
    range: str = Field(
        "", description="class of its range, of firearms and bows (fireteam list ranges; SS-R8)", examples=["heavy_pistol"]
    )
    piercing: bool | None = Field(
        None,
        description="bullets and points pass barriers (SS-B4); true for firearms and bows if not given",
        examples=[False],
    )
    flechette: bool = Field(False, description="true: it has a choke (SS-F4, SS-U1)", examples=[True])
    gel: bool = Field(False, description="true: it knocks down more easily (SS-K1)", examples=[True])
    contact: str = Field(
        "", description="what it does even on a grazing hit: an entry of contacts (SS-R6)", examples=["shock"]
    )
    falloff: Score = Field(0, description="of its blast: damage lost per metre (SS-F4)", examples=[1])
    scatter: Annotated[int, Field(ge=0, le=4)] = Field(
        0, description="dice of metres that it strays when it misses its mark", examples=[2]
    )
    timed: bool = Field(
        False, description="true: it goes off when its fuse has burned down (SS-T8), not when it lands", examples=[True]
    )
    cloud: OneOf[str, CLOUDS] = Field(
        "none", description="what it leaves over its blast for 'lasts' rounds (SS-R10)", examples=["smoke"]
    )
    lasts: Rounds = Field(0, description="rounds that its cloud lasts", examples=[4])
    breaching: Annotated[int, Field(ge=1, le=5)] = Field(
        1, description="factor of its damage against a barrier that it touches (SS-B6)", examples=[2]
    )


class Armour(Strict):
    """A piece of armor."""

    words: Name = Field(description="what it is called in sentences", examples=["vest"])
    armor: Small = Field(description="its armor (SS-H1); the best piece counts", examples=[6])
    adds: bool = Field(
        False,
        description='true: a "+" item, which adds to the best piece, at most the wearer\'s Strength (SS-H1)',
        examples=[True],
    )


class Stun(Strict):
    """A blow to the initiative score, and the test that resists it."""

    score: Small = Field(description="initiative score that is lost", examples=[5])
    test: Annotated[list[AttributeName], Field(min_length=2, max_length=2)] = Field(
        description="two attributes of the test that resists it", examples=[["body", "willpower"]]
    )
    threshold: Score = Field(description="hits that the test needs", examples=[3])


class Harm(Strict):
    """What a contact or a gas does to a body."""

    words: Name = Field(description="what it is called in sentences", examples=["shock"])
    stun: Stun | None = Field(None, description="initiative score that is lost unless a test succeeds")
    ailments: list[AilmentName] = Field([], description="ailments that it brings", examples=[["deafened"]])
    nausea: Score = Field(0, description="hits of Body + Willpower that keep it down; 0: none needed", examples=[2])
    knockdown: Score = Field(
        0, description="Strength + Agility against the damage value and so much more, or fall", examples=[2]
    )
    buckles: bool = Field(
        False,
        description="true: Body against the damage value, or fall and stay down a round for every hit too few",
        examples=[True],
    )
    fatigues: bool = Field(
        False, description="true: half the damage value once more as Strain, soaked with Body alone", examples=[True]
    )
    strain: Small = Field(0, description="Strain that Body + Willpower soaks", examples=[4])


class Location(Harm):
    """A location of called shots."""

    modifier: Byte | None = Field(
        None, description="dice of a shot called at it, in place of the called shot's own", examples=[-4]
    )
    cap: Small | None = Field(None, description="most damage; no limit if not given", examples=[3])
    piercing: list[AilmentName] = Field([], description="ailments that come only of health damage by something that pierces")
    systems: list[SystemName] = Field([], description="of a vehicle: what is hit")


class Ailment(Strict):
    """An ailment that lasts."""

    words: Name = Field(description="what it is called in sentences", examples=["blinded"])
    dice: Byte = Field(0, description="dice on all own tests", examples=[-2])
    second: Byte = Field(0, description="of both ears or eyes: dice on all own tests", examples=[-4])
    sense: bool = Field(False, description="true: the dice count only on what needs the sense", examples=[True])
    melee_defense: Byte = Field(0, description="dice on defense in melee", examples=[-2])
    lasts: Rounds | Literal["damage", "treated"] = Field(
        description="rounds; damage: as many as the damage value of the attack; treated: until it is treated", examples=[3]
    )
    stays: bool = Field(
        False,
        description="true: when the rounds are over its dice stay, until first aid or a repair gives back a point",
        examples=[True],
    )
    remedy: Score = Field(
        0, description="hits of a Remedy that end one that lasts until it is treated (SS-U8)", examples=[2]
    )


class Item(Strict):
    """Something carried besides weapons."""

    words: Name = Field(description="what it is called in sentences", examples=["medkit"])
    kind: OneOf[str, ITEM_KINDS] = Field(
        description="what it is for (SS-A4, SS-H9); a cell charges the shield of whoever uses it (SS-H2)",
        examples=["medkit"],
    )
    dice: Score = Field(0, description="added to the test that it serves", examples=[2])
    spent: bool = Field(False, description="true: used up with every use", examples=[True])
    initiative_dice: Annotated[int, Field(ge=0, le=4)] = Field(
        0, description="of a stimulant: initiative dice for 'lasts' rounds (SS-T5)", examples=[1]
    )
    lasts: Rounds = Field(0, description="rounds that a stimulant lasts", examples=[5])
    strain: Small = Field(0, description="what a stimulant costs when it ends", examples=[3])
    weapon: str = Field("", description="the weapon that a charge goes off as", examples=["breaching_charge"])


class Firing(SharedFiring):
    """A way of firing."""

    cost: Annotated[int, Field(ge=0, le=20)] = Field(description="action points (SS-A4)", examples=[2])
    rounds: Annotated[int, Field(ge=1, le=100)] = Field(description="rounds that fly", examples=[3])
    defense: Byte = Field(description="modifier of the defender (SS-F4)", examples=[-2])
    barrier: Small = Field(description="damage to a barrier that it passes (SS-B4)", examples=[2])
    pin: Small = Field(description="threshold of the pinning test when suppressing (SS-U5)", examples=[3])


Band = Annotated[int, Field(ge=1, le=10_000)]
Bands = Annotated[
    list[Band],
    Field(min_length=4, max_length=4, description="metres at which short, medium, long and extreme range end (SS-R8)"),
]


class Template(SharedTemplate):
    """A unit template."""

    attributes: dict[AttributeName, Score] = Field(description="every attribute")
    skills: dict[SkillName, Score] = Field(
        {}, description="ranks of its skills; unnamed ones are 0 (fireteam list skills)", examples=[{"pistols": 4}]
    )
    initiative_dice: Annotated[int, Field(ge=0, le=5)] = Field(1, description="initiative dice", examples=[2])
    flesh: Points | None = Field(None, description="health; follows from Body if not given (SS-H8)", examples=[10])
    strain: Points | None = Field(None, description="threshold; follows from Willpower if not given (SS-H8)", examples=[10])
    shield: Points = Field(0, description="points of a shield", examples=[4])
    armored: Points = Field(0, description="points of Armored health", examples=[4])
    physical: Small | None = Field(
        None, description="Physical limit; follows from attributes if not given (SS-D13)", examples=[6]
    )
    mental: Small | None = Field(
        None, description="Mental limit; follows from attributes if not given (SS-D13)", examples=[5]
    )
    social: Small | None = Field(
        None, description="Social limit; follows from attributes if not given (SS-D13)", examples=[4]
    )
    reach: Annotated[int, Field(ge=0, le=5)] = Field(
        0, description="metres beyond the first that its blows reach", examples=[1]
    )
    karma: Score = Field(0, description="points of karma to spend", examples=[2])
    speed: Points = Field(0, description="of a vehicle: metres of a Drive action", examples=[30])
    handling: Score = Field(0, description="of a vehicle: limit of its driver's tests (SS-C4)", examples=[4])


class UnitKeys(Strict):
    """What a unit of a scenario may say besides what units of every rule system may."""

    attributes: dict[AttributeName, Score] = Field(
        {}, description="attributes that differ from its template's", examples=[{"agility": 5}]
    )
    skills: dict[SkillName, Score] = Field(
        {}, description="ranks that differ from its template's (fireteam list skills)", examples=[{"pistols": 5}]
    )
    initiative_dice: Annotated[int, Field(ge=0, le=5)] | None = Field(
        None, description="in place of its template's", examples=[2]
    )
    flesh: Points | None = Field(
        None, description="health; its template's, or what follows from Body (SS-H8), if not given", examples=[9]
    )
    strain: Points | None = Field(
        None, description="threshold; its template's, or what follows from Willpower (SS-H8), if not given", examples=[9]
    )
    shield: Points | None = Field(None, description="points of a shield, in place of its template's", examples=[4])
    armored: Points | None = Field(None, description="points of Armored health, in place of its template's", examples=[4])
    karma: Score | None = Field(None, description="points of karma to spend, in place of its template's", examples=[2])


class OrderKeys(Strict):
    """What standing orders say: whether a unit is asked about its interrupts, or what it does unasked.

    `when_likely`: defend when the attack hits, intercept when the blow hits, with a chance of at least `odds` per cent.
    """

    defend: OneOf[str, ORDERS] = Field(
        "ask", description="ask, never, always, or when_likely: when the attack hits with a chance of `odds`"
    )
    intercept: OneOf[str, ORDERS] = Field("ask", description="the same for blows at those who pass")
    karma: Literal["ask", "never"] = Field("ask", description="ask, or never spend any")
    odds: int = Field(40, ge=0, le=100, description="per cent, for when_likely")
