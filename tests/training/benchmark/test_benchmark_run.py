"""A run of the benchmark, small: all of it at once, in pieces, after an interruption, and by other rules."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from benched import RECIPE, given_small, recipe_in  # noqa: F401

from fireteam.agents.bots import load_bot
from fireteam.content.errors import ContentError
from fireteam.training.benchmark import run as running
from fireteam.training.benchmark.pieces import Header, Piece, Store
from fireteam.training.benchmark.protocol import Version
from fireteam.training.benchmark.run import Bench, Extent
from fireteam.training.benchmark.submission import Submission, of_bot, of_recipe
from fireteam.training.contest.jobs import Entrant

TINY = Extent(scale=0.05, responses=False)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def bot(name: str = "guard") -> Submission:
    """Return a doctrine as a submission."""
    return of_bot(Entrant(name, load_bot(name)))


def test_a_recipe_from_training_to_exploitation(small: Version, tmp_path: Path) -> None:
    """Two runs of a budget: each trained with its seed, fought in every task, exploited; all of it kept."""
    submission = of_recipe(recipe_in(tmp_path), small.protocol)
    extent = Extent(scale=1e-6, budgets=(20e6,))
    result = Bench(small, submission, tmp_path / "out", extent).result()
    (column,) = result.columns
    assert (column.budget, column.runs) == (20e6, 2)
    assert not result.comparable
    small_share = "scale 1e-06: only that share of the decisions and battles of the protocol"
    assert result.why_not == [small_share]
    assert len(column.tasks) == 5
    assert all(len(task.runs) == 2 for task in column.tasks)
    assert column.exploitability is not None
    assert column.exploitability.decisions >= 128
    assert len(column.exploitability.runs) == 2
    assert column.worst.value == min(each.value for each in column.opponents)
    seeds = [
        json.loads((tmp_path / "out" / "training" / f"{name}" / "config.json").read_text())["seed"]
        for name in ("20M-1", "20M-2")
    ]
    assert seeds == [1, 2]
    assert len(list((tmp_path / "out" / "pieces").iterdir())) == 2 * 6
    assert len(list((tmp_path / "out" / "responses").iterdir())) == 2
    assert not list((tmp_path / "out").glob("response-*"))
    # The same again trains and fights nothing.
    heard: list[Any] = []
    assert Bench(small, submission, tmp_path / "out", extent, on_update=heard.append).result() == result
    assert heard == []


def test_who_stops_a_training_goes_on_with_it(small: Version, tmp_path: Path) -> None:
    """What was trained half is trained to its end, though a network lies in its folder already."""
    submission = of_recipe(recipe_in(tmp_path, RECIPE + "every = 1e-9\n"), small.protocol)
    extent = Extent(scale=5e-5, budgets=(20e6,), runs=1, responses=False)
    done: list[float] = []

    def stop(now: dict[str, float]) -> None:
        done.append(now["decisions"])
        if len(done) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Bench(small, submission, tmp_path / "out", extent, on_update=stop).result()
    assert (tmp_path / "out" / "training" / "20M-1" / "policy.safetensors").is_file()
    Bench(small, submission, tmp_path / "out", extent, on_update=stop).result()
    assert done[2] > done[1], "it went on from there"
    assert done[-1] >= 1000
    assert (tmp_path / "out" / "training" / "20M-1.safetensors").is_file()


def test_responses_to_bots_in_python_are_refused(small: Version, tmp_path: Path) -> None:
    """No network learns against one: that is said at once, with what to leave out."""

    class Lazy:
        def decide(self, battle: Any) -> Any:
            return battle.legal()[0]

    lazy = of_bot(Entrant("lazy", Lazy()))
    with pytest.raises(ContentError, match=r"^lazy: no best response can be learned.*--no-responses"):
        Bench(small, lazy, tmp_path / "out", Extent(scale=0.05))
    assert Bench(small, lazy, tmp_path / "out", TINY).total == 10


def test_an_interrupted_run_is_gone_on_with(small: Version, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was finished is not done again, one piece is lost, and the result is that of a run in one go."""
    whole = Bench(small, bot(), tmp_path / "whole", TINY).result()
    fought: list[str] = []
    honest = running.evaluate

    def until_the_fourth(*arguments: Any, **options: Any) -> Any:
        fought.append("once")
        if len(fought) == 4:
            raise KeyboardInterrupt
        return honest(*arguments, **options)

    monkeypatch.setattr(running, "evaluate", until_the_fourth)
    with pytest.raises(KeyboardInterrupt):
        Bench(small, bot(), tmp_path / "parts", TINY).result()
    assert len(list((tmp_path / "parts" / "pieces").iterdir())) == 3
    done: list[int] = []
    result = Bench(small, bot(), tmp_path / "parts", TINY, says=lambda _, so_far, __: done.append(so_far)).result()
    assert len(fought) == 4 + 10 - 3
    assert result == whole
    assert done[-1] == 10


