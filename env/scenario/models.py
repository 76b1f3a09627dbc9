"""Scenarios: map, teams, goals and options, as a person writes them in TOML."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Discriminator, Field, Tag, create_model, field_validator, model_validator
from pydantic.fields import FieldInfo

from fireteam.content.errors import ContentError
from fireteam.content.one_of import OneOf
from fireteam.content.reading import LETTER, SMALL_LETTERS, Key, Name, Prose, Strict, Words, closest, listed, validated
from fireteam.maps import Drawing, load_map
from fireteam.maps.portraits import Portrait

from ..catalog import catalog_of
from ..catalog.models import Small
from ..rules import systems
from ..rules.arena import LIGHTS, TEMPERS
from ..rules.ground.grid import DIRECTIONS
from ..rules.record import MAX_TEAMS, MAX_UNITS
from .levels.draw import Facts, draw_battle
from .levels.model import Draw
from .objective import Call, Morale, Objective

DEFAULT = "yard"

Place = Annotated[int, Field(ge=0, le=127)]


def no_system(name: str, called: str) -> str:
    """Return a sentence that a rule system does not exist."""
    return f"no rule system is called {called}.{closest(name, systems.SYSTEMS)} Systems: {listed(systems.SYSTEMS)}."


class Orders(Strict):
    """Standing orders: what a unit answers to interrupts without being asked.

    Each system has its own (`models_of`).
    """


class Options(Strict):
    """The reading of the rules in force where their sources differ.

    Each system has its own (`models_of`).
    """


def is_call(value: Any) -> str:
    """Return the tag of the union member: a `Call`, or a round number; messages never show it."""
    return "Call" if isinstance(value, (dict, Call)) else "int"


Round = Annotated[int, Field(ge=0, le=500)]
Coming = Annotated[Annotated[Round, Tag("int")] | Annotated[Call, Tag("Call")], Discriminator(is_call)]
Temper = OneOf[str, TEMPERS]


class Unit(Strict):
    """A unit, or `count` of them: a template of the catalog and what differs from it.

    A system adds keys (`models_of`). It may enter later, in the round and pass of `arrives` and `arrives_pass`, or when it
    is called; unless it is `expected`, its coming is a surprise. `hidden` units are not known to the others until they act
    or are found. `aboard` names the vehicle it sits in from the start, the first one aboard drives. `down` units lie
    unconscious.
    """

    template: Key = Field(description="a unit template of the catalog (fireteam list units)", examples=["soldier"])
    count: Annotated[int, Field(ge=1, le=MAX_UNITS)] = Field(
        1, description="how many of them; those with a name or a place stand one by one", examples=[3]
    )
    name: Words = Field("", description="what it is called; no two of a team have the same name", examples=["Vega"])
    portrait: Portrait = Field("", description="a picture beside this file: shown on cards", examples=["mara.png"])
    at: Annotated[list[Place], Field(min_length=2, max_length=2)] | None = Field(
        None,
        description="[column, row] where it begins, both counted from 0; a tile of its team's start if not given",
        examples=[[4, 2]],
    )
    facing: OneOf[str, DIRECTIONS] | None = Field(
        None, description="where it looks; towards its enemies if not given", examples=["north"]
    )
    weapons: Annotated[list[Key], Field(max_length=4)] | None = Field(
        None, description="in place of its template's, at most four (fireteam list weapons)", examples=[["pistol", "knife"]]
    )
    armour: Annotated[list[Key], Field(max_length=20)] | None = Field(
        None, description="in place of its template's (fireteam list armour)", examples=[["vest"]]
    )
    spare: dict[Key, Small] = Field(
        {}, description="magazines, grenades or charges that it carries besides, by weapon", examples=[{"pistol": 2}]
    )
    items: Annotated[dict[Key, Small], Field(max_length=4)] = Field(
        {},
        description="how many of each item it carries besides its template's (fireteam list items)",
        examples=[{"medkit": 1}],
    )
    arrives: Coming = Field(
        0,
        description='the round in which it enters, 0 from the start; or what calls it: { when = "alarm", after = 2 }',
        examples=[3],
    )
    arrives_pass: Annotated[int, Field(ge=1, le=4)] = Field(1, description="the pass of that round", examples=[2])
    expected: bool = Field(False, description="true: its coming surprises nobody", examples=[True])
    hidden: bool = Field(False, description="true: nobody knows of it until it acts or is found", examples=[True])
    aboard: Words = Field(
        "", description="name of the vehicle in which it sits from the start; the first aboard drives", examples=["Van"]
    )
    down: bool = Field(False, description="true: it lies unconscious", examples=[True])
    orders: Orders | None = Field(None, description="standing orders of its own, in place of its team's")
    morale: Morale | None = Field(None, description="when it breaks off, in place of what its team says; {} for never")
    temper: Temper | None = Field(
        None, description="how it fights, on top of the doctrine that plays its team", examples=["cautious"]
    )
    protects: Words = Field(
        "", description="the unit of its own team beside which, and before which, it stays", examples=["Boss"]
    )

    @property
    def call(self) -> Call | None:
        """The call for it, if it does not come in a round that is known beforehand."""
        return self.arrives if isinstance(self.arrives, Call) else None


class Team(Strict):
    """A team: where it starts, who fights in it and for what.

    A file may name a party file, `party`, in place of its units.
    """

    belongs: ClassVar[Mapping[str, str]] = {"party": "must be the name of one party file, in quotes"}

    name: Annotated[str, Field(pattern=SMALL_LETTERS, max_length=12)] = Field(
        description="what it is called; its units are red_1, red_2 ...", examples=["red"]
    )
    start: Annotated[str, Field(pattern=LETTER)] | None = Field(
        None, description="letter, on the map's marks, of the tiles on which its units begin", examples=["a"]
    )
    units: Annotated[list[Unit], Field(min_length=1, max_length=MAX_UNITS)] = Field(
        description="its units, each as [[teams.units]]; or name a party file with 'party'"
    )
    objective: Objective = Field(
        Objective(), description="what it fights for", examples=[{"kind": "hold", "zone": "k", "needed": 2}]
    )
    orders: Orders = Field(Orders(), description="standing orders of its units that have none of their own")
    title: Words = Field("", description="what people call the team, in place of its name", examples=["The night shift"])
    doctrine: Key | None = Field(None, description="the bot that plays it where nobody says another", examples=["guard"])
    morale: Morale = Field(Morale(), description="when its units break off, and what they do then")
    temper: Temper | None = Field(
        None, description="how its units fight, on top of the doctrine that plays it", examples=["bloodthirsty"]
    )
    protects: Words = Field(
        "", description="the unit of the team beside which, and before which, the others stay", examples=["Boss"]
    )
    alert: bool = Field(
        True, description="false: it expects no fight, so nobody of it is engaged from the start", examples=[False]
    )
    ambush: Literal["no", "waiting", "tracking"] = Field(
        "no", description="whether it lies in ambush: waiting, or tracking its prey (SS-S1)", examples=["waiting"]
    )
    warned: bool = Field(False, description="true: it expects an ambush (SS-S1)", examples=[True])

    @property
    def called(self) -> str:
        """What people call it, at the beginning of a sentence: "The Night Crew", "The red team"."""
        return self.title or f"The {self.name} team"


class OtherFiles(Strict):
    """Keys of a scenario file that name another file in place of the tables themselves."""

    party: str = Field(description="a party file, in place of units", examples=["crew.party.toml"])
    catalog: str = Field(description="a file of house rules, in place of their tables", examples=["house.toml"])


class Party(Strict):
    """A party file: the units of one team, to take the place of a scenario's."""

    title: Words = Field(
        "", description="what people call the party: its team bears that name", examples=["The night shift"]
    )
    units: Annotated[list[Unit], Field(min_length=1, max_length=MAX_UNITS)] = Field(
        description="its units, each as [[units]]"
    )
    orders: Orders = Field(Orders(), description="standing orders of its units that have none of their own")
    doctrine: Key | None = Field(None, description="the bot that plays it where nobody says another", examples=["guard"])
    morale: Morale = Field(Morale(), description="when its units break off, and what they do then")
    temper: Temper | None = Field(
        None, description="how its units fight, on top of the doctrine that plays it", examples=["bloodthirsty"]
    )
    protects: Words = Field(
        "", description="the unit of the party beside which, and before which, the others stay", examples=["Boss"]
    )


