"""The page of a replay, in a real browser: it shows what the replay says, both ways, through any eyes."""

from typing import Any

import pytest
from browser import Open, ask, given_browser, given_page, point_at, press, seen  # noqa: F401
from everysystem import under
from recorded import fought
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.setup import prepare
from fireteam.env.view.export.html import page_of
from fireteam.env.view.playback.cutter import playback_of
from fireteam.env.view.playback.redact import for_side


@pytest.fixture(scope="module")
def yard() -> Replay:
    """A battle in the yard."""
    return fought("yard")


@pytest.fixture(scope="module")
def night() -> Replay:
    """A battle in fog."""
    return fought("night")


def test_every_moment_is_as_recorded(browser: Any, open_page: Open, yard: Replay) -> None:
    """The page follows the patches to the same scenes as Python, forward and back."""
    open_page(page_of(playback_of(yard)))
    scenes = yard.scenes()
    assert ask(browser, "fireteam.scenes()") == scenes
    for n in (0, 1, 57, 12, len(scenes) - 1, 0):
        browser.execute_script(f"fireteam.go({n})")
        assert ask(browser, "fireteam.state()") == scenes[n]
    policy = browser.find_element(By.CSS_SELECTOR, "meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_keys(browser: Any, open_page: Open, yard: Replay) -> None:
    """Steps by decision, phase, pass and round, both ways; ends; speed, theme, zoom; help."""
    playback = playback_of(yard)
    open_page(page_of(playback))
    scenes = yard.scenes()
    last = len(scenes) - 1
    for keys, held, expected in (
        ([Keys.ARROW_RIGHT], "", 1),
        ([Keys.ARROW_RIGHT] * 2, "", 3),
        ([Keys.ARROW_LEFT], "", 2),
        ([Keys.ARROW_RIGHT], Keys.SHIFT, next(n for n in playback["jumps"]["phase"] if n > 2)),
        ([Keys.PAGE_DOWN], "", playback["jumps"]["pass"][1]),
        ([Keys.ARROW_RIGHT], Keys.CONTROL, playback["jumps"]["round"][1]),
        ([Keys.ARROW_RIGHT], Keys.ALT, playback["jumps"]["round"][2]),
        ([Keys.ARROW_LEFT], Keys.CONTROL, playback["jumps"]["round"][1]),
        ([Keys.PAGE_UP], "", max(n for n in playback["jumps"]["pass"] if n < playback["jumps"]["round"][1])),
        ([Keys.END], "", last),
        ([Keys.ARROW_RIGHT], "", last),
        ([Keys.HOME], "", 0),
        ([Keys.ARROW_LEFT], "", 0),
    ):
        press(browser, *keys, held=held)
        assert ask(browser, "fireteam.moment()") == expected, (keys, held)
        assert ask(browser, "fireteam.state()") == scenes[expected]
    before = ask(browser, "fireteam.pixel(0, 0)")
    press(browser, "+")
    assert ask(browser, "fireteam.pixel(0, 0)") != before
    press(browser, "0")
    assert ask(browser, "fireteam.pixel(0, 0)") == before
    press(browser, "?")
    assert "How to watch" in browser.find_element(By.ID, "help").text
    press(browser, "?")
    assert not browser.find_element(By.ID, "help").is_displayed()


def test_plays_to_the_end(browser: Any, open_page: Open) -> None:
    """Space plays and pauses; at the end it stops. So it does for those who want little motion."""
    duel = fought("duel")
    for calm in (False, True):
        open_page(page_of(playback_of(duel)), calm=calm)
        press(browser, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP, Keys.SPACE)
        assert ask(browser, "fireteam.playing()")
        WebDriverWait(browser, 30).until(lambda _: not ask(browser, "fireteam.playing()"))
        assert ask(browser, "fireteam.state()") == duel.scene()


def test_timeline_is_dragged(browser: Any, open_page: Open, yard: Replay) -> None:
    """The handle goes where it is dragged; pointing at it says what happened there."""
    open_page(page_of(playback_of(yard)))
    slider = browser.find_element(By.ID, "timeline")
    wide = slider.size["width"]
    start = ActionChains(browser).move_to_element_with_offset(slider, int(-wide / 2 + 12), 20).click_and_hold()
    start.move_by_offset(int(wide / 2), 0).release().perform()
    reached = ask(browser, "fireteam.moment()")
    assert abs(reached - len(yard.steps) / 2) < 0.05 * len(yard.steps)
    assert int(slider.get_attribute("aria-valuenow")) == reached
    assert f"decision {reached}" in browser.find_element(By.ID, "tip").text


def test_rolls_can_be_looked_into(browser: Any, open_page: Open, yard: Replay) -> None:
    """Pointing at a roll shows its dice, its pool in words and every term with its rule; a click on a line goes there."""
    playback = playback_of(yard)
    n, line = next(
        (n, line)
        for n, moment in enumerate(playback["moments"])
        for line in moment.get("log", ())
        if " attack: " in line["text"]
    )
    open_page(page_of(playback))
    browser.execute_script(f"fireteam.go({n + 5})")
    roll = next(found for found in browser.find_elements(By.CSS_SELECTOR, ".roll") if " attack" in found.text)
    ActionChains(browser).move_to_element(roll).perform()
    tip = browser.find_element(By.ID, "tip")
    assert len(tip.find_elements(By.CSS_SELECTOR, ".face")) == len(line["dice"])
    assert line["pool"] in tip.text
    rows = [row.text for row in tip.find_elements(By.CSS_SELECTOR, "tr")]
    assert len(rows) == len(line["terms"])
    for row, (dice, words, rule) in zip(rows, line["terms"], strict=True):
        assert str(abs(dice)) in row
        assert words in row
        assert rule in row
    roll.click()
    assert ask(browser, "fireteam.moment()") == n


def test_dice_of_ten_faces_show_their_number(browser: Any, open_page: Open) -> None:
    """A page of another system draws its dice: those that reach the difficulty are good, and what it came to."""
    playback = playback_of(fought(under("d10_pool")))
    n, line = next(
        (n, line)
        for n, moment in enumerate(playback["moments"])
        for line in moment.get("log", ())
        if " attack: " in line["text"] and max(line["dice"]) > 6
    )
    open_page(page_of(playback))
    browser.execute_script(f"fireteam.go({n})")
    roll = [found for found in browser.find_elements(By.CSS_SELECTOR, ".roll") if " attack" in found.text][-1]
    ActionChains(browser).move_to_element(roll).perform()
    tip = browser.find_element(By.ID, "tip")
    faces = tip.find_elements(By.CSS_SELECTOR, ".face")
    assert [face.text for face in faces] == [str(die) for die in line["dice"]]
    assert ["good" in face.get_attribute("class") for face in faces] == [
        die >= line["reads"]["least"] for die in line["dice"]
    ]
    assert line["came"] in tip.text


def test_the_log_tells_no_more_than_was_watched(browser: Any, open_page: Open, yard: Replay) -> None:
    """Lines appear as one gets there; after going back they stay, dimmed, to click on."""
    open_page(page_of(playback_of(yard)))
    press(browser, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert len(seen(browser, ".block")) == 3
    browser.execute_script("fireteam.go(0)")
    assert len(seen(browser, ".block.later")) == 2


def test_units_and_tiles_are_explained(browser: Any, open_page: Open, yard: Replay) -> None:
    """Pointing at the map names the unit or the tile there, with its pools, weapon, terrain."""
    open_page(page_of(playback_of(yard)))
    press(browser, Keys.ESCAPE)  # puts the opening's card away
    unit = yard.scenes()[0]["units"]["red_1"]
    point_at(browser, unit["x"] + 0.5, unit["y"] + 0.5)
    text = browser.find_element(By.ID, "tip").text
    for words in ("soldier", "red_1", "health 10/10", "assault rifle", "initiative"):
        assert words in text
    assert "pointed" in browser.find_element(By.CSS_SELECTOR, "[data-unit=red_1]").get_attribute("class")
    point_at(browser, 0.5, 0.5)
    assert "Brick wall" in browser.find_element(By.ID, "tip").text


def test_fog(browser: Any, open_page: Open, night: Replay) -> None:
    """Through the eyes of a side, units it does not know of are gone, and so is what it was not told."""
    open_page(page_of(playback_of(night)))
    hidden = night.scenes()[0]["hidden"]["customs"]
    everybody = set(night.scenes()[0]["units"])
    assert set(ask(browser, "fireteam.shown()")) == everybody
    lines = len(seen(browser, ".line"))
    press(browser, "f", "f")
    assert ask(browser, "fireteam.side()") == "customs"
    assert set(ask(browser, "fireteam.shown()")) == everybody - set(hidden)
    assert len(seen(browser, ".card")) == len(everybody - set(hidden))
    assert len(seen(browser, ".line")) < lines
    assert not any("smugglers_" in found.text for found in seen(browser, ".line"))
    press(browser, "f")
    assert set(ask(browser, "fireteam.shown()")) == everybody


def test_what_a_side_saw(browser: Any, open_page: Open, night: Replay) -> None:
    """A page for one side plays from beginning to end, without those it does not know and without other eyes."""
    given = for_side(playback_of(night), "customs", prepare(night.header.scenario))
    open_page(page_of(given))
    assert len(ask(browser, "fireteam.scenes()")) == len(given["moments"])
    own = {unit["name"] for unit in given["units"] if unit["team"] == 1}
    assert set(ask(browser, "fireteam.shown()")) == own
    assert "What customs saw" in browser.find_element(By.ID, "note").text
    assert [found.get_attribute("aria-label") for found in seen(browser, "select")] == ["Step by", "Speed"]
    for n in range(0, len(given["moments"]), 7):
        browser.execute_script(f"fireteam.go({n})")
    press(browser, Keys.END)
    point_at(browser, 10.5, 10.5)


def test_chances_and_the_turning_point(browser: Any, open_page: Open, yard: Replay) -> None:
    """A playback that knows the chances of the sides has them above the timeline, and a way to where they turned."""
    shares = {"red": [0.5, 0.7, 0.1], "blue": [0.5, 0.3, 0.8]}
    more = {"chances": {"moments": [0, 60, 168], "shares": shares, "playouts": 100}, "turning": 83}
    open_page(page_of(playback_of(yard) | more))
    press(browser, "k")
    assert ask(browser, "fireteam.moment()") == 83
    timeline = browser.find_element(By.ID, "timeline")
    late = int(timeline.size["width"] / 3)  # from the middle
    ActionChains(browser).move_to_element_with_offset(timeline, late, 0).perform()
    assert "blue" not in browser.find_element(By.ID, "tip").text  # it has not been watched yet
    press(browser, Keys.END)
    ActionChains(browser).move_to_element_with_offset(timeline, 0, 0).perform()
    assert "red 70 %, blue 30 %" in browser.find_element(By.ID, "tip").text
