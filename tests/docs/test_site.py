"""The built handbook in a browser, from its files alone: search answers, nothing comes from a network, a phone can read it.

`FIRETEAM_HANDBOOK` names the folder that it was built in; without it these tests are skipped. `.ci/run` builds it.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import chromium, resize
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

BUILT = os.environ.get("FIRETEAM_HANDBOOK", "")
pytestmark = pytest.mark.skipif(not BUILT, reason="the handbook is built by .ci/run, or: fireteam docs --out FOLDER")
SITE = Path(BUILT)

# What is typed into the search, and the page that must be among the first results.
QUESTIONS = {
    "what happens to an agent's reward when its unit falls": "lookup",
    "how do I add a weapon": "lookup",
    "which rule made this 7 dice": "lookup",
    "fallen leave reward": "_generated/environments/swan_song/unit",
    "keys of a weapon": "_generated/keys/weapon",
    "assault_rifle": "_generated/catalog/swan_song/weapons",
    "passing opportunity option": "_generated/options/swan_song",
    "action_points number of the rules": "_generated/options/swan_song",
    "illegal action replaced or refused": "_generated/environments/swan_song/unit",
    "round limit termination or truncation": "lookup",
    "party from a spreadsheet": "lookup",
    "map drawn in Tiled": "lookup",
    "players roll their own dice": "lookup",
    "make enemies flee": "lookup",
    "how sure is a forecast's percentage": "lookup",
    "bring a party from a spreadsheet": "lookup",
    "suppressive fire": "lookup",
    "called shot's penalty": "lookup",
    "portrait of a hero": "lookup",
    "how many sheets of paper": "lookup",
    "how do I share a battle as one file": "lookup",
    "how do I go back in a replay": "lookup",
    "why did this shot miss": "lookup",
    "what decided this battle": "lookup",
    "can I change a decision and see what would have happened": "lookup",
    "how do I make a GIF or film": "lookup",
    "how do I play against the bots myself": "lookup",
    "train with stable-baselines3": "lookup",
    "whether one bot is better than another": "lookup",
    "forecast what-if": "_generated/commands/forecast",
    "replay from a stranger safe": "lookup",
    "the warehouse": "_generated/scenarios/warehouse",
    "write_gif": "_generated/api/replays",
    "environment version policy ids": "versions",
    "max_cycles": "_generated/environments/swan_song/unit",
    "interrupt agent turn": "_generated/environments/swan_song/unit",
    "held-out seeds": "environments",
    "submit to the benchmark": "_generated/benchmark",
    "how do I add my own bot": "lookup",
    "train on several machines": "lookup",
    "IllegalAction": "_generated/api/errors",
}
FIRST = 6  # results that a reader looks at


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Give a browser that all tests here share."""
    with chromium(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def results(browser: Any, question: str) -> list[str]:
    """Return the pages that the search finds, best first, without their folder and ending."""
    browser.get((SITE / "search.html").as_uri() + "?q=" + question.replace(" ", "+"))
    WebDriverWait(browser, 30).until(finished)
    links = browser.find_elements(By.CSS_SELECTOR, "#search-results ul.search li a")
    hrefs = [str(link.get_attribute("href")) for link in links]
    return [re.sub(r"\.html.*$", "", href.removeprefix(SITE.as_uri() + "/")) for href in hrefs]


def finished(page: Any) -> bool:
    """Return whether a search has come to its end."""
    found = page.find_elements(By.CSS_SELECTOR, "#search-results .search-summary")
    return bool(found) and bool(re.search(r"finished|did not match", found[0].text))


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_search_answers(browser: Any, question: str) -> None:
    """Without a network, the page with the answer is among the first results."""
    assert QUESTIONS[question] in results(browser, question)[:FIRST]


def test_the_search_complains_of_nothing(browser: Any) -> None:
    """By file, where a browser lets nothing be fetched, a search logs no errors."""
    browser.get_log("browser")
    assert results(browser, "called shot's penalty")
    assert [entry["message"] for entry in browser.get_log("browser")] == []


def test_nothing_comes_from_a_network(browser: Any) -> None:
    """The front page, with its picture, asks for files alone."""
    browser.get_log("performance")
    browser.get((SITE / "index.html").as_uri())
    asked = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = [each["params"]["request"]["url"] for each in asked if each["method"] == "Network.requestWillBeSent"]
    assert urls
    assert [url for url in urls if not url.startswith(("file:", "data:", "chrome:"))] == []
    assert browser.execute_script("return [...document.images].every((image) => image.naturalWidth > 0)")


@pytest.mark.parametrize("page", ["index", "lookup", "_generated/keys/scenario", "_generated/environments/swan_song/unit"])
def test_a_phone_scrolls_one_way(browser: Any, page: str) -> None:
    """On a phone no page is wider than the screen: what is wide scrolls inside itself."""
    resize(browser, 390, 844, touch=True)
    browser.get((SITE / f"{page}.html").as_uri())
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390


def test_a_battle_of_the_gallery_plays(browser: Any) -> None:
    """The battle in its page is one: it has a map and a title."""
    resize(browser, 1280, 900)
    browser.get((SITE / "_generated/gallery/yard.html").as_uri())
    frame = browser.find_element(By.CSS_SELECTOR, "iframe.battle")
    browser.execute_script("arguments[0].loading = 'eager'; arguments[0].scrollIntoView()", frame)
    browser.switch_to.frame(frame)
    WebDriverWait(browser, 30).until(lambda page: page.find_elements(By.CSS_SELECTOR, "canvas, svg"))
    assert "The yard" in browser.find_element(By.TAG_NAME, "body").text
    browser.switch_to.default_content()


def test_battles_are_small_enough() -> None:
    """Each of the ten is less than 1.5 MB; the moving picture of the front page less than 3 MB."""
    battles = list((SITE / "_static/battles").glob("*.html"))
    assert len(battles) == 10
    assert max(path.stat().st_size for path in battles) < 1_500_000
    moving = list((SITE / "_images").glob("battle*.gif"))
    assert len(moving) == 1
    assert moving[0].stat().st_size < 3_000_000