# What a party brings into its team besides its units, where the team itself does not say.
BROUGHT = ("title", "orders", "doctrine", "morale", "temper", "protects")


class Scenario(Strict):
    """A scenario: where it is fought, by whom, for what, how long and under which rules.

    >>> duel = fireteam.load_scenario("duel")
    >>> isinstance(duel, fireteam.Scenario), [team.name for team in duel.teams], duel.rounds
    (True, ['red', 'blue'], 20)

    Validation turns it into the scenario model of its system (`models_of`): its units, orders and options have that system's
    keys.
    """

    title: Name = Field(description="what the battle is called", examples=["The warehouse"])
    about: Prose = Field(
        "", description="a few sentences on it", examples=["Who wants the crates must come through the yard."]
    )
    system: Key = Field(systems.DEFAULT, description="the rule system by which it is fought")
    map: str | Drawing | None = Field(
        None,
        description="a map by name (fireteam list maps), a map file beside this one, or a map drawn right here",
        examples=["dock.map.toml"],
    )
    draw: Draw | None = Field(
        None,
        description="in place of a map: how a battle is drawn by a number, with map, teams and all",
        examples=[{"templates": ["soldier", "guard"]}],
    )
    rounds: Annotated[int, Field(ge=1, le=500)] = Field(20, description="rounds after which it ends", examples=[12])
    stalemate: Annotated[int, Field(ge=1, le=500)] = Field(
        6, description="rounds without damage or progress after which it is a draw", examples=[8]
    )
    light: OneOf[str, LIGHTS] | None = Field(
        None, description="how light it is; as the map says if not given", examples=["dark"]
    )
    fog: bool = Field(False, description="true: a side knows only what its units see and hear", examples=[True])
    winner_at_limit: Words = Field(
        "", description="the team that wins when the rounds run out; nobody if not given", examples=["garrison"]
    )
    options: Options = Field(Options(), description="readings of the rules where sources differ (fireteam list options)")
    catalog: dict[str, dict[str, Any]] = Field(
        {},
        description="house rules: a file beside this one, or its tables right here, as [catalog.numbers]",
        examples=["house.toml"],
    )
    teams: Annotated[list[Team], Field(min_length=2, max_length=MAX_TEAMS)] = Field(
        description="two to four of them, each as [[teams]]"
    )

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
        for place, name in self.draw.named_teams() if self.draw is not None else ():
            if name not in names:
                raise ValueError(f"draw.{place}: {name!r} is no team.{closest(name, names)} Teams: {listed(names)}.")
        count = sum(self.most_units(name) for name in names)
        if count > MAX_UNITS:
            drawn = "" if self.draw is None else ", and so many can be drawn"
            raise ValueError(f"{count} units: at most {MAX_UNITS} can take part in a battle{drawn}")
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
        """Return the battle that a seed draws, with map, teams and all; the scenario itself if there is nothing to draw."""
        if self.draw is None:
            return self
        return self.model_copy(update=draw_battle(self, seed, models_of(self.system).unit)[0])

    def facts(self, seed: int) -> Facts:
        """Return the facts about the battle that a seed draws, of a scenario with something to draw."""
        return draw_battle(self, seed, models_of(self.system).unit)[1]

    def most_units(self, team: str) -> int:
        """Return how many units a team can have."""
        written = next(sum(unit.count for unit in one.units) for one in self.teams if one.name == team)
        return written if self.draw is None or team in self.draw.kept else self.draw.units_of(team)[1]

    def drawing(self) -> Drawing:
        """Return the map of a scenario that is not drawn at random."""
        if isinstance(self.map, Drawing):
            return self.map
        assert self.map is not None, "a scenario to be drawn has no map yet"
        return load_map(self.map)


