"""Luck at the command line: in series, in evaluations, in a replay, on its page; and what is refused."""

import json
from pathlib import Path

import pytest
from commanded import good, refused

from fireteam.reports.luck_table import cells

SERIES = ("duel", "--battles", "120", "--blue", "charger")


def test_a_series_without_its_luck() -> None:
    """`fight --luck` fights the same battles and tells more of them: wins without luck, narrower, and harm by even dice."""
    plain, data = (json.loads(good("fight", *SERIES, "--json", *more)) for more in ((), ("--luck",)))
    for row in data["wins"]:
        corrected = row.pop("corrected")
        assert corrected["interval"][0] <= corrected["score"] <= corrected["interval"][1]
        assert corrected["score"] + corrected["luck"] == pytest.approx(row["share"])
        assert corrected["narrower"] > 0.2
    expected = [unit.pop("expected") for unit in data["units"]]
    assert data == plain
    for unit, even in zip(data["units"], expected, strict=True):
        assert even != unit["dealt"]
        assert even == pytest.approx(unit["dealt"], rel=0.3)
    table = good("fight", *SERIES, "--luck")
    for words in ("without luck", "narrower by", "dealt, by even dice"):
        assert words in table
        assert words not in good("fight", *SERIES)


def test_an_evaluation_without_luck() -> None:
    """`evaluate --luck` tells each score without luck, too; a scenario of too few pairs says what it needs."""
    asked = ("evaluate", "tactician", "--against", "charger", "--scenarios", "duel", "--luck", "--battles")
    result = json.loads(good(*asked, "160", "--json"))
    (row,) = result["results"]
    assert row["corrected"] == result["over_all"]["corrected"]
    low, high = row["corrected"]["interval"]
    assert high - low < 0.9 * (row["interval"][1] - row["interval"][0])
    assert json.loads(good(*asked, "160", "--json", "--workers", "2")) == result
    assert json.loads(good(*asked, "20", "--json"))["results"][0]["corrected"] is None
    assert "needs 60 results, 8 unlike most" in good(*asked, "20")


def test_luck_goes_with_many_battles_of_one_system() -> None:
    """One battle, or a comparison of systems, has no column for it, and says so."""
    for more in ((), ("--compare-systems", "--battles", "10")):
        assert "--luck: goes with --battles of one rule system" in refused("fight", "duel", "--luck", *more)


def test_the_luck_of_a_replay(tmp_path: Path) -> None:
    """`replay luck` tells it as tables and as data; the page has it, unless it is not wanted; a broken replay is refused."""
    path = tmp_path / "duel.jsonl"
    good("fight", "duel", "--seed", "4", "--quiet", "--replay", str(path))
    fast = ("--playouts", "200", "--times", "30")
    text = good("replay", "luck", str(path), *fast, "--top", "3")
    assert "of its chance to win" in text
    assert text.count(" expected") >= 2
    printed = json.loads(good("replay", "luck", str(path), *fast, "--json"))
    assert text.startswith(printed["verdict"][:20])
    assert sum(roll["luck"][0]["worth"] for roll in printed["rolls"]) == pytest.approx(printed["sides"][0]["all"]["worth"])
    assert "Did you mean 'charger'?" in refused("replay", "luck", str(path), "--bot", "chargr")
    for more, known in (((), True), (("--no-luck",), False)):
        page = tmp_path / "duel.html"
        good("replay", "export", str(path), "--html", str(page), "--no-chances", *more)
        assert ('"luck":{"says"' in page.read_text(encoding="utf-8")) == known
    lines = path.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if '"dice":[' in line and '"n":' in line)
    data = json.loads(lines[place])
    event = next(event for event in data["events"] if event.get("dice"))
    event["dice"][0] = event["dice"][0] % 6 + 1
    path.write_text("\n".join([*lines[:place], json.dumps(data), *lines[place + 1 :]]) + "\n", encoding="utf-8")
    assert f"decision {data['n']} " in refused("replay", "luck", str(path), *fast)


def test_what_does_not_pay_is_left_out() -> None:
    """Where the interval is no narrower the raw one stands alone, and that is said."""
    data = {"score": 0.5, "interval": [0.4, 0.6], "luck": 0.01, "narrower": 0.25, "explained": 0.4}
    assert cells(data) == ["50.0%", "40.0% to 60.0%", "25%"]
    assert cells(data | {"narrower": -0.01}) == ["", "", "does not pay"]
