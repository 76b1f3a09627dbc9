"""The shared parts of generated pages: saving changed files, tables, text without markdown."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fireteam.env.catalog import load_catalog
from fireteam.env.rules.systems import SYSTEMS

draft = False  # whether what takes minutes may be left out
written: set[Path] = set()  # in this run: what is not here is left over from an earlier one


def save(path: Path, content: str | bytes) -> Path:
    """Write a file unless it is there already with the same content, so that Sphinx reads only what has changed.

    Every generated file is saved here: others are removed.
    """
    data = content.encode() if isinstance(content, str) else content
    written.add(path)
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path


def plain(value: Any) -> str:
    """Return a text, on one line, without any markdown except code between backquotes."""
    parts = re.split(r"`([^`\n]+)`", str(value))
    parts[::2] = [re.sub(r"([\\`*_{}\[\]<>#|$~^])", r"\\\1", part) for part in parts[::2]]
    parts[1::2] = map(code, parts[1::2])
    return re.sub(r"\s*\n\s*", " ", "".join(parts)).strip()


@cache
def rules() -> re.Pattern[str]:
    """Return a pattern for the IDs of rules that a rulebook has."""
    names = [name for system in SYSTEMS for name in load_catalog(system=system).rules]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")


def ruled(text: str) -> str:
    """Return markdown in which each rule's ID links to the rulebook; code stays as it is."""
    parts = re.split(r"(`+[^`\n]+`+)", text)
    parts[::2] = [rules().sub(lambda found: f"[{found[0]}](#{found[0].lower()})", part) for part in parts[::2]]
    return "".join(parts)


def code(value: Any) -> str:
    """Return a value as inline code in a cell of a table."""
    text = re.sub(r"\s*\n\s*", " ", str(value)).replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`" if text else ""


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are markdown already."""
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    lines += ["| " + " | ".join(cells) + " |" for cells in rows]
    return "\n".join(lines) + "\n"


def contents(pages: Iterable[str], depth: int = 1) -> str:
    """Return a table of contents of pages, named relative to the page that it is on."""
    return "\n".join(["```{toctree}", f":maxdepth: {depth}", "", *pages, "```"]) + "\n"
