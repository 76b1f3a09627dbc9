"""One truth at one time: what stands around the map, and what is heard, is what is seen on it, also on the way.

The battles are of three systems and with fog. What is asked is asked of every moment in which somebody changes, so that a
panel that runs ahead is found wherever it does.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from browser import Open, ask, given_browser, given_page, press, seen  # noqa: F401
from everysystem import under
from recorded import fought
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from fireteam.env.scenario.setup import prepare
from fireteam.env.view.export.html import page_of
from fireteam.env.view.playback.cutter import Playback, playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.playback.redact import for_side
from fireteam.env.view.story import standing_words
from fireteam.env.view.words import STATUSES

BATTLES = {
    "swan_song": lambda: fought("bank", 5),
    "d10_pool": lambda: fought(under("d10_pool"), 3),
    "ladder": lambda: fought(under("ladder"), 3),
}
PANELS = """
    const cards = Object.fromEntries([...document.querySelectorAll(".card")].map((card) => {
        const chips = [...card.querySelectorAll(".chip")].map((chip) => chip.textContent);
        return [card.dataset.unit, [card.className, chips]];
    }));
    const lines = [...document.querySelectorAll(".line:not(.coming)")]
        .filter((line) => line.checkVisibility()).map((line) => line.textContent);
    return { cards, lines, drawn: fireteam.drawn() };
