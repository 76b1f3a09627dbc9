"""The four faces of the environment: how each is made, and texts for its page that no registry has (`views.toml`)."""

import inspect
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from fireteam.env.seating import Seating
from fireteam.env.seats.match import Match
from fireteam.env.solo import Solo
from fireteam.env.vector import Vector
from fireteam.registry import make_skirmish, make_solo, make_vector

from ..pages import plain

SAID = tomllib.loads((Path(__file__).parent / "views.toml").read_text(encoding="utf-8"))
VERSIONS: list[dict[str, str]] = SAID["versions"]
FILLED = ("self", "rollout", "bots", "memory", "options")  # by what makes them: no arguments of a user's


@dataclass
class View:
    """A face of the environment.

    Attributes:
        library: the library whose interface it has, as it is imported.
        maker: the function that makes it; it takes the arguments of the class and, for bots, names.
        classes: the classes whose docstrings describe the arguments, the nearest first.
        given: the arguments for the maker besides a scenario.
    """

    name: str
    library: str
    maker: Callable[..., Any]
    classes: tuple[type, ...]
    given: dict[str, Any]

    def says(self, part: str) -> str:
        """Return a part of a page: title, about, asks, rewards, ends; or `make`, the code that makes the environment."""
        text: str = SAID[self.name][part].strip()
        for name, shared in SAID["texts"].items():
            text = text.replace(f"{{{name}}}", shared)
        return text

    def arguments(self) -> dict[str, tuple[str, str]]:
        """Return the arguments of an environment: by name the default, as Python writes it, and their meaning, as markdown.

        The meaning comes from `views.toml`, for this face or for all; else from docstrings.
        """
        said = SAID["arguments"] | SAID[self.name].get("arguments", {})
        meanings = {name: re.sub(r"\s*\n\s*", " ", meaning) for name, meaning in said.items()}
        for documented in self.classes:
            arguments = documented_arguments(inspect.getdoc(documented) or "")
            meanings = {name: plain(meaning) for name, meaning in arguments.items()} | meanings
        taken = inspect.signature(self.classes[0].__init__).parameters | inspect.signature(self.maker).parameters
        return {name: (written(each.default), meanings.get(name, "")) for name, each in taken.items() if name not in FILLED}


VIEWS = (
    View("unit", "pettingzoo", make_skirmish, (Seating, Match), {}),
    View("commander", "pettingzoo", make_skirmish, (Seating, Match), {"view": "commander"}),
    View("solo", "gymnasium", make_solo, (Solo, Match), {}),
    View("batch", "gymnasium", make_vector, (Vector, Match), {}),
)


def written(default: Any) -> str:
    """Return a default as Python writes it, a member of an enumeration by its value; "" where there is none."""
    return "" if default is inspect.Parameter.empty else repr(default.value if isinstance(default, Enum) else default)


def documented_arguments(docstring: str) -> dict[str, str]:
    """Return the Args of a docstring by name, without those that only refer elsewhere."""
    block = docstring.partition("Args:\n")[2].partition("\n\n")[0]
    found: dict[str, str] = {}
    for entry in re.split(r"\n(?=    \w)", "\n" + block):
        names, _, meaning = entry.strip().partition(": ")
        if meaning and not meaning.startswith("see `fireteam.env.seats.match.Match`."):
            found |= dict.fromkeys(names.split(", "), re.sub(r"\s+", " ", meaning))
    return found
