"""Colours that can be read and told apart, whoever looks at them."""

import re
from importlib import resources
from itertools import combinations

import pytest

from fireteam.env.view.look import THEMES, WORDS, look, palette

READABLE = 4.5  # contrast of text, by the Web Content Accessibility Guidelines
APART = 90  # of 441, the way from black to white: two colours that are not taken for each other


def light(colour: str) -> float:
    """Return the relative luminance of a colour."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def far(one: str, other: str) -> float:
    """Return how far two colours lie apart."""
    channels = [[int(colour[place : place + 2], 16) for place in (1, 3, 5)] for colour in (one, other)]
    return sum((a - b) ** 2 for a, b in zip(*channels, strict=True)) ** 0.5


@pytest.mark.parametrize("theme", THEMES)
def test_words_can_be_read(theme: str) -> None:
    """Every colour of words stands out from page and panel, a lit button's words from it, a token's from its team."""
    colours = palette(theme)
    teams = [name for name in colours if name.startswith("team:")]
    for name in (*WORDS, *teams):
        for ground in ("page", "panel"):
            assert contrast(colours[name], colours[ground]) >= READABLE, (name, ground)
    assert contrast(colours["page"], colours["accent"]) >= READABLE
    for name in teams:
        assert contrast(colours["ink"], colours[name]) >= READABLE, name


def test_words_that_rise_are_written_in_such_colours() -> None:
    """What rises from a unit can be read too."""
    assert {words["colour"] for words in look()["floats"].values() if words["says"]} <= set(WORDS)


def test_words_of_the_page_are_not_thinned() -> None:
    """No words of the page are mixed with what they stand on, rule IDs for one."""
    for name in ("base", "map", "cards", "log", "over", "narrow"):
        style = (resources.files("fireteam.env.view.page") / f"{name}.css").read_text(encoding="utf-8")
        assert not re.findall(r"(?<![-\w])color: color-mix[^;]*transparent", style), name


@pytest.mark.parametrize("theme", THEMES)
def test_teams_are_told_apart(theme: str) -> None:
    """No team has about the colour of another, or of what is chosen and lit."""
    colours = palette(theme)
    teams = [colours[name] for name in sorted(colours) if name.startswith("team:")]
    for one, other in combinations(teams, 2):
        assert far(one, other) > APART
    assert far(teams[2], colours["accent"]) > APART


def test_dice_differ_in_shape() -> None:
    """In the log of the page a hit is round and full, a one is hollow: not only green and red."""
    style = (resources.files("fireteam.env.view.page") / "log.css").read_text(encoding="utf-8")
    good, one = (re.search(rf"\.dots \.{kind} {{(.*?)}}", style, re.DOTALL) for kind in ("good", "one"))
    assert good is not None
    assert one is not None
    assert "border-radius: 50%" in good[1]
    assert "background: none" in one[1]
