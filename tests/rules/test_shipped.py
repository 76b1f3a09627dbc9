"""Machine code that comes with a wheel: it runs where there is none of the machine's own, which is made meanwhile."""

import os
import shutil
from pathlib import Path

import pytest
from ports_in_a_package import TOLD, place, told

from fireteam.env.rules.jit import shipped
from fireteam.env.rules.kernel import COMPILED

__all__ = ["place"]  # a fixture

pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="where the compiler is switched off there is no machine code"),
    pytest.mark.skipif(shipped.baseline() is None, reason="for a machine of this kind nothing is shipped"),
]

SHIPPED = "from pathlib import Path; from fireteam.env.rules.jit import shipped; shipped.SHIPPED = Path({!r})\n"


@pytest.fixture
def ship(place: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Compile a package for the common processor, and take it away from the cache; return what lets a process find it."""
    processor = shipped.baseline()
    assert processor
    with monkeypatch.context() as patch:
        patch.setenv("NUMBA_CPU_NAME", processor[1])
        patch.setenv("NUMBA_CPU_FEATURES", processor[2])
        told()
    (made,) = (place / "kept" / "fireteam-kernels").iterdir()
    shutil.copytree(made, place / "ship" / made.name)
    shutil.rmtree(place / "kept")
    return SHIPPED.format(str(place / "ship"))


def own(place: Path) -> list[str]:
    """Return the names of what is compiled for this machine."""
    return sorted(path.name.partition("-")[0] for path in (place / "kept").rglob("*.nbc"))


def test_what_is_shipped_is_run(place: Path, ship: str) -> None:
    """With an empty cache nothing is compiled; the answer is that of one's own code."""
    assert told(ship + TOLD) == [54, 4, 0]
    assert own(place) == []
    assert told() == [54, 0, 4]


def test_its_own_code_is_compiled_meanwhile(place: Path, ship: str) -> None:
    """A process that lives for a while leaves the machine's own ports to the next one, which takes them."""
    wait = f"\nimport time\nwhile len(list(Path({str(place / 'kept')!r}).rglob('*.nbc'))) < 3: time.sleep(0.05)\n"
    there = "from fireteam.env.rules.jit import helper; helper.cores = lambda: 2; shipped.A_WHILE = 0.0\n"
    assert told(ship + there + TOLD + wait) == [54, 4, 0]
    assert own(place) == ["ported.low.both", "ported.low.deep", "ported.low.write"]


def test_what_was_made_of_other_sources_is_not_run(place: Path, ship: str) -> None:
    """A kernel that has changed since is compiled."""
    low = place / "ported" / "low.py"
    low.write_text(low.read_text(encoding="utf-8").replace("number + 1", "number + 2"), encoding="utf-8")
    answer, found, compiled = told(ship + TOLD)
    assert (answer, found, compiled) == (76, 0, 4)


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only the superuser can give files away")
def test_what_somebody_else_has_put_there_is_not_run(place: Path, ship: str) -> None:
    """Machine code of another user than this one or the system is not loaded."""
    for path in (place / "ship").rglob("*.nbc"):
        os.chown(path, 12345, -1)
    assert told(ship + TOLD) == [54, 0, 4]
