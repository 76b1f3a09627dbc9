"""The card at the end of a page: was it the dice? A sentence, a bar a side, and rolls that lead to their moments."""

from typing import Any

import pytest
from browser import Open, ask, given_browser, given_page, press  # noqa: F401
from recorded import fought
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from fireteam.env.view.export.html import page_of
from fireteam.env.view.playback.cutter import Playback, playback_of

LUCK = {
    "says": "Red won by dice: luck was worth +70 (60 to 80) points of its chance to win.",
    "sides": [{"worth": 0.5, "low": 0.4, "high": 0.6}, {"worth": -0.2, "low": -0.3, "high": -0.1}],
    "rolls": [
        {"n": 9, "says": "red_1's attack against blue_2: 5, 2.5 expected", "team": 0, "worth": 0.31},
        {"n": 4, "says": "blue_1's soak: 0, 3.2 expected", "team": 1, "worth": -0.2},
    ],
}


@pytest.fixture(scope="module")
def playback() -> Playback:
    """A battle in the yard, with its luck."""
    return playback_of(fought("yard")) | {"luck": LUCK}


@pytest.mark.parametrize(("width", "height", "touch"), [(1280, 720, False), (390, 844, True)])
def test_luck_at_the_end(browser: Any, open_page: Open, playback: Playback, width: int, height: int, touch: bool) -> None:
    """It is told at the end and not before; it fits; bars point to either side; a roll leads to its moment, by key too."""
    open_page(page_of(playback), width, height, touch=touch)
    card = browser.find_element(By.ID, "card")
    assert LUCK["says"] not in card.text
    press(browser, Keys.END)
    assert LUCK["says"] in card.text
    assert "+50 (+40 to +60)" in card.text
    assert "\u221220 (\u221230 to \u221210)" in card.text
    assert ask(browser, "card.scrollWidth <= card.clientWidth && card.getBoundingClientRect().right <= innerWidth")
    bars = ask(
        browser, "[...document.querySelectorAll('#card rect')].map(b => [+b.getAttribute('x'), +b.getAttribute('width')])"
    )
    assert bars[0] == [0, pytest.approx(100 * 0.5 / 0.6)]
    assert bars[1] == [pytest.approx(-100 * 0.2 / 0.6), pytest.approx(100 * 0.2 / 0.6)]
    first, second = card.find_elements(By.CSS_SELECTOR, "button")
    first.click()
    assert ask(browser, "fireteam.moment()") == 9
    assert not card.is_displayed()
    press(browser, Keys.END)
    second = card.find_elements(By.CSS_SELECTOR, "button")[1]
    browser.execute_script("arguments[0].focus()", second)
    second.send_keys(Keys.ENTER)
    assert ask(browser, "fireteam.moment()") == 4
    press(browser, Keys.END, "b")
    assert not card.is_displayed()


def test_no_luck_in_fog_for_one_side(browser: Any, open_page: Open, playback: Playback) -> None:
    """In fog the eyes of a side are not told what the other's dice did; without luck there is no empty place for it."""
    for told, shown in ((playback | {"fog": True}, False), ({**playback, "fog": False}, True)):
        open_page(page_of(told))
        press(browser, "f")
        assert ask(browser, "fireteam.side()") == "red"
        browser.execute_script("fireteam.go(1e6)")
        assert (LUCK["says"] in browser.find_element(By.ID, "card").text) == shown
    open_page(page_of({key: value for key, value in playback.items() if key != "luck"}))
    press(browser, Keys.END)
    assert browser.find_elements(By.CSS_SELECTOR, "#card .luck") == []
