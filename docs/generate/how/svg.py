"""Plain SVG: shapes with colours that can be read on a light page and on a dark one."""

from collections.abc import Iterable
from html import escape

INK, PALE, PAPER = "#1f2933", "#c9d1da", "#f6f8fa"
RED, AMBER, GREEN, BLUE, VIOLET, GREY = "#c2331c", "#d08a1d", "#2f8f57", "#2f6db5", "#7a54b3", "#8a949e"
COLOURS = (BLUE, GREEN, AMBER, RED, VIOLET, GREY)


def drawing(width: int, height: int, shapes: Iterable[str], says: str) -> str:
    """Return an SVG with a background of its own; `says` tells what is seen on it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif">'
        f"<title>{escape(says)}</title>"
        f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>{"".join(shapes)}</svg>\n'
    )


def box(x: float, y: float, width: float, height: float, colour: str, round_by: float = 3, opacity: float = 1) -> str:
    """Return a rectangle."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round_by}" fill="{colour}" '
        f'opacity="{opacity:g}"/>'
    )


def text(x: float, y: float, words: object, size: int = 14, colour: str = INK, anchor: str = "start") -> str:
    """Return a line of text."""
    style = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(str(words))}</text>'


def line(x: float, y: float, to_x: float, to_y: float, colour: str = INK, wide: float = 1.5) -> str:
    """Return a straight line."""
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{colour}" stroke-width="{wide:g}"/>'


def arrow(x: float, y: float, to_x: float, to_y: float, colour: str = INK) -> str:
    """Return an arrow that goes down or to the right."""
    down = abs(to_y - y) > abs(to_x - x)
    head = (
        f"{to_x - 5:.1f},{to_y - 8:.1f} {to_x + 5:.1f},{to_y - 8:.1f}"
        if down
        else f"{to_x - 8:.1f},{to_y - 5:.1f} {to_x - 8:.1f},{to_y + 5:.1f}"
    )
    return line(x, y, to_x, to_y, colour) + f'<polygon points="{to_x:.1f},{to_y:.1f} {head}" fill="{colour}"/>'


def dot(x: float, y: float, radius: float, colour: str) -> str:
    """Return a disc."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"/>'
