"""The page as a story: its end is told at the end, and whether it was the dice; a walk is one line, help lies over all."""

from itertools import pairwise
from typing import Any

import pytest
from browser import Open, ask, given_browser, given_page, press, touch  # noqa: F401
from recorded import fought
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from fireteam.env.view.export.html import page_of
from fireteam.env.view.playback.cutter import Playback, playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.recap import deeds_of, falls_lines
from fireteam.env.view.story import ending_lines

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
    """A battle in the yard."""
    return playback_of(fought("yard"))


def test_help_lies_over_everything(browser: Any, open_page: Open, playback: Playback) -> None:
    """While help is open no key moves the battle; Esc closes it and lets go of nothing else."""
    open_page(page_of(playback))
    press(browser, Keys.ARROW_RIGHT, "?")
    card = browser.find_element(By.ID, "help")
    assert card.is_displayed()
    press(browser, Keys.ARROW_RIGHT, Keys.END, Keys.SPACE)
    assert ask(browser, "fireteam.moment()") == 1
    assert not ask(browser, "fireteam.playing()")
    press(browser, Keys.ESCAPE)
    assert not card.is_displayed()
    press(browser, Keys.ARROW_RIGHT)
    assert ask(browser, "fireteam.moment()") == 2


def walks(playback: Playback) -> list[tuple[int, int]]:
    """Return pairs of moments that follow each other in the log and tell of one walk only."""
    shown = [(n, moment["log"]) for n, moment in enumerate(playback["moments"]) if moment.get("log")]
    walkers = [(n, {line.get("walker", "") for line in log}) for n, log in shown]
    return [(a, b) for (a, one), (b, two) in pairwise(walkers) if one == two and len(one) == 1 and "" not in one]


def test_a_walk_is_one_line(browser: Any, open_page: Open, playback: Playback) -> None:
    """The last step of a walk stands for those before it; where one stands in the midst of it, that step is told."""
    open_page(page_of(playback))
    pairs = walks(playback)
    assert len(pairs) > 5
    press(browser, Keys.END)

    def lines() -> set[int]:
        blocks = browser.execute_script(
            "return [...document.querySelectorAll('.block:not([hidden])')].map(b => +b.dataset.n)"
        )
        return set(blocks)

    shown = lines()
    for before, after in pairs:
        assert before not in shown
        assert after in shown or any(before == after for before, _ in pairs)
    before, after = pairs[len(pairs) // 2]
    browser.execute_script(f"fireteam.go({before})")
    assert before in lines()


def test_the_end_is_told_at_the_end(browser: Any, open_page: Open) -> None:
    """Neither the winner nor the survivors are told before the last decision was watched; then a card has all of it."""
    playback = playback_of(fought("duel"))
    open_page(page_of(playback))
    card, result = browser.find_element(By.ID, "card"), browser.find_element(By.ID, "result")
    ending = [says for says, _ in ending_lines(playback, Player(playback).scenes[-1])]
    assert len(ending) >= 2
    assert not result.is_displayed()
    assert not set(ending) & set(card.text.splitlines())
    press(browser, Keys.ARROW_RIGHT)
    assert not card.is_displayed()
    press(browser, Keys.END)
    assert card.is_displayed()
    assert set(ending) <= set(card.text.splitlines())
    assert result.is_displayed()
    press(browser, Keys.ARROW_LEFT)
    assert not card.is_displayed()


@pytest.mark.parametrize(("width", "height", "touch"), [(1280, 720, False), (390, 844, True)])
def test_luck_at_the_end(browser: Any, open_page: Open, playback: Playback, width: int, height: int, touch: bool) -> None:
    """It is told at the end and not before; it fits; bars point to either side; a roll leads to its moment, by key too."""
    open_page(page_of(playback | {"luck": LUCK}), width, height, touch=touch)
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


def test_what_each_unit_did_unfolds(browser: Any, open_page: Open, playback: Playback) -> None:
    """The card at the end says who fell to whom, and unit by unit, once that is asked for, what each did; it stays."""
    open_page(page_of(playback))
    press(browser, Keys.ESCAPE, Keys.END)
    card = browser.find_element(By.ID, "card")
    assert falls_lines(playback)[0][0].replace(" %", "\u00a0%") in card.text
    deeds = deeds_of(playback)
    assert any("brings down" in line for line in deeds.values())
    assert not any(line in card.text for line in deeds.values())
    card.find_element(By.TAG_NAME, "summary").click()
    assert card.is_displayed()
    for unit in playback["units"]:
        assert f"{unit['short']}: {deeds[unit['name']]}" in card.text


def test_no_luck_in_fog_for_one_side(browser: Any, open_page: Open, playback: Playback) -> None:
    """In fog the eyes of a side are not told what the other's dice did; without luck there is no empty place for it."""
    for lines, shown in ((playback | {"luck": LUCK, "fog": True}, False), (playback | {"luck": LUCK, "fog": False}, True)):
        open_page(page_of(lines))
        press(browser, "f")
        assert ask(browser, "fireteam.side()") == "red"
        browser.execute_script("fireteam.go(1e6)")
        assert (LUCK["says"] in browser.find_element(By.ID, "card").text) == shown
    open_page(page_of(playback))
    press(browser, Keys.END)
    assert browser.find_elements(By.CSS_SELECTOR, "#card .luck") == []


def test_a_tap_on_the_card_presses_nothing_else(browser: Any, open_page: Open, playback: Playback) -> None:
    """On a telephone a card is put away by the whole tap: what lies beneath is not pressed. It says what to do there."""
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        open_page(page_of(playback), 390, 844, touch=True)
        card = browser.find_element(By.ID, "card")
        assert card.text.endswith("A tap goes on.")
        browser.execute_script(
            "document.getElementById('app').addEventListener('click', event => "
            "{ if (!card.contains(event.target)) window.pressed = event.target.id || 'something'; })"
        )
        box = card.rect
        touch(browser, [[(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)]])
        WebDriverWait(browser, 5).until(lambda _: not card.is_displayed())
        assert ask(browser, "window.pressed") is None
        play = browser.find_element(By.CSS_SELECTOR, "#transport .main").rect
        touch(browser, [[(play["x"] + play["width"] / 2, play["y"] + play["height"] / 2)]])
        WebDriverWait(browser, 5).until(lambda _: ask(browser, "fireteam.playing()"))
    finally:
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_the_turning_point_is_listed_where_there_is_one(browser: Any, open_page: Open, playback: Playback) -> None:
    """Help names j and k only where they lead somewhere; the card they open lies at an edge, not over what it tells of."""
    more = {"chances": {"moments": [0, 60], "shares": {"red": [0.5, 0.7], "blue": [0.5, 0.3]}, "playouts": 100},
            "turning": 60, "turned": "Somebody falls."}  # fmt: skip
    for given, listed in ((playback, False), (playback | more, True)):
        open_page(page_of(given))
        press(browser, Keys.ESCAPE, "?")
        assert ("the turning point" in browser.find_element(By.ID, "help").text) is listed
    press(browser, "?", "j")
    card, ground = browser.find_element(By.ID, "card").rect, browser.find_element(By.ID, "ground").rect
    assert ask(browser, "fireteam.moment()") == 60
    assert card["height"] < ground["height"] / 3
    middle = ground["y"] + ground["height"] / 2
    assert card["y"] > middle or card["y"] + card["height"] < middle
