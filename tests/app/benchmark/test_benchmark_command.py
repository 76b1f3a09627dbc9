"""`fireteam benchmark`: what it writes is what it says, its JSON has a schema, its page shows it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from benched import given_small, recipe_in  # noqa: F401
from browser import Open, ask, given_browser, given_page, resize  # noqa: F401
from commanded import good, refused
from jsonschema import Draft202012Validator
from networked import given_file  # noqa: F401
from selenium.webdriver.common.by import By

from fireteam.reports.benchmark.board import comparable_results, read_result, standings
from fireteam.reports.benchmark.page import page_of
from fireteam.training.benchmark.protocol import HERE, Version
from fireteam.training.benchmark.result import Result

PHONE = (360, 800)
SCHEMA = Draft202012Validator(Result.model_json_schema())


@pytest.fixture(scope="module")
def runs(small: Version, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of two bots by all of a small protocol."""
    folder = tmp_path_factory.mktemp("runs")
    for name in ("random", "guard"):
        good("benchmark", name, "--version", str(small.folder), "--out", str(folder / name), "--no-responses")
    return folder


def test_json_is_what_the_schema_says(runs: Path, small: Version) -> None:
    """On the terminal and in the file; a value that is wrong, or one more, is noticed."""
    options = ("--version", str(small.folder), "--out", str(runs / "guard"), "--no-responses")
    data = json.loads(good("benchmark", "guard", *options, "--json"))
    assert data == json.loads((runs / "guard" / "result.json").read_text())
    SCHEMA.validate(data)
    assert not SCHEMA.is_valid(data | {"scale": "large"})
    assert not SCHEMA.is_valid(data | {"more": 1})
    assert data["comparable"] is True
    assert data["columns"][0]["held_out"]["value"] == pytest.approx(0.4, abs=0.35)


def test_the_table_has_all_that_can_be_compared(runs: Path, small: Version) -> None:
    """Best first; a result of other rules, or of a part, has no place beside it."""
    text = good("benchmark", "guard", "--version", str(small.folder), "--out", str(runs / "guard"), "--no-responses")
    assert text.index("\nguard") < text.index("\nrandom")
    assert "beside 1 other results" in text
    guard, random = (read_result(runs / name / "result.json") for name in ("guard", "random"))
    assert [row.own for row in standings(guard, [random])] == [True, False]
    assert comparable_results(guard, small, runs / "guard") == [random]
    for changed in ({"frozen": "0" * 16}, {"comparable": False}, {"benchmark": "other-v1"}):
        assert comparable_results(guard.model_copy(update=changed), small, runs / "guard") == []


def test_the_page(runs: Path, browser: Any, open_page: Open) -> None:
    """Every figure is on it; it asks for nothing; it fits a telephone."""
    guard, random = (read_result(runs / name / "result.json") for name in ("guard", "random"))
    hurtful = guard.submission.model_copy(update={"about": "<script>alert(1)</script>"})
    result = guard.model_copy(update={"why_not": ["only <b>half</b>"], "submission": hurtful})
    page = page_of(result, [random], Version().protocol)
    assert "<script" not in page
    assert not re.search(r"https?://", page)
    open_page(page, 1280, 900)
    shown = browser.find_element(By.TAG_NAME, "main").text
    column = guard.columns[0]
    for figure in (column.held_out, column.published, column.worst, *column.opponents, *column.scenarios):
        assert f"{100 * figure.value:.1f} % ({100 * figure.low:.1f} to {100 * figure.high:.1f})" in shown
    assert "only <b>half</b>" in shown
    assert "random" in shown
    assert "not measured" in shown
    drawn = browser.find_elements(By.CSS_SELECTOR, ".card svg")
    assert len(drawn) == 2 + len(column.opponents) + len(column.scenarios)
    resize(browser, *PHONE, touch=True)
    assert ask(browser, "document.documentElement.scrollWidth") <= PHONE[0]


def test_what_is_wrong_is_said_in_a_line(tmp_path: Path) -> None:
    """No such bot, no such version, a recipe that trains on what is held out."""
    assert "no bot is called 'guad'" in refused("benchmark", "guad", "--out", str(tmp_path / "out"))
    assert "no version 'v7'" in refused("benchmark", "guard", "--version", "v7")
    recipe = recipe_in(tmp_path, 'scenario = "terrace"\n')
    assert "lets nobody train with it" in refused("benchmark", str(recipe), "--out", str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_a_policy_file_by_the_protocol(file: Path, small: Version, tmp_path: Path) -> None:
    """Named by its card; marked as what it is; its scale is in text, JSON and page."""
    options = ("--version", str(small.folder), "--scale", "0.01", "--runs", "1", "--no-responses")
    text = good("benchmark", str(file), *options, "--out", str(tmp_path / "out"))
    assert "novice (policy)" in text
    assert "NOT COMPARABLE" in text
    assert "scale 0.01" in text
    assert "scale 0.01" in (tmp_path / "out" / "result.html").read_text()
    assert json.loads((tmp_path / "out" / "result.json").read_text())["comparable"] is False


def test_results_that_come_along_are_of_their_version() -> None:
    """They are whole, of the id of the folder they lie in, and named by their submission."""
    for path in HERE.glob("*/results/*.json"):
        result = read_result(path)
        SCHEMA.validate(json.loads(path.read_text()))
        assert result.comparable
        assert result.benchmark == Version(path.parents[1].name).protocol.id
        assert result.name == path.stem
