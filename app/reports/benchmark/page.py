"""A benchmark result as one HTML page without network access or scripts; all its texts are escaped."""

from collections.abc import Sequence
from functools import cache

from jinja2 import Environment
from markupsafe import Markup

from fireteam.training.benchmark.protocol import Protocol
from fireteam.training.benchmark.result import Column, Figure, Result

from ..pages import head, style_of, style_sheet, templates_of
from . import board

WIDE = 1000  # of a drawing's scale, in its own units


def page_of(result: Result, others: Sequence[Result], protocol: Protocol) -> str:
    """Return a result as a page, in ASCII, beside others that it can be compared with."""
    style = style_of(2, style_sheet(__package__, "page.css"))
    page = (
        templates()
        .get_template("page.html.jinja")
        .render(
            head=Markup(head(f"{result.name}: {result.benchmark}", style)),
            result=result,
            protocol=protocol,
            heads=board.HEADS,
            standings=board.standings(result, others),
            others=others,
            cells=board.cells,
            rows=rows_of,
            several=several,
        )
    )
    return page.encode("ascii", "xmlcharrefreplace").decode()


@cache
def templates() -> Environment:
    """Return the templates of the page."""
    return templates_of(
        __package__,
        {
            "figure_text": board.figure_text,
            "percent": board.percent,
            "budget": board.budget,
            "place": place,
            "lower": lambda figure: place(figure.value if figure.low is None else figure.low),
            "upper": lambda figure: place(figure.value if figure.high is None else figure.high),
        },
    )


def place(share: float) -> str:
    """Return the position of a share on the scale of a drawing."""
    return f"{WIDE * share:.0f}"


def several(budgets: Sequence[float]) -> str:
    """Return budgets in words."""
    return ", ".join(board.budget(each) for each in budgets)


def rows_of(column: Column) -> list[tuple[str, list[tuple[str, Figure]]]]:
    """Return the drawn figures of a column: groups of named figures."""
    first = [("held out", column.held_out), ("published", column.published)]
    if column.exploitability:
        first.append(("best response", column.exploitability.score))
    return [
        ("Over all", first),
        ("Held-out opponents", [(each.name, each) for each in column.opponents]),
        ("Held-out scenarios", [(each.name, each) for each in column.scenarios]),
    ]
