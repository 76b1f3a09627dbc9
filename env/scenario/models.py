"""Scenarios: map, teams, goals and options, as a person writes them in TOML."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, create_model, model_validator

from fireteam.maps import ContentError, Drawing, closest, load_map, validated
from fireteam.maps.reading import LETTER, SMALL_LETTERS, Key, Name, Prose, Strict, Words, listed

from ..catalog import Catalog
from ..catalog.models import AttributeName, Points, Score, SkillName, Small
from ..rules import systems
from ..rules.arena import LIGHTS
from ..rules.ground.grid import DIRECTIONS
from ..rules.record import MAX_TEAMS, MAX_UNITS, ORDERS
from ..rules.swan_song.tables import OPTIONS
from .objective import Objective
from .random_map import Draw, draw_map, draw_templates

DEFAULT = "yard"


Place = Annotated[int, Field(ge=0, le=127)]
READINGS = {name: (Literal[values], values[0]) for name, values in OPTIONS.items()}


class Orders(Strict):
    """Standing orders: whether a unit is asked about its interrupts, or what it does unasked.

    `when_likely`: defend when the attack hits, intercept when the blow hits, with a chance of at least `odds` per cent.
    """

    defend: Literal[ORDERS] = "ask"  # type: ignore[valid-type]
    intercept: Literal[ORDERS] = "ask"  # type: ignore[valid-type]
    karma: Literal["ask", "never"] = "ask"
    odds: Annotated[int, Field(ge=0, le=100)] = 40


class Options(create_model("Readings", __base__=Strict, **READINGS)):  # type: ignore[misc]
    """Where sources of the rules differ, which reading is in force (`OPTIONS` of the system); the first is the default."""


class Unit(Strict):
    """A unit, or `count` of them: a template of the catalog and what differs from it.

    It may enter later, in the round and pass of `arrives` and `arrives_pass`; unless it is `expected`, its coming is a
    surprise. `hidden` units are not known to the others until they act or are found. `aboard` names the vehicle it sits in
    from the start, the first one aboard drives. `down` units lie unconscious.
    """

    template: Key
    count: Annotated[int, Field(ge=1, le=MAX_UNITS)] = 1
    name: Words = ""
    at: Annotated[list[Place], Field(min_length=2, max_length=2)] | None = None
    facing: Literal[DIRECTIONS] | None = None  # type: ignore[valid-type]
    weapons: Annotated[list[Key], Field(max_length=4)] | None = None
    armour: Annotated[list[Key], Field(max_length=20)] | None = None
    attributes: dict[AttributeName, Score] = {}
    skills: dict[SkillName, Score] = {}
    spare: dict[Key, Small] = {}
    initiative_dice: Annotated[int, Field(ge=0, le=5)] | None = None
    flesh: Points | None = None
    strain: Points | None = None
    shield: Points | None = None
    armored: Points | None = None
    items: Annotated[dict[Key, Small], Field(max_length=4)] = {}
    karma: Score | None = None
    arrives: Annotated[int, Field(ge=0, le=500)] = 0
    arrives_pass: Annotated[int, Field(ge=1, le=4)] = 1
    expected: bool = False
    hidden: bool = False
    aboard: Words = ""
    down: bool = False
    orders: Orders | None = None


class Team(Strict):
    """A team: where it starts, who fights in it and for what. A file may name a party file in place of its units."""

    belongs: ClassVar[Mapping[str, str]] = {"party": "must be the name of one party file, in quotes"}

    name: Annotated[str, Field(pattern=SMALL_LETTERS, max_length=12)]
    start: Annotated[str, Field(pattern=LETTER)] | None = None
    units: Annotated[list[Unit], Field(min_length=1, max_length=MAX_UNITS)]
    objective: Objective = Objective()
    orders: Orders = Orders()
    alert: bool = True
    ambush: Literal["no", "waiting", "tracking"] = "no"
    warned: bool = False


class Party(Strict):
    """A party file: the units of one team, to take the place of a scenario's."""

    title: Words = ""
    units: Annotated[list[Unit], Field(min_length=1, max_length=MAX_UNITS)]
    orders: Orders = Orders()


