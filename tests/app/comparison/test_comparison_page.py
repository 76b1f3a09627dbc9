"""The page of a comparison, in a browser: it says what the figures say, asks for nothing, fits a telephone and paper."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
import toy
from browser import Open, ask, given_browser, given_page, resize, seen  # noqa: F401
from commanded import good
from everysystem import each  # noqa: F401  # brings the toy into use
from selenium.webdriver.common.by import By

from fireteam.env.view.look import palette
from fireteam.reports.comparison import charts
from fireteam.reports.comparison.page import page_of
from fireteam.reports.comparison.table import chapters

PHONE = (360, 800)


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    """A comparison of three systems."""
    return json.loads(good("fight", "yard", "--compare-systems", "--battles", "40", "--json"))


@pytest.fixture(scope="module")
def lacking() -> dict[str, Any]:
    """A comparison of three sides by two systems; a third one cannot fight it."""
    return json.loads(good("fight", "market", "--compare-systems", "--battles", "6", "--json"))


def test_what_the_page_says(browser: Any, open_page: Open, data: dict[str, Any]) -> None:
    """Every row of the one table with every cell, every sentence on it, and three drawings for each system."""
    open_page(page_of(data), 1280, 900)
    tables = browser.find_elements(By.CSS_SELECTOR, "table")
    assert len(tables) == 1
    shown = {row[0]: row[1:] for row in ask(browser, "[...document.querySelectorAll('tbody tr')].map(row => "
                                                     "[...row.children].map(cell => cell.innerText.trim()))")}  # fmt: skip
    for chapter in chapters(data):
        assert shown[chapter.title] == []
        for row in chapter.rows:
            assert shown[row.name] == ["\n".join(filter(None, cell)) for cell in row.cells]
        for what, says in chapter.says:
            assert says in [found.text for found in seen(browser, "dd")], what
    heads = [head.text for head in browser.find_elements(By.CSS_SELECTOR, "thead th")]
    assert heads == ["a battle", *data["systems"]]
    assert len(seen(browser, ".card svg")) == 3 * len(data["systems"])
    assert not browser.find_elements(By.CSS_SELECTOR, "tfoot, script")


def test_it_allows_nothing_and_asks_for_nothing(data: dict[str, Any]) -> None:
    """No script may run, no style but its own counts, and no address stands in it; it is plain ASCII."""
    page = page_of(data)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    assert "script-src" not in policy[1]
    assert "<script" not in page
    assert 'style="' not in page
    assert set(re.findall(r"""(?:https?:)?//[^"'\s]+""", page)) <= {"//www.w3.org/2000/svg"} | {"http://www.w3.org/2000/svg"}
    assert "’" not in page


def test_names_of_others_are_no_markup(data: dict[str, Any]) -> None:
    """A title, a bot and a reason stand on the page as they are written."""
    bad = "<b onclick=x>&"
    wins = [{**entry, "who": bad} for entry in data["systems"]["d10_pool"]["wins"]]
    systems = {name: {**figures, "wins": wins} for name, figures in data["systems"].items()}
    page = page_of({**data, "scenario": bad, "systems": systems, "unfit": {bad: bad}, "teams": {"red": bad, "blue": bad}})
    assert "<b onclick" not in page
    assert html.escape(bad) in page


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [(1280, 900), PHONE])
def test_themes_and_sizes(
    browser: Any, open_page: Open, data: dict[str, Any], lacking: dict[str, Any], dark: bool, size: tuple[int, int]
) -> None:
    """In either theme it has that theme's colours; nothing is wider than the screen, and no words lie over each other."""
    named = json.dumps(data).replace("red (tactician)", "red (the_best_policy_of_last_week.safetensors)")
    for figures in (data, lacking, json.loads(named)):
        open_page(page_of(figures), *size, touch=size == PHONE, dark=dark)
        colours = palette("dark" if dark else "light")
        page, text = ask(browser, "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")
        for found, name in ((page, "page"), (text, "text")):
            assert "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", found)[:3]) == colours[name]
        assert ask(browser, "document.documentElement.scrollWidth") <= size[0]
        table, room = ask(
            browser, "[it => it.scrollWidth, it => it.clientWidth].map(f => f(document.querySelector('section')))"
        )
        assert table <= room
        for drawn in seen(browser, ".card svg"):
            assert ask_of(browser, OUTSIDE, drawn) == []


# Texts of a drawing that reach beyond it, or over another.
OUTSIDE = """
const box = element => element.getBoundingClientRect();
const whole = box(it), texts = [...it.querySelectorAll('text')];
return texts.filter((one, n) => {
  const a = box(one);
  const over = texts.slice(n + 1).map(box).some(b =>
    a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom);
  return over || a.left < whole.left - 2 || a.right > whole.right + 2 || a.bottom > whole.bottom + 2;
}).map(one => one.textContent);
"""


def ask_of(browser: Any, code: str, element: Any) -> Any:
    """Return what a program returns that knows an element as `it`."""
    return browser.execute_script("const it = arguments[0];" + code, element)


def test_on_paper(browser: Any, open_page: Open, data: dict[str, Any]) -> None:
    """Printed by a reader who likes it dark, it is dark on white."""
    open_page(page_of(data), 800, 1100, dark=True)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        page, text = ask(browser, "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert page == "rgb(255, 255, 255)"
    assert max(int(part) for part in re.findall(r"\d+", text)) < 64


def test_who_cannot_fight_is_below_the_table(browser: Any, open_page: Open, lacking: dict[str, Any]) -> None:
    """With its reason."""
    open_page(page_of(lacking))
    (foot,) = browser.find_elements(By.CSS_SELECTOR, "tfoot tr")
    assert foot.text == f"{toy.NAME} cannot fight it: {lacking['unfit'][toy.NAME]}"


def test_columns_count_every_battle(data: dict[str, Any]) -> None:
    """Columns of several rounds have the battles of all of them, in every system as many columns."""
    figures = data["systems"]["d10_pool"]
    longest = max(int(number) for number in figures["rounds"]["battles"])
    for size in (1, 2, 3, 7):
        counts = charts.counted(figures, size, longest + 3)
        assert sum(counts) == data["battles"]
        assert len(counts) == -(-(longest + 3) // size)
    assert charts.counted(figures, 1, longest)[longest - 1] == figures["rounds"]["battles"][str(longest)]
    bars = re.findall(r"<title>([\d.]+)%", charts.margins(figures, data["battles"], 40, ["red", "blue"]))
    assert sum(map(float, bars)) == pytest.approx(100, abs=0.1 * len(bars))


def test_the_command_writes_it(tmp_path: Path) -> None:
    """Whole, with what it prints beside it."""
    path = tmp_path / "it.html"
    printed = good("fight", "yard", "--compare-systems", "--battles", "4", "--html", str(path), "--json")
    assert path.read_text(encoding="utf-8") == page_of(json.loads(printed))
    assert [found.name for found in tmp_path.iterdir()] == ["it.html"]
