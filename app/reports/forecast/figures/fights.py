"""The battles behind a forecast: every style of the party against every style of its enemies, on the same dice."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from fireteam.agents.bots import load_bot
from fireteam.agents.series.courses import Course
from fireteam.agents.series.intervals import looks, mean, mean_count, widest, wilson
from fireteam.agents.series.series import Outcome, battle_seeds, fight_lineups
from fireteam.env.scenario.models import Scenario
from fireteam.env.seats.bots import name_of

from ..model import Cell, Estimate, Style
from .rules import AVERAGE, rules

GIVEN = "given"
PATIENCE = 55.0  # seconds of fighting that there are, unless more is asked for
REPORT = 2.0  # seconds between two reports
MOST = 2000  # battles of a cell between them
LEAST = 12  # battles of a cell, however slow


class Question(NamedTuple):
    """The fight that a forecast is about.

    Attributes:
        party: the number of the party's team; all others are its enemies.
        given: the bots that were named, by team; others play in the three styles.
        sure: the wanted half width of the intervals of shares.
        patience: the seconds of fighting available: slow bots, and slow machines, fight fewer battles.
        styled: whether teams without a named bot play in all styles, or only in the average one.
    """

    scenario: Scenario
    party: int
    given: dict[str, Any]
    seed: int = 0
    workers: int = 2
    sure: float = 0.03
    patience: float = PATIENCE
    styled: bool = True

    @property
    def teams(self) -> list[str]:
        """The names of the teams."""
        return [team.name for team in self.scenario.teams]

    def styles(self, of_party: bool) -> list[Style]:
        """Return the styles in which a side is played; if its bots were named, that is the only style."""
        names = [name for number, name in enumerate(self.teams) if (number == self.party) == of_party]
        if all(name in self.given for name in names):
            return [Style(name=GIVEN, bot=", ".join(name_of(self.given[name]) for name in names), says="as asked for")]
        styles = [Style(name=name, bot=rule.bot, says=rule.says) for name, rule in rules().styles.items()]
        return styles if self.styled else [style for style in styles if style.name == AVERAGE]

    def lineup(self, party: Style, enemies: Style) -> tuple[Any, ...]:
        """Return a bot for each team, in their order."""
        styles = [party if number == self.party else enemies for number in range(len(self.teams))]
        return tuple(self.given.get(team) or load_bot(style.bot) for team, style in zip(self.teams, styles, strict=True))


class Facts(NamedTuple):
    """The results of the battles of a cell, an array of shape (battles,) each."""

    wins: np.ndarray
    wiped_out: np.ndarray
    death: np.ndarray
    idle: np.ndarray  # nobody attacked, and nobody came to harm
    down: np.ndarray  # heroes, the dead among them
    dead: np.ndarray
    rounds: np.ndarray

    def joined(self, other: "Facts") -> "Facts":
        """Return these battles and others."""
        return Facts(*(np.concatenate(both) for both in zip(self, other, strict=True)))


def facts_of(outcomes: Sequence[Outcome], party: int) -> Facts:
    """Return the facts of watched battles.

    A side is wiped out if none of its units is up, on the map or beyond.
    """
    courses = [outcome.course for outcome in outcomes if outcome.course is not None]
    down = np.array([course.down[party] for course in courses], np.int64)
    dead = np.array([course.dead[party] for course in courses], np.int64)
    return Facts(
        np.array([outcome.winner == party for outcome in outcomes], bool),
        np.array([course.life[-1, party] == 0 for course in courses], bool),
        dead > 0,
        np.array([not (course.fates["attacks"].any() or course.fates["taken"].any()) for course in courses], bool),
        down + dead,
        dead,
        np.array([outcome.rounds for outcome in outcomes], np.int64),
    )


class Fought(NamedTuple):
    """All battles of a forecast.

    Attributes:
        cells: facts by (style of the party, style of the enemies); battles of the same number share their dice.
        middle: the battles of the middle cell, in full.
        tally: what was counted in all of them, shape (1,), dtype TALLY.
    """

    question: Question
    cells: dict[tuple[str, str], Facts]
    middle: list[Outcome]
    tally: np.ndarray

    @property
    def party_styles(self) -> list[Style]:
        """The styles of the party."""
        return self.question.styles(True)

    @property
    def enemy_styles(self) -> list[Style]:
        """The styles of its enemies."""
        return self.question.styles(False)

    @property
    def courses(self) -> list[Course]:
        """How the battles of the middle cell went."""
        return [outcome.course for outcome in self.middle if outcome.course is not None]

    @property
    def middle_names(self) -> tuple[str, str]:
        """The styles of the middle cell."""
        return middle_of(self.party_styles), middle_of(self.enemy_styles)

    @property
    def heart(self) -> Facts:
        """The facts of the middle cell: the average style of play on both sides."""
        return self.cells[self.middle_names]


def lineup(fought: Fought) -> tuple[Any, ...]:
    """Return the line-up of the middle cell: a bot for each team."""
    party, enemies = (
        next(style for style in styles if style.name == middle_of(styles))
        for styles in (fought.party_styles, fought.enemy_styles)
    )
    return fought.question.lineup(party, enemies)


def middle_of(styles: Sequence[Style]) -> str:
    """Return the name of the style in the middle: the average one, or the only one."""
    return AVERAGE if any(style.name == AVERAGE for style in styles) else styles[0].name


def share(hits: np.ndarray) -> Estimate:
    """Return the share of battles in which something came true, shape (battles,), bool."""
    count, trials = int(np.count_nonzero(hits)), len(hits)
    low, high = wilson(count, trials)
    return Estimate(value=count / max(trials, 1), low=low, high=high, battles=trials)


def average(values: np.ndarray) -> Estimate:
    """Return the mean of values, shape (battles,)."""
    middle, low, high = mean(values)
    return Estimate(value=middle, low=low, high=high, battles=len(values))


def average_count(values: np.ndarray, most: int) -> Estimate:
    """Return the mean of counts from 0 to `most`, shape (battles,)."""
    middle, low, high = mean_count(values, most)
    return Estimate(value=middle, low=low, high=high, battles=len(values))


def cell_of(names: tuple[str, str], facts: Facts, heroes: int) -> Cell:
    """Return a cell's figures; `heroes` is the most that can go down."""
    return Cell(
        party=names[0],
        enemies=names[1],
        wins=share(facts.wins),
        wiped_out=share(facts.wiped_out),
        any_death=share(facts.death),
        no_fight=share(facts.idle),
        heroes_down=average_count(facts.down, heroes),
        rounds=average(facts.rounds),
    )


