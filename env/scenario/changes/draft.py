"""A scenario while it is changed: its units one by one, each with its number in the roster, and the words for them."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed, shown

from ...catalog import load_catalog
from ..models import Scenario


class Member:
    """A unit of a team.

    Attributes:
        keys: its keys in the scenario.
        names: the words for it, the most specific first; none for units that a change adds.
        out: whether a change has taken it out.
        entry: the number of its entry among its team's units, -1 for one that a change adds.
    """

    def __init__(self, keys: dict[str, Any], names: tuple[str, ...] = (), entry: int = -1) -> None:
        self.keys, self.names, self.entry, self.out = keys, names, entry, False

    @property
    def new(self) -> bool:
        """Whether a change has added it."""
        return self.entry < 0

    @property
    def template(self) -> str:
        """The name of its template."""
        return str(self.keys["template"])


class Place(NamedTuple):
    """A unit and the number of its team."""

    team: int
    member: Member


class Draft:
    """A scenario that changes are written into.

    Attributes:
        scenario: the original.
        side: the number of the party's team; the others are its enemies.
        where: the beginning of messages.
        catalog: the catalog of the original.
        data: the scenario's keys, without its units.
        teams: the units of each team, including those taken out.
        bots: team -> another bot.
        said: the changes so far, in words. added: the units added by an entry of `said`, by its number.
    """

    def __init__(self, scenario: Scenario, side: str, where: str) -> None:
        names = [team.name for team in scenario.teams]
        if side not in names:
            raise ContentError(f"no team is called {shown(side)}.{closest(side, names)} Teams: {listed(names)}.")
        self.scenario, self.side, self.where = scenario, names.index(side), where
        self.catalog: Any = load_catalog(scenario.catalog, scenario.system)
        self.data = scenario.model_dump()
        self.team_names = names
        self.teams = [
            [
                Member(keys | {"count": 1}, self.names_of(name, number, keys), entry)
                for number, (entry, keys) in enumerate(one_by_one(team["units"]), start=1)
            ]
            for name, team in zip(names, self.data["teams"], strict=True)
        ]
        self.bots: dict[str, str] = {}
        self.said: list[str] = []
        self.added: dict[int, list[Member]] = {}

    def names_of(self, team: str, number: int, keys: dict[str, Any]) -> tuple[str, ...]:
        """Return the words for a unit: its name, its agent's name, its template, and the template's words."""
        template = self.catalog.units[keys["template"]].words
        return tuple(filter(None, (keys["name"], f"{team}_{number}", keys["template"], template)))

    @property
    def order(self) -> list[int]:
        """The numbers of the teams, enemies first."""
        return [number for number in range(len(self.teams)) if number != self.side] + [self.side]

    def meant(self, word: str, team: int | None = None) -> list[Place]:
        """Return the units of one team that a word names; enemy teams are tried first. None if there are none."""
        for number in self.order if team is None else [team]:
            present = [member for member in self.teams[number] if not member.out and not member.new]
            for level in range(max((len(member.names) for member in present), default=0)):
                called = [m for m in present if level < len(m.names) and plain(m.names[level]) == plain(word)]
                if called:
                    return [Place(number, member) for member in called]
        return []

    def words_for_units(self, team: int | None = None) -> list[str]:
        """Return all words by which units may be called, each once."""
        numbers = self.order if team is None else [team]
        words = [name for number in numbers for m in self.teams[number] if not m.out for name in m.names]
        return list(dict.fromkeys(words))

    def nobody(self, word: str, team: int | None = None) -> ContentError:
        """Return the error that a word names no unit."""
        numbers = self.order if team is None else [team]
        named = [m.names[0] if m.keys["name"] else m.template for number in numbers for m in self.teams[number] if m.names]
        where = "" if team is None else f" of team {self.team_names[team]}"
        known = self.words_for_units(team)
        return self.error(f"no unit{where} is called {shown(word)}.{closest(word, known)} Units: {listed(set(named))}.")

    def called(self, member: Member) -> str:
        """Return a unit's name for people."""
        return member.keys["name"] or str(self.catalog.units[member.template].words)

    def error(self, said: str) -> ContentError:
        """Return an error that names the change."""
        return ContentError(f"{self.where}: {said}")

    def numbers(self, wanted: str) -> tuple[int, ...]:
        """Return the roster numbers of the draft's units with a mark, `new` or `out`."""
        members = [member for team in self.teams for member in team]
        return tuple(number for number, member in enumerate(members) if getattr(member, wanted))

    def units(self, without: Iterable[str] = ()) -> list[list[dict[str, Any]]]:
        """Return the written units of every team; `without` names the marks ("new", "out") of units to leave out."""
        return [[m.keys for m in team if not any(getattr(m, name) for name in without)] for team in self.teams]


def one_by_one(units: list[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    """Return the keys of each single unit in the scenario, with the number of its entry."""
    return [(entry, unit) for entry, unit in enumerate(units) for _ in range(unit["count"])]


def plain(word: str) -> str:
    """Return a word in the form in which words are compared: lower case, spaces for underscores."""
    return " ".join(word.lower().replace("_", " ").split())
