"""Files that are none, files that swell, files that lie: each is told in a sentence, soon, and nothing else is opened."""

import gzip
import json
import os
import resource
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fireteam.agents.bots import load_bot
from fireteam.agents.network.storage import read_network
from fireteam.content.errors import ContentError, ReplayError
from fireteam.content.reading import read_toml
from fireteam.env.files import check_folder, write_whole
from fireteam.env.game.game import Game
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.view.export.html import page_of
from fireteam.env.view.playback.cutter import playback_of
from fireteam.training.contest.ledger import Ledger


@pytest.fixture(name="lines", scope="module")
def given_lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Give the lines of a good replay."""
    game = Game("duel", seed=3, bots={team: load_bot("charger") for team in ("red", "blue")})
    for _ in range(12):
        game.advance()
    path = tmp_path_factory.mktemp("replays") / "good.jsonl"
    game.save(path)
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(name="pipe")
def given_pipe(tmp_path: Path) -> Path:
    """Give a pipe that nobody writes to."""
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    return path


def soon(work: Callable[[], Any]) -> BaseException | None:
    """Return the error that something ends with; it must end soon."""
    ended: list[BaseException | None] = []

    def run() -> None:
        try:
            work()
            ended.append(None)
        except BaseException as error:
            ended.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(60)
    assert ended, "it waits for ever"
    return ended[0]


@pytest.mark.parametrize("read", [read_toml, load_scenario, Replay.load, read_network], ids=lambda read: read.__qualname__)
def test_pipes_and_devices_are_no_files(pipe: Path, read: Callable[[Any], Any]) -> None:
    """A pipe is not waited for, a device is not read to its end, a link to one neither; a link to a file is followed."""
    link = pipe.with_name("link.toml")
    link.symlink_to("/dev/zero")
    for path in (pipe, Path("/dev/zero"), link):
        error = soon(lambda path=path: read(path if read is not load_scenario else f"{path}"))
        assert isinstance(error, ContentError), error
        assert "not a regular file" in str(error) or path == Path("/dev/zero")


def test_links_to_files_are_followed(tmp_path: Path) -> None:
    """What is read through a link is the file; what is written through one goes to the file, and the link stays."""
    (tmp_path / "file.toml").write_text("number = 1\n")
    link = tmp_path / "link.toml"
    link.symlink_to("file.toml")
    assert read_toml(link) == {"number": 1}
    write_whole(link, "number = 2\n")
    assert link.is_symlink()
    assert read_toml(tmp_path / "file.toml") == {"number": 2}


def test_what_is_no_file_is_not_replaced(tmp_path: Path, pipe: Path) -> None:
    """The null device takes everything and stays what it is; a pipe, a folder and any other device are refused."""
    write_whole("/dev/null", "nothing")
    assert Path("/dev/null").is_char_device()
    null = tmp_path / "null.jsonl"
    null.symlink_to("/dev/null")
    write_whole(null, "nothing")
    assert null.is_symlink()
    os.mkdir(tmp_path / "folder")
    (tmp_path / "circle").symlink_to("circle")
    for path in (pipe, tmp_path / "folder", Path("/dev/zero"), tmp_path / "circle"):
        with pytest.raises(ContentError, match="cannot be written"):
            write_whole(path, "something")
    with pytest.raises(ContentError, match="lead in a circle"):
        check_folder(tmp_path / "circle")
    (tmp_path / "circle").unlink()
    assert pipe.is_fifo()
    assert Path("/dev/zero").is_char_device()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "null.jsonl", "pipe.toml"]


def test_a_replay_opens_no_other_file(tmp_path: Path, lines: list[str], pipe: Path) -> None:
    """A replay has its map in itself: one that names a file, or draws one, is refused before anything is opened."""
    path = tmp_path / "other.jsonl"
    for change in ({"map": str(pipe)}, {"map": "yard"}, {"map": None, "draw": {"width": [10, 12], "height": [8, 9]}}):
        header = json.loads(lines[0])
        header["scenario"] |= change
        path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
        error = soon(lambda: Replay.load(path))
        assert isinstance(error, ReplayError)
        assert "line 1" in str(error)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (lambda lines: [*lines[:2], "[" + "[]," * 3_000_000], "longer than|too long|values"),
        (lambda lines: [*lines[:2], *["[" + "[]," * 100_000 + "[]]"] * 100], "line 3"),
        (lambda lines: [lines[0], lines[1], *[grown(lines[2], number) for number in range(1, 40)]], "more than .* values"),
        (lambda lines: [" " * 9_000_000], "line 1: longer than"),
        (lambda lines: ["\n" * 50_000_000], "line 1: not valid JSON"),
        (lambda lines: [*lines[:2], *[padded(lines[2], number) for number in range(1, 20)]], "larger than"),
    ],
)
def test_replays_that_swell(tmp_path: Path, lines: list[str], text: Callable[[list[str]], list[str]], says: str) -> None:
    """However small the file and however large what is packed in it, it is refused in little memory, plain or packed."""
    data = "\n".join(text(lines)).encode()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for name in ("swelling.jsonl.gz", "swelling.jsonl"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(data, 1) if name.endswith(".gz") else data)
        with pytest.raises(ReplayError, match=says) as error:
            Replay.load(path)
        assert len(str(error.value)) < 1000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1_500_000, "kB"


def grown(line: str, number: int) -> str:
    """Return a decision with a hundred thousand empty lists in it."""
    return json.dumps(json.loads(line) | {"n": number, "scene": {}, "why": [[]] * 150_000}, separators=(",", ":"))


def padded(line: str, number: int) -> str:
    """Return a decision with a long word in it."""
    return json.dumps(json.loads(line) | {"n": number, "scene": {}, "why": "x" * 7_000_000})


@pytest.mark.parametrize(
    ("number", "change", "says"),
    [
        (1, {"scene": {"hidden": {"red": 5}}}, "hidden"),
        (1, {"scene": {"units": {"red_1": 5}}}, "units"),
        (2, {"scene": {"hidden": {"red": 5}}}, "hidden"),
        (2, {"scene": {"hidden": {"red": ["nobody_1"]}}}, "there is no unit 'nobody_1'"),
        (2, {"scene": {"units": {"red_1": None}}}, "red_1 is missing"),
        (2, {"scene": {"units": {"red_1": {"x": 10**20}}}}, "must be at most"),
        (2, {"scene": {"units": {"red_1": {"x": None}}}}, "'units.red_1.x' is missing"),
        (2, {"scene": {"units": {"red_1": {"status": "asleep"}}}}, "status"),
        (2, {"scene": {"ground": {"4000": "wall"}}}, "tile 4000 is not on the map"),
        (2, {"scene": {"mood": "bad"}}, "unknown key 'mood'"),
        (2, {"why": "\ud800"}, "half a character"),
        (2, {"events": [{"kind": "roll", "terms": [[10**20, "x", "SS-D1"]]}]}, "terms"),
    ],
)  # fmt: skip
def test_scenes_and_numbers_are_checked(
    tmp_path: Path, lines: list[str], number: int, change: dict[str, Any], says: str
) -> None:
    """What would be looked up while it is drawn is checked while it is read, and the line is named."""
    row = json.loads(lines[number])
    if number == 1:
        change = {"scene": row["scene"] | change["scene"]}
    path = tmp_path / "odd.jsonl"
    path.write_text("\n".join([*lines[:number], json.dumps(row | change), *lines[number + 1 :]]))
    with pytest.raises(ReplayError, match=says) as error:
        page_of(playback_of(Replay.load(path)))
    assert f"line {number + 1}" in str(error.value)
    str(error.value).encode("utf-8")


@pytest.mark.parametrize("column", ["seed", "turn", "winner", "rounds"])
def test_a_ledger_that_lies(tmp_path: Path, column: str) -> None:
    """SQLite keeps words in columns of numbers; a battle that cannot be is told with its bots."""
    with Ledger(tmp_path):
        pass
    base = sqlite3.connect(tmp_path / "results.sqlite", isolation_level=None)
    row = ["duel", "random", "guard", 0, 0, "5", "{}", "guard", "eliminated", 3, 20, "0" * 16]
    base.execute(f"insert into battles values ({', '.join('?' * 12)})", row)
    with Ledger(tmp_path, resume=True) as ledger:
        assert ledger.bouts()[0].seed == 5
    base.execute(f"update battles set {column} = 'zzz'")
    base.close()
    with Ledger(tmp_path, resume=True) as ledger, pytest.raises(ContentError, match=f"{column} = 'zzz' cannot be"):
        ledger.bouts()