class Models(NamedTuple):
    """The models of a scenario of a system."""

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
    readings: dict[str, Any] = {
        name: (Literal[values], Field(values[0], description=own.MEANINGS[name])) for name, values in own.OPTIONS.items()
    }
    options = made(system, (Options,), readings)
    orders: Any = made(system, (Orders, own.OrderKeys), {})
    unit: Any = made(system, (Unit, own.UnitKeys), {"orders": (orders | None, None)})
    units = Annotated[list[unit], Field(min_length=1, max_length=MAX_UNITS)]
    team: Any = made(system, (Team,), {"units": (units, ...), "orders": (orders, orders())})
    teams = Annotated[list[team], Field(min_length=2, max_length=MAX_TEAMS)]
    scenario = made(system, (Scenario,), {"options": (options, options()), "teams": (teams, ...)})
    scenario.belongs = {
        kind: f"house rules stand below [catalog.{kind}], or in a file of their own that 'catalog' names"
        for kind in own.Catalog._fields
    } | {"rules": "numbers of the rules stand below [catalog.numbers], readings of them below [options]"}
    party = made(system, (Party,), {"units": (units, ...), "orders": (orders, orders())})
    return Models(unit, team, party, scenario, orders, options)


def made(system: str, bases: tuple[Any, ...], fields: dict[str, Any]) -> Any:
    """Return a system's model of the first of some models: fields are given as (type, default) or (type, Field)."""
    model = bases[0]
    own_fields: dict[str, Any] = {
        name: (kind, default if isinstance(default, FieldInfo) else Field(default, description=said_of(model, name)))
        for name, (kind, default) in fields.items()
    }
    name = f"{system}_{model.__name__.lower()}"
    return create_model(name, __base__=bases[::-1], __doc__=model.__doc__, **own_fields)


def said_of(model: type[Strict], name: str) -> str | None:
    """Return the description of a model's field."""
    return model.model_fields[name].description


def __getattr__(name: str) -> Any:
    """Return a model of a system by its name: `pickle` asks for `swan_song_unit` where units of that system arrive."""
    system, _, part = name.rpartition("_")
    if system in systems.SYSTEMS and part in Models._fields:
        return getattr(models_of(system), part)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