"""


@pytest.fixture(scope="module", params=BATTLES)
def playback(request: pytest.FixtureRequest) -> Playback:
    """A battle of a system."""
    return playback_of(BATTLES[request.param]())


def falls(playback: Playback) -> Iterator[tuple[int, str, str]]:
    """Yield the moments in which somebody changes for good: number, unit, what it is then."""
    scenes = Player(playback).scenes
    for n in range(1, len(scenes)):
        for name, unit in scenes[n]["units"].items():
            before = scenes[n - 1]["units"].get(name, unit)
            if unit["status"] != before["status"]:
                yield n, name, unit["status"]


def test_panels_do_not_run_ahead_of_the_map(browser: Any, open_page: Open, playback: Playback) -> None:
    """On the way to every moment in which somebody falls, comes, leaves: list and map agree, the log tells it no sooner."""
    open_page(page_of(playback))
    press(browser, Keys.ESCAPE)
    changes = list(falls(playback))
    assert len(changes) > 3
    for n, name, status in changes:
        before, after = set(), set()
        span = ask(browser, f"fireteam.span({n})")
        for share in (0.0, 0.25, 0.5, 0.75, 0.95, 1.0):
            shown = browser.execute_script(f"fireteam.stand({n}, {share * span});" + PANELS)
            for unit, drawn in shown["drawn"].items():
                classes, chips = shown["cards"][unit]
                assert ("out" in classes.split()) is (drawn != "up"), (n, share, unit)
                if drawn in ("dead", "down"):
                    assert chips, (n, share, unit)
            listed = shown["cards"][name][1][:1] in ([STATUSES[status][0]], ["wrecked"]) if status != "up" else None
            drawn = shown["drawn"].get(name, "")
            gone = status in ("escaped", "absent")
            if listed is not None:
                assert listed is (drawn == "" if gone else drawn == status), (n, share, name)
            lines = [
                line["text"] for line in playback["moments"][n].get("log", ()) if line["kind"] in ("dead", "unconscious")
            ]
            if (
                any(text in line for text in lines for line in shown["lines"])
                and status in ("dead", "down")
                and len(lines) == 1
            ):
                assert drawn == status, (n, share, name, lines)
            (after if share == 1.0 else before).add(drawn)
        assert status in after or gone, (n, name)
    marks = ask(browser, "document.getElementById('timeline').getAttribute('aria-valuenow')")
    assert int(marks) == changes[-1][0]


def test_words_on_the_map_do_not_pile_up(browser: Any, open_page: Open, playback: Playback) -> None:
    """Wherever several things are said on the map, each unit has one mark, and no mark lies over another."""
    open_page(page_of(playback))
    press(browser, Keys.ESCAPE)
    said = 0
    for n, moment in enumerate(playback["moments"]):
        places = [str(cue["at"]) for cue in moment.get("cues", ()) if cue["do"] == "float"]
        if len(places) < 2:
            continue
        span = ask(browser, f"fireteam.span({n})")
        for t in (0.5 * span, span):
            words = browser.execute_script(f"fireteam.stand({n}, {t}); return fireteam.words()")
            said += len(words)
            assert len({str(word["at"]) for word in words}) == len(words), n
            for one, two in combinations([word["box"] for word in words], 2):
                across = min(one[0] + one[2], two[0] + two[2]) - max(one[0], two[0])
                down = min(one[1] + one[3], two[1] + two[3]) - max(one[1], two[1])
                assert across <= 0 or down <= 0, (n, words)
    assert said > 10


def test_what_came_of_an_act_is_heard(browser: Any, open_page: Open, playback: Playback) -> None:
    """The live region says of every blow and shot that hit what came of it, once that has been seen and no sooner."""
    open_page(page_of(playback))
    press(browser, Keys.ESCAPE)
    shown = "document.getElementById('announced').textContent"
    assert ask(browser, "document.getElementById('announced').getAttribute('aria-live')") == "polite"
    hits = [n for n, moment in enumerate(playback["moments"]) if moment.get("shots")]
    assert len(hits) > 3
    for n in hits:
        lines = [line["text"] for line in playback["moments"][n]["log"] if line["kind"] in ("hit", "damage", "dead")]
        browser.execute_script(f"fireteam.go({n - 1})")
        early = browser.execute_script(f"fireteam.stand({n}, 0); return {shown}")  # at one stroke: time does not wait
        assert not any(line in early for line in lines) or n - 1 in hits
        browser.execute_script(f"fireteam.go({n})")
        assert all(line in ask(browser, shown) for line in lines), n


def test_the_list_counts_as_the_end_does(browser: Any, open_page: Open, playback: Playback) -> None:
    """At the end the list says of each team what the card says: how many are up, of those that came, how many got away."""
    open_page(page_of(playback))
    press(browser, Keys.ESCAPE, Keys.END)
    scene, card = Player(playback).scenes[-1], browser.find_element(By.ID, "card").text
    tallies = [tally.text for tally in browser.find_elements(By.CSS_SELECTOR, ".tally")]
    for number, tally in enumerate(tallies):
        names = [unit["name"] for unit in playback["units"] if unit["team"] == number]
        said = standing_words([scene["units"][name]["status"] for name in names])
        assert tally == said
        assert f": {said}" in card


def test_who_is_to_come_is_no_loss(browser: Any, open_page: Open) -> None:
    """Reinforcements are listed with the round in which they come, in no colour of a loss; so is who got away."""
    playback = playback_of(fought("bank", 1))
    open_page(page_of(playback, "dark"))
    chips = "[...document.querySelectorAll('[data-unit=police_6] .chip')].map(c => [c.textContent, c.style.color])"
    assert ask(browser, chips) == [["comes in round 3", "var(--faint)"]]
    gone = next((n, name) for n, name, status in falls(playback) if status == "escaped")
    browser.execute_script(f"fireteam.go({gone[0]})")
    chips = f"[...document.querySelectorAll('[data-unit={gone[1]}] .chip')].map(c => [c.textContent, c.style.color])"
    assert ask(browser, chips) == [["escaped", "var(--good)"]]


def test_a_side_in_fog_is_not_told_all(browser: Any, open_page: Open) -> None:
    """Through the eyes of a side in fog neither curve nor luck nor the others' survivors nor the turning point are told."""
    replay = fought("night")
    playback = playback_of(replay)
    half = {team["name"]: [0.5, 0.5] for team in playback["teams"]}
    chances = {"moments": [0, len(playback["moments"]) - 1], "shares": half, "half_widths": half, "playouts": 10}
    own = for_side(playback, "customs", prepare(replay.header.scenario))
    assert not {"chances", "turning", "turned", "luck"} & own.keys()
    all_seeing = playback | {"chances": chances, "turning": 60, "turned": "A secret."}
    for given, eyes in ((all_seeing, 2), (own, 0)):
        open_page(page_of(given))
        press(browser, Keys.ESCAPE, *["f"] * eyes)
        assert ask(browser, "fireteam.side()") == "customs"
        press(browser, "j", Keys.END)
        card = browser.find_element(By.ID, "card").text
        assert "Customs: " in card
        assert "Smugglers: " not in card
        assert "A secret" not in card
        assert "Who fell" not in card
        figures = browser.find_element(By.ID, "figures").text.split("\n")
        assert len(list(filter(None, figures))) == (0 if eyes else 1)
        assert not seen(browser, "[aria-label^='Go to the turning point']")


