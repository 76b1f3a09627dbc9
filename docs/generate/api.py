"""The public interface for Python: chapter by chapter the classes and functions of `api.toml`, told by their docstrings."""

import tomllib
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path

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


def first_line(name: str) -> str:
    """Return the first line of the docstring of what a full name stands for."""
    module, _, own = name.rpartition(".")
    return (getattr(import_module(module), own).__doc__ or "").strip().partition("\n")[0]


def page_of(chapter: dict) -> str:
    """Return the page of a chapter."""
    text = f"# {chapter['title']}\n\n{chapter['about']}\n\n"
    for name in chapter["names"]:
        module, _, own = name.rpartition(".")
        found = getattr(import_module(module), own)
        assert isclass(found) or isfunction(found), name
        kind = "autoclass" if isclass(found) else "autofunction"
        members = (
            "\n   :members:\n   :inherited-members: BaseModel, Exception, tuple, Env, VectorEnv, VecEnv, AECEnv, ParallelEnv"
        )
        text += f"## {own}\n\n```{{eval-rst}}\n.. {kind}:: {name}{members if isclass(found) else ''}\n```\n\n"
    return text