def test_runs_are_judged_on_lists_of_their_own(small: Version, tmp_path: Path) -> None:
    """What is not trained still differs from run to run: by the dice."""
    column = Bench(small, bot(), tmp_path / "out", Extent(scale=0.25, responses=False)).result().columns[0]
    assert column.budget is None
    assert any(task.runs[0] != task.runs[1] for task in column.tasks)
    assert column.held_out.low is not None
    assert column.held_out.low <= column.held_out.value <= column.held_out.high


def test_the_whole_protocol_is_comparable(small: Version, tmp_path: Path) -> None:
    """And says so; a run less, or a run by other rules, says why it is not."""
    result = Bench(small, bot("random"), tmp_path / "whole", Extent(responses=False)).result()
    assert (result.comparable, result.why_not) == (True, [])
    assert result.columns[0].exploitability is None
    fewer = Bench(small, bot("random"), tmp_path / "whole", Extent(responses=False, runs=1)).result()
    assert (fewer.comparable, fewer.why_not) == (False, ["1 of 2 runs"])
    assert fewer.columns[0].held_out.low is None
    recipe = of_recipe(recipe_in(tmp_path), small.protocol)
    assert Bench(small, recipe, tmp_path / "one_budget", Extent(budgets=(20e6,))).why_not() == []  # a column of its own


def test_other_rules_are_refused(small: Version, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The id must be raised; whoever measures all the same is marked, and not mixed with what was measured before."""
    Bench(small, bot(), tmp_path / "out", TINY)
    monkeypatch.setattr(running, "changes", lambda _: ["battles go another way in yard"])
    with pytest.raises(ContentError, match=r"v9: battles go another way in yard.*--anyway.*raises the id"):
        Bench(small, bot(), tmp_path / "other", TINY)
    with pytest.raises(ContentError, match=r"cannot be mixed"):
        Bench(small, bot(), tmp_path / "out", TINY, anyway=True)
    result = Bench(small, bot(), tmp_path / "other", TINY, anyway=True).result()
    assert result.why_not[0] == "battles go another way in yard"


def test_folders_are_not_mixed(small: Version, tmp_path: Path) -> None:
    """Another bot, another scale, another thing altogether."""
    Bench(small, bot(), tmp_path / "out", TINY)
    with pytest.raises(ContentError, match=r"submission = 'guard', and now it is 'charger'.*--out"):
        Bench(small, bot("charger"), tmp_path / "out", TINY)
    with pytest.raises(ContentError, match=r"scale = 0\.05"):
        Bench(small, bot(), tmp_path / "out", TINY._replace(scale=0.1))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").touch()
    with pytest.raises(ContentError, match="holds something that is no run"):
        Bench(small, bot(), tmp_path / "mine", TINY)
    with pytest.raises(ContentError, match=r"--budget 7e\+06: must be of as it is"):
        Bench(small, bot(), tmp_path / "new", TINY._replace(budgets=(7e6,)))


def test_broken_pieces_are_told(tmp_path: Path) -> None:
    """With the file; nothing of it is believed."""
    header = Header(benchmark="b-v0", frozen="0", submission="x", digest="0", scale=1)
    store = Store(tmp_path / "out", header)
    assert store.piece("one", lambda: Piece(pairs=[0.5, 1.0])).pairs == [0.5, 1.0]
    assert store.has("one")
    for text in ('{"pairs": [2.0]}', '{"pairs": []}', "{", "[]"):
        (tmp_path / "out" / "pieces" / "one.json").write_text(text)
        with pytest.raises(ContentError, match=r"one\.json"):
            store.piece("one", lambda: Piece(pairs=[0.0]))
