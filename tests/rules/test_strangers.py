"""What others compile with Numba is what it would be without us, before, between and after our kernels."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fireteam.env.rules.jit import quicker
from fireteam.env.rules.kernel import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled where the compiler is switched off")

SCRIPT = """
import json, sys
import numba, numpy as np
from numba.core import types

def strange():
    @numba.njit
    def stranger(values, record):
        total = 0.0
        for index in range(len(values)):
            total += values[index - 1] * record.size + np.ones(2)[-1]
        return total

    record = np.zeros(1, [("size", "i4"), ("way", "i2", 3)])
    record["size"] = 2
    assert stranger(np.arange(4.0), record[0]) == 16.0
    (signature,) = stranger.signatures
    code = stranger.inspect_asm(signature).splitlines()
    return {
        "code": [line.split()[0] for line in code if line.startswith("\\t") and not line.startswith("\\t.")],
        "timers": sorted(stranger.get_metadata(signature)["timers"]),
        "library": type(stranger.overloads[signature].library).__name__,
        "type": str(numba.typeof(record[0])),
    }

told = [strange()]
from fireteam.env.rules.jit import quicker
from fireteam.env.rules.jit.linking import CODEGEN, is_at_work
from fireteam.env.rules.kernel import entry, kernel

def state():
    found = [change for each in quicker.changes(is_at_work) for change in each]
    return [vars(owner).get(name) for owner, name, _ in found] + [CODEGEN._library_class]

usual = state()
told.append(strange())

@kernel
def lowest(number):
    return number + 1

@entry
def whole(values, number):
    return values[0] + lowest(number)

assert whole(np.zeros(1), 4) == 5
told.append(strange())
assert all(one is other for one, other in zip(usual, state(), strict=True))

@numba.njit
def caller(number):
    return lowest(number) * 2

assert caller(4) == 10
json.dump({"told": told, "changes": len(quicker._changes)}, sys.stdout)
"""


def output_of(tmp_path: Path, **around: str) -> dict[str, Any]:
    """Return what a fresh process says that compiles everything anew."""
    program = tmp_path / "strange.py"
    program.write_text(SCRIPT, encoding="utf-8")
    env = os.environ | {"FIRETEAM_CACHE": str(tmp_path / "kernels")} | around
    done = subprocess.run([sys.executable, str(program)], env=env, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_a_stranger_is_compiled_as_ever(tmp_path: Path) -> None:
    """Its instructions, its timers, the class of its library and the text of its types are the same; so is Numba itself."""
    said = output_of(tmp_path)
    before, between, after = said["told"]
    assert len(before["code"]) > 20
    assert before["timers"]
    assert before == between == after
    assert said["changes"] > 10


def test_numba_can_be_left_as_it_is(tmp_path: Path) -> None:
    """With `FIRETEAM_PLAIN_NUMBA=1` nothing of Numba's is changed, and kernels do the same."""
    said = output_of(tmp_path, FIRETEAM_PLAIN_NUMBA="1")
    before, between, after = said["told"]
    assert before == between == after
    assert said["changes"] == 0


@pytest.mark.parametrize("moment", range(3))
def test_ctrl_c_while_numba_is_changed_leaves_it_as_it_was(moment: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever change it comes before, it comes through, and all is as before."""
    tried = iter(range(100))

    class Meta(type):
        def __setattr__(cls, name: str, value: object) -> None:
            if next(tried) == moment:
                raise KeyboardInterrupt
            super().__setattr__(name, value)

    class Numbas(metaclass=Meta):
        old = 0

    before = dict(vars(Numbas))
    monkeypatch.setattr(quicker, "_changes", [(Numbas, name, 1) for name in ("new", "old", "newer")])
    monkeypatch.setattr(quicker, "_made", [True])
    with pytest.raises(KeyboardInterrupt), quicker.patched(lambda: True):
        pass
    assert dict(vars(Numbas)) == before
    assert not quicker._within
