"""The page of a forecast: every figure of the model is on it, names of strangers are names, what is not told is left out."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from made_forecast import PORTRAIT, made_forecast

from fireteam.env.view.look import palette
from fireteam.reports.forecast import page as made
from fireteam.reports.forecast.charts import filled, histogram, in_words
from fireteam.reports.forecast.model import Bar, Forecast, Ground, Lane, Tile
from fireteam.reports.forecast.page import initials, page_of, points

Path = tuple[str | int, ...]
BAD = "<script>alert(1)</script><b onclick='x'>\"&{{ 7 * 7 }}$x_1^2$\u202e"
# Figures and words of a forecast that are not on the page by themselves, and why.
NOT_ON_IT = (
    r"fireteam|version",  # what kind of data it is
    r"(cells|spreads|minutes|heroes|luck|swapped)\..*battles|middle\.(?!wins).*battles",  # told once, as the middle cell's
    r"(cells\.\d+|middle)\.no_fight\..*",  # the headline says it of the middle cell
    r"changes\.\d+\.correlation",  # what the same dice were good for: in the data
    r".*\.unit",  # agents' names, and units that the name of a distribution says
    r"party|enemies.*|teams.*|.*\.team|(cells\.\d+|middle)\.(party|enemies)|(enemy_)?styles\.\d+\.name",  # see hostile names
    r".*\.kind",  # decides where something stands
    r"not_swapped",  # instead of the swap, see the sections
)
FORMS = {"changes", "warnings", "shown"}  # whose `kind` is one of a few


def small() -> Forecast:
    """A forecast with one of everything on a map of nine tiles."""
    ground = Ground(width=3, height=3, scale=2, rows=["#.#", "..+", "xxx"],
                    legend={"#": "wall", ".": "floor", "+": "closed_door", "x": "lava"},
                    tiles=[Tile(team="red", x=1, y=1, stands=1.5, falls=0.4, shoots=0.7)],
                    lanes=[Lane(team="red", start=(0, 0), end=(2, 1), shots=1.2)], lost_shots=3)  # fmt: skip
    printed = made_forecast(1, 1, styles=1)
    return printed.model_copy(update={"ground": ground, "changes": printed.changes[:1] + printed.changes[-1:]})


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every number and string of nested data with its path."""
    if isinstance(value, dict | list | tuple):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    elif value is not None:
        yield path, value


def replaced(value: Any, path: Path, new: Any) -> Any:
    """Return nested data with another leaf."""
    if not path:
        return new
    key, *rest = path
    if isinstance(value, dict):
        return {**value, key: replaced(value[key], tuple(rest), new)}
    return [replaced(inner, tuple(rest), new) if number == key else inner for number, inner in enumerate(value)]


class Read(HTMLParser):
    """A page as a browser reads it: its elements, whether they close in their order, its attributes, its words."""

    VOID = ("meta", "link", "br", "img")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words = ""
        self.heads: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in self.VOID:
            self._open.append(tag)
        if tag == "h2":
            self.heads.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that holds nothing."""
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        """Note the end of an element: it must be that of the one which was opened last."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note words; those of the style sheet are none."""
        if self._open and self._open[-1] != "style":
            self.words += data
        if self._open and self._open[-1] == "h2":
            self.heads[-1] += data


