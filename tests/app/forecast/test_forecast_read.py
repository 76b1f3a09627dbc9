"""The page of a forecast in a browser: on a desk and a telephone, dark and light, and on two sheets of paper."""

import base64
import re
from itertools import pairwise
from typing import Any

import pytest
from browser import Open, ask, given_browser, given_page  # noqa: F401
from made_forecast import made_forecast

from fireteam.reports.forecast.page import page_of

PHONE, DESK = (390, 844), (1280, 900)
PAPERS = {"A4": (8.27, 11.69), "US letter": (8.5, 11.0)}
MARGIN = 0.354  # inches, as the page has it
# Whatever reaches beyond the screen, but for what only readers of screens see.
BEYOND = """
return [...document.querySelectorAll('main *')].filter(it => !it.closest('.unseen') && !it.closest('svg')
  && (it.getBoundingClientRect().right > innerWidth + 1 || it.getBoundingClientRect().left < -1))
  .map(it => it.tagName + ' ' + it.className + ' ' + it.textContent.slice(0, 30));
"""
# Words that lie over other words in a chart, or in neighbouring cells.
OVER = """
const found = [];
for (const it of document.querySelectorAll('svg.chart')) {
  const texts = [...it.querySelectorAll('text')];
  texts.forEach((one, n) => texts.slice(n + 1).forEach(other => {
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    if (a.left + 1 < b.right && b.left + 1 < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom)
      found.push(one.textContent + ' over ' + other.textContent);
  }));
}
for (const cell of document.querySelectorAll('th, td')) if (cell.scrollWidth > cell.clientWidth + 1)
  found.push('cut: ' + cell.textContent.trim().slice(0, 40));
return found;
"""
# Words that are less than 4.5 times as light or dark as what they stand on.
FAINT = """
const parts = colour => colour.match(/[\\d.]+/g).map(Number);
const light = colour => { const [r, g, b] = parts(colour).slice(0, 3).map(n => n / 255)
  .map(n => n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ground = it => { for (; it; it = it.parentElement) { const colour = getComputedStyle(it).backgroundColor;
  if (parts(colour)[3] !== 0) return colour; } return 'rgb(255, 255, 255)'; };
const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), found = [];
let seen = 0;
while (walker.nextNode()) {
  const it = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || it.closest('.token, title, defs, style')) continue;
  const drawn = it.closest('svg') ? getComputedStyle(it).fill : getComputedStyle(it).color;
  const [a, b] = [light(drawn), light(ground(it))].sort((one, other) => other - one);
  seen += 1;
  if ((a + 0.05) / (b + 0.05) < 4.5) found.push(it.className + ': ' + walker.currentNode.data.trim() + ' ' + drawn);
}
return [seen, found];
"""


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """The page of a usual fight, of a large one, and of one that has little to tell."""
    bare = made_forecast(2, styles=1, enemy_styles=1, heroes=[], luck=None, decisive=[], ground=None, changes=[])
    return {"usual": page_of(made_forecast(4, 6)), "large": page_of(made_forecast(12, 6, 3)), "bare": page_of(bare)}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_screens(browser: Any, open_page: Open, pages: dict[str, str], dark: bool, size: tuple[int, int]) -> None:
    """Nothing is wider than the screen, cut, over other words or too faint to read."""
    for page in pages.values():
        open_page(page, *size, touch=size == PHONE, dark=dark)
        assert ask(browser, "document.documentElement.scrollWidth") <= size[0]
        assert browser.execute_script(BEYOND) == []
        assert browser.execute_script(OVER) == []
        seen, faint = browser.execute_script(FAINT)
        assert seen > 30
        assert faint == []


def test_who_hears_it(browser: Any, open_page: Open, pages: dict[str, str]) -> None:
    """Headings go down step by step, tables have heads and say what they are, drawings say what they show or are silent."""
    open_page(pages["usual"], *PHONE, touch=True)
    levels = ask(browser, "[...document.querySelectorAll('h1, h2, h3')].map(it => Number(it.tagName[1]))")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert ask(browser, "[...document.querySelectorAll('table')].filter(it => !it.querySelector('caption')).length") == 0
    assert ask(browser, "[...document.querySelectorAll('th')].filter(it => !it.scope).length") == 0
    silent = "!it.closest('[aria-hidden]') && !it.getAttribute('aria-label')"
    assert ask(browser, f"[...document.querySelectorAll('svg')].filter(it => {silent}).map(it => it.outerHTML)") == []
    # Tables are still tables for who hears them where a telephone shows them as blocks.
    assert ask(browser, "[...document.querySelectorAll('.stacked tr, .stacked td, .stacked th')].every(it => it.role)")


@pytest.mark.parametrize("paper", PAPERS)
def test_paper(browser: Any, open_page: Open, pages: dict[str, str], paper: str) -> None:
    """A usual fight takes two sheets, also for who likes it dark; nothing is beyond their edges."""
    width, height = PAPERS[paper]
    open_page(pages["usual"], 1280, 900, dark=True)
    wanted = {"paperWidth": width, "paperHeight": height, "printBackground": True}
    printed = browser.execute_cdp_cmd("Page.printToPDF", wanted)["data"]
    assert len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed))) == 2
    open_page(pages["usual"], round(96 * (width - 2 * MARGIN)), 900, dark=True)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert ask(browser, "getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert browser.execute_script(BEYOND) == []
        assert browser.execute_script(OVER) == []
        assert browser.execute_script(FAINT)[1] == []
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
