"""What stands on the page can be read: no word is cut off or thinned, no plate shines through, nothing is told too early."""

from typing import Any

import pytest
from browser import Open, ask, given_browser, given_page, press  # noqa: F401
from painted import fought
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from fireteam.env.scenario.setup import prepare
from fireteam.env.view.draw.ui import DESIGNED
from fireteam.env.view.export.html import page_of
from fireteam.env.view.playback.cutter import Playback, playback_of
from fireteam.env.view.playback.redact import for_side

PHONE, LYING, LOW = (390, 844), (844, 390), (1280, 560)
LONG = ("Ñandú Çelebi van den Österreicher-Straße", "Donaudampfschifffahrtselektrizitätenhaupt")
THINNED = """
    const thin = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const box = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !box.checkVisibility() || box.closest("script, style")) continue;
        let seen = 1;
        for (let up = box; up; up = up.parentElement) seen *= getComputedStyle(up).opacity;
        if (seen < 1 && !box.closest("svg, button:disabled")) thin.push(box.textContent);
    }
    return thin;
"""
CUT = """
    return [...document.querySelectorAll(".card .called, .card .weapon, .card .words, h1")]
        .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent);
"""


@pytest.fixture(scope="module")
def night() -> Playback:
    """What the customs see of a night."""
    replay = fought("night")
    return for_side(playback_of(replay), "customs", prepare(replay.header.scenario))


@pytest.mark.parametrize("size", [DESIGNED, PHONE, LYING, LOW])
@pytest.mark.parametrize("scenario", ["chase", "bank"])
def test_the_opening_is_whole(browser: Any, open_page: Open, scenario: str, size: tuple[int, int]) -> None:
    """The card of the opening is read whole, also on a telephone; a tap on it puts it away and does nothing else."""
    open_page(page_of(playback_of(fought(scenario, most=1))), *size, touch=size in (PHONE, LYING))
    card = browser.find_element(By.ID, "card")
    assert card.is_displayed()
    above, below, inside = ask(
        browser,
        """(() => {
        const card = document.getElementById("card"), box = card.getBoundingClientRect();
        return [box.top, innerHeight - box.bottom, card.scrollHeight - card.clientHeight];
    })()""",
    )
    assert above >= 0
    assert below >= 0
    assert inside <= 1, "lines are cut off"
    if size == PHONE:
        card.click()
        assert not card.is_displayed()
        assert not ask(browser, "fireteam.playing()")
        assert ask(browser, "fireteam.moment()") == 0


@pytest.mark.parametrize("size", [DESIGNED, PHONE, (1920, 1080)])
def test_names_are_whole(browser: Any, open_page: Open, size: tuple[int, int]) -> None:
    """Names of units stand whole on their cards, and so does the title of the battle, however long."""
    playback = playback_of(fought("bank", most=40))
    playback["title"] = "Die außerordentlich lange Schlacht zwischen alten Häusern"
    for unit, name in zip(playback["units"], LONG, strict=False):
        unit["who"] = name
    open_page(page_of(playback), *size, touch=size == PHONE)
    press(browser, Keys.END)
    if size == PHONE:
        next(tab for tab in browser.find_elements(By.CSS_SELECTOR, "#tabs button") if tab.text == "Units").click()
    assert browser.execute_script(CUT) == []
    shown = [name.text for name in browser.find_elements(By.CSS_SELECTOR, ".card .called") if name.is_displayed()]
    assert LONG[0] in shown


def test_no_words_are_thinned(browser: Any, open_page: Open) -> None:
    """What is over, out of action or still to come is told in a paler colour that can be read, not by transparency."""
    open_page(page_of(playback_of(fought("bank"))))
    press(browser, Keys.END, Keys.HOME, Keys.ESCAPE)
    browser.execute_script("fireteam.go(Math.round(fireteam.scenes().length * 0.7))")
    for selector in (".card.out", ".seat.acted", ".block.later"):
        assert browser.find_elements(By.CSS_SELECTOR, selector), f"no {selector} to be looked at"
    assert browser.execute_script(THINNED) == []


def test_the_words_of_the_curve_have_a_plate(browser: Any, open_page: Open) -> None:
    """What the curve is of is written on the panel's colour, not on the teams' that fill the curve."""
    playback = playback_of(fought("duel"))
    half = {team["name"]: [0.5, 0.5] for team in playback["teams"]}
    playback["chances"] = {"moments": [0, len(playback["moments"]) - 1], "shares": half, "half_widths": half, "playouts": 10}
    playback["turning"] = None
    open_page(page_of(playback, "dark"))
    press(browser, Keys.END)
    panel = playback["palette"]["dark"]["panel"]
    row = browser.execute_script("""
        const curve = document.getElementById("curve");
        const [scale, foot] = [curve.width / curve.clientWidth, curve.clientHeight - 28];
        const row = curve.getContext("2d").getImageData(0, (foot - 8) * scale, 301 * scale, 1).data;
        return [13, 300].map((x) => [...row.slice(4 * x * scale, 4 * x * scale + 3)]);
    """)
    assert "#" + "".join(f"{part:02x}" for part in row[0]) == panel
    assert row[1] != row[0], "the curve is filled"


def test_nobody_is_listed_before_it_is_known(browser: Any, open_page: Open, night: Playback) -> None:
    """A page for one side lists a stranger from the moment on at which the side knows of it."""
    open_page(page_of(night))

    def listed() -> set[str]:
        return set(
            browser.execute_script(
                "return [...document.querySelectorAll('.card')].filter(c => c.checkVisibility()).map(c => c.dataset.unit)"
            )
        )

    own = {unit["name"] for unit in night["units"] if unit["team"] == 1}
    assert listed() == own
    assert "0 in sight" in browser.find_element(By.ID, "cards").text
    press(browser, Keys.END)
    assert listed() == {unit["name"] for unit in night["units"]}
    press(browser, Keys.HOME)
    assert listed() == {unit["name"] for unit in night["units"]}, "it has been watched"