def test_every_figure_is_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever single figure, word or tile of the model is another one, the page is another one."""
    monkeypatch.setattr(made, "histogram", lambda spread, limit=None: in_words(spread))
    forecast = small()
    data, before = forecast.model_dump(), page_of(forecast)
    missing, walked = [], 0
    for path, value in leaves(data):
        where = ".".join(map(str, path))
        if any(re.fullmatch(pattern, where) for pattern in NOT_ON_IT):
            continue
        if path[-1] == "portrait":
            new: Any = f"{PORTRAIT}AAAA"
        elif isinstance(value, str):
            new = f"{value}w" if path[:2] != ("ground", "rows") else value[:-1] + "o"
        elif path[0] == "ground" and isinstance(value, int):
            new = (value + 1) % 3 if value < 3 else value + 1
        else:
            share = value + 0.13 if value < 0.5 else value - 0.13
            new = value + 5000 if isinstance(value, int) else share if value <= 1 else value + 2
        walked += 1
        if page_of(Forecast.model_validate(replaced(data, path, new))) == before:
            missing.append(where)
    assert missing == []
    assert walked > 150


def test_names_of_strangers_are_names() -> None:
    """Markup, templates, formulas and turns of direction in any name stay words, and the page stays whole."""
    forecast = made_forecast()
    data = forecast.model_dump()
    for path, value in leaves(data):
        fixed = path[-1] in ("kind", "portrait") or path == ("fireteam",)
        fixed = fixed or path[:2] in (("ground", "rows"), ("ground", "legend"))
        if isinstance(value, str) and not fixed:
            data = replaced(data, path, value + BAD)
    data["ground"]["legend"]["#"] = "wall" + BAD
    read = Read(page_of(Forecast.model_validate(data)))
    assert not {"script", "b onclick", "iframe", "object", "a onclick"} & set(read.tags)
    assert read.tags.count("img") == sum(bool(hero.portrait) for hero in forecast.heroes)
    assert not [name for name, _ in read.attributes if name.startswith("on") or name == "style"]
    for value in ("The warehouse by the old canal", "Ash", "light machine gun", "-Hammer", "blue", "careful", "wall"):
        assert value + (BAD if value != "wall" else BAD.replace("_", " ")) in read.words, value
    addresses = [value for name, value in read.attributes if name == "href" and not value.startswith(("#", "data:"))]
    assert len(addresses) == 6
    assert all(re.fullmatch(r"\./page-[a-z%0-9A-Z.\-~_/]+", address) for address in addresses)


def test_it_allows_nothing_and_asks_for_nothing() -> None:
    """No script may run, no style but its own counts, no address stands in it; it is plain ASCII, and whole."""
    page = page_of(made_forecast(12, 6, 3))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    assert "script-src" not in policy[1]
    assert "http:" not in page
    assert "https:" not in page
    assert page.isascii()
    read = Read(page)
    assert "script" not in read.tags
    assert "style" not in [name for name, _ in read.attributes]
    ids = [value for name, value in read.attributes if name == "id"]
    assert len(ids) == len(set(ids))


def test_what_is_not_told_is_left_out() -> None:
    """A fight in one style without heroes, map, luck or changes has three sections; another warns on top."""
    nothing: dict[str, Any] = {"heroes": [], "luck": None, "decisive": [], "shown": [], "ground": None, "swapped": None,
                               "warnings": [], "changes": []}  # fmt: skip
    always = ["Will the party survive?", "What an evening looks like", "How this was made"]
    bare = made_forecast(styles=1, enemy_styles=1, **nothing)
    read = Read(page_of(bare))
    assert read.heads == always
    assert read.tags.count("table") == 1
    why = made_forecast(styles=1, enemy_styles=1, **nothing | {"not_swapped": "there are 3 teams"})
    page = Read(page_of(why))
    assert page.heads == [*always[:2], "The starts", always[2]]
    assert "there are 3 teams" in page.words
    whole = Read(page_of(made_forecast())).heads
    assert whole == ["Before you trust this", *always[:2], "The heroes", "Each enemy", "Luck or choices?", "The map",
                     "What else would change it", "Also mind", always[2]]  # fmt: skip


def test_it_is_small() -> None:
    """The largest map with four teams everywhere on it, and twelve heroes, stay under a megabyte."""
    teams = ["red", "blue", "green", "violet"]
    tiles = [
        Tile(team=team, x=n % 64, y=n // 64, stands=1 + n % 7, falls=n % 3, shoots=n % 5)
        for team in teams for n in range(4096)
    ]  # fmt: skip
    lanes = [Lane(team=team, start=(n, 0), end=(63 - n, 63), shots=1) for team in teams for n in range(6)]
    ground = Ground(width=64, height=64, scale=1, rows=["#o" * 32] * 64, legend={"#": "wall", "o": "crate"}, tiles=tiles,
                    lanes=lanes, lost_shots=0)  # fmt: skip
    assert len(page_of(made_forecast(12, 6, 3, ground=ground))) < 1_000_000


def test_histograms() -> None:
    """Every column has its share over it; those beyond the limit are hollow; classes that nothing falls into are there."""
    rounds, minutes = made_forecast().spreads[2], made_forecast().minutes
    drawn = histogram(rounds)
    assert re.findall(r'class="text"[^>]*>(\d+)<', drawn) == ["1", "4", "9", "14", "19", "17", "12", "9", "6", "4", "3", "2"]
    limited = histogram(minutes.spread, minutes.limit)
    assert limited.count('fill="var(--panel)"') == sum(bar.value >= 60 for bar in minutes.spread.bars)
    assert "stroke-dasharray" in limited
    assert "style=" not in limited
    assert "3: 1.0 %" in drawn
    gap = [Bar(value=2, share=0.5), Bar(value=5, share=0.5)]
    assert [bar.share for bar in filled(gap, 1)] == [0.5, 0, 0, 0.5]
    assert histogram(rounds.model_copy(update={"bars": [Bar(value=3, share=1.0)]})).count(">100<") == 1


def test_small_words() -> None:
    """Points have signs, and a decimal where they would be nothing; tokens have letters that tell their like apart."""
    assert [points(value) for value in (12.4, -9.0, 0.4, -0.04, 0)] == ["+12", "\u22129", "+0.4", "0", "0"]
    names = ("Mara \u00d6zt\u00fcrk", "Ash", "soldier (red_12)", "K", "\u201cTwo-Shoes\u201d O'Malley", "...", "")
    assert [initials(name) for name in names] == ["M\u00d6", "AS", "S12", "K", "TM", "?", "?"]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_tokens_can_be_read(theme: str) -> None:
    """The initials on a token of any team are 4.5 times as light or dark as it."""

    def light(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    colours = palette(theme)
    for team in range(4):
        one, other = sorted((light(colours["panel"]), light(colours[f"team:{team}"])))
        assert (other + 0.05) / (one + 0.05) >= 4.5


def test_it_is_made_of_data() -> None:
    """The page of a forecast that has been written as JSON and read again is the same page."""
    forecast = made_forecast()
    again = Forecast.model_validate(json.loads(json.dumps(forecast.model_dump(mode="json"))))
    assert page_of(again) == page_of(forecast)
