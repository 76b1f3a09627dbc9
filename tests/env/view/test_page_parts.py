"""The files that a page is made of: short, plain, packed, with no colours, markup or addresses of their own."""

import re
import tomllib
from fnmatch import fnmatch
from importlib import resources
from pathlib import Path

import pytest
from recorded import fought
from sourced import ROOT

from fireteam.env.view.export.html import SCRIPTS, STYLES, page_of
from fireteam.env.view.look import THEMES, palette
from fireteam.env.view.playback.cutter import playback_of

PAGE = ROOT / "env" / "view" / "page"


def test_size_of_a_long_battle() -> None:
    """A battle of 300 decisions and more stays well under two megabytes."""
    record = fought("market")
    assert len(record.steps) > 300
    assert len(page_of(playback_of(record)).encode()) < 2_000_000 * len(record.steps) / 300 / 2


def test_every_part_is_packed() -> None:
    """The page is made of all files of its package, and a wheel takes them along."""
    inside = {entry.name for entry in resources.files("fireteam.env.view.page").iterdir()}
    parts = {"page.html", *(f"{name}.js" for name in SCRIPTS), *(f"{name}.css" for name in STYLES)}
    assert inside - {"__init__.py", "__pycache__"} == parts
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    for part in parts:
        assert any(fnmatch(part, pattern) for pattern in packed["fireteam.env.view.page"]), part
    assert any(fnmatch("look.toml", pattern) for pattern in packed["*"])  # of any package


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.*")), ids=lambda path: path.name)
def test_parts_keep_the_rules(path: Path) -> None:
    """Files are short and plain ASCII; colours come from the palette alone, words never become markup."""
    text = path.read_text(encoding="utf-8")
    assert text.isascii()
    assert len(text.splitlines()) <= 300
    assert max(map(len, text.splitlines())) <= 125
    if path.suffix == ".css":
        assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[;, )])|\b(?:rgb|hsl)a?\(", text)
        assert set(re.findall(r"var\(--([a-z0-9-]+)", text)) <= {name.replace("_", "-") for name in palette("dark")} | {
            "team"
        }
    if path.suffix == ".js":
        assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)
        assert not re.findall(r"fetch\(|XMLHttpRequest|WebSocket|sendBeacon|import\(|localStorage|document\.cookie", text)
        assert not re.findall(r"[\"'`]#[0-9a-fA-F]{3,8}[\"'`]", text)


def test_prims_name_colours_of_both_themes() -> None:
    """The page resolves any colour that a playback names."""
    playback = playback_of(fought("yard"))
    colours = {prim[1] for prims in playback["tokens"] for prim in prims}
    colours |= {prim[1] for paint in playback["map"]["paints"] for layer in paint for prim in layer}
    names = {re.split(r"[+@-]", colour)[0] for colour in colours}
    assert all(names <= playback["palette"][theme].keys() for theme in THEMES)
