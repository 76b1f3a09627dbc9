"""Learning from playouts of all orders: what is played on, what is learned from it, and what lies in the folder of a run."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fireteam.agents.bots import parameters_of
from fireteam.agents.orders.columns import AT
from fireteam.agents.search.playouts import Playouts
from fireteam.content.errors import ContentError
from fireteam.training.orders import run
from fireteam.training.orders.config import Config
from fireteam.training.orders.gathering import Battles, Judge
from fireteam.training.orders.run import train
from fireteam.training.orders.shelf import shelve, shelved, taken_down
from fireteam.training.orders.update import Learner
from fireteam.training.orders.values import Valued, gather_values, merged, tried, values_of

SMALL = Config(scenario="duel", playouts=2, envs=4, steps=24, rounds=2, batch=16, epochs=2, sampled=0.5, tests=4)


@pytest.fixture
def battles() -> Battles:
    """Return battles of a duel that have begun."""
    begun = Battles(SMALL, "swan_song")
    begun.begin(3)
    return begun


def test_all_orders_are_played_on_by_the_same_dice(battles: Battles) -> None:
    """There is a value from 0 to 1 for every order that is open; the same seed finds the same; the battle stays."""
    playouts = Playouts(parameters_of("tactician"))
    before = battles.vector.kept["battles"].tobytes(), battles.vector.kept["memories"].tobytes()
    values = values_of(battles, 1, playouts, 40, 9)
    assert len(values) == battles.vector.masks[1].sum()
    assert ((values >= 0) & (values <= 1)).all()
    assert np.array_equal(values, values_of(battles, 1, playouts, 40, 9))
    assert not np.array_equal(values, values_of(battles, 1, playouts, 40, 10))
    assert (battles.vector.kept["battles"].tobytes(), battles.vector.kept["memories"].tobytes()) == before
    more = values_of(battles, 1, playouts, 400, 11)
    assert np.corrcoef(values, more)[0, 1] > 0.5  # what is good with some dice is mostly good with others
    battles.vector.close()


def test_another_order_is_tried_as_often_as_asked() -> None:
    """The best order of each decision, but in a share of them one behind it."""
    logits = np.tile(np.array([0.0, 3.0, 1.0, 2.0], np.float32), 500)
    first = np.arange(0, 2001, 4)
    of = np.repeat(np.arange(500), 4)
    random = np.random.default_rng(1)
    assert (tried(logits, of, first, 0.0, random) == 1).all()
    found = tried(logits, of, first, 1.0, random)
    assert 0.3 < (found == 1).mean() < 0.5  # 1 - exp(-1 / 2)
    assert set(found.tolist()) == {0, 1, 2, 3}


def test_what_playouts_say_is_learned(battles: Battles) -> None:
    """Where one column says what orders are worth, the network soon gives those that have most of it."""
    config = SMALL.model_copy(update={"rate": 3e-3, "epochs": 30, "batch": 32})
    learner, random = Learner(config), np.random.default_rng(5)
    part = gather_values(battles, parameters_of("tactician"), None, 160, config, random)
    assert len(part.values) == part.first[-1] == len(part.seen.orders)
    worth = part.seen.orders[:, AT.gain].astype(np.float32)
    part = part._replace(values=0.5 + 0.2 * worth)
    learner.follow([part], random)
    logits, _ = learner.judge(
        part.seen._replace(units=part.seen.units.astype(np.float32), orders=part.seen.orders.astype(np.float32))
    )
    spans = list(zip(part.first[:-1], part.first[1:], strict=True))
    chosen = np.array([worth[a:b][logits[a:b].argmax()] for a, b in spans])
    best, mean = (np.array([of(worth[a:b]) for a, b in spans]) for of in (np.max, np.mean))
    assert chosen.mean() > mean.mean() + 0.8 * (best - mean).mean()
    battles.vector.close()


def test_files_of_values(tmp_path: Path, battles: Battles) -> None:
    """What is put on the shelf is taken down again; half a file, or one with objects in it, is refused."""
    random = np.random.default_rng(5)
    parts = [gather_values(battles, parameters_of("tactician"), None, 3, SMALL, random) for _ in range(2)]
    for part in parts:
        shelve(tmp_path, 1, "swan_song", part)
    paths = shelved(tmp_path, 1, "swan_song")
    assert len(paths) == 2
    assert shelved(tmp_path, 1, "swan") == shelved(tmp_path, 2, "swan_song") == []
    both, again = merged(parts), merged([taken_down(path) for path in paths])
    assert same(both, again)
    assert len(both.first) == sum(len(part.first) - 1 for part in parts) + 1
    whole = paths[0].read_bytes()
    paths[0].write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ContentError, match="not a file of valued decisions"):
        taken_down(paths[0])
    np.savez(paths[0], context=np.array([{}], object))
    with pytest.raises(ContentError, match="not a file of valued decisions"):
        taken_down(paths[0])
    battles.vector.close()


def same(one: Valued, other: Valued) -> bool:
    """Return whether decisions and their values are the same."""
    pairs = [*zip(one.seen, other.seen, strict=True), (one.first, other.first), (one.values, other.values)]
    return all(np.array_equal(first, second) for first, second in pairs)


def test_a_run_goes_on_with_what_was_played(tmp_path: Path) -> None:
    """Rounds follow each other, and what lies in the folder of the run is not played again."""
    told: list[dict[str, float]] = []
    train(SMALL, tmp_path / "run", on_update=told.append)
    assert len(shelved(tmp_path / "run", 1, "swan_song")) == len(shelved(tmp_path / "run", 2, "swan_song")) == 1
    assert [one["decisions"] for one in told if "gain" in one] == [12, 24]
    (tmp_path / "run" / "checkpoint.safetensors").unlink()
    files = {path: path.read_bytes() for path in (tmp_path / "run" / "values").iterdir()}
    told.clear()
    train(SMALL, tmp_path / "run", resume=True, on_update=told.append)
    assert {path: path.read_bytes() for path in (tmp_path / "run" / "values").iterdir()} == files
    assert [one["decisions"] for one in told if "gain" in one] == [12, 24]


def test_a_run_that_starts_from_a_network_lets_it_fight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its decisions are those that the network comes to, from the first round on; without a start a tactician fights."""
    asked: list[bool] = []

    def noted(battles: Battles, bot: np.ndarray, judge: Judge | None, *rest: Any) -> Valued:
        asked.append(judge is not None)
        return gather_values(battles, bot, judge, *rest)

    monkeypatch.setattr(run, "gather_values", noted)
    train(SMALL, tmp_path / "nothing")
    train(SMALL.model_copy(update={"start": "sergeant"}), tmp_path / "network")
    assert asked == [False, True, True, True]
