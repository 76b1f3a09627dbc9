"""The page in a real browser: at any size, in both themes, by touch, in notebooks, and whatever a battle is called."""

import re
from pathlib import Path
from typing import Any

import pytest
from browser import Open, ask, given_browser, given_page, press, seen, touch  # noqa: F401
from recorded import fought
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.view.export.html import page_of
from fireteam.env.view.look import palette
from fireteam.env.view.playback.cutter import playback_of

EVIL = "</script><img src=x onerror=window.hacked=1>"
LINE_ENDS = "two\u2028lines\u2029here <!-- & ü"


@pytest.fixture(scope="module")
def yard() -> Replay:
    """A battle in the yard."""
    return fought("yard")


def test_themes(browser: Any, open_page: Open, yard: Replay) -> None:
    """The page takes the reader's theme, changes it on demand, and keeps one it was made with."""
    playback = playback_of(yard)

    def paper() -> str:
        red, green, blue = map(int, re.findall(r"\d+", ask(browser, "getComputedStyle(document.body).backgroundColor"))[:3])
        return f"#{red:02x}{green:02x}{blue:02x}"

    for dark, theme in ((True, "dark"), (False, "light")):
        open_page(page_of(playback), dark=dark)
        assert paper() == palette(theme)["page"]
    press(browser, "t")
    assert paper() == palette("dark")["page"]
    open_page(page_of(playback, "light"), dark=True)
    assert paper() == palette("light")["page"]


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 720), (3840, 2160)])
def test_sizes(browser: Any, open_page: Open, yard: Replay, size: tuple[int, int]) -> None:
    """Nothing sticks out of the page at any size; on telephones what is touched is large enough, and tabs share the room."""
    phone = min(size) < 500
    open_page(page_of(playback_of(yard)), *size, touch=phone)
    press(browser, Keys.ESCAPE)  # puts the opening's card away
    browser.execute_script("fireteam.go(83)")
    assert ask(browser, "document.documentElement.scrollWidth") <= size[0]
    assert ask(browser, "document.documentElement.scrollHeight") <= size[1]
    for selector in ("#map", "#timeline", "#transport .main", "#tools"):
        (found,) = seen(browser, selector)
        box = found.rect
        assert box["x"] >= 0, selector
        assert box["x"] + box["width"] <= size[0], selector
        assert box["y"] + box["height"] <= size[1], selector
    if not phone:
        return
    for found in seen(browser, "button:not(.seat), select"):
        assert min(found.size["width"], found.size["height"]) >= 40, found.get_attribute("aria-label")
    assert not seen(browser, "#cards")
    browser.find_elements(By.CSS_SELECTOR, ".tab")[0].click()
    assert seen(browser, "#cards")
    assert not seen(browser, "#log")


def test_touch(browser: Any, open_page: Open, yard: Replay) -> None:
    """A tap on a unit explains it, two fingers zoom, one pans."""
    open_page(page_of(playback_of(yard)), 390, 844, touch=True)
    left, top = (browser.find_element(By.ID, "map").rect[side] for side in ("x", "y"))
    unit = yard.scenes()[0]["units"]["red_1"]
    px, py = ask(browser, f"fireteam.pixel({unit['x'] + 0.5}, {unit['y'] + 0.5})")
    touch(browser, [[(left + px, top + py)]])
    tip = browser.find_element(By.ID, "tip")
    assert "red_1" in tip.text
    width = "fireteam.pixel(24, 16)[0] - fireteam.pixel(0, 0)[0]"
    before = ask(browser, width)
    apart = [[(left + 150 - far, top + 120), (left + 200 + far, top + 120)] for far in range(0, 120, 20)]
    touch(browser, apart)
    assert ask(browser, width) > 2 * before
    corner = ask(browser, "fireteam.pixel(0, 0)")
    touch(browser, [[(left + 100 + far, top + 100)] for far in range(0, 60, 10)])
    assert ask(browser, "fireteam.pixel(0, 0)")[0] > corner[0]
    assert not tip.is_displayed()


def test_picture(browser: Any, open_page: Open, yard: Replay, tmp_path: Path) -> None:
    """The map can be saved as a picture, named after the battle and the decision."""
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    open_page(page_of(playback_of(yard)))
    press(browser, Keys.ARROW_RIGHT, "s")
    saved = tmp_path / "the-yard-1.png"
    WebDriverWait(browser, 10).until(lambda _: saved.exists() and saved.stat().st_size > 10_000)
    assert saved.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_what_it_is_called_cannot_break_out(browser: Any, open_page: Open) -> None:
    """Markup in the names of a scenario is shown as it stands."""
    duel = load_scenario("duel")
    teams = [
        team.model_copy(update={"units": [team.units[0].model_copy(update={"name": EVIL})]}) if place == 0 else team
        for place, team in enumerate(duel.teams)
    ]
    evil = duel.model_copy(update={"title": EVIL, "about": LINE_ENDS, "teams": teams})
    page = page_of(playback_of(fought(evil)))
    assert page.isascii()
    assert page.count("</script>") == 2
    open_page(page)
    browser.execute_script("fireteam.go(fireteam.scenes().length - 1)")
    assert browser.find_element(By.ID, "title").text == EVIL
    assert browser.title.startswith(EVIL)
    assert browser.find_element(By.CSS_SELECTOR, ".called").get_attribute("textContent") == f"{EVIL} (red_1)"
    assert browser.find_element(By.ID, "about").get_attribute("textContent") == LINE_ENDS
    assert ask(browser, "window.hacked") is None
    assert ask(browser, "document.images.length") == 0


def test_notebooks(browser: Any, open_page: Open) -> None:
    """A replay and a battle show themselves in notebooks: a frame that plays, and a still."""
    battle = Battle("duel", 1)
    shown = [fought("duel")._repr_html_(), battle._repr_html_()]
    open_page("<!doctype html><title>notebook</title>" + "".join(shown))
    frames = browser.find_elements(By.CSS_SELECTOR, "iframe")
    for frame, still in zip(frames, (False, True), strict=True):
        browser.switch_to.frame(frame)
        WebDriverWait(browser, 10).until(lambda _: ask(browser, "Boolean(window.fireteam)"))
        assert bool(seen(browser, "#timeline")) is not still
        assert seen(browser, ".card")
        browser.switch_to.default_content()
    assert len(shown[1]) < 400_000


def test_a_small_window_shows_a_map(browser: Any, open_page: Open, yard: Replay) -> None:
    """A window of 800 x 600 gives the map most of its width and half of its height, not a stamp above the controls."""
    open_page(page_of(playback_of(yard)), 800, 600)
    place = browser.find_element(By.ID, "ground").rect
    assert place["width"] > 500
    assert place["height"] > 300
