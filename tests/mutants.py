"""Which small changes of meaning the tests catch: `python tests/mutants.py`, `--only 7`, `--area odds`, `--near`.

`mutants.toml` has the changes. Each is tried in a process of its own, which reads the source with the change where it would
read the file, and runs tests in plain Python: first the one that is known to catch it, then those beside the source, then,
unless `--near`, all that are wider. Before each stage its tests are run without any change: those that pass within LIMIT are
asked, the quickest first. No file is written. The tables of sight and paths of a map, for which plain Python takes minutes,
are asked of a process with compiled code, unless the change is in how they are made.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from importlib.machinery import SourceFileLoader
from multiprocessing import get_context
from multiprocessing.connection import Client, Listener
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
LIST = Path(__file__).with_name("mutants.toml")
LIMIT = 8  # seconds of CPU for a test in plain Python without any change; what takes longer is not asked
PATIENCE = 300  # seconds of CPU for a mutant and a stage; what takes longer never ends
TABLES = (
    "env/rules/ground/grid.py",
    "env/rules/ground/rays.py",
    "env/rules/ground/shares.py",
    "env/rules/ground/sight.py",
    "env/rules/ground/tables.py",
)  # which make the tables of maps


class Mutant(NamedTuple):
    """A change of meaning, and the tests to ask, stage by stage, until one catches it."""

    number: int
    area: str
    file: str
    text: str
    becomes: str
    what: str
    stages: tuple[tuple[str, ...], ...]


def read(near: bool) -> list[Mutant]:
    """Return the list of mutants; of those that are asked `near`, no test is far from the source."""
    said = tomllib.loads(LIST.read_text(encoding="utf-8"))
    found: list[Mutant] = []
    for file, entry in said["files"].items():
        wide = [] if near else next(tests for start, tests in said["wider"].items() if file.startswith(start))
        for *change, what, by in ((*mutant, "")[:4] for mutant in entry["mutants"]):
            stages = tuple(tuple(tests) for tests in ([by] if by else [], entry["tests"], wide) if tests)
            found.append(Mutant(1 + len(found), entry["area"], file, *change, what, stages))
    return found


class Watch:
    """A plugin of pytest that notes which test, or which module, fails first."""

    first = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note a failure."""
        self.first = self.first or (report.nodeid if report.failed else "")

    pytest_collectreport = pytest_runtest_logreport


class Stopwatch:
    """A plugin of pytest that notes how long each test takes that passes, and skips what takes too long."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Any:
        """Skip a test, or what it sets up, when its time is over."""
        signal.signal(signal.SIGPROF, lambda *_: pytest.skip("too long in plain Python"))
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note a test that passes."""
        if report.when == "call" and report.passed:
            self.seconds[report.nodeid] = report.duration


def change(mutant: Mutant) -> None:
    """Have Python read the changed source of a mutant where it would read the file."""
    path, read_code = ROOT / mutant.file, SourceFileLoader.get_code
    source = path.read_text(encoding="utf-8")
    assert source.count(mutant.text) == 1, f"{mutant.file} has {mutant.text!r} {source.count(mutant.text)} times"
    code = compile(source.replace(mutant.text, mutant.becomes), str(path), "exec")
    SourceFileLoader.get_code = (  # type: ignore[method-assign]
        lambda loader, name: code if Path(loader.path) == path else read_code(loader, name)
    )


def ask_for_tables(address: str) -> None:
    """Have the tables of maps filled by the process at an address."""
    from fireteam.env.rules.systems import SYSTEMS
    from fireteam.env.scenario import packing, setup

    shipped, fill_plainly = set(SYSTEMS), setup.fill_tables

    def fill_tables(system: str, arena: Any) -> None:
        if system not in shipped:  # which a test brings along
            return fill_plainly(system, arena)
        blank, record = setup.kernel.plain(setup.blank_battle(system))[0], setup.kernel.plain(arena)[0]
        setup.port_of(system).fill_tables(record)
        setup.grid.fill_steps(blank, record)
        with Client(address) as asked:
            asked.send((system, packing.packed(arena)))
            tables, arena[0]["shut"] = asked.recv()
        for name, table in tables.items():
            arena[0][name][: len(table)] = table

    setup.fill_tables = fill_tables


def answer(address: str) -> None:
    """Fill tables of maps for whoever asks, until this process is ended."""
    from fireteam.env.scenario import packing, setup

    with Listener(address, backlog=16) as listener:
        while True:
            with listener.accept() as asking:
                system, (size, data) = asking.recv()
                try:
                    arena = packing.unpacked(setup.port_of(system).ARENA, size, data)
                    setup.fill_tables(system, arena)
                    asking.send(({name: arena[0][name][: size**2] for name in packing.PER_PAIR}, arena[0]["shut"]))
                except Exception as error:  # a mutant has made a map that there cannot be
                    asking.send(({}, str(error)))


