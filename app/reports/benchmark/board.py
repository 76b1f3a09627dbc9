"""The rows of a result, and of comparable results, in words: for terminal and page."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from fireteam.content.errors import ContentError
from fireteam.env.scenario.checked import read_text, validated
from fireteam.training.benchmark.protocol import RESULTS, Version
from fireteam.training.benchmark.result import Column, Figure, Result
from fireteam.training.benchmark.run import label

RESULT, PAGE = "result.json", "result.html"
NONE = "not measured"
HEADS = ("submission", "budget", "held out", "published", "worst opponent", "best response wins")


class Standing(NamedTuple):
    """A submission at a budget, and whether the page is about it."""

    name: str
    column: Column
    own: bool


def read_result(path: Path) -> Result:
    """Return the result in a file.

    Raises:
        ContentError: the file holds no result.
    """
    try:
        data = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{path}: not valid JSON ({error})") from None
    return validated(Result, data, path)


def comparable_results(result: Result, version: Version, folder: Path) -> list[Result]:
    """Return the results comparable to one: those of the package, and those of runs in neighbouring folders.

    A result with another scale, with parts left out or under other rules is comparable to no other.
    """
    if not result.comparable:
        return []
    files = [*sorted((version.folder / RESULTS).glob("*.json")), *sorted(folder.parent.glob(f"*/{RESULT}"))]
    found: dict[str, Result] = {}
    for path in files:
        try:
            other = read_result(path)
        except ContentError:
            continue  # somebody else's file
        if other.comparable and (other.benchmark, other.frozen) == (result.benchmark, result.frozen):
            found[other.name] = other
    found.pop(result.name, None)
    return list(found.values())


def standings(result: Result, others: Sequence[Result]) -> list[Standing]:
    """Return the columns of a result and of others, the best on held-out scenarios first."""
    rows = [Standing(each.name, column, each is result) for each in [result, *others] for column in each.columns]
    return sorted(rows, key=lambda row: -row.column.held_out.value)


def cells(row: Standing) -> list[tuple[str, str]]:
    """Return a standing as the cells of a table, in the order of HEADS: the value, and the interval below it."""
    column = row.column
    found = column.exploitability
    worst = column.worst
    return [
        (row.name, ""),
        (budget(column.budget), ""),
        (percent(column.held_out.value), ends(column.held_out)),
        (percent(column.published.value), ends(column.published)),
        (f"{worst.name} {percent(worst.value)}", ends(worst)),
        (percent(found.score.value), ends(found.score)) if found else (NONE, ""),
    ]


def line(row: Standing) -> list[str]:
    """Return a standing as a row of the terminal's table."""
    return [f"{value} ({interval})" if interval else value for value, interval in cells(row)]


def budget(decisions: float | None) -> str:
    """Return a budget in words: "5M"."""
    return "as it is" if decisions is None else label(decisions)


def figure_text(figure: Figure) -> str:
    """Return a figure with its interval: "52.1 % (50.0 to 54.2)"."""
    interval = ends(figure)
    return f"{percent(figure.value)} ({interval})" if interval else percent(figure.value)


def ends(figure: Figure) -> str:
    """Return the interval of a figure: "50.0 to 54.2"; "" if it has none."""
    return "" if figure.low is None or figure.high is None else f"{100 * figure.low:.1f} to {100 * figure.high:.1f}"


def percent(share: float) -> str:
    """Return a share in words: "52.1 %"."""
    return f"{100 * share:.1f} %"


def text_of(result: Result, others: Sequence[Result]) -> list[str]:
    """Return the sentences that stand over the table."""
    lines = [f"{result.benchmark}: {result.name} ({result.kind})"]
    if result.why_not:
        lines.append(f"NOT COMPARABLE with other results of this id: {'; '.join(result.why_not)}")
    if others:
        lines.append(f"beside {len(others)} other results of the same id and rules")
    return lines
