"""A headless Chromium for tests of pages: who imports `given_browser` and `given_page` has two fixtures more.

Where there is none, those tests are skipped; with FIRETEAM_DEMAND_BROWSER=1 in the environment, as in `.ci/run`, they fail.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--no-first-run", "--hide-scrollbars",
)  # fmt: skip
DEMANDED = "FIRETEAM_DEMAND_BROWSER"
MISSING = "pages are tested in a browser, which is not installed: apt-get install chromium chromium-driver"

Open = Callable[..., None]


@contextmanager
def chromium(profile: Path) -> Iterator[Any]:
    """Give a browser with a fresh profile in a folder, 1280 x 720."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        (pytest.fail if os.environ.get(DEMANDED, "0") not in ("", "0") else pytest.skip)(MISSING)
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in (*ARGUMENTS, f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        resize(browser, 1280, 720)
        yield browser
    finally:
        browser.quit()


def resize(browser: Any, width: int, height: int, touch: bool = False, dark: bool = True, calm: bool = False) -> None:
    """Give the page a size, and the reader a telephone or a mouse, a preferred theme, a wish for little motion."""
    screen = {"width": width, "height": height, "deviceScaleFactor": 2 if touch else 1, "mobile": touch}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    wishes = [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
        {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"},
    ]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wishes})


@pytest.fixture(name="browser", scope="module")
def given_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One browser for all tests here."""
    with chromium(tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.fixture(name="open_page")
def given_page(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """A function that opens a page; in the end nothing was complained of on the console, or asked of the network."""

    def opened(page: str, width: int = 1280, height: int = 720, **wishes: bool) -> None:
        path = tmp_path / "battle.html"
        path.write_text(page, encoding="utf-8")
        resize(browser, width, height, **wishes)
        browser.get_log("browser")
        browser.get_log("performance")
        browser.get(path.as_uri())

    yield opened
    assert [entry["message"] for entry in browser.get_log("browser")] == []
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [found["params"]["request"]["url"] for found in messages if found["method"] == "Network.requestWillBeSent"]
    # The browser's own start page may still be asking for a picture of its own: that is no page of ours, and no network.
    assert all(url.startswith(("file:", "data:", "blob:", "chrome:")) for url in asked), asked
    assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0


def ask(browser: Any, code: str) -> Any:
    """Return the value of an expression in the page."""
    return browser.execute_script(f"return {code}")


def press(browser: Any, *keys: str, held: str = "") -> None:
    """Press keys, one after the other, while another is held down."""
    chain = ActionChains(browser)
    if held:
        chain.key_down(held)
    for key in keys:
        chain.send_keys(key)
    if held:
        chain.key_up(held)
    chain.perform()


def seen(browser: Any, selector: str) -> list[Any]:
    """Return the elements that can be seen."""
    return [found for found in browser.find_elements(By.CSS_SELECTOR, selector) if found.is_displayed()]


def point_at(browser: Any, x: float, y: float) -> None:
    """Move the pointer to a place of the map, in tiles."""
    canvas = browser.find_element(By.ID, "map")
    px, py = ask(browser, f"fireteam.pixel({x}, {y})")
    size = canvas.size
    offset = (int(px - size["width"] / 2), int(py - size["height"] / 2))
    ActionChains(browser).move_to_element_with_offset(canvas, *offset).perform()


def touch(browser: Any, places: list[list[tuple[float, float]]]) -> None:
    """Put fingers down, move them from place to place, lift them."""
    kinds = ["touchStart"] + ["touchMove"] * (len(places) - 1) + ["touchEnd"]
    for kind, points in zip(kinds, [*places, []], strict=True):
        fingers = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
