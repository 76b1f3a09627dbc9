"""The protocol of a version of the benchmark: data in a folder beside this file, read and checked.

protocol.toml        what is trained on, fought and reported
NAME.scenario.toml   the held-out scenarios
opponents.toml       the held-out opponents' weights
baselines/           recipes of the baselines
frozen.json          how all of this plays; see `frozen.py`
results/             what was measured of the baselines
"""

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field as Limits

from fireteam.agents.bots import CompiledBot
from fireteam.content.errors import ContentError
from fireteam.env.scenario.checked import Strict, closest, listed, read_toml, validated
from fireteam.env.scenario.reading import SUFFIX, load_scenario

from ..contest.jobs import Entrant, Field, field_of

PROTOCOL, OPPONENTS, BASELINES, RESULTS = "protocol.toml", "opponents.toml", "baselines", "results"
LATEST = "v0"
HERE = Path(__file__).parent

GroupName = Literal["published", "held_out"]
Names = Annotated[list[str], Limits(min_length=1)]
Even = Annotated[int, Limits(ge=2, multiple_of=2)]


class Training(Strict):
    """What a recipe may train on; `advisers` are of the recipes of policies of single actions, which are no more."""

    scenarios: Names
    opponents: Names
    advisers: list[str] = []


class Group(Strict):
    """Scenarios in which a submission fights some opponents, with a number of battles for each run."""

    scenarios: Names
    opponents: Names
    battles: Even


class Response(Strict):
    """The best response: its decisions of training, its scenarios, and the battles that measure it in each."""

    decisions: Annotated[float, Limits(gt=0)]
    scenarios: Names
    battles: Even


class Report(Strict):
    """The settings of the bootstrap."""

    resamples: Annotated[int, Limits(ge=100)]
    confidence: Annotated[float, Limits(gt=0, lt=1)]


class Protocol(Strict):
    """A version of the benchmark; `protocol.toml` says what its keys mean."""

    id: Annotated[str, Limits(pattern=r"^[a-z0-9-]+-v[0-9]+$")]
    system: str
    budgets: Annotated[list[float], Limits(min_length=1)]
    seeds: Annotated[list[int], Limits(min_length=2)]
    training: Training
    published: Group
    held_out: Group
    response: Response
    report: Report


class Task(NamedTuple):
    """An opponent in a scenario, of a group: "published" or "held_out"."""

    group: GroupName
    field: Field
    opponent: Entrant
    battles: int

    @property
    def name(self) -> str:
        """What a file calls it."""
        return f"{self.field.name}-{self.opponent.name}"


class Version:
    """A version of the benchmark, read from its folder.

    Args:
        name: the name of the version, "v0"; or the path of a folder.

    Attributes:
        protocol: its protocol.
        folder: its folder.

    Raises:
        ContentError: there is no such version, or something in it is wrong.
    """

    def __init__(self, name: str | Path = LATEST) -> None:
        self.folder = Path(name) if "/" in str(name) else HERE / name
        if not (self.folder / PROTOCOL).is_file():
            known = sorted(path.parent.name for path in HERE.glob(f"*/{PROTOCOL}"))
            missing = f"the benchmark has no version {str(name)!r}.{closest(str(name), known)}"
            raise ContentError(f"{missing} It has {listed(known)}.")
        path = self.folder / PROTOCOL
        self.protocol: Protocol = validated(Protocol, read_toml(path), path)

    def field(self, name: str) -> Field:
        """Return a scenario by its name: one of the version's own, or of the box."""
        own = self.folder / f"{name}{SUFFIX}"
        return field_of(name, load_scenario(own if own.is_file() else name, self.protocol.system))

    def opponent(self, name: str) -> Entrant:
        """Return an opponent by its name: a held-out one, or a doctrine of the box."""
        tables = read_toml(self.folder / OPPONENTS)
        if name not in tables:
            return Entrant(name, CompiledBot(name))
        weights = ",".join(f"{key}={value}" for key, value in tables[name].items() if key != "says")
        return Entrant(name, CompiledBot(f"tactician:{weights}"))

    def tasks(self) -> list[Task]:
        """Return all tasks, published ones first."""
        groups: dict[GroupName, Group] = {"published": self.protocol.published, "held_out": self.protocol.held_out}
        return [
            Task(name, field, opponent, group.battles)
            for name, group in groups.items()
            for field in map(self.field, group.scenarios)
            for opponent in map(self.opponent, group.opponents)
        ]

    def fields_of_response(self) -> list[Field]:
        """Return the scenarios in which a best response learns and is measured."""
        return [self.field(name) for name in self.protocol.response.scenarios]

    def baselines(self) -> dict[str, Path]:
        """Return the recipes of the baselines by name."""
        return {path.stem: path for path in sorted((self.folder / BASELINES).glob("*.toml"))}
