"""Writes a map as the file it would be read from: letters, and comments for readers above them."""

import json
import textwrap
from collections.abc import Iterable

from .drawing import LEGEND, Drawing

WIDE = 118  # letters of a comment's line


def map_text(drawing: Drawing, comments: Iterable[str] = (), schema: str = "") -> str:
    """Return a map file that reads as this drawing.

    Args:
        drawing: the map.
        comments: the comments above it, a paragraph each.
        schema: the schema with which an editor completes and checks it, if there is one.
    """
    lines = [f"#:schema {schema}"] if schema else []
    lines += [line for comment in comments for line in commented(comment)]
    lines += [f"title = {quoted(drawing.title)}"]
    if drawing.about:
        lines.append(f"about = {quoted(drawing.about)}")
    lines += [f"metres_per_tile = {drawing.metres_per_tile}", f"light = {quoted(drawing.light)}"]
    if drawing.legend:
        legend = ", ".join(f"{quoted(letter)} = {quoted(name)}" for letter, name in drawing.legend.items())
        lines.append(f"legend = {{ {legend} }}")
    lines += commented(f"Letters of the ground: {letters_of(drawing)}.")
    for name in ("ground", "heights", "marks"):
        if rows := drawing.rows(getattr(drawing, name)):
            lines.append(f"{name} = {drawn(rows)}")
    return "\n".join(lines) + "\n"


def letters_of(drawing: Drawing) -> str:
    """Return the meaning of the letters of a map, as a sentence."""
    known = {**LEGEND, **drawing.legend}
    used = {letter for row in drawing.rows(drawing.ground) for letter in row}
    return ", ".join(f"{letter} {name.replace('_', ' ')}" for letter, name in known.items() if letter in used)


def drawn(rows: list[str]) -> str:
    """Return rows as a text of several lines."""
    text = "\n".join(rows)
    if "'''" not in text:
        return f"'''\n{text}\n'''"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"""\n{escaped}\n"""'


def quoted(text: str) -> str:
    """Return a text in the quotes of TOML, which escapes as JSON does."""
    return json.dumps(text, ensure_ascii=False)


def commented(text: str) -> list[str]:
    """Return a paragraph as lines of comments; directives for editors are escaped."""
    plain = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return [f"# {line}" for line in textwrap.wrap(plain, WIDE)]
