"""The public interface for Python: chapter by chapter the classes and functions of `api.toml`, with their docstrings."""

import tomllib
from importlib import import_module
from inspect import isclass
from pathlib import Path
from typing import Any

from .pages import code, contents, plain, save, table

INTRO = """# Python

What is meant to be imported. Everything else may change from one version to the next.

"""


def write(folder: Path) -> None:
    """Write a page for each chapter, and one that lists them."""
    here = folder / "api"
    chapters = tomllib.loads((Path(__file__).parent / "api.toml").read_text(encoding="utf-8"))["chapters"]
    text = INTRO
    for chapter in chapters:
        save(here / f"{chapter['name']}.md", page_of(chapter))
        rows = [[f"{code(name)}", plain(first_line(name))] for name in chapter["names"]]
        text += f"## [{chapter['title']}]({chapter['name']}.md)\n\n{chapter['about']}\n\n"
        text += table(["name", ""], rows) + "\n"
    save(here / "index.md", text + contents([chapter["name"] for chapter in chapters]))


def named(name: str) -> Any:
    """Return the object of a full name; None where its module needs a library that is not installed here."""
    module, _, own = name.rpartition(".")
    try:
        return getattr(import_module(module), own)
    except ImportError:
        return None


def first_line(name: str) -> str:
    """Return the first line of the docstring of the object of a full name."""
    return (named(name).__doc__ or "").strip().partition("\n")[0]


def page_of(chapter: dict[str, Any]) -> str:
    """Return the page of a chapter."""
    text = f"# {chapter['title']}\n\n{chapter['about']}\n\n"
    for name in chapter["names"]:
        found = named(name)
        text += f"## {name.rpartition('.')[2]}\n\n"
        if found is None:
            text += f"{code(name)} needs a library that was not installed where this site was built: the extras of "
            text += '`pip install -e ".[train,sb3]"`.\n\n'
            continue
        kind = "autoclass" if isclass(found) else "autofunction"
        members = "" if not isclass(found) or issubclass(found, tuple) else "\n   :members:"
        text += f"```{{eval-rst}}\n.. {kind}:: {name}{members}\n```\n\n"
    return text
