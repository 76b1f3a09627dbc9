"""What a page tells its reader to do: files to save and commands to type, found in its markdown and done in a folder."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

# Commands that go on for minutes or hours, or wait for a person: they are interrupted, and must not have failed by then.
LONG = ("train", "league", "evolve", "evaluate", "tournament", "exploit", "forecast", "balance", "watch", "play")
TYPED = "1\n" * 4  # what is typed at whatever asks
FENCE = re.compile(
    r"^```(?:\{code-block\} )?(?P<language>\w+)\n(?::caption: (?P<name>\S+)\n\n)?(?P<text>.*?)^```$"
    r"|^```\{literalinclude\} (?P<source>\S+)\n:language: (?P<of>\w+)\n:caption: (?P<saved>\S+)\n```$",
    re.MULTILINE | re.DOTALL,
)
COMMAND = re.compile(r"^\$ (.*?)(?:\s{2,}#.*)?$", re.MULTILINE)


class Block(NamedTuple):
    """A block of code: a file to save, if it has a name, else what is in it."""

    language: str
    name: str
    text: str

    def commands(self) -> list[str]:
        """Return the commands of a block of a console, as they are typed."""
        return COMMAND.findall(self.text) if self.language == "console" else []


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page in order."""
    found = []
    for fence in FENCE.finditer(page.read_text(encoding="utf-8")):
        if fence["source"]:
            found.append(Block(fence["of"], fence["saved"], (page.parent / fence["source"]).read_text(encoding="utf-8")))
        else:
            found.append(Block(fence["language"], fence["name"] or "", fence["text"]))
    return found


def run(line: str, folder: Path, patience: float = 12, long: bool | None = None) -> tuple[int, str, bool]:
    """Run a line in a folder; return its exit code, what it said, and whether it had to be interrupted.

    Args:
        patience: seconds after which a long command is interrupted.
        long: whether it is one that may be; by its name unless given.
    """
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "OMP_NUM_THREADS": "1"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    process = subprocess.Popen(
        ["bash", "-c", f"exec {line}"], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    long = line.split()[1] in LONG if long is None else long
    try:
        said, _ = process.communicate(TYPED, timeout=patience if long else 600)
        return process.returncode, said, False
    except subprocess.TimeoutExpired:
        assert long, f"{line}: not done after ten minutes"
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
        return process.returncode, said, True
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def follow(page: Path, folder: Path) -> list[str]:
    """Do what a page says, in order, in a folder: save each file that has a name, run each command. Return the commands.

    No command may fail: exit code 0, no traceback. None is interrupted, so a page must give slow ones small budgets itself.
    """
    done: list[str] = []
    for block in blocks(page):
        if block.name:
            (folder / block.name).write_text(block.text, encoding="utf-8")
        for line in block.commands():
            code, said, _ = run(line, folder, long=False)
            assert "Traceback" not in said, f"{line}\n{said}"
            assert code == 0, f"{line}: exit code {code}\n{said}"
            done.append(line)
    return done
