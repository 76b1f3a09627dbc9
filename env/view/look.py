"""The look of a battle: palette, shapes and times from `look.toml`, and the shapes that are drawn with them.

Everything is drawn with *prims*, lists that window and page read alike, in tiles from the origin of their object:

    ["poly", colour, [x, y, x, y, ...]]                filled
    ["line", colour, width, [x, y, x, y, ...]]         open
    ["disc", colour, x, y, radius]
    ["arc", colour, x, y, radius, from, to, width]     in turns, clockwise from north
    ["text", colour, x, y, height, string]             centred

A colour is a name of the theme, made lighter or darker and more transparent: "brick", "brick+0.2", "brick-0.3@0.5"; "team:0"
is the colour of a team.
"""

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from fireteam.content.reading import read_toml

from ..rules.jit.sources import folder_of

Prim = list[Any]
COLOUR = re.compile(r"^([a-z_]+(?::\d)?)([+-][\d.]+)?(?:@([\d.]+))?$")
THEMES = ("dark", "light")
WORDS = (  # colours that words are written in: they can be read on page and panel, as those of the teams
    "text", "faint", "accent", "hurt", "critical", "strain", "armour", "health", "shield", "good", "bad", "danger", "reach",
    "way",
)  # fmt: skip


@cache
def look() -> dict[str, Any]:
    """Return the tables of `look.toml`."""
    return read_toml(Path(str(resources.files(__package__))) / "look.toml")


@cache
def look_of(system: str) -> dict[str, Any]:
    """Return the tables of `look.toml` with what a rule system adds to them for events of its own: `words/look.toml`."""
    own = folder_of(system, "words") / "look.toml"
    if not own.exists():
        return look()
    made = dict(look())
    for name, table in read_toml(own).items():
        before = made.get(name, {})
        lists = {key: [*before[key], *value] for key, value in table.items() if isinstance(value, list)}
        made[name] = before | table | lists
    return made


@cache
def palette(theme: str) -> dict[str, str]:
    """Return the colours of a theme by name, as "#rrggbb"; those of the teams are called team:0, team:1 ..."""
    teams = {f"team:{number}": team[theme] for number, team in enumerate(look()["teams"])}
    return {**look()["themes"][theme], **teams}


@cache
def resolved(theme: str, colour: str) -> tuple[int, int, int, int]:
    """Return a colour of a prim as (red, green, blue, alpha), each 0 to 255.

    Raises:
        ValueError: it is no colour of the theme.
    """
    parts = COLOUR.match(colour)
    named = palette(theme).get(parts[1]) if parts else None
    if parts is None or named is None:
        raise ValueError(f"{colour!r} is no colour of the theme {theme!r}")
    shift = float(parts[2] or 0)
    channels = [int(named[place : place + 2], 16) for place in (1, 3, 5)]
    goal = 255 if shift > 0 else 0
    red, green, blue = (round(channel + (goal - channel) * abs(shift)) for channel in channels)
    return red, green, blue, round(255 * float(parts[3] or 1))


def scattered(*numbers: int) -> float:
    """Return a number from 0 to 1 that looks random and depends only on some whole numbers."""
    word = 0x9E3779B9
    for number in numbers:
        word = (word ^ (number & 0xFFFFFFFF)) * 0x85EBCA6B & 0xFFFFFFFF
        word ^= word >> 15
        word = word * 0xC2B2AE35 & 0xFFFFFFFF
        word ^= word >> 13
    return word / 0x100000000
