"""The handbook's chapter on other libraries: its programs run, where the libraries are installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from blocks import blocks
from sourced import ROOT

PROGRAMS = [block.text for block in blocks(ROOT / "docs" / "environments.md") if block.language == "python"]


@pytest.mark.parametrize("library", ["torchrl", "supersuit", "benchmarl"])
def test_the_program_for_a_library_runs(library: str, tmp_path: Path) -> None:
    """It runs as it stands there: `.ci/run` sees to TorchRL and SuperSuit. BenchMARL wants an older TorchRL."""
    pytest.importorskip(library, reason=f"{library} is in an environment of its own")
    program = next(text for text in PROGRAMS if f"from {library}" in text or f"import {library}" in text)
    command = [sys.executable, "-W", "ignore", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=os.environ | {"OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stderr
