"""The common look of report pages: colours in both themes, a style sheet, and a head that forbids scripts and network."""

from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from fireteam.env.view.export.html import fingerprint, icon, plain
from fireteam.env.view.look import palette

SHOWN = ("page", "panel", "edge", "text", "faint", "accent", "way", "good", "bad")  # colours of the palette that pages have


def style_of(teams: int, own: str) -> str:
    """Return the style sheet of a page with a number of teams: the shared styles, and its own."""
    return colours(teams) + style_sheet(__package__, "page.css") + own


def style_sheet(package: str, name: str) -> str:
    """Return a style sheet that lies in a package."""
    return (resources.files(package) / name).read_text(encoding="utf-8")


def templates_of(package: str, filters: Mapping[str, Callable[..., Any]]) -> Environment:
    """Return the templates in `parts/` of a package: what they are given is escaped, what they are not given is an error."""

    def source(name: str) -> str:
        return (resources.files(package) / "parts" / name).read_text(encoding="utf-8")

    made = Environment(
        loader=FunctionLoader(source), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters |= filters
    return made


def colours(teams: int) -> str:
    """Return the colours of both themes as variables, and as classes of so many teams; paper is light."""

    def variables(theme: str) -> str:
        known = palette(theme)
        named = [(name, known[name]) for name in SHOWN] + [(f"team-{n}", known[f"team:{n}"]) for n in range(teams)]
        return " ".join(f"--{name}: {colour};" for name, colour in named)

    classes = "".join(
        f".team-{n} {{ fill: var(--team-{n}); }} .spread.team-{n}, .way-{n} {{ stroke: var(--team-{n}); }}\n"
        for n in range(teams)
    )
    return (
        f"\n:root {{ color-scheme: light dark; {variables('light')} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {variables('dark')} }} }}\n{classes}"
    )


def head(title: str, style: str) -> str:
    """Return the head of a page with a title and a style sheet: no script may run, nothing is asked of any network."""
    policy = f"default-src 'none'; style-src '{fingerprint(style)}'; img-src data:; base-uri 'none'; form-action 'none'"
    return f"""<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{plain(title)}</title>
<link rel="icon" href="{icon()}">
<style>{style}</style>
</head>"""
