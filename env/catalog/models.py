"""What an entry of the catalog may say, for the kinds of files that every rule system has; each has more of its own."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from fireteam.maps.reading import Name, Prose, Strict

Byte = Annotated[int, Field(ge=-120, le=120)]
Small = Annotated[int, Field(ge=0, le=120)]
Points = Annotated[int, Field(ge=0, le=10_000)]
Score = Annotated[int, Field(ge=0, le=20)]


class Material(Strict):
    """A material of barriers."""

    words: Name
    structure: Small
    armor: Small


class Terrain(Strict):
    """A kind of ground; terrain.toml explains the keys."""

    words: Name
    sign: Annotated[str, Field(max_length=1)] = ""
    passable: bool = True
    difficult: bool = False
    top: Annotated[int, Field(ge=0, le=2000)] = 0
    material: str = ""
    smoke: bool = False
    submerged: bool = False
    opens: str = ""
    locked: Score = 0
    unlocked: str = ""
    transparent: bool = False
    broken: str = ""


Cost = Annotated[int, Field(ge=0, le=20)] | Literal["free"]
Several = Annotated[list[int], Field(max_length=6)]


class Number(Strict):
    """A number of the rules, or a list of them, the rule it belongs to, and what it may be at least and at most."""

    value: int | Several
    within: Annotated[list[int], Field(min_length=2, max_length=2)] = [-30, 30]
    rule: Name
    says: Prose
    assumed: bool = False

    @model_validator(mode="after")
    def _within(self) -> "Number":
        least, most = self.within
        for value in self.value if isinstance(self.value, list) else [self.value]:
            if not least <= value <= most:
                raise ValueError(f"{value} is not within {least} to {most}")
        return self


class Rule(Strict):
    """A rule in a sentence, and what was assumed besides, a sentence each."""

    says: Prose
    assumed: bool = False
    assumes: list[Prose] = []


class Weapon(Strict):
    """What a weapon says in every rule system: what is drawn and told of it."""

    words: Name
    kind: Literal["melee", "firearm", "bow", "grenade", "launcher", "charge"]
    skill: str = ""
    accuracy: Annotated[int, Field(ge=0, le=20)] = 0
    reach: Annotated[int, Field(ge=0, le=5)] = 0
    magazine: Annotated[int, Field(ge=0, le=1000)] = 0
    two_handed: bool | None = None
    blast: Annotated[int, Field(ge=0, le=30)] = 0


class Firing(Strict):
    """What a way of firing says, in a rule system that has `firings`: "fires a burst at", and how many rounds fly."""

    words: Name
    rounds: Annotated[int, Field(ge=1, le=100)] = 1


class Template(Strict):
    """What a unit template says in every rule system."""

    words: Name
    weapons: Annotated[list[str], Field(max_length=4)] = []
    armour: list[str] = []
    spare: dict[str, Small] = {}
    items: Annotated[dict[str, Small], Field(max_length=4)] = {}
    inanimate: bool = False
    seats: Annotated[int, Field(ge=0, le=8)] = 0
    side: Annotated[int, Field(ge=1, le=3)] = 1
    height: Annotated[int, Field(ge=0, le=2000)] = 0
