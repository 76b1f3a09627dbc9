"""The protocol is what it was when it was frozen; its held-out scenarios and opponents are in nothing that trains."""

import shutil
import tomllib
from pathlib import Path

import pytest

from fireteam.agents.bots import doctrines, parameters_of, tempers
from fireteam.content.errors import ContentError
from fireteam.env.scenario.reading import scenario_names
from fireteam.training.benchmark.frozen import battles_of, changes, files_of, freeze, read_frozen
from fireteam.training.benchmark.protocol import HERE, LATEST, Version


@pytest.fixture(scope="module")
def version() -> Version:
    """The latest version of the benchmark."""
    return Version()


def test_the_protocol_is_of_the_fireteam_that_had_it(version: Version) -> None:
    """Its files are as they were. Rules and doctrines play otherwise by now, and whoever asks for it is told so."""
    (said,) = changes(version)
    assert said.startswith("battles go another way in ")
    assert said.endswith(": rules, catalog, maps or doctrines have changed")


def test_whoever_changes_something_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scenario of a copy that is other is named, and so are files; what is frozen anew is at rest."""
    shutil.copytree(HERE / LATEST, tmp_path / "v9")
    path = tmp_path / "v9" / "protocol.toml"
    text = path.read_text().replace("-v0", "-v9")
    path.write_text(text.replace('"terrace", "hedges", "toll", "lodge", "blackout", "plaza"', '"terrace"'))
    copy = Version(tmp_path / "v9")
    assert [task.field.name for task in copy.tasks() if task.group == "held_out"] == ["terrace"] * 4
    freeze(copy)
    assert changes(copy) == []
    scenario = tmp_path / "v9" / "terrace.scenario.toml"
    scenario.write_text(scenario.read_text().replace("rounds = 18", "rounds = 4"))
    said = changes(copy)
    assert len(said) == 2
    assert "files in" in said[0]
    assert "another way in terrace:" in said[1]
    (tmp_path / "v9" / "frozen.json").write_text("{}")
    with pytest.raises(ContentError, match=r"frozen\.json: .*files"):
        read_frozen(copy)
    (tmp_path / "v9" / "frozen.json").unlink()
    with pytest.raises(ContentError, match="never been frozen"):
        read_frozen(copy)


def test_digests_repeat(version: Version) -> None:
    """The same files and battles give the same digests."""
    assert files_of(version) == files_of(Version())
    assert set(battles_of(version)) == {task.field.name for task in version.tasks()}


def test_a_version_that_is_none(tmp_path: Path) -> None:
    """Its name is told, with those there are."""
    with pytest.raises(ContentError, match=r"no version 'v1'.*v0"):
        Version("v1")


def test_tasks(version: Version) -> None:
    """Every opponent in every scenario of both groups; even battles; names that are different."""
    tasks = version.tasks()
    assert [sum(task.group == group for task in tasks) for group in ("published", "held_out")] == [9, 24]
    assert len({task.name for task in tasks}) == 33
    assert all(task.battles % 2 == 0 for task in tasks)


def test_what_recipes_may_use_is_in_the_box(version: Version) -> None:
    """Scenarios and doctrines to train with are published, and none of those held out is among them."""
    protocol = version.protocol
    assert set(protocol.training.scenarios) <= set(scenario_names())
    assert set(protocol.training.opponents) <= {"random", *doctrines()}
    assert set(protocol.training.advisers) <= {*doctrines(), *tempers()}
    assert not set(protocol.held_out.scenarios) & set(scenario_names())
    assert not set(protocol.held_out.opponents) & {*doctrines(), *tempers()}


def test_held_out_opponents_are_others(version: Version) -> None:
    """Their weights are those of nobody in the box, nor of each other."""
    protocol = version.protocol
    known = [parameters_of(name)["plain"].tobytes() for name in [*doctrines(), *tempers()]]
    for name in protocol.held_out.opponents:
        weights = parameters_of(version.opponent(name).bot.name)["plain"].tobytes()
        assert weights not in known
        known.append(weights)


def test_nothing_that_trains_names_what_is_held_out(version: Version) -> None:
    """No recipe and no source of training outside the benchmark names a held-out scenario or opponent."""
    root = HERE.parent
    files = [path for path in root.rglob("*") if path.suffix in (".py", ".toml") and HERE not in path.parents]
    files += list((HERE / LATEST / "baselines").glob("*.toml"))
    assert len(files) > 20
    secret = [f"{name!r}".replace("'", '"') for name in (*version.protocol.held_out.scenarios, "stalker", "stormer")]
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not [name for name in secret if name in text], path
        assert "benchmark/v0" not in text, path
    for path in version.baselines().values():
        named = tomllib.loads(path.read_text())["scenario"].split(",")
        assert set(named) <= set(version.protocol.training.scenarios)
