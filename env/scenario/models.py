"""Scenarios: map, teams, goals and options, as a person writes them in TOML."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Discriminator, Field, Tag, create_model, field_validator, model_validator

from fireteam.maps import ContentError, Drawing, closest, load_map, validated
from fireteam.maps.portraits import Portrait
from fireteam.maps.reading import LETTER, SMALL_LETTERS, Key, Name, Prose, Strict, Words, listed

from ..catalog import catalog_of
from ..catalog.models import Small
from ..rules import systems
from ..rules.arena import LIGHTS, TEMPERS
from ..rules.ground.grid import DIRECTIONS
from ..rules.record import MAX_TEAMS, MAX_UNITS
from .objective import Call, Morale, Objective
from .random_map import Draw, draw_map, draw_templates

DEFAULT = "yard"

Place = Annotated[int, Field(ge=0, le=127)]


def no_system(name: str, called: str) -> str:
    """Return a sentence on a rule system that there is not."""
    return f"no rule system is called {called}.{closest(name, systems.SYSTEMS)} Systems: {listed(systems.SYSTEMS)}."


class Orders(Strict):
    """Standing orders: what a unit answers to interrupts without being asked; each system has its own (`models_of`)."""


class Options(Strict):
    """Where sources of the rules differ, which reading is in force; each system has its own (`models_of`)."""


def is_call(value: Any) -> str:
    """Return which of both says when a unit comes, a `Call` or a round, by a name that no message tells."""
    return "Call" if isinstance(value, (dict, Call)) else "int"


Round = Annotated[int, Field(ge=0, le=500)]
Coming = Annotated[Annotated[Round, Tag("int")] | Annotated[Call, Tag("Call")], Discriminator(is_call)]
Temper = Literal[TEMPERS]  # type: ignore[valid-type]


class Unit(Strict):
    """A unit, or `count` of them: a template of the catalog and what differs from it. A system adds keys (`models_of`).

    It may enter later, in the round and pass of `arrives` and `arrives_pass`, or when it is called; unless it is `expected`,
    its coming is a surprise. `hidden` units are not known to the others until they act or are found. `aboard` names the
    vehicle it sits in from the start, the first one aboard drives. `down` units lie unconscious.
    """

    template: Key
    count: Annotated[int, Field(ge=1, le=MAX_UNITS)] = 1
    name: Words = ""
    portrait: Portrait = Field("", description="a picture beside this file, like mara.png: shown on cards")
    at: Annotated[list[Place], Field(min_length=2, max_length=2)] | None = None
    facing: Literal[DIRECTIONS] | None = None  # type: ignore[valid-type]
    weapons: Annotated[list[Key], Field(max_length=4)] | None = None
    armour: Annotated[list[Key], Field(max_length=20)] | None = None
    spare: dict[Key, Small] = {}
    items: Annotated[dict[Key, Small], Field(max_length=4)] = {}
    arrives: Coming = Field(
        0, description='round in which it enters, 0 from the start; or what calls it, like { when = "alarm", after = 2 }'
    )
    arrives_pass: Annotated[int, Field(ge=1, le=4)] = 1
    expected: bool = False
    hidden: bool = False
    aboard: Words = ""
    down: bool = False
    orders: Orders | None = None
    morale: Morale | None = Field(None, description="when it breaks off, in place of what its team says; {} for never")
    temper: Temper | None = Field(None, description="how it fights, on top of the doctrine that plays its team")
    protects: Words = Field("", description="the unit of its own team beside which, and before which, it stays")

    @property
    def call(self) -> Call | None:
        """What calls it, if it does not come in a round that is known beforehand."""
        return self.arrives if isinstance(self.arrives, Call) else None


class Team(Strict):
    """A team: where it starts, who fights in it and for what. A file may name a party file in place of its units."""

    belongs: ClassVar[Mapping[str, str]] = {"party": "must be the name of one party file, in quotes"}

    name: Annotated[str, Field(pattern=SMALL_LETTERS, max_length=12)]
    start: Annotated[str, Field(pattern=LETTER)] | None = None
    units: Annotated[list[Unit], Field(min_length=1, max_length=MAX_UNITS)]
    objective: Objective = Objective()
    orders: Orders = Orders()
    title: Words = Field("", description="what people call the team, in place of its name")
    doctrine: Key | None = Field(None, description="the bot that plays it where nobody says another, like guard")
    morale: Morale = Field(Morale(), description="when its units break off, and what they do then")
    temper: Temper | None = Field(None, description="how its units fight, on top of the doctrine that plays it")
    protects: Words = Field("", description="the unit of the team beside which, and before which, the others stay")
    alert: bool = True
    ambush: Literal["no", "waiting", "tracking"] = "no"
    warned: bool = False

    @property
    def called(self) -> str:
        """What people call it, at the beginning of a sentence: "The Night Crew", "The red team"."""
        return self.title or f"The {self.name} team"


class Party(Strict):
    """A party file: the units of one team, to take the place of a scenario's."""

    title: Words = Field("", description="what people call the party: its team bears that name")
    units: Annotated[list[Unit], Field(min_length=1, max_length=MAX_UNITS)]
    orders: Orders = Orders()
    doctrine: Key | None = Field(None, description="the bot that plays it where nobody says another, like guard")
    morale: Morale = Field(Morale(), description="when its units break off, and what they do then")
    temper: Temper | None = Field(None, description="how its units fight, on top of the doctrine that plays it")
    protects: Words = Field("", description="the unit of the party beside which, and before which, the others stay")


