"""What a team fights for, when its units have had enough, and what calls those who come later, as a person writes it."""

from typing import Annotated, Any

from pydantic import Field, field_validator, model_validator

from fireteam.content.one_of import OneOf
from fireteam.content.reading import LETTER, Strict, Words, closest, shown

from ..rules.arena import CUES, OBJECTIVES

GOALS = {
    "eliminate": "eliminate (stand alone)",
    "hold": "hold (be alone in a zone)",
    "exit": "exit (bring units to a zone)",
    "protect": "protect (keep a unit up)",
}
OTHERWISE = {  # what other games call them
    **dict.fromkeys(("capture", "control", "occupy", "conquer", "seize", "take", "zone", "hill", "defend"), "hold"),
    **dict.fromkeys(("escape", "extract", "extraction", "evacuate", "leave", "flee", "reach", "rescue", "breakout"), "exit"),
    **dict.fromkeys(("escort", "guard", "survive", "bodyguard", "save", "vip"), "protect"),
    **dict.fromkeys(("kill", "destroy", "deathmatch", "annihilate", "wipeout", "defeat", "attack"), "eliminate"),
}


class Objective(Strict):
    """What a team fights for. A team also wins if it alone still stands.

    hold     be alone on the tiles marked `zone` at the end of `needed` rounds
    exit     bring `needed` units to the tiles marked `zone`, the one called `unit` among them if one is named
    protect  keep the unit called `unit` up; the other team wins when it falls
    """

    kind: OneOf[str, OBJECTIVES] = Field(
        "eliminate",
        description="eliminate: stand alone. hold: be alone in a zone. exit: bring units to a zone. protect: keep a unit up",
        examples=["hold"],
    )
    zone: Annotated[str, Field(pattern=LETTER)] | None = Field(
        None, description="letter of its tiles on the map's marks, to hold or to leave by", examples=["k"]
    )
    needed: Annotated[int, Field(ge=1, le=100)] = Field(
        1, description="rounds to hold it, or units to bring out", examples=[2]
    )
    unit: Words = Field("", description="name of the unit to protect, or of one that must come out", examples=["Vega"])

    @model_validator(mode="before")
    @classmethod
    def _table(cls, written: Any) -> Any:
        if isinstance(written, str):
            like = written if written in OBJECTIVES else OTHERWISE.get(written, "eliminate")
            kinds = ", ".join(GOALS[name] for name in OBJECTIVES)
            raise ValueError(f'{shown(written)} must be a table, like {{ kind = "{like}" }}. Kinds: {kinds}.')
        return written

    @field_validator("kind", mode="before")
    @classmethod
    def _known(cls, kind: Any) -> Any:
        if isinstance(kind, str) and kind not in OBJECTIVES:
            meant = f" Did you mean {OTHERWISE[kind]!r}?" if kind in OTHERWISE else closest(kind, OBJECTIVES)
            raise ValueError(f"{shown(kind)} must be one of {', '.join(GOALS[name] for name in OBJECTIVES)}.{meant}")
        return kind

    @model_validator(mode="after")
    def _complete(self) -> "Objective":
        if self.kind in ("hold", "exit") and self.zone is None:
            raise ValueError(f"an objective of kind {self.kind!r} needs a zone: the letter that marks its tiles on the map")
        if self.kind == "protect" and not self.unit:
            raise ValueError("an objective of kind 'protect' needs a unit: the name of the ward")
        if self.kind in ("eliminate", "hold") and self.unit:
            raise ValueError(f"an objective of kind {self.kind!r} is about no unit")
        if self.kind in ("eliminate", "protect") and self.zone is not None:
            raise ValueError(f"an objective of kind {self.kind!r} has no zone; 'hold' and 'exit' have one")
        return self


class Morale(Strict):
    """When a unit has had enough and breaks off the fight, and what it does then; without either share it never does.

    Losses are those of its team since it came into the battle itself. A broken unit does no more harm and only flees: it
    leaves the battle on the tiles marked `exit`, or keeps away from its enemies. If it `surrenders`, it may also lay down
    its arms; nobody attacks it then.
    """

    losses: Annotated[int, Field(ge=0, le=100, description="per cent of its team that fell, fled or gave up; 0: never")] = 0
    wounds: Annotated[int, Field(ge=0, le=100, description="per cent of its own life that are lost; 0: never")] = 0
    exit: Annotated[str, Field(pattern=LETTER)] | None = Field(None, description="mark of the tiles by which it flees")
    surrenders: bool = Field(False, description="whether it may lay down its arms once it has broken")

    @model_validator(mode="after")
    def _complete(self) -> "Morale":
        if (self.exit or self.surrenders) and not (self.losses or self.wounds):
            raise ValueError("it says what is done, not when: give 'losses', 'wounds' or both, in per cent")
        return self


class Call(Strict):
    """The event that calls a wave in the course of a battle, and how many rounds later the wave comes."""

    when: OneOf[str, CUES[1:]] = Field(
        description="alarm: its team notices an enemy or is hurt, or a shot falls; half_down: half of its team is out of "
        "the fight; zone: an enemy stands on the tiles marked 'zone'"
    )
    zone: Annotated[str, Field(pattern=LETTER)] | None = Field(None, description='the mark, for when = "zone"')
    after: Annotated[int, Field(ge=1, le=100, description="rounds between the call and its coming")] = 1

    @model_validator(mode="after")
    def _complete(self) -> "Call":
        if self.when == "zone" and self.zone is None:
            raise ValueError("when = 'zone' needs a zone: the letter that marks its tiles on the map")
        if self.when != "zone" and self.zone is not None:
            raise ValueError(f"when = {self.when!r} has no zone; 'zone' has one")
        return self
