"""The data of a forecast: text, page and JSON show it and count nothing themselves.

Shares run from 0 to 1. All intervals are 95 % intervals; how they are made is in `fireteam.agents.series.intervals`.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

VERSION = 1
PICTURE = r"^(data:image/png;base64,[A-Za-z0-9+/=]+)?$"  # nothing that a page would have to ask for


class ForecastModel(BaseModel):
    """Base of all parts of a forecast: frozen once made, without unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Estimate(ForecastModel):
    """A figure, its 95 % interval, and the battles that it rests on."""

    value: float
    low: float
    high: float
    battles: int


class Style(ForecastModel):
    """A way to play a side, and the bot that plays so."""

    name: str  # careful, average, reckless; "given" for a bot that was asked for
    bot: str
    says: str


class Cell(ForecastModel):
    """The result of the fight if each side is played in one style."""

    party: str
    enemies: str
    wins: Estimate
    wiped_out: Estimate  # every hero down or dead; a lost battle may leave some standing
    any_death: Estimate
    no_fight: Estimate  # nobody attacked, and nobody came to harm
    heroes_down: Estimate  # mean number, the dead among them
    rounds: Estimate  # mean


class Bar(ForecastModel):
    """A value, or the lower end of a class of values, and the share of battles that have it."""

    value: float
    share: float


class Distribution(ForecastModel):
    """The distribution of a number over the battles of the middle cell.

    One in ten is below `low`, one in ten above `high`.
    """

    name: str
    unit: str
    width: float  # of a class; 1 for whole numbers
    mean: Estimate
    low: float
    median: float
    high: float
    bars: list[Bar]


class Pace(ForecastModel):
    """One line of the rule for minutes at the table: so many seconds each time, why, and how often on average."""

    name: str
    seconds: float
    why: str
    times: float


class Minutes(ForecastModel):
    """How long the fight takes at the table; `limit` is the time there is, `enough`: in what share of battles it is."""

    spread: Distribution
    pace: list[Pace]
    limit: float | None = None
    enough: Estimate | None = None


class Blame(ForecastModel):
    """A cause of a hero's fall: by whom and how, as a share of the battles in which it falls, and their number."""

    by: str  # as people call the unit; "" for nobody
    cause: str  # the weapon's words, or "bleeding", "own effort", "a blast of the frag grenade" ...
    share: float
    times: int


class Hero(ForecastModel):
    """A hero in the middle cell, by shares of all battles: `down` at its end, or dead; `first` of all to fall."""

    unit: str
    called: str
    down: Estimate
    dead: Estimate
    first: Estimate
    blames: list[Blame]
    usual_round: float | None  # median round of the fall
    portrait: str = Field("", pattern=PICTURE)  # "" for none


class Luck(ForecastModel):
    """Where the difference between a won and another battle comes from, as shares of the variance that add up to 1.

    `luck` is what seeds make within a cell; the rest lies between cells: the party's style, the enemies', both together.
    """

    luck: Estimate
    party: Estimate
    enemies: Estimate
    together: Estimate


class Decisive(ForecastModel):
    """The kind of roll that moved the party's chance most in a battle, the most frequent first."""

    says: str  # "Mara's dodge against the gunner's burst in round 2"
    times: int
    of: int  # battles looked at
    swing: float  # mean change of the chance, 0 to 1


class Shown(ForecastModel):
    """A battle to be looked at."""

    kind: Literal["typical", "best", "worst"]
    seed: int
    says: str
    command: str  # that shows it
    replay: str = ""  # file beside the page, "" for none
    page: str = ""


class Tile(ForecastModel):
    """The mean events on a tile in a battle of the middle cell: rounds ended there, falls, attacks from it."""

    team: str
    x: int
    y: int
    stands: float
    falls: float
    shoots: float


class Lane(ForecastModel):
    """A lane of fire: attacks per battle from one tile to another."""

    team: str
    start: tuple[int, int]
    end: tuple[int, int]
    shots: float


class Ground(ForecastModel):
    """The map, and what happens where. `rows` are its letters, row by row from the top, `legend` what they stand for."""

    width: int
    height: int
    scale: int  # metres a tile
    rows: list[str]
    legend: dict[str, str]
    tiles: list[Tile]
    lanes: list[Lane]
    lost_shots: int  # attacks that were too many to be written down


class Swapped(ForecastModel):
    """The same fight with the starts of the two sides exchanged, on the same dice: how much the party's shares change."""

    wins: Estimate
    wiped_out: Estimate


class Warning(ForecastModel):
    """Something that makes the forecast say less than it seems to, or that the players should know."""

    kind: Literal[
        "no_contact", "own_strain", "stalemate", "round_limit", "unused", "bots", "teams", "drawn", "unsure", "slow"
    ]
    says: str
    share: float | None = None


class Change(ForecastModel):
    """What something would change, on the same dice: points of the party's share of wins, and of battles with a death.

    `says` is a sentence without the figures; see `fireteam.reports.forecast.changes.sentence` for the whole one.
    """

    says: str
    kind: Literal["enemy", "rule", "consideration", "what_if", "cover"]
    low: float
    middle: float
    high: float
    deaths_low: float
    deaths_middle: float
    deaths_high: float
    battles: int = 0  # of each of the two fights that are compared
    correlation: float = 0.0  # of their wins: what the same dice are good for


class Forecast(ForecastModel):
    """The forecast of a fight."""

    fireteam: Literal["forecast"] = "forecast"
    version: int = VERSION
    engine: str
    title: str
    about: str
    system: str
    party: str  # team
    enemies: list[str]  # teams
    seed: int
    battles: int  # fought for it, in all cells
    seconds: float  # it took
    sure: float  # half-width of the intervals of shares at which it stops, or else at the last look
    styles: list[Style]  # of the party
    enemy_styles: list[Style]
    headline: str  # what comes of the fight, in a sentence or two
    cells: list[Cell]
    middle: Cell
    spreads: list[Distribution]  # heroes down, heroes dead, rounds
    minutes: Minutes
    heroes: list[Hero]
    luck: Luck | None  # None with one style on both sides
    decisive: list[Decisive]
    shown: list[Shown]
    ground: Ground | None  # None where each battle draws its own
    swapped: Swapped | None
    not_swapped: str  # why the starts cannot be exchanged
    warnings: list[Warning]
    changes: list[Change] = []
    teams: list[str] = []  # in the order of the scenario, by which they have their colours
    command: str = ""  # that tells it

    def cell(self, party: str, enemies: str) -> Cell:
        """Return the cell of two styles by their names."""
        return next(cell for cell in self.cells if (cell.party, cell.enemies) == (party, enemies))
