"""The page of a battle of ladder: each side reads what it takes plans for, and fudge dice are signs."""

from typing import Any

from browser import Open, ask, given_browser, given_page, press  # noqa: F401
from declared import BELIEVED, Declared
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from fireteam.env.view.export.html import page_of


def test_sides_read_what_they_believe(browser: Any, open_page: Open) -> None:
    """Through the eyes of who is fooled, card, log and words of the decision tell of a blow, else of a feint."""
    shown = Declared()
    shown.take("feint blue_1", "end", dice=BELIEVED)
    open_page(page_of(shown.playback))
    last = len(shown.playback["moments"]) - 1
    read = {}
    for turns in range(3):  # all, red, blue
        browser.execute_script(f"fireteam.go({last})")
        side = ask(browser, "fireteam.side()")
        log = [line.text for line in browser.find_elements(By.CSS_SELECTOR, "#log .line") if line.is_displayed()]
        card = browser.find_element(By.CSS_SELECTOR, '.card[data-unit="red_1"]').text
        read[side] = card + "\n" + "\n".join(log) + browser.find_element(By.TAG_NAME, "body").text
        if turns < 2:
            press(browser, "f")
    assert set(read) == {"", "red", "blue"}
    for side in ("", "red"):
        assert "declares: feint blue_1" in read[side]
        assert "strike" not in read[side]
    assert "declares: strike blue_1" in read["blue"]
    assert "feint" not in read["blue"]


def test_fudge_dice_on_the_page(browser: Any, open_page: Open) -> None:
    """In the log and in the tooltip of a roll, dice are plus, minus and blank; a result below zero has its sign."""
    shown = Declared()
    shown.take("strike blue_1")
    open_page(page_of(shown.playback))
    browser.execute_script("fireteam.go(1)")
    browser.execute_script("document.querySelectorAll('.fold').forEach(fold => { fold.open = true; })")
    red, blue = browser.find_elements(By.CSS_SELECTOR, "#log .line.roll")
    assert [die.get_attribute("textContent") for die in red.find_elements(By.CSS_SELECTOR, ".dots .sign")] == [
        "\N{MINUS SIGN}"
    ] * 4
    assert red.find_element(By.CSS_SELECTOR, ".result").get_attribute("textContent") == "\N{MINUS SIGN}2"
    assert [die.get_attribute("textContent") for die in blue.find_elements(By.CSS_SELECTOR, ".dots .sign")] == ["+"] * 4
    ActionChains(browser).move_to_element(blue).perform()
    faces = browser.find_element(By.ID, "tip").find_elements(By.CSS_SELECTOR, ".face")
    assert [face.text for face in faces] == ["+"] * 4
    assert all("good" in face.get_attribute("class") for face in faces)
