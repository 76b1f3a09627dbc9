"""Contests on held-out seeds, the ledger that outlives its process, ratings, and the page."""

import csv
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from commanded import good, refused
from contested import bots, contents, fields
from killing import running

from fireteam.agents.bots import load_bot, own_seed
from fireteam.content.errors import ContentError, MissingExtra
from fireteam.env.scenario.reading import load_scenario
from fireteam.training.contest import ledger as ledger_module
from fireteam.training.contest import ratings
from fireteam.training.contest.evaluation import evaluate, pair_scores
from fireteam.training.contest.jobs import Bout, Entrant, Job, field_of, held_out_seeds, jobs_of, run_job
from fireteam.training.contest.ledger import FILE, Ledger
from fireteam.training.contest.processes import fight, submitted
from fireteam.training.contest.ratings import ANCHORS, rate
from fireteam.training.contest.run import run_jobs
from fireteam.training.contest.standings import rows_of
from fireteam.training.contest.standings_file import write_standings
from fireteam.training.contest.statistics import expected_score
from fireteam.training.contest.tournament import run_tournament

NAMES = ("random", "charger", "tactician")


class Asked:
    """A charger that is asked from Python, decision by decision."""

    def __init__(self) -> None:
        self._battle: Any = None

    def decide(self, battle: Any) -> Any:
        """Return what a charger does; it begins anew with every battle, as in compiled series."""
        if battle is not self._battle:
            first, second = (int(word) for word in battle.record[0]["seed"])
            self._battle, self._bot = battle, load_bot("charger", own_seed(first | second << 32))
        return self._bot.decide(battle)


class Passive:
    """Does the last legal thing."""

    def act(self, observation: dict[str, np.ndarray]) -> int:
        """Return the last legal action."""
        return int(observation["action_mask"].nonzero()[0][-1])


def test_held_out_seeds() -> None:
    """The seeds are published: the same for ever, longer lists begin with shorter ones, in a half never trained on."""
    seeds = held_out_seeds(500)
    assert seeds[:2] == held_out_seeds(2) == [13788726973813584487, 15994715440456793983]
    assert len(set(seeds) | set(held_out_seeds(500, stream=1))) == 1000
    assert all(2**63 <= seed < 2**64 for seed in seeds)


@pytest.mark.parametrize("scenario", ["duel", "skirmish"])
def test_pairs_share_their_dice(scenario: str) -> None:
    """Both battles of a pair have one seed; a bot against itself wins one of each pair, or neither is decided."""
    (job,) = jobs_of((bots("tactician")[0], Entrant("same", load_bot("tactician"))), fields(scenario), range(3))
    bouts = run_job(job)
    assert [(bout.pair, bout.turn) for bout in bouts] == [(pair, turn) for pair in range(3) for turn in (0, 1)]
    assert [bout.seed for bout in bouts] == [seed for seed in held_out_seeds(3) for _ in range(2)]
    assert pair_scores(bouts) == [0.5] * 3


def test_threads_and_python_bots_change_nothing() -> None:
    """Jobs give the same bouts in threads, and when a bot is asked from Python; each job answers for itself."""
    jobs = jobs_of((bots("charger")[0], bots("tactician")[0]), fields("duel", "yard"), range(20))
    alone, threaded = list(run_jobs(jobs, 1)), list(run_jobs(jobs, 2))
    assert alone == threaded
    assert run_job(jobs[-1]) == alone[-1][1]

    slow = jobs_of((Entrant("charger", Asked()), bots("tactician")[0]), fields("duel"), range(3))
    assert [len(job.pairs) for job in slow] == [1, 1, 1]
    assert [bout for _, bouts in run_jobs(slow, 2) for bout in bouts] == alone[0][1][:6]


def test_the_winner_is_who_sat_there() -> None:
    """A bot that beats another is credited in both seats, whichever is named first."""
    for pairing, expected in ((("tactician", "random"), 1.0), (("random", "tactician"), 0.0)):
        bouts = [bout for job in jobs_of(tuple(bots(*pairing)), fields("yard"), range(5)) for bout in run_job(job)]
        assert [bout.score for bout in bouts] == [expected] * 10