class Scenario(Strict):
    """A scenario: where it is fought, by whom, for what and how long."""

    belongs: ClassVar[Mapping[str, str]] = {
        kind: f"house rules stand below [catalog.{kind}], or in a file of their own that 'catalog' names"
        for kind in Catalog._fields
    } | {"rules": "numbers of the rules stand below [catalog.numbers], readings of them below [options]"}
    title: Name
    about: Prose = ""
    system: Key = systems.DEFAULT
    map: str | Drawing | None = None
    draw: Draw | None = None
    rounds: Annotated[int, Field(ge=1, le=500)] = 20
    stalemate: Annotated[int, Field(ge=1, le=500)] = 6
    light: Literal[LIGHTS] | None = None  # type: ignore[valid-type]
    fog: bool = False
    winner_at_limit: Words = ""
    options: Options = Options()
    catalog: dict[str, dict[str, Any]] = {}
    teams: Annotated[list[Team], Field(min_length=2, max_length=MAX_TEAMS)]

    @model_validator(mode="after")
    def _consistent(self) -> "Scenario":
        if (self.map is None) == (self.draw is None):
            raise ValueError("a scenario names a map or draws one: give either 'map' or 'draw'")
        if self.system not in systems.SYSTEMS:
            raise ValueError(
                f"system = {self.system!r}: no rule system is called that.{closest(self.system, systems.SYSTEMS)} "
                f"Systems: {listed(systems.SYSTEMS)}."
            )
        names = [team.name for team in self.teams]
        for number, name in enumerate(names):
            if name in names[:number]:
                raise ValueError(f"teams[{number}].name = {name!r}: two teams have the same name")
        if self.winner_at_limit and self.winner_at_limit not in names:
            raise ValueError(
                f"winner_at_limit = {self.winner_at_limit!r} is no team.{closest(self.winner_at_limit, names)} "
                f"Teams: {listed(names)}."
            )
        wards = [number for number, team in enumerate(self.teams) if team.objective.unit]
        if len(self.teams) > 2 and wards:
            raise ValueError(f"teams[{wards[0]}].objective.unit: an objective about a unit is for scenarios of two teams")
        if self.draw is not None and len(self.teams) != 2:
            raise ValueError("a scenario that draws its map has two teams")
        for name in self.draw.kept if self.draw is not None else ():
            if name not in names:
                raise ValueError(f"draw.kept: {name!r} is no team.{closest(name, names)}")
        count = sum(unit.count for team in self.teams for unit in team.units)
        if count > MAX_UNITS:
            raise ValueError(f"{count} units: at most {MAX_UNITS} can take part in a battle")
        return self

    def with_parties(self, parties: dict[str, Party]) -> "Scenario":
        """Return the scenario with the units of some teams replaced."""
        for name in parties:
            if name not in (names := [team.name for team in self.teams]):
                raise ContentError(f"no team is called {name!r}.{closest(name, names)} Teams: {listed(names)}.")
        teams = []
        for team in self.teams:
            if party := parties.get(team.name):
                team = team.model_copy(update={"units": party.units, "orders": party.orders})
            teams.append(team)
        changed: dict[str, Any] = {"teams": teams}
        if self.draw is not None:
            changed["draw"] = self.draw.model_copy(update={"kept": sorted({*self.draw.kept, *parties})})
        return validated(Scenario, self.model_copy(update=changed).model_dump(), self.title)

    def drawn(self, seed: int) -> "Scenario":
        """Return the scenario with map and teams drawn at random by a seed; itself if there is nothing to draw."""
        if self.draw is None:
            return self
        drawing = draw_map(self.draw, self.title, seed)
        units = [Unit(template=name) for name in draw_templates(self.draw, seed)]
        kept = self.draw.kept
        teams = [
            team.model_copy(update={"units": team.units if team.name in kept else units, "start": mark})
            for team, mark in zip(self.teams, "ab", strict=True)
        ]
        return self.model_copy(update={"draw": None, "map": drawing, "teams": teams})

    def drawing(self) -> Drawing:
        """Return the map of a scenario that is not drawn at random."""
        if isinstance(self.map, Drawing):
            return self.map
        assert self.map is not None, "a scenario to be drawn has no map yet"
        return load_map(self.map)
