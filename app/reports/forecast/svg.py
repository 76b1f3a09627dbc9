"""A drawing of matplotlib as part of a page: in the page's colours and letters, in either theme, under a strict policy.

The page's policy allows no style but its own sheet: what matplotlib writes as style becomes attributes of SVG. Words have
the name of their colour as their class: the sheet makes them as large as a screen, a telephone or paper needs.
"""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from fireteam.env.view.export.html import plain

# Colours of the page, as matplotlib is given them. They are not to be looked at: `inline` replaces each by its name.
COLOURS = {
    name: f"#0000{number:02x}" for number, name in enumerate(("text", "faint", "edge", "panel", "way", "accent"), 0xA1)
}
NAMES = {colour: name for name, colour in COLOURS.items()}
KEPT = ("text-anchor", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity")
NUMBER = re.compile(r"-?\d+\.\d{3,}")


def inline(drawn: str, kind: str, label: str) -> str:
    """Return a drawing as an element of a page.

    Args:
        drawn: an SVG file of matplotlib, made with `svg.fonttype` none, in COLOURS.
        kind: class of the element.
        label: its content in words, for those who cannot see it.
    """
    root = ElementTree.fromstring(drawn)
    size = plain(root.attrib["viewBox"])
    shapes = "".join(written(element) for element in root)
    return f'<svg class="{kind}" viewBox="{size}" role="img" aria-label="{plain(label)}">{shapes}</svg>'


def written(element: ElementTree.Element) -> str:
    """Return the visible parts of an element and of its children."""
    name = element.tag.rpartition("}")[2]
    if name == "g":
        return "".join(written(child) for child in element)
    if name not in ("path", "text"):
        return ""
    attributes = dict(seen(element))
    if name == "path" and attributes.get("fill") == "none" and "stroke" not in attributes:
        return ""
    pairs = "".join(f' {key}="{plain(value)}"' for key, value in attributes.items())
    return f"<{name}{pairs}>{plain(element.text or '')}</{name}>" if name == "text" else f"<{name}{pairs}/>"


def seen(element: ElementTree.Element) -> Iterator[tuple[str, str]]:
    """Yield the attributes that a shape or a word needs on a page."""
    for key in ("d", "x", "y"):
        if key in element.attrib:
            yield key, NUMBER.sub(lambda found: f"{float(found[0]):.1f}", " ".join(element.attrib[key].split()))
    words = element.tag.endswith("}text")
    for part in element.attrib.get("style", "").split(";"):
        key, _, value = (piece.strip() for piece in part.partition(":"))
        if words and value in NAMES:
            yield "class", NAMES[value]
        elif key in KEPT:
            yield key, f"var(--{NAMES[value]})" if value in NAMES else value
