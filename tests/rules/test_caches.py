"""Where machine code is kept: what is found again, what is compiled anew, whose folders are believed and deleted."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from fireteam.env.rules.jit import caches
from fireteam.env.rules.kernel import COMPILED

compiled = pytest.mark.skipif(not COMPILED, reason="nothing is kept where the compiler is switched off")

TOP = """
from fireteam.env.rules.kernel import entry
from .parts import low
from . import beside
from .parts.numbers import NUMBER

@entry
def whole(number):
    return low.more(number) * NUMBER

def told():
    print(whole(1), sum(whole.stats.cache_hits.values()), sum(whole.stats.cache_misses.values()))
"""
LOW = "from fireteam.env.rules.kernel import kernel\n\n@kernel\ndef more(number):\n    return number + 1\n"
NUMBERS = """
def late():
    from . import deep
    return deep.NUMBER

NUMBER = late()
"""
OTHER = "from fireteam.env.rules.kernel import entry\n\n@entry\ndef other(number):\n    return number\n"
ASK = "from small import top; top.told()"


def write_package(place: Path) -> Path:
    """Write a package with an entry on top, and a kernel and a number in a folder below; return where it lies."""
    parts = place / "small" / "parts"
    parts.mkdir(parents=True)
    texts = {"low": LOW, "numbers": NUMBERS, "deep": "NUMBER = 10\n", "unused": "NUMBER = 10\n", "__init__": ""}
    for path, text in (texts | {"../__init__": "", "../top": TOP, "../beside": "", "../other": OTHER}).items():
        (parts / f"{path}.py").write_text(text, encoding="utf-8")
    return place


def started(place: Path, kept: Path) -> "subprocess.Popen[str]":
    """Start a process that calls the entry of a package, with a folder for what is compiled."""
    environment = {**os.environ, "FIRETEAM_CACHE": str(kept), "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen([sys.executable, "-c", ASK], env=environment, stdout=subprocess.PIPE, text=True)


def asked(place: Path, kept: Path) -> list[int]:
    """Return what the entry of a package gives, how often it was found, and how often it was compiled."""
    with started(place, kept) as process:
        printed, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return [int(word) for word in printed.split()]


@compiled
def test_the_same_sources_elsewhere_are_found(tmp_path: Path) -> None:
    """What was compiled for a package in one place is there for the same package in another."""
    here = write_package(tmp_path / "here")
    there = write_package(tmp_path / "there")
    assert asked(here, tmp_path / "kept") == [20, 0, 1]
    assert asked(there, tmp_path / "kept") == [20, 1, 0]


@compiled
@pytest.mark.parametrize(("edited", "old", "new"), [("low", "number + 1", "number + 2"), ("deep", "10", "15")])
def test_an_edit_below_is_noticed(tmp_path: Path, edited: str, old: str, new: str) -> None:
    """A kernel that is called and a number that is built in count like the entry's own file, in whatever folder they lie.

    So they do if they are imported only inside a function.
    """
    place = write_package(tmp_path)
    asked(place, tmp_path / "kept")
    path = place / "small" / "parts" / f"{edited}.py"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert asked(place, tmp_path / "kept") == [30, 0, 1]


@compiled
@pytest.mark.parametrize("edited", ["parts/unused", "other"])
def test_an_edit_beside_changes_nothing(tmp_path: Path, edited: str) -> None:
    """What an entry's module does not import, directly or not, may change: so one rule system does not disturb another."""
    place = write_package(tmp_path)
    asked(place, tmp_path / "kept")
    path = place / "small" / f"{edited}.py"
    path.write_text(path.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")
    assert asked(place, tmp_path / "kept") == [20, 1, 0]


@compiled
def test_what_an_edit_leaves_behind_is_swept_away(tmp_path: Path) -> None:
    """Of a function that is edited again and again a few states stay, and none that nobody has used for a season."""
    place = write_package(tmp_path)
    asked(place, tmp_path / "kept")
    (path,) = (tmp_path / "kept").rglob("small.*.nbc")
    start, line, state, end = path.name.rsplit("-", 3)
    states = [path.with_name(f"{start}-{line}-{number:016x}-{end}") for number in range(12)]
    for age, old in enumerate(states):
        old.touch()
        os.utime(old, (time.time() - age - 60,) * 2)
    forgotten = path.with_name(f"small.gone.gone-{line}-{state}-{end}")
    forgotten.touch()
    os.utime(forgotten, (1e9, 1e9))
    caches.sweep_files(path.parent)
    assert not forgotten.exists()
    assert [old for old in states if old.exists()] == states[: caches.KEPT - 1]
    assert asked(place, tmp_path / "kept") == [20, 1, 0]


@compiled
def test_processes_compile_into_one_folder_at_once(tmp_path: Path) -> None:
    """Of three processes that begin together one compiles, and the others wait for it."""
    place = write_package(tmp_path)
    together = [started(place, tmp_path / "kept") for _ in range(3)]
    try:
        printed = sorted(process.communicate(timeout=120)[0].split() for process in together)
        assert printed == [["20", "0", "1"], ["20", "1", "0"], ["20", "1", "0"]]
    finally:
        for process in together:
            process.kill()
    assert len(list((tmp_path / "kept").rglob("small.*"))) == 1
    assert asked(place, tmp_path / "kept") == [20, 1, 0]


@compiled
def test_a_process_killed_while_it_compiles(tmp_path: Path) -> None:
    """Whatever is left by a process that dies at any moment, the next one answers right."""
    place = write_package(tmp_path)
    for part in range(6):
        process = started(place, tmp_path / "kept")
        time.sleep(0.5 + 0.3 * part)
        process.kill()
        process.communicate()
    assert asked(place, tmp_path / "kept")[0] == 20


@compiled
def test_what_cannot_be_read_is_compiled_anew(tmp_path: Path) -> None:
    """A file cut off by a power failure is as good as none."""
    place = write_package(tmp_path)
    asked(place, tmp_path / "kept")
    (path,) = (tmp_path / "kept").rglob("small.*.nbc")
    path.write_bytes(path.read_bytes()[:100])
    assert asked(place, tmp_path / "kept") == [20, 0, 1]


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Have the folder chosen anew, with a temporary folder of the test's; return that."""
    monkeypatch.setattr(caches, "folders", caches.folders.__wrapped__)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_the_users_folders_stay(anew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that the user names, everything stays but our own oldest folders, which carry our marker."""
    monkeypatch.setenv("FIRETEAM_CACHE", str(anew))
    ours = anew / caches.OWN
    theirs = [anew / f"thesis {number}" for number in range(12)] + [
        ours / "notes",
        ours / "0123456789abcdef",
        anew / ("f" * 16),
    ]
    for path in theirs:
        path.mkdir(parents=True)
    old = [ours / f"{number:016x}" for number in range(12)]
    for age, path in enumerate(old):
        path.mkdir()
        (path / caches.MARKER).touch()
        os.utime(path / caches.MARKER, (1e9 - age, 1e9 - age))
    (ours / "feedfacefeedface").symlink_to(theirs[0], target_is_directory=True)
    place = caches.folder()
    assert place.parent == ours
    assert all(path.is_dir() for path in theirs)
    assert [path for path in old if path.exists()] == old[: caches.KEPT - 1]


def unwritable(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Name a folder for the cache that nobody can make, not even root."""
    path.write_text("a file, no folder", encoding="utf-8")
    monkeypatch.setenv("FIRETEAM_CACHE", str(path))


def test_the_fallback_belongs_to_the_user_alone(anew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the home cannot be written, the folder in the temporary one is closed to others, and found again."""
    unwritable(anew / "file", monkeypatch)
    place = caches.folder()
    assert place.parent == anew / f"{caches.OWN}-{os.getuid()}"
    assert place.parent.stat().st_mode & 0o777 == 0o700
    assert caches.folder() == place


@pytest.mark.parametrize("trap", ["open to all", "link", "file", "of another user"])
def test_a_trap_in_the_temporary_folder_is_not_believed(anew: Path, monkeypatch: pytest.MonkeyPatch, trap: str) -> None:
    """What somebody else may have laid there is left alone, and a fresh folder taken, which goes at the end."""
    unwritable(anew / "file", monkeypatch)
    leaving: list[tuple[Path, int]] = []
    monkeypatch.setattr(caches.atexit, "register", lambda _, *arguments: leaving.append(arguments))
    laid = anew / f"{caches.OWN}-{os.getuid()}"
    if trap == "file":
        laid.touch(mode=0o600)
    else:
        (anew / "elsewhere" if trap == "link" else laid).mkdir(mode=0o700)
    if trap == "link":
        laid.symlink_to(anew / "elsewhere", target_is_directory=True)
    if trap == "open to all":
        laid.chmod(0o777)
    if trap == "of another user":
        other = os.getuid() + 1
        laid.rename(anew / f"{caches.OWN}-{other}")
        monkeypatch.setattr(os, "getuid", lambda: other)
    place = caches.folder()
    ((fresh, process),) = leaving
    assert fresh.parent == anew
    assert fresh != laid
    assert fresh in place.parents
    assert fresh.stat().st_mode & 0o777 == 0o700
    assert os.environ["FIRETEAM_CACHE"] == str(fresh)
    caches.forget(fresh, process + 1)
    assert fresh.exists()
    caches.forget(fresh, process)
    assert not fresh.exists()


def test_a_cache_of_another_user_that_can_only_be_read(anew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it holds serves; what is compiled goes elsewhere, and is found there too."""
    monkeypatch.setenv("FIRETEAM_CACHE", str(anew / "shared"))
    shared = caches.folder()
    files = caches.Files(write_package)
    files.save("there", b"machine code")
    touch = Path.touch

    def refused(path: Path, *arguments: object) -> None:
        if shared in path.parents:
            raise PermissionError(13, "Permission denied", str(path))
        touch(path)

    monkeypatch.setattr(Path, "touch", refused)
    assert caches.folders() == (shared, caches.folder())
    assert caches.folder() != shared
    files.save("made", b"machine code")
    assert [path.parent for path in anew.rglob(f"*{caches.KIND}")].count(shared) == 1
    assert files.load("there") == files.load("made") == b"machine code"
    assert files.load("neither") is None


@pytest.mark.parametrize("trap", ["of another", "open to all", "a file of another"])
def test_a_cache_that_others_write_to_is_not_believed(anew: Path, monkeypatch: pytest.MonkeyPatch, trap: str) -> None:
    """In the home, too: a folder of somebody else's is not loaded from; ours is closed to others, theirs in it not read."""
    monkeypatch.setenv("FIRETEAM_CACHE", str(anew / "named"))
    place, files = caches.folder(), caches.Files(write_package)
    files.save("there", b"machine code")
    (path,) = place.glob(f"*{caches.KIND}")
    us = os.getuid()
    theirs = path if trap == "a file of another" else place

    def owned(found: os.stat_result) -> bool:
        return not os.path.samestat(found, theirs.stat())

    place.chmod(0o777)
    if trap != "open to all":
        monkeypatch.setattr(caches, "is_own", owned)
    if trap == "of another":
        monkeypatch.setattr(os, "getuid", lambda: us + 1)
    assert (place in caches.folders()) is (trap != "of another")
    assert files.load("there") == (b"machine code" if trap == "open to all" else None)
    assert place.stat().st_mode & 0o022 == (0o022 if trap == "of another" else 0)


def test_a_full_disk_stops_nobody(anew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be kept is used all the same; nothing half written is left."""
    monkeypatch.setattr(caches, "folders", lambda: (anew,))

    def full(path: Path, data: bytes) -> int:
        path.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    files = caches.Files(write_package)
    files.save("signature", b"machine code")
    assert files.load("signature") is None
    assert list(anew.iterdir()) == []
