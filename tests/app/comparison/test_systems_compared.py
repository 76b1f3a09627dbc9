"""The same battles by every rule system: which can fight, what is counted, the one table, what is refused."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import toy
from commanded import good, refused, run
from everysystem import each
from killing import running

from fireteam.agents.bots import load_bot
from fireteam.agents.series.courses import Course
from fireteam.agents.series.series import fight_series
from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.rules import systems
from fireteam.env.scenario.reading import load_scenario
from fireteam.reports.comparison.figures import in_short, swing
from fireteam.reports.comparison.table import LEAST, NONE, chapters

COMPARE = ("fight", "yard", "--compare-systems")


class Passer:
    """A bot written in Python: it takes the first legal action."""

    def decide(self, battle: Battle) -> object:
        """Return it."""
        return battle.legal()[0]


def course(*life: tuple[float, ...]) -> Course:
    """Return a course with some life of each team from round to round."""
    teams = len(life[0])
    return Course(np.array(life, np.float32), (0,) * teams, (0,) * teams)


@each
def test_a_watched_series_is_the_same_series(system: str) -> None:
    """Watching changes nothing; life is whole at the start, and gone where all have fallen: there only."""
    scenario = load_scenario("yard", system)
    bots = {team.name: load_bot("tactician") for team in scenario.teams}
    plain, watched = (fight_series(scenario, bots, 40, 5, watched=watched) for watched in (False, True))
    assert [outcome._replace(course=None) for outcome in watched.outcomes] == plain.outcomes
    assert np.array_equal(watched.tally, plain.tally)
    for outcome in watched.outcomes:
        course = outcome.course
        assert course is not None
        assert course.life.shape == (outcome.rounds + 1, 2)
        assert course.life[0].tolist() == [1, 1]
        assert course.life.min() >= 0
        assert course.life.max() <= 1
        for team, units in enumerate(scenario.teams):
            all_of_it = sum(unit.count for unit in units.units)
            assert (course.down[team] + course.dead[team] == all_of_it) == (course.life[-1, team] == 0)
        if outcome.winner >= 0:
            assert course.life[-1, outcome.winner] > course.life[-1, 1 - outcome.winner] == 0


def test_python_bots_are_watched_alike() -> None:
    """Battles that are fought one by one, since a bot is written in Python, are told of as those that are compiled."""

    class Wrapped:
        """A compiled bot that looks like one of Python."""

        def __init__(self, seed: int) -> None:
            self.bot = load_bot("tactician", seed)

        def decide(self, battle: Battle) -> object:
            """Return what it decides."""
            return self.bot.decide(battle)

    scenario = load_scenario("duel")
    series = fight_series(scenario, {"red": Wrapped(0), "blue": Passer()}, 3, watched=True)  # type: ignore[dict-item]
    for outcome in series.outcomes:
        assert outcome.course is not None
        assert outcome.course.life.shape == (outcome.rounds + 1, 2)
        assert outcome.course.life[0].tolist() == [1, 1]
        assert (outcome.course.life[-1] == 0).tolist() == [False, True]
    assert fight_series(scenario, {"red": Passer(), "blue": Passer()}, 1).outcomes[0].course is None  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("life", "margin", "changes", "behind"),
    [
        ([(1, 1), (0.5, 0.8), (0.5, 0)], 0.5, 1, (True, False)),
        ([(1, 1), (0.5, 0.5), (0, 0.25)], -0.25, 0, (False, False)),  # level at half time: nobody is behind
        ([(1, 1), (0.9, 1), (0.8, 0.8), (0.7, 0.9), (0.7, 0.2)], 0.5, 1, (False, False)),  # level in between is no change
        ([(1, 1), (0, 1)], -1, 0, (False, False)),  # half time of a round is its start
        ([(1, 1), (1, 0.5), (0.4, 0.5), (0.4, 0.3), (0.2, 0.3), (0, 0.3)], -0.3, 3, (True, False)),
        ([(1, 1, 1), (0.5, 0.2, 0.8), (0.5, 0.2, 0)], 0.3, 1, (True, True)),  # of three the best counts
    ],
)
def test_how_a_battle_went(life: list[tuple[float, ...]], margin: float, changes: int, behind: tuple[bool, bool]) -> None:
    """The margin in the end, changes of the lead, who was behind after half of the rounds."""
    made = course(*life)
    assert made.margin == pytest.approx(margin)
    assert made.lead_changes == changes
    assert (made.was_behind(0), made.was_behind(1)) == behind


def test_swing() -> None:
    """Its spread is the standard deviation of the margin; draws are not won from behind; a column of the histogram each."""
    courses = [course((1, 1), (0.5, 1), (0.5, 0)), course((1, 1), (1, 0.5), (0, 0.5)), course((1, 1), (1, 1), (1, 0.5))]
    found = swing(courses, [0, 1, -1])
    assert found["margin"]["deviation"] == pytest.approx(np.std([0.5, -0.5, 0.5]))
    assert found["margin"]["mean"] == pytest.approx(0.5 / 3)
    assert {place: count for place, count in enumerate(found["margin"]["battles"]) if count} == {5: 1, 15: 2}
    assert found["lead_changes"] == pytest.approx(2 / 3)
    assert (found["from_behind"]["wins"], found["from_behind"]["of"], found["from_behind"]["share"]) == (2, 2, 1)
    assert swing(courses, [-1, -1, -1])["from_behind"]["share"] is None


def test_figures_are_those_of_the_series() -> None:
    """By each system they are what `fight --system` counts with the same bots and seeds."""
    data = json.loads(good(*COMPARE, "--battles", "40", "--seed", "7", "--json"))
    assert list(data["systems"]) == list(systems.SYSTEMS)
    assert {"swan_song", "d10_pool", toy.NAME} <= set(data["systems"])
    for system, figures in data["systems"].items():
        alone = json.loads(good("fight", "yard", "--system", system, "--battles", "40", "--seed", "7", "--json"))
        assert figures["wins"] == alone["wins"]
        assert (figures["draws"]["draws"], figures["endings"]) == (alone["draws"], alone["endings"])
        assert figures["rounds"]["mean"] == pytest.approx(alone["rounds"])
        assert figures["decisions"] == pytest.approx(alone["decisions"])
        taken = sum(alone["actions"].values())
        assert sum(figures["actions"].values()) == pytest.approx(1)
        assert {verb for verb, share in figures["actions"].items() if share} == set(alone["actions"])
        assert all(figures["actions"][verb] == pytest.approx(n / taken) for verb, n in alone["actions"].items())
        rounds = [int(number) for number, count in figures["rounds"]["battles"].items() for _ in range(count)]
        assert figures["rounds"]["deviation"] == pytest.approx(np.std(rounds))
        assert sum(figures["swing"]["margin"]["battles"]) == len(rounds) == 40
        lost = {team: sum(figures["casualties"][team].values()) for team in ("red", "blue")}
        out = {team: sum(unit["falls"] for unit in alone["units"] if unit["unit"].startswith(team)) for team in lost}
        dead = {team: sum(unit["dies"] for unit in alone["units"] if unit["unit"].startswith(team)) for team in lost}
        assert all(max(out[team], dead[team]) - 0.2 <= lost[team] <= out[team] + dead[team] + 0.001 for team in lost)


def test_the_table() -> None:
    """A column for each system; what only some systems have is a dash elsewhere, what all do seldom is told below."""
    data = json.loads(good(*COMPARE, "--battles", "40", "--json"))
    rows = {row.name: row for chapter in chapters(data) for row in chapter.rows}
    for system, figures in data["systems"].items():
        place = list(data["systems"]).index(system)
        for verb, row in ((verb.replace("_", " "), rows[verb.replace("_", " ")]) for verb in ("volley", "keep_to_dodge")):
            has = verb.replace(" ", "_") in figures["actions"]
            assert (row.cells[place][0] == NONE) == (not has)
    shares = [row.shares for row in chapters(data)[-1].rows]
    tops = [max(share or 0 for share in each) for each in shares]
    assert tops == sorted(tops, reverse=True)
    assert min(tops) >= LEAST
    says = dict(chapters(data)[-1].says)
    seldom = says["seldom"].partition(": ")[2].rstrip(".").split(", ")
    assert seldom
    assert not set(seldom) & set(rows)
    printed = good(*COMPARE, "--battles", "40")
    assert all(system in printed.splitlines()[1] for system in data["systems"])
    for name in ("red (tactician)", "draw", "spread of rounds", "blue dead", "spread of the margin", "won from behind"):
        assert f"  {name} " in printed
    assert "lead changes: how often another side" in printed


def test_three_sides_and_swapped_bots() -> None:
    """Three sides are compared as two are; bots that change sides are counted by their own names."""
    data = json.loads(good("fight", "market", "--compare-systems", "--battles", "6", "--json"))
    assert list(data["unfit"]) == [toy.NAME]
    assert all(len(figures["wins"]) == len(figures["casualties"]) == 3 for figures in data["systems"].values())
    assert any("the best of the others" in says for chapter in chapters(data) for _, says in chapter.says)
    swapped = json.loads(good(*COMPARE, "--blue", "guard", "--swap", "--battles", "6", "--json"))
    assert [entry["who"] for entry in swapped["systems"]["d10_pool"]["wins"]] == ["tactician", "guard"]
    assert swapped["teams"] == {"red": "tactician", "blue": "guard"}


def test_a_system_that_cannot_is_named_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in the table, without folders of this machine; what is left is compared. A new system falls in by itself."""
    own = {name: systems.SYSTEMS[name] for name in ("swan_song", "d10_pool", toy.NAME)}
    twin = {"again": own["swan_song"]}
    monkeypatch.setattr("fireteam.reports.comparison.figures.SYSTEMS", own)
    said = refused("fight", "sniper", "--compare-systems")
    assert "takes two rule systems that can fight it: swan_song can; d10_pool cannot (sniper.scenario.toml:18:29: " in said
    assert said.count("\n") == 1
    printed = good("fight", "market", "--compare-systems", "--battles", "4")
    assert f"{toy.NAME} cannot fight it: market.scenario.toml:10:12: teams[0].units[0].template: no unit template" in printed
    assert f" {toy.NAME}" not in printed.splitlines()[1]
    monkeypatch.setattr("fireteam.reports.comparison.figures.SYSTEMS", {**own, **twin})
    assert "again cannot fight it: no rule system is called 'again'" in good(*COMPARE, "--battles", "2")