def test_ctrl_c_waits_for_a_process_that_begins() -> None:
    """What a process begins with is sent whole; then Ctrl-C is heard."""
    sent: list[object] = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    class Pool:
        def submit(self, *order: object) -> None:
            signal.raise_signal(signal.SIGINT)
            sent.append(order)

    try:
        with pytest.raises(KeyboardInterrupt):
            submitted(cast("Any", Pool()), cast("Any", "an order"))
    finally:
        signal.signal(signal.SIGINT, before)
    assert sent == [(fight, "an order")]


def test_evaluate_stops_early() -> None:
    """A decided test stops its opponent's battles, all scenarios having had the same pairs; an open one goes on."""
    result = evaluate(bots("tactician")[0], bots("random", "charger"), fields("duel", "yard"), 64, elos=(0, 50))
    assert result.tests["random"].verdict == "accepted"
    rows = {(row["opponent"], row["scenario"]): row for row in result.rows()}
    assert rows["random", "duel"]["battles"] == rows["random", "yard"]["battles"] < 128
    assert result.tests["random"].pairs == sum(row["battles"] for key, row in rows.items() if "random" in key) // 2
    assert result.over_all()["battles"] == len(result.bouts)


def made(first: str, second: str, elo: float, dice: np.random.Generator, count: int, draws: float = 0.1) -> list[Bout]:
    """Return bouts in which the first bot is stronger by an Elo difference."""
    score = expected_score(elo)
    draws = min(draws, 2 * score, 2 * (1 - score))
    winners = dice.choice([1, -1, 0], size=count, p=[1 - score - draws / 2, draws, score - draws / 2])
    return [Bout("x", first, second, n // 2, n % 2, n, int(winner), "elimination", 1, 1) for n, winner in enumerate(winners)]


def test_ratings_find_the_truth() -> None:
    """Ratings come out near known strengths, inside their intervals most of the time; anchors stay where they are."""
    truth = {**ANCHORS, "weak": 700.0, "even": 1000.0, "strong": 1200.0}
    dice = np.random.default_rng(3)
    inside = []
    for _ in range(10):
        pairings = [(a, b) for a in truth for b in truth if a < b]
        bouts = [bout for a, b in pairings for bout in made(a, b, truth[a] - truth[b], dice, 120)]
        dice.shuffle(bouts)
        found = {rating.name: rating for rating in rate(bouts, list(truth))}
        assert {name: found[name].rating for name in ANCHORS} == ANCHORS
        assert all(found[name].anchor and found[name].deviation == 0 for name in ANCHORS)
        assert found["weak"].rating < found["even"].rating < found["strong"].rating
        for name in ("weak", "even", "strong"):
            low, high = found[name].interval
            inside.append(low <= truth[name] <= high)
            assert high - low < 250
    assert np.mean(inside) >= 0.8


def test_draws_count() -> None:
    """A bot that always draws with an anchor is rated like it; only its doubt shrinks."""
    drawn = [Bout("x", "tactician", "twin", n, 0, n, -1, "round limit", 1, 1) for n in range(100)]
    rating = next(rating for rating in rate(drawn, ["twin", "tactician"]) if not rating.anchor)
    assert rating.rating == pytest.approx(1000, abs=40)
    assert rating.deviation < 60


def test_ratings_name_the_missing_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without OpenSkill nothing is fought, and the pip command is named."""
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(MissingExtra, match=r'pip install -e "\.\[tournament\]"'):
        run_tournament(bots(*NAMES), fields("duel"), 1, tmp_path / "t")
    assert not (tmp_path / "t").exists()
    assert ratings.ANCHORS["random"] == 0


def test_a_tournament_orders_the_known(tmp_path: Path) -> None:
    """Tactician stands above charger above random; everyone has fought everyone as often; standings can be read."""
    standings = run_tournament(bots(*NAMES), fields("duel", "yard"), 10, tmp_path)
    assert [rating.name for rating in standings.ratings] == ["tactician", "charger", "random"]
    assert {score.battles for score in standings.payoffs.values()} == {40}
    assert standings.payoffs["charger", "tactician"].wins == standings.payoffs["tactician", "charger"].losses
    paths = write_standings(standings, tmp_path)
    rows = list(csv.DictReader(paths[0].read_text().splitlines()))
    assert [row["bot"] for row in rows] == [row["bot"] for row in rows_of(standings)]
    data = json.loads(paths[1].read_text())
    assert data["battles"] == 120
    assert data["anchors"] == ANCHORS


def test_resume_after_an_error(tmp_path: Path) -> None:
    """A run that breaks in the middle is gone on with: in the end the ledger is that of a run that never broke."""

    def breaking(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Job, list[Bout]]]:
        for number, answer in enumerate(run_jobs(jobs, workers)):
            if number == 3:
                raise RuntimeError("lights out")
            yield answer

    setup = (bots(*NAMES), fields("duel", "yard"), 20)
    whole = run_tournament(*setup, tmp_path / "whole")
    with pytest.raises(RuntimeError, match="lights out"):
        run_tournament(*setup, tmp_path / "broken", run=breaking)
    before = contents(tmp_path / "broken")
    assert 0 < len(before) < 240
    progress: list[tuple[int, int]] = []
    again = run_tournament(*setup, tmp_path / "broken", resume=True, on_progress=lambda *now: progress.append(now))
    assert contents(tmp_path / "broken") == contents(tmp_path / "whole")
    assert set(before) <= set(contents(tmp_path / "broken"))
    assert again == whole
    assert (progress[0], progress[-1]) == ((len(before), 240), (240, 240))
    # The other way round it is the same pairing; more rounds add to those that are there.
    assert len(run_tournament(bots(*reversed(NAMES)), fields("duel"), 21, tmp_path / "broken", resume=True).bouts) == 246


def test_resume_after_a_kill(tmp_path: Path) -> None:
    """A tournament whose process is killed between two battles is gone on with, and nothing is counted twice."""
    command = ["tournament", *NAMES, "--scenarios", "yard,duel", "--out", str(tmp_path), "--rounds"]
    with running([sys.executable, "-m", "fireteam", *command, "100000"], stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 300
        while process.poll() is None and not committed(tmp_path / FILE) and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    before = contents(tmp_path)
    assert before
    rounds = max(row[3] for row in before) + 5
    data = json.loads(good(*command, str(rounds), "--resume", "--json"))
    after = contents(tmp_path)
    assert set(before) <= set(after)
    assert data["battles"] == len(after) == len({row[:5] for row in after}) == rounds * 2 * 2 * 3
    assert {tuple(row[:3]) for row in after} == {
        (s, a, b)
        for s in ("duel", "yard")
        for a, b in (("charger", "random"), ("charger", "tactician"), ("random", "tactician"))
    }


def committed(path: Path) -> int:
    """Return how many battles can be read in a ledger that another process writes."""
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(path) as base:
            return int(base.execute("select count(*) from battles").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet, or just being written
        return 0


def test_a_bout_is_counted_once(tmp_path: Path) -> None:
    """The same bouts added twice are there once, and come back as they went in."""
    (job,) = jobs_of(tuple(bots("charger", "tactician")), fields("duel"), range(4))
    bouts = run_job(job)
    with Ledger(tmp_path) as book:
        book.add(job, bouts)
        book.add(job, bouts)
        assert len(book) == 8
        assert book.bouts() == bouts
        assert book.fought() == {("duel", "charger", "tactician", pair) for pair in range(4)}


def test_other_rules_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder fought with other rules, seeds, bots or scenarios, or not meant to be gone on with, is left alone."""
    setup = (bots("charger", "random"), fields("duel"), 1)
    run_tournament(*setup, tmp_path)
    before = contents(tmp_path)
    with pytest.raises(ContentError, match="holds 2 battles already: give --resume"):
        run_tournament(*setup, tmp_path)
    with pytest.raises(ContentError, match="with other seeds"):
        run_tournament(*setup, tmp_path, resume=True, stream=5)
    with pytest.raises(ContentError, match="the bot 'random' has changed"):
        run_tournament([setup[0][0], Entrant("random", Passive())], *setup[1:], tmp_path, resume=True)
    longer = load_scenario("duel").model_copy(update={"rounds": 7})
    with pytest.raises(ContentError, match="the scenario 'duel' has changed"):
        run_tournament(setup[0], [field_of("duel", longer)], 1, tmp_path, resume=True)
    monkeypatch.setattr(ledger_module, "rules_digest", lambda: "feedfacefeedface")
    with pytest.raises(ContentError, match=r"with other rules \(rules [0-9a-f]{16}; now rules feedfacefeedface\)"):
        run_tournament(*setup, tmp_path, resume=True)
    assert contents(tmp_path) == before


class References(HTMLParser):
    """Notes whatever in a page points somewhere, and what is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append(tag)
        pointing = {"src", "href", "xlink:href", "srcset", "action", "data", "poster"}
        self.found += [f"{tag} {name}" for name, _ in attrs if name in pointing]


def test_the_page_stands_alone(tmp_path: Path) -> None:
    """The page draws ratings and payoffs, refers to nothing outside, and shows names as text, whatever is in them."""
    nasty = "<script>alert(1)</script>"
    field = field_of("duel", load_scenario("duel"))
    page = write_standings(run_tournament([*bots("tactician"), Entrant(nasty, Passive())], [field], 1, tmp_path), tmp_path)[
        2
    ]
    text = page.read_text(encoding="utf-8")
    parser = References()
    parser.feed(text)
    assert parser.found == []
    assert not {"script", "link", "img", "iframe", "base"} & set(parser.tags)
    assert {"svg", "table"} <= set(parser.tags)
    assert "default-src 'none'" in text
    assert not re.search(r"https?:|//|url\(|@import", text)
    assert "&lt;script&gt;" in text


def test_commands_agree() -> None:
    """`evaluate` prints what it says it fought, as a table and as data."""
    command = ("evaluate", "charger", "--against", "random,tactician", "--scenarios", "duel", "--battles", "10")
    data = json.loads(good(*command, "--json", "--sprt", "0", "50"))
    assert [(row["opponent"], row["battles"]) for row in data["results"]] == [("random", 10), ("tactician", 10)]
    for row in [*data["results"], data["over_all"]]:
        assert row["wins"] + row["losses"] + row["draws"] == row["battles"]
        assert row["interval"][0] <= row["score"] <= row["interval"][1]
    assert [test["verdict"] for test in data["sprt"]] == ["undecided", "undecided"]
    assert "over all" in good(*command)
    assert "stopped, decided: stronger" in good("evaluate", "tactician", "--against", "random", "--scenarios", "duel",
                                                 "--sprt", "0", "50")  # fmt: skip


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("evaluate", "chargr"), "Did you mean 'charger'?"),
        (("evaluate", "charger", "--battles", "41"), "must be even"),
        (("evaluate", "charger", "--scenarios", "yrd"), "Did you mean 'yard'?"),
        (("evaluate", "charger", "--scenarios", "market"), "compared two at a time"),
        (("evaluate", "charger", "--against", "guard,,random"), "commas between"),
        (("evaluate", "charger", "--against", "guard,guard"), "'guard' twice"),
        (("evaluate", "charger", "--sprt", "20", "0"), "smaller one first"),
        (("tournament", "charger"), "two bots or more"),
        (("tournament", "charger", "charger"), "named twice"),
        (("tournament", "charger", "random", "--out", "/dev/null/x"), "cannot be used"),
    ],
)
def test_refusals(command: tuple[str, ...], says: str) -> None:
    """What cannot be done is said in one line."""
    line = refused(*command)
    assert says in line, line
    assert line.startswith("error: ")
    assert len(line.splitlines()) == 1


def test_what_is_no_ledger_is_left_alone(tmp_path: Path) -> None:
    """A file of the ledger's name that is none is not touched."""
    (tmp_path / FILE).write_text("dear diary " * 100)
    line = refused("tournament", "charger", "random", "--out", str(tmp_path))
    assert "cannot be used as a ledger of results (file is not a database)" in line
    assert (tmp_path / FILE).read_text().startswith("dear diary")
