"""The models of catalog entries for the kinds of files that every rule system has; each system adds its own."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from fireteam.content.reading import Name, Prose, Strict

Byte = Annotated[int, Field(ge=-120, le=120)]
Small = Annotated[int, Field(ge=0, le=120)]
Points = Annotated[int, Field(ge=0, le=10_000)]
Score = Annotated[int, Field(ge=0, le=20)]


class Material(Strict):
    """A material of barriers."""

    words: Name = Field(description="what it is called in sentences", examples=["brick"])
    structure: Small = Field(description="dice of structure (SS-B3)", examples=[8])
    armor: Small = Field(description="dice of armor (SS-B3)", examples=[4])


class Terrain(Strict):
    """A kind of ground."""

    words: Name = Field(description="what it is called in sentences", examples=["low wall"])
    sign: Annotated[str, Field(max_length=1)] = Field(
        "", description="its letter where a battle is drawn as text; without one it is drawn by what it does", examples=["~"]
    )
    passable: bool = Field(True, description="whether anybody can stand there", examples=[False])
    difficult: bool = Field(False, description="true: moving there takes twice as long (SS-M9)", examples=[True])
    top: Annotated[int, Field(ge=0, le=2000)] = Field(
        0, description="centimetres above the floor up to which it hides what is behind it", examples=[100]
    )
    material: str = Field("", description="material of what hides (fireteam list materials)", examples=["wood"])
    smoke: bool = Field(False, description="true: dims every shot through it", examples=[True])
    submerged: bool = Field(False, description="true: who is there is under water (DP-R4)", examples=[True])
    opens: str = Field("", description="the terrain that a door turns into when it is moved", examples=["open_door"])
    locked: Score = Field(0, description="hits that pick its lock; 0 for no lock", examples=[3])
    unlocked: str = Field("", description="the terrain it turns into when its lock is picked", examples=["closed_door"])
    transparent: bool = Field(False, description="true: hides nothing but must be penetrated (SS-B5)", examples=[True])
    broken: str = Field("", description="what is left when it is destroyed (SS-B6)", examples=["rubble"])


Cost = Annotated[
    Annotated[int, Field(ge=0, le=20)] | Literal["free"],
    Field(description="action points of an action; free: a free action, one a pass, each further one a point"),
]
Several = Annotated[list[int], Field(max_length=6)]


class Number(Strict):
    """A number of the rules, or a list of them, the rule it belongs to, and what it may be at least and at most."""

    value: int | Several = Field(description="what it is: a whole number, or a list of as many as it has", examples=[4])
    within: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(
        [-30, 30], description="what it may be at least and at most", examples=[[0, 10]]
    )
    rule: Name = Field(description="the ID of the rule it belongs to", examples=["SS-M3"])
    says: Prose = Field(description="what it is, in a sentence", examples=["metres of a walk"])
    assumed: bool = Field(False, description="true: it fills a hole of the source", examples=[True])

    @model_validator(mode="after")
    def _within(self) -> "Number":
        least, most = self.within
        for value in self.value if isinstance(self.value, list) else [self.value]:
            if not least <= value <= most:
                raise ValueError(f"{value} is not within {least} to {most}")
        return self


class Rule(Strict):
    """A rule: a sentence, its place in the source, and the assumptions beyond the source, a sentence each."""

    says: Prose = Field(description="the rule in a sentence")
    source: Prose = Field("", description='its place in the source: page and section, "nowhere" for what fills a hole')
    assumed: bool = Field(False, description="true: it fills a hole of the source", examples=[True])
    assumes: list[Prose] = Field([], description="what else was assumed where the source is silent, a sentence each")


class Weapon(Strict):
    """The keys of a weapon in every rule system: how it is drawn and named."""

    words: Name = Field(description="what it is called in sentences", examples=["pistol"])
    kind: Literal["melee", "firearm", "bow", "grenade", "launcher", "charge"] = Field(
        description="what is drawn and told of it", examples=["firearm"]
    )
    skill: str = Field("", description="skill of an attack with it", examples=["pistols"])
    accuracy: Annotated[int, Field(ge=0, le=20)] = Field(0, description="limit of the test of an attack", examples=[5])
    reach: Annotated[int, Field(ge=0, le=5)] = Field(0, description="metres beyond the first that it strikes", examples=[1])
    magazine: Annotated[int, Field(ge=0, le=1000)] = Field(
        0, description="rounds; 0 for what does not run out", examples=[12]
    )
    two_handed: bool | None = Field(None, description="whether it leaves no hand for a second weapon", examples=[True])
    blast: Annotated[int, Field(ge=0, le=30)] = Field(0, description="radius of its area effect in metres", examples=[5])


class Firing(Strict):
    """What a way of firing says, in a rule system that has `firings`: "fires a burst at", and how many rounds fly."""

    words: Name = Field(description="what is said of it: fires ... at", examples=["a burst"])
    rounds: Annotated[int, Field(ge=1, le=100)] = Field(1, description="rounds that fly", examples=[3])


class Template(Strict):
    """What a unit template says in every rule system."""

    words: Name = Field(description="what such a unit is called in sentences", examples=["guard"])
    weapons: Annotated[list[str], Field(max_length=4)] = Field(
        [], description="its weapons, the preferred one first (fireteam list weapons)", examples=[["pistol", "knife"]]
    )
    armour: list[str] = Field([], description="what it wears (fireteam list armour)", examples=[["vest"]])
    spare: dict[str, Small] = Field(
        {},
        description="magazines, grenades or charges, where it carries others than the weapon says",
        examples=[{"pistol": 2}],
    )
    items: Annotated[dict[str, Small], Field(max_length=4)] = Field(
        {}, description="how many of each item (fireteam list items)", examples=[{"medkit": 1}]
    )
    inanimate: bool = Field(False, description="true: it never acts and cannot move", examples=[True])
    seats: Annotated[int, Field(ge=0, le=8)] = Field(0, description="of a vehicle: who has room in it", examples=[4])
    side: Annotated[int, Field(ge=1, le=3)] = Field(1, description="tiles along its edge", examples=[2])
    height: Annotated[int, Field(ge=0, le=2000)] = Field(
        0, description="of a vehicle: centimetres up to which it hides who is behind it", examples=[150]
    )
