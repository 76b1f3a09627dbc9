"""The page in a frame of another page, as the handbook has it: the map first, the wheel is the reader's, one theme."""

import html
from typing import Any

import pytest
from browser import Open, ask, given_browser, given_page, seen  # noqa: F401
from recorded import fought
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from fireteam.env.view.export.html import page_of
from fireteam.env.view.playback.cutter import playback_of

WIDE = "fireteam.pixel(24, 16)[0] - fireteam.pixel(0, 0)[0]"  # what the map's width is on the page


@pytest.fixture
def framed(browser: Any, open_page: Open) -> Any:
    """A long page with a battle in a frame, into which the browser has gone."""
    inner = html.escape(page_of(playback_of(fought("yard"))), quote=True)
    frame = f'<iframe srcdoc="{inner}" style="display: block; width: 736px; height: 680px; border: 0"></iframe>'
    open_page(f'<!doctype html><title>around</title>{frame}<p style="height: 3000px">')
    browser.switch_to.frame(browser.find_element(By.TAG_NAME, "iframe"))
    WebDriverWait(browser, 10).until(lambda _: ask(browser, "Boolean(window.fireteam)"))
    yield browser
    browser.switch_to.default_content()


def turn_wheel(browser: Any) -> None:
    """Turn the wheel over the map, towards oneself: that zooms out, or scrolls down."""
    origin = ScrollOrigin.from_element(browser.find_element(By.ID, "map"))
    ActionChains(browser).scroll_from_origin(origin, 0, -120).perform()


def test_the_map_comes_first(framed: Any) -> None:
    """No card lies over it, and log and cards are folded until their tabs are clicked; a second click folds them again."""
    ground = framed.find_element(By.ID, "ground").rect
    assert ground["height"] > 0.55 * 680
    assert not seen(framed, "#card")
    assert not seen(framed, "#log, #cards")
    tab = framed.find_elements(By.CSS_SELECTOR, ".tab")[1]
    tab.click()
    assert seen(framed, "#log")
    tab.click()
    assert not seen(framed, "#log")


def test_the_wheel_scrolls_the_page_around(framed: Any) -> None:
    """Until the map was clicked, the wheel zooms only with Ctrl."""
    before = ask(framed, WIDE)
    turn_wheel(framed)
    assert ask(framed, WIDE) == before
    framed.find_element(By.ID, "map").click()
    turn_wheel(framed)
    WebDriverWait(framed, 5).until(lambda _: ask(framed, WIDE) > before)


def test_the_page_around_says_its_theme(framed: Any) -> None:
    """A message of the page around changes colours; any other says nothing."""
    for theme in ("light", "dark"):
        framed.switch_to.default_content()
        for sent in (f"{{theme: '{theme}'}}", "{theme: 'pink'}", "null"):
            framed.execute_script(f"document.querySelector('iframe').contentWindow.postMessage({sent}, '*')")
        framed.switch_to.frame(framed.find_element(By.TAG_NAME, "iframe"))
        WebDriverWait(framed, 5).until(lambda _, wanted=theme: ask(framed, "fireteam.theme()") == wanted)
        assert ask(framed, "fireteam.theme()") == theme