# What a party brings into its team besides its units, where the team itself does not say.
BROUGHT = ("title", "orders", "doctrine", "morale", "temper", "protects")


class Scenario(Strict):
    """A scenario: where it is fought, by whom, for what, how long and under which rules.

    What is validated as one becomes one of its system (`models_of`): its units, orders and options have that system's keys.
    """

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

    @model_validator(mode="wrap")
    @classmethod
    def _of_its_system(cls, data: Any, handler: Any) -> Any:
        if cls is not Scenario or isinstance(data, Scenario):
            return handler(data)
        named = data.get("system") if isinstance(data, dict) else None
        system = named if isinstance(named, str) and named in systems.SYSTEMS else systems.DEFAULT
        return models_of(system).scenario.model_validate(data)

    @field_validator("system")
    @classmethod
    def _known(cls, system: str) -> str:
        if system not in systems.SYSTEMS:
            raise ValueError(no_system(system, "that"))
        return system

    @model_validator(mode="after")
    def _consistent(self) -> "Scenario":
        if (self.map is None) == (self.draw is None):
            raise ValueError("a scenario names a map or draws one: give either 'map' or 'draw'")
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
        changed = self.model_dump()
        for team in changed["teams"]:
            if party := parties.get(team["name"]):
                brought = party.model_dump(include={*BROUGHT}, exclude_unset=True)
                team |= party.model_dump(include={"units", "orders"}) | brought
        if self.draw is not None:
            changed["draw"]["kept"] = sorted({*self.draw.kept, *parties})
        return validated(type(self), changed, self.title)

    def drawn(self, seed: int) -> "Scenario":
        """Return the scenario with map and teams drawn at random by a seed; itself if there is nothing to draw."""
        if self.draw is None:
            return self
        drawing = draw_map(self.draw, self.title, seed)
        units = [models_of(self.system).unit(template=name) for name in draw_templates(self.draw, seed)]
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


class Models(NamedTuple):
    """What a scenario of a system is made of."""

    unit: type[Unit]
    team: type[Team]
    party: type[Party]
    scenario: type[Scenario]
    orders: type[Orders]
    options: type[Options]


@cache
def models_of(system: str) -> Models:
    """Return the models of a system: those of all, with the keys of its units and orders, and its options."""
    own = catalog_of(system)
    readings: dict[str, Any] = {name: (Literal[values], values[0]) for name, values in own.OPTIONS.items()}
    options = create_model(f"{system}_options", __base__=Options, **readings)
    orders: Any = create_model(f"{system}_orders", __base__=(own.OrderKeys, Orders))
    unit: Any = create_model(f"{system}_unit", __base__=(own.UnitKeys, Unit), orders=(orders | None, None))
    units = Annotated[list[unit], Field(min_length=1, max_length=MAX_UNITS)]
    team = create_model(f"{system}_team", __base__=Team, units=units, orders=(orders, orders()))
    teams = Annotated[list[team], Field(min_length=2, max_length=MAX_TEAMS)]
    scenario = create_model(f"{system}_scenario", __base__=Scenario, options=(options, options()), teams=teams)
    scenario.belongs = {
        kind: f"house rules stand below [catalog.{kind}], or in a file of their own that 'catalog' names"
        for kind in own.Catalog._fields
    } | {"rules": "numbers of the rules stand below [catalog.numbers], readings of them below [options]"}
    party = create_model(f"{system}_party", __base__=Party, units=units, orders=(orders, orders()))
    return Models(unit, team, party, scenario, orders, options)  # type: ignore[arg-type]


def __getattr__(name: str) -> Any:
    """Return a model of a system by its name: `pickle` asks for `swan_song_unit` where units of that system arrive."""
    system, _, part = name.rpartition("_")
    if system in systems.SYSTEMS and part in Models._fields:
        return getattr(models_of(system), part)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