def silence() -> None:
    """Print nothing from here on."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)


def measured(job: tuple[str, str]) -> tuple[str, dict[str, float]]:
    """Run the tests of a file, or one test, without any change; return the seconds of each that passes in time."""
    tests, address = job
    watch = Stopwatch()
    silence()
    ask_for_tables(address)
    pytest.main(["-q", "-p", "no:cacheprovider", tests], plugins=[watch])
    return tests, watch.seconds


def attempt(job: tuple[Mutant, list[str], str]) -> tuple[Mutant, str, float]:
    """Run tests with a mutant; return which of them failed first, "" for none, and the seconds."""
    mutant, tests, address = job
    began, watch = time.monotonic(), Watch()
    signal.signal(signal.SIGPROF, lambda *_: sys.exit("it never ends"))
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    silence()
    try:
        change(mutant)
        if mutant.file not in TABLES:
            ask_for_tables(address)
        code = pytest.main(["-q", "-x", "-p", "no:cacheprovider", *tests], plugins=[watch])
        assert code == pytest.ExitCode.OK or watch.first, f"pytest ends with {code}"
    except (Exception, SystemExit) as error:
        watch.first = watch.first or f"{type(error).__name__}: {error}"
    return mutant, watch.first, time.monotonic() - began


def files_of(tests: str) -> list[str]:
    """Return the files of a folder of tests; what is no folder stays as it is."""
    return sorted(map(str, Path(tests).rglob("test_*.py"))) if Path(tests).is_dir() else [tests]


def tried(mutants: list[Mutant], address: str) -> int:
    """Try mutants, stage by stage, in processes side by side; print who catches which; return 1 if one survives."""
    caught: Counter[str] = Counter()
    left, stage = mutants, 0
    seconds_of: dict[str, dict[str, float]] = {}  # by file, or by what is asked of it
    with get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        while asked := [mutant for mutant in left if stage < len(mutant.stages)]:
            parts = {mutant: [part for tests in mutant.stages[stage] for part in files_of(tests)] for mutant in asked}
            new = sorted({part for some in parts.values() for part in some} - seconds_of.keys())
            for part, times in pool.imap_unordered(measured, [(part, address) for part in new]):
                seconds_of[part] = times
                print(f"without any change {len(times)} pass within {LIMIT} s each: {part}", flush=True)
            quickest = {
                mutant: sorted(times, key=times.__getitem__)
                for mutant, some in parts.items()
                for times in [{test: spent for part in some for test, spent in seconds_of[part].items()}]
            }
            left = [mutant for mutant in left if mutant not in asked or not quickest[mutant]]
            jobs = [(mutant, tests, address) for mutant, tests in quickest.items() if tests]
            for mutant, by, seconds in pool.imap(attempt, jobs):
                caught[mutant.area] += by != ""
                left += [] if by else [mutant]
                if by:
                    print(f"{mutant.number:3} {mutant.file}: {mutant.what}: caught by {by} ({seconds:.1f} s)", flush=True)
            stage += 1
    for mutant in left:
        print(f"{mutant.number:3} {mutant.file}: {mutant.what}: SURVIVES")
    for area, count in Counter(mutant.area for mutant in mutants).items():
        print(f"{area}: {caught[area]} of {count} caught")
    return 1 if left else 0


def main() -> int:
    """Choose mutants, start what answers, try them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=int, action="append", help="the number of a mutant, from 1")
    parser.add_argument("--area", help="the mutants of one area")
    parser.add_argument("--near", action="store_true", help="ask no wider than the tests beside the source")
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        answer(options.answer)
    chosen = [mutant for mutant in read(options.near) if options.area in (None, mutant.area)]
    chosen = [mutant for mutant in chosen if mutant.number in (options.only or [mutant.number])]
    if not chosen:
        parser.error(f"no such mutant; areas: {', '.join(sorted({mutant.area for mutant in read(near=False)}))}")
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        address = f"{folder}/tables"
        with subprocess.Popen([sys.executable, __file__, "--answer", address]) as answering:
            try:
                while not Path(address).exists():
                    if answering.poll() is not None:
                        print("what fills the tables of maps has ended")
                        return 2
                    time.sleep(0.1)
                os.environ["NUMBA_DISABLE_JIT"] = "1"
                return tried(chosen, address)
            finally:
                answering.kill()


if __name__ == "__main__":
    sys.exit(main())