def test_reasons_in_short() -> None:
    """The first of several, without folders and without what would be known."""
    first = "/home/me/my games/bog.scenario.toml:3: unknown key 'x'. Did you mean 'y'? Known keys: a, b."
    assert in_short(ContentError(first + "\nand more")) == "bog.scenario.toml:3: unknown key 'x'. Did you mean 'y'?"
    assert in_short(ContentError("C:\\games\\a.toml: x")) == "a.toml: x"
    assert in_short(ContentError("red is for d10/toy")) == "red is for d10/toy"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--system", "d10_pool"), "--system d10_pool: goes with one rule system, --compare-systems takes all"),
        (("--replay", "x.jsonl"), "--replay x.jsonl: goes with one rule system, --compare-systems takes all"),
        (("--red", "nowhere.toml"), "error: nowhere.toml: cannot be read"),
        (("--red", "tactican"), "error: no bot is called 'tactican'. Did you mean 'tactician'?"),
        (("--rule", "passing=opportunity"), "swan_song can; d10_pool cannot (rule: unknown key 'passing')"),
        (("--html", "/no/such/place.html"), "/no/such/place.html: cannot be written"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], said: str) -> None:
    """Before anything is fought, in a sentence."""
    data = refused(*COMPARE, *arguments)
    assert said in data
    assert data.count("\n") == 1


def test_a_page_is_of_a_comparison() -> None:
    """A page without a comparison is refused, with the command that makes one of a battle."""
    said = refused("fight", "yard", "--html", "x.html")
    assert "--html x.html: shows a comparison: add --compare-systems; replay export shows a battle" in said


def test_unless_said_400_are_fought_and_else_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The help says so."""
    monkeypatch.setattr("fireteam.commands.fight.COMPARED", 3)
    assert json.loads(good(*COMPARE, "--json"))["battles"] == 3
    assert "--- Round 1 ---" in good("fight", "duel")
    assert "400 with --compare-systems" in " ".join(run("fight", "--help").output.replace("│", " ").split())


def test_ctrl_c_leaves_no_page(tmp_path: Path) -> None:
    """Interrupted, it says so; neither a page nor a part of one is there."""
    page = tmp_path / "it.html"
    command = [sys.executable, "-m", "fireteam", *COMPARE, "--battles", "1000000", "--html", str(page)]
    with running(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(8)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert b"Traceback" not in errors
    assert list(tmp_path.iterdir()) == []
