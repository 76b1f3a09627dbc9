"""The figures of a comparison as one table: chapters of rows, a cell for each system."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

NONE = "-"  # in a cell: the system has no such thing
LEAST = 0.0005  # share of an action in some system from which on it has a row of its own

Cell = tuple[str, str]  # what stands there, and its interval, "" for none
Figures = Mapping[str, Any]


class Row(NamedTuple):
    """A row of the table; `shares` are drawn as bars where there is room for them."""

    name: str
    cells: list[Cell]
    shares: list[float | None] = []


class Chapter(NamedTuple):
    """Rows under a heading, with a sentence on each that needs one: (what is explained, the sentence)."""

    title: str
    rows: list[Row]
    says: list[tuple[str, str]]


def fought_by(figures: Figures) -> str:
    """Return the rows on the fighters, the number of battles, and what was the same."""
    sides = " against ".join(f"{team} ({bot})" for team, bot in figures["teams"].items())
    swapped = ", sides swapped in pairs" if figures["swapped"] else ""
    battles = f"{figures['battles']:,}".replace(",", " ")
    fought = f"{battles} battles by each, {sides}{swapped}, on the same seeds (--seed {figures['seed']})"
    return f"{fought}. Engine {figures['engine']}."


def chapters(figures: Figures) -> list[Chapter]:
    """Return the table of a comparison, as `figures.compared` has it."""
    teams = list(figures["teams"])
    return [
        who_wins(figures),
        how_long(figures),
        casualties(figures),
        how_open(figures, teams),
        what_is_done(figures),
    ]


def row(figures: Figures, name: str, cell: Callable[[Figures], Cell | str]) -> Row:
    """Return a row: `cell` applied to the figures of each system."""
    made = [cell(figures) for figures in figures["systems"].values()]
    return Row(name, [each if isinstance(each, tuple) else (each, "") for each in made])


def who_wins(figures: Figures) -> Chapter:
    """Return wins and draws with their intervals, and how battles end."""
    sides = [entry["who"] for entry in next(iter(figures["systems"].values()))["wins"]]
    rows = [row(figures, who, partial(won, place)) for place, who in enumerate(sides)]
    rows.append(row(figures, "draw", lambda figures: sure(figures["draws"])))
    endings = dict.fromkeys(ending for figures in figures["systems"].values() for ending in figures["endings"])
    rows += [row(figures, f"ends by {ending}", partial(ended, figures["battles"], ending)) for ending in endings]
    return Chapter("who wins", rows, [("who wins", "the share of battles, below it its 95 % interval (Wilson).")])


def how_long(figures: Figures) -> Chapter:
    """Return rounds and decisions."""
    rows = [
        row(figures, "rounds", lambda figures: f"{figures['rounds']['mean']:.1f}"),
        row(figures, "spread of rounds", lambda figures: f"{figures['rounds']['deviation']:.1f}"),
        row(figures, "decisions", lambda figures: f"{figures['decisions']:.0f}"),
    ]
    says = "means over the battles; the spread is their standard deviation; a round is what the system's own rules call one."
    return Chapter("how long a battle is", rows, [("rounds, decisions", says)])


def casualties(figures: Figures) -> Chapter:
    """Return the units of each side that are down, and dead, at the end of a battle."""
    rows = [
        row(figures, f"{team} {state}", partial(lost, team, state))
        for team in figures["teams"]
        for state in ("down", "dead")
    ]
    says = "units of a side that lie unconscious, and that are dead, when a battle is over: means, machines apart."
    return Chapter("what it costs", rows, [("down, dead", says)])


def how_open(figures: Figures, teams: list[str]) -> Chapter:
    """Return how far battles differ, how often the lead changes, and how many are won from behind."""
    rows = [
        row(figures, "spread of the margin", lambda figures: f"{100 * figures['swing']['margin']['deviation']:.0f} points"),
        row(figures, "lead changes", lambda figures: f"{figures['swing']['lead_changes']:.2f}"),
        row(figures, "won from behind", lambda figures: sure(figures["swing"]["from_behind"])),
    ]
    says = [
        (
            "spread of the margin",
            f"the margin is the share of life that {teams[0]} has left in the end, in points of 100, minus that of "
            f"{rival_of(teams)}; its spread is its standard deviation over battles of the same bots. 0 says that they all "
            "end alike.",
        ),
        (
            "lead changes",
            "how often another side than before has the most life left when a round ends: a mean over the battles.",
        ),
        (
            "won from behind",
            "of the battles that somebody won, the share in which the winner had less life left than another side after "
            "half of the rounds that were fought.",
        ),
        (
            "life",
            "the share that is left of the points a unit lives by, the mean over the units of a side, machines apart; "
            "whoever is down or dead has none. It says nothing of objectives.",
        ),
    ]
    return Chapter("how open it is", rows, says)


def rival_of(teams: list[str]) -> str:
    """Return the team whose life is subtracted from the first team's."""
    return teams[1] if len(teams) == 2 else "the best of the others"


def what_is_done(figures: Figures) -> Chapter:
    """Return how often each action is taken, those that are taken most in some system first."""
    rows = []
    for verb in common(figures):
        made = row(figures, spoken(verb), partial(share_of, verb))
        rows.append(made._replace(shares=[figures["actions"].get(verb) for figures in figures["systems"].values()]))
    says = [("what is done", f"the share of all decisions; {NONE} says that the system has no such action.")]
    if seldom := [verb for verb, share in most(figures).items() if 0 < share < LEAST]:
        says.append(("seldom", f"below {LEAST:.2%} in every system: {', '.join(map(spoken, seldom))}."))
    return Chapter("what is done", rows, says)


def most(compared: Figures) -> dict[str, float]:
    """Return the actions of all systems, each with its largest share."""
    found: dict[str, float] = {}
    for figures in compared["systems"].values():
        for verb, share in figures["actions"].items():
            found[verb] = max(found.get(verb, 0.0), share)
    return dict(sorted(found.items(), key=lambda entry: -entry[1]))


def common(figures: Figures) -> Iterator[str]:
    """Yield the actions that get a row, most frequent first."""
    return (verb for verb, share in most(figures).items() if share >= LEAST)


def won(place: int, figures: Figures) -> Cell:
    """Return the wins of the side in a place."""
    return sure(figures["wins"][place])


def ended(battles: int, ending: str, figures: Figures) -> str:
    """Return how many of the battles have an ending."""
    return percent(figures["endings"].get(ending, 0) / battles)


def lost(team: str, state: str, figures: Figures) -> str:
    """Return how many units of a team are down, or dead."""
    return f"{figures['casualties'][team][state]:.2f}"


def share_of(verb: str, figures: Figures) -> str:
    """Return how often an action is taken, NONE if the system does not have it."""
    return percent(figures["actions"][verb]) if verb in figures["actions"] else NONE


def spoken(verb: str) -> str:
    """Return the words of an action."""
    return verb.replace("_", " ")


def percent(share: float) -> str:
    """Return a share as text; a tiny one is never shown as 0."""
    return "<0.1%" if 0 < share < LEAST else f"{share:.1%}"


def sure(entry: Mapping[str, Any]) -> Cell:
    """Return a share with its interval; NONE where there was nothing to count."""
    if entry["share"] is None:
        return NONE, ""
    low, high = entry["interval"]
    return f"{entry['share']:.1%}", f"{100 * low:.1f} to {100 * high:.1f}"
