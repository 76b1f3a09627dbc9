"""What a person writes of battles that are drawn by a number: `[draw]`, in place of a map."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field, model_validator

from fireteam.content.one_of import OneOf
from fireteam.content.reading import Key, Strict, Words

from ...rules.arena import LIGHTS

MAPS = ("scattered", "yards", "buildings", "streets", "woods", "riverbanks", "heights")
STARTS = ("ends", "corners", "close", "around")
MATCHES = ("same", "even", "any")
MISSIONS = ("meeting", "hill", "assault", "breakthrough", "escort", "bodyguard")

Share = Annotated[int, Field(ge=0, le=40)]
Percent = Annotated[int, Field(ge=0, le=100)]
Weight = Annotated[int, Field(ge=0, le=1000)]
Range = Annotated[list[int], Field(min_length=2, max_length=2)]


class Side(Strict):
    """How one team is drawn, where it differs from the others."""

    units: Range | None = Field(None, description="[least, most] units of the team, within 1 to 8", examples=[[1, 2]])
    templates: Annotated[list[Key], Field(min_length=1)] | None = Field(
        None, description="unit templates that the team is drawn from", examples=[["halberdier"]]
    )


class Draw(Strict):
    """How a battle is drawn by a number: map, teams, starts, missions and conditions, each by weights or ranges of its own.

    Shares are per cent of the tiles, ranges are [least, most]; weights count by their ratios. With the values that stand
    here the map is scattered and the same seen from either end, both teams get the same templates, and all else is as the
    scenario says: neither side is favoured.
    """

    width: Range = Field([16, 24], description="[least, most] tiles from west to east, within 8 to 64", examples=[[20, 30]])
    height: Range = Field(
        [12, 18], description="[least, most] tiles from north to south, within 8 to 64", examples=[[12, 20]]
    )
    maps: dict[OneOf[str, MAPS], Weight] = Field(
        {"scattered": 1},
        description="how often each kind of map is drawn: scattered, yards, buildings, streets, woods, riverbanks, heights",
        examples=[{"yards": 2, "woods": 1}],
    )
    mirrored: Percent = Field(100, description="per cent of the maps that look the same from either end", examples=[50])
    walls: Share = Field(8, description="per cent of the tiles of a scattered map that are walls")
    low_walls: Share = Field(5, description="per cent of the tiles of a scattered map that are low walls")
    barricades: Share = Field(4, description="per cent of the tiles of a scattered map that are barricades")
    rubble: Share = Field(5, description="per cent of the tiles of a scattered map that are rubble")
    brush: Share = Field(3, description="per cent of the tiles of a scattered map that are brush")
    water: Share = Field(2, description="per cent of the tiles of a scattered map that are water")
    starts: dict[OneOf[str, STARTS], Weight] = Field(
        {"ends": 1},
        description="how often the teams start at opposite ends, in opposite corners, close to each other, or one around "
        "the other",
        examples=[{"ends": 3, "corners": 1}],
    )
    units: Range = Field([3, 5], description="[least, most] units of a team, within 1 to 8", examples=[[3, 6]])
    templates: Annotated[list[Key], Field(min_length=1)] = Field(
        description="unit templates that the teams are drawn from (fireteam list units)", examples=[["soldier", "guard"]]
    )
    matches: dict[OneOf[str, MATCHES], Weight] = Field(
        {"same": 1},
        description="how often both teams get the same templates, teams of even chances, or any",
        examples=[{"same": 1, "even": 2, "any": 1}],
    )
    sides: dict[Words, Side] = Field(
        {}, description="teams that are drawn from other units", examples=[{"red": {"units": [1, 1]}}]
    )
    kept: list[str] = Field(
        [], description="teams that fight as they are written: only the others are drawn", examples=[["red"]]
    )
    waves: Percent = Field(0, description="per cent of the battles in which half of a team comes later", examples=[20])
    missions: dict[OneOf[str, MISSIONS], Weight] = Field(
        {},
        description="how often the teams meet, hold the middle, attack a place, break through, bring somebody out, or guard "
        "somebody; as the teams say if not given",
        examples=[{"meeting": 3, "hill": 1}],
    )
    light: dict[OneOf[str, LIGHTS], Weight] = Field(
        {}, description="how often it is clear, dim, dark or black; as the map says if not given", examples=[{"clear": 1}]
    )
    fog: Percent | None = Field(
        None, description="per cent of the battles with fog; as the scenario says if not given", examples=[30]
    )
    rounds: Range | None = Field(
        None, description="[least, most] rounds, within 1 to 500; as the scenario says if not given", examples=[[12, 24]]
    )
    options: dict[Key, dict[Key, Weight]] = Field(
        {},
        description="how often each reading of a rule is in force (fireteam list options)",
        examples=[{"weather": {"clear": 3, "fog": 1}}],
    )

    @model_validator(mode="after")
    def _fits(self) -> "Draw":
        ranges = {"width": (self.width, 8, 64), "height": (self.height, 8, 64), "units": (self.units, 1, 8)}
        ranges |= {f"sides.{name}.units": (side.units, 1, 8) for name, side in self.sides.items() if side.units}
        if self.rounds is not None:
            ranges["rounds"] = (self.rounds, 1, 500)
        for name, ((least, most), lowest, highest) in ranges.items():
            if not lowest <= least <= most <= highest:
                raise ValueError(f"{name} = [{least}, {most}]: must be a range within {lowest} to {highest}")
        tables: dict[str, Mapping[str, Any]] = {"maps": self.maps, "starts": self.starts, "matches": self.matches}
        tables |= {name: table for name, table in (("missions", self.missions), ("light", self.light)) if table}
        tables |= {f"options.{name}": table for name, table in self.options.items()}
        for name, table in tables.items():
            if not any(table.values()):
                raise ValueError(f"{name}: must give a weight above 0 to one of its words at least")
        for name in self.kept:
            if name in self.sides:
                raise ValueError(f"sides.{name}: team {name!r} is kept as it is written, so nothing of it is drawn")
        return self

    def named_teams(self) -> Iterator[tuple[str, str]]:
        """Yield the teams that are named here: the place, and the name."""
        yield from (("kept", name) for name in self.kept)
        yield from (("sides", name) for name in self.sides)

    def named_templates(self) -> Iterator[tuple[str, str]]:
        """Yield the unit templates that teams are drawn from: the place, and the name."""
        yield from (("templates", name) for name in self.templates)
        for team, side in self.sides.items():
            yield from ((f"sides.{team}.templates", name) for name in side.templates or ())

    def units_of(self, team: str) -> list[int]:
        """Return the least and the most units of a team that is drawn."""
        side = self.sides.get(team)
        return side.units if side is not None and side.units else self.units

    def templates_of(self, team: str) -> list[str]:
        """Return the unit templates that a team is drawn from."""
        side = self.sides.get(team)
        return side.templates if side is not None and side.templates else self.templates
