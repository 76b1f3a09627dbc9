"""A forecast as one HTML page without network access or scripts; texts from files are escaped."""

import re
from functools import cache
from math import ceil
from urllib.parse import quote

from jinja2 import Environment
from markupsafe import Markup, escape

from ..pages import head, style_of, style_sheet, templates_of
from . import text
from .charts import histogram
from .model import Change, Estimate, Forecast, Warning
from .plan import plan_of

# Warnings that make the whole forecast doubtful stand on top, some of them only from a share of the battles on.
DOUBTFUL = ("bots", "teams")
DOUBTFUL_FROM = {"no_contact": 0.1, "stalemate": 0.1, "round_limit": 0.1, "own_strain": 0.1}
GROUPS = {  # kinds of changes that have one table: what stands over them, what they tell
    "rule": ("House rules", "against the rules as they are printed"),
    "consideration": ("What beats the party", "how the party fares without it"),
    "cover": ("What cover is worth here", "how the party fares without it"),
    "what_if": ("What if", "what you asked about"),
}
SMALLEST_SCALE, STEP = 5.0, 5.0  # points from the middle to either end of the scale of changes


def page_of(forecast: Forecast) -> str:
    """Return a forecast as a page, in ASCII."""
    teams = forecast.teams or [forecast.party, *forecast.enemies]
    style = style_of(len(teams), style_sheet(__package__, "page.css"))
    minutes = forecast.minutes
    spreads = [
        *((spread, Markup(histogram(spread)), None) for spread in forecast.spreads),
        (minutes.spread, Markup(histogram(minutes.spread, minutes.limit)), minutes),
    ]
    changes = {kind: [each for each in forecast.changes if each.kind == kind] for kind in ("enemy", *GROUPS)}
    page = (
        templates()
        .get_template("page.html.jinja")
        .render(
            forecast=forecast,
            head=Markup(head(f"{forecast.title}: the forecast", style)),
            spreads=spreads,
            plan=plan_of(forecast),
            place={team: place for place, team in enumerate(teams)},
            doubts=[warning for warning in forecast.warnings if doubtful(warning)],
            warnings=[warning for warning in forecast.warnings if not doubtful(warning)],
            changes=changes,
            groups=[(*GROUPS[kind], changes[kind]) for kind in GROUPS if changes[kind]],
            scale=scale,
            paired=paired,
            words=text,
        )
    )
    return page.encode("ascii", "xmlcharrefreplace").decode()


@cache
def templates() -> Environment:
    """Return the templates of the page."""
    return templates_of(
        __package__,
        {
            "percent": lambda value: held(text.percent(value)),
            "sure": lambda estimate: held(text.sure(estimate)),
            "number": text.number,
            "held": held,
            "rounded": text.rounded,
            "between": between,
            "points": points,
            "at": at,
            "beside": beside,
            "initials": initials,
            "named": named,
        },
    )


def doubtful(warning: Warning) -> bool:
    """Return whether a warning makes the whole forecast doubtful."""
    return warning.kind in DOUBTFUL or (warning.share or 0) >= DOUBTFUL_FROM.get(warning.kind, 2)


def scale(changes: list[Change]) -> float:
    """Return the points at either end of the scale of a table's changes, so that they can be compared."""
    ends = [abs(end) for each in changes for end in (each.low, each.high, each.deaths_low, each.deaths_high)]
    return max(STEP * ceil(max(ends, default=0) / STEP), SMALLEST_SCALE)


def paired(changes: list[Change]) -> str:
    """Return in words the number of battles behind the figures of changes."""
    counts = sorted({change.battles for change in changes if change.battles})
    span = " to ".join(f"{count:,}" for count in dict.fromkeys((counts[0], counts[-1]))) if counts else ""
    return f"in {span} battles on the same dice" if span else "on the same dice"


def held(words: str) -> str:
    """Return words in which no line ends before a per cent sign, and numbers have a minus sign instead of a hyphen."""
    return re.sub(r"(?<![\w.])-(?=\d)", "\u2212", words.replace(" %", "\u00a0%"))


def between(estimate: Estimate) -> str:
    """Return the interval of a share: "25 to 31"."""
    return text.ends(estimate)


def points(value: float) -> str:
    """Return a number of points with its sign; one below 1 gets a decimal, so that it does not read as 0."""
    said = f"{value:+.0f}" if abs(value) >= 0.95 else f"{value:+.1f}"
    return "0" if not float(said) else said.replace("-", "\u2212")


def at(share: float) -> str:
    """Return a place from left to right, 0 to 1, as an attribute of SVG."""
    return f"{100 * min(max(share, 0), 1):.2f}%"


def beside(name: str) -> str:
    """Return the address of a file that lies beside the page."""
    return f"./{quote(name)}"


def initials(name: str) -> str:
    """Return one or two letters that stand for a name; "soldier (red_2)" is S2."""
    bare, _, number = name.partition(" (")
    words: list[str] = re.findall(r"\w+", bare) or ["?"]
    if counted := re.search(r"(\d+)\)$", number):
        return f"{words[0][0].upper()}{counted[1]}"
    return (words[0][0] + words[-1][0] if len(words) > 1 else words[0][:2]).upper()[:2]


def named(name: str) -> Markup:
    """Return a name without characters that would change the direction of the text around it."""
    return Markup(f"<bdi>{escape(name)}</bdi>")
