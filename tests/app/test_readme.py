"""The README: each of its commands works as typed, in an empty folder with the files that it tells to save."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sourced import ROOT

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
# Commands that go on for minutes or hours, or wait for a person: they are interrupted, and must not have failed by then.
LONG = ("train", "league", "evolve", "evaluate", "tournament", "benchmark", "forecast", "balance", "watch", "play")
PATIENCE = 25  # seconds
TYPED = "1\n" * 4  # what is typed at whatever asks


def files() -> dict[str, str]:
    """Return the files that the README tells to save, by name."""
    return dict(re.findall(r"as\s`([\w.]+\.toml)`[^`]*?:\n\n```toml\n(.*?)```", TEXT, re.DOTALL))


def commands() -> dict[str, list[str]]:
    """Return the commands of every chapter, as they are typed; what installs and tests is the business of `.ci/run`."""
    found: dict[str, list[str]] = {}
    for chapter in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]:
        title = chapter.splitlines()[0]
        lines = re.findall(r"^\$ (fireteam .*?)(?:\s{2,}#.*)?$", chapter, re.MULTILINE)
        if lines:
            found[title] = lines
    return found


def run(line: str, folder: Path) -> tuple[int, str, bool]:
    """Run a line in a folder; return its exit code, what it said, and whether it had to be interrupted."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    typed = subprocess.PIPE
    process = subprocess.Popen(
        ["bash", "-c", f"exec {line}"], cwd=folder, env=environment, stdin=typed, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    long = line.split()[1] in LONG
    try:
        said, _ = process.communicate(TYPED, timeout=PATIENCE if long else 300)
        return process.returncode, said, False
    except subprocess.TimeoutExpired:
        assert long, f"{line}: not done after five minutes"
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
        return process.returncode, said, True
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.mark.slow
@pytest.mark.parametrize("chapter", commands())
def test_every_command_works_as_typed(chapter: str, tmp_path: Path) -> None:
    """In an empty folder, one after the other: no command fails, and none that was interrupted had failed."""
    for name, text in files().items():
        (tmp_path / name).write_text(text)
    for line in commands()[chapter]:
        code, said, interrupted = run(line, tmp_path)
        assert "Traceback" not in said, f"{line}\n{said}"
        assert code in ((0, 130) if interrupted else (0,)), f"{line}: exit code {code}\n{said}"


def test_the_readme_has_what_is_looked_for() -> None:
    """The test above would pass if nothing were found."""
    assert set(files()) == {"party.toml", "alley.map.toml", "job.scenario.toml", "house.toml"}
    assert sum(map(len, commands().values())) >= 25