def test_the_curve_has_its_figures_beside_it(browser: Any, open_page: Open) -> None:
    """On a screen, a telephone of either hold and at twice the size: the curve, and what it says at the handle."""
    playback = playback_of(fought("duel"))
    last = len(playback["moments"]) - 1
    shares = {team["name"]: share for team, share in zip(playback["teams"], ([0.7, 0.2], [0.3, 0.8]), strict=True)}
    playback |= {"chances": {"moments": [0, last], "shares": shares, "half_widths": shares, "playouts": 10}, "turning": 3}
    for size, touch, least in (
        ((1280, 720), False, 100),
        ((390, 844), True, 50),
        ((844, 390), True, 30),
        ((640, 360), False, 30),
    ):
        open_page(page_of(playback), *size, touch=touch)
        press(browser, Keys.ESCAPE)
        high, letters = ask(browser, "[curve.clientHeight, parseFloat(getComputedStyle(document.documentElement).fontSize)]")
        assert high - 26 * letters / 14 >= least, size
        assert browser.find_element(By.ID, "figures").text.replace("\u00a0", " ").split("\n") == ["70 %", "30 %"]
        rows = {round(button.rect["y"]) for button in seen(browser, "#controls button")}
        assert len(rows) <= 2, size
        press(browser, Keys.END, Keys.ESCAPE)
        assert browser.find_element(By.ID, "figures").text.replace("\u00a0", " ").split("\n") == ["20 %", "80 %"]


def test_paper_is_light_and_has_the_map(browser: Any, open_page: Open, playback: Playback) -> None:
    """A printed page is light, has map, units and moment, and nothing over them; the screen is as it was afterwards."""
    open_page(page_of(playback, "dark"))
    browser.execute_script("document.addEventListener('x', () => {}); window.dispatchEvent(new Event('beforeprint'))")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert ask(browser, "fireteam.theme()") == "light"
        assert not seen(browser, "#card, #log, #controls, #course, #tabs")
        assert len(seen(browser, ".card")) == len(playback["units"])
        pixels = "new Set(map.getContext('2d').getImageData(0, 0, map.width, map.height).data).size"
        assert ask(browser, pixels) > 50
        box = browser.find_element(By.ID, "map").rect
        assert box["width"] > 300
        assert box["height"] > 200
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    browser.execute_script("window.dispatchEvent(new Event('afterprint'))")
    assert ask(browser, "fireteam.theme()") == "dark"
    WebDriverWait(browser, 5).until(lambda _: seen(browser, "#card"))


ORDERS = "[...document.querySelectorAll('#log .line.order')].map(line => line.textContent)"
REASONS = "[...document.querySelectorAll('.why')].map(line => line.textContent)"
STEPS = "[...document.querySelectorAll('#log .line.folds')].filter(line => line.checkVisibility()).length"


def reasoned(why: Any, orders: list[str]) -> Playback:
    """Return a battle of which the first decision has reasons and an order, the second goes on, the third has another."""
    replay = fought("duel", 3)
    bare = [step.model_copy(update={"order": "", "goes_on": False}) for step in replay.steps]
    by = bare[0].unit
    first = bare[0].model_copy(update={"why": why, "order": orders[0]})
    second = bare[1].model_copy(update={"unit": by, "goes_on": True, "why": [{"order": orders[0], "share": None}]})
    third = bare[2].model_copy(update={"unit": by, "order": orders[1]})
    replay.steps = [first, second, third, *bare[3:]]
    return playback_of(replay)


def test_an_order_is_told_once(browser: Any, open_page: Open) -> None:
    """An order and why stand where it is given, with names as names; its steps are folded away once there is another."""
    order, other = "go to (8, 2), then charge blue_1", "take cover"
    why = [{"order": order, "action": "walk", "playouts": 14, "share": 0.257}]
    playback = reasoned(why, [order, other])
    playback["moments"][2]["log"] = [{"text": "It steps.", "kind": "step", "seen": ["red", "blue"], "folds": True}]
    who = next(unit["who"] for unit in playback["units"] if unit["name"] == playback["moments"][1]["by"])
    open_page(page_of(playback, "dark"))
    assert ask(browser, ORDERS) == [f"{who}: {order}.", f"{who}: {other}."]
    assert ask(browser, REASONS) == [f"because {order} (26% of 14 playouts)"]
    assert ask(browser, "document.querySelectorAll('.why b, .why .name, .why span').length") == 1
    ask(browser, "fireteam.go(2)")
    during = ask(browser, STEPS)
    assert during >= 1
    ask(browser, "fireteam.go(3)")
    assert ask(browser, STEPS) < during


def test_the_chances_of_orders_are_told(browser: Any, open_page: Open) -> None:
    """What a network may have chosen stands where it chose, each with its chance; then the value that it expects."""
    chances = {"go to (8, 2), then charge blue_1": 0.8125, "aim at blue_1, then shoot blue_1": 0.1}
    open_page(page_of(reasoned({"value": 0.31249, "chances": chances}, [*chances]), "dark"))
    orders = "go to (8, 2), then charge blue_1 (81%); aim at blue_1, then shoot blue_1 (10%)"
    assert ask(browser, REASONS) == [f"because {orders}; value 0.312"]