def fight(
    question: Question,
    on_progress: Callable[[int, int, Facts], None] = lambda *_: None,
    planned: Sequence[int] | None = None,
) -> Fought:
    """Fight until the shares in the summary sentence are sure enough, or the last look is reached.

    Args:
        planned: battles of a cell at each look, instead of the number that `sure` needs.
        on_progress: called with the battles fought so far, the most there may be, and the facts of the middle cell.
    """
    styles = [(party, enemies) for party in question.styles(True) for enemies in question.styles(False)]
    names = [(party.name, enemies.name) for party, enemies in styles]
    heart = (middle_of(question.styles(True)), middle_of(question.styles(False)))
    lineups = [question.lineup(*pair) for pair in styles]
    planned = list(planned or looks(question.sure))
    seeds = battle_seeds(question.seed, planned[-1])
    cells: dict[tuple[str, str], Facts] = {}
    middle: list[Outcome] = []
    tally, done = np.zeros(1), 0

    def fight_on(count: int) -> None:
        """Fight `count` more battles for each line-up."""
        nonlocal tally, done
        series = fight_lineups(question.scenario, lineups, seeds[done : done + count], question.workers, watched=True)
        for number, name in enumerate(names):
            outcomes = series.outcomes[number :: len(names)]
            facts = facts_of(outcomes, question.party)
            cells[name] = cells[name].joined(facts) if name in cells else facts
            if name == heart:
                middle.extend(outcomes)
        tally = added(tally, series.tally)
        done += count
        on_progress(done * len(names), planned[-1] * len(names), cells[heart])

    fight_on(1)  # compiles, if it must
    began, first = monotonic(), done
    for look in planned:
        while done < look:
            spent = monotonic() - began
            if spent > question.patience and done >= LEAST:  # which knows nothing of who wins
                return Fought(question, cells, middle, tally)
            pace = spent / max(done - first, 1)
            fight_on(min(look - done, max(int(min(REPORT / pace, MOST)), 1) if pace else 1))
        if sure_enough(cells, heart, question.sure):
            break
    return Fought(question, cells, middle, tally)


def sure_enough(cells: dict[tuple[str, str], Facts], heart: tuple[str, str], sure: float) -> bool:
    """Return whether the wins of all cells, and the other shares of the middle one, are known to this half width."""
    return half_width(cells, heart) <= sure


def half_width(cells: dict[tuple[str, str], Facts], heart: tuple[str, str]) -> float:
    """Return half the widest interval: of the wins in all cells, and of other shares in the middle one."""
    arrays = [facts.wins for facts in cells.values()] + [cells[heart].wiped_out, cells[heart].death]
    return widest([wilson(int(np.count_nonzero(hits)), len(hits)) for hits in arrays])


def added(tally: np.ndarray, more: np.ndarray) -> np.ndarray:
    """Return two tallies together; a missing tally counts nothing."""
    if tally.dtype != more.dtype:
        return more.copy()
    total = tally.copy()
    for name in total.dtype.names or ():
        total[name] += more[name]
    return total
