"""Files that are nearly right, thousands: `python tests/fuzz.py --seconds 120`. Each is taken, or refused in a sentence.

Every input is read by a child process whose CPU time and memory are limited. Whatever ends in anything but one of our own
errors, takes too long or too much, prints, or ends the child, is told with the number by which it is made again: `--from N
--inputs 1`. With `--fight`, house rules that are taken are fought by for some decisions, at random; with NUMBA_BOUNDSCHECK=1
and a FIRETEAM_CACHE of its own, nothing reaches beyond an array unseen.
"""

import argparse
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "support" / "hostile"))
from mutating import MAKERS, Input, made, naming

from fireteam.content.errors import FireteamError
from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog, load_house
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.making.party import party_of
from fireteam.maps.drawing import read_map
from fireteam.maps.importers import convert
from fireteam.maps.portraits import portrait_of

CHUNK = 2000  # inputs of one child
MOST_SECONDS = 10.0  # of CPU, of one input
MOST_MEMORY = 6 << 30  # of a child's addresses; the compiler has some for itself
DECISIONS = 60
FIELDS = {"swan_song": "yard", "d10_pool": "yard", "ladder": "yard"}


def take(given: Input, folder: Path, fight: bool) -> None:
    """Read an input as a command would."""
    path = folder / given.name
    path.write_bytes(given.data)
    if given.kind.startswith("house"):
        system = given.kind.rpartition(" ")[2]
        house = load_house(path, system)
        load_catalog(house, system)
        if fight:
            fought(system, house)
    elif given.kind == "scenario":
        load_scenario(path)
    elif given.kind == "map":
        read_map(path)
    elif given.kind in ("csv", "xlsx"):
        party_of(path, "swan_song")
    elif given.kind == "portrait":
        portrait_of(given.name, folder)
    else:
        path = naming(folder, given.name) if given.kind in ("tsx", "tsj", "tx", "tj") else path
        convert(path, load_catalog(None, "swan_song").terrain)


def fought(system: str, house: dict) -> None:
    """Fight for some decisions by house rules."""
    import random

    plain = load_scenario(FIELDS[system], system)
    battle = Battle(Scenario.model_validate(plain.model_dump() | {"catalog": house}), 1)
    dice = random.Random(1)
    for _ in range(DECISIONS):
        if legal := battle.legal():
            battle.step(dice.choice(legal))


def child(seed: int, first: int, count: int, fight: bool) -> None:
    """Try some inputs, and write a line for each: its number, and what it came to."""
    warnings.simplefilter("ignore")  # of what reads workbooks
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            given = made(seed, number)
            print(number, "begun", given.kind, sep="\t", flush=True)
            begun = time.process_time()
            limit = int(begun + MOST_SECONDS) + 2
            resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
            said = io.StringIO()
            try:
                with redirect_stdout(said):  # a command's own output is all that it prints
                    take(given, Path(folder), fight)
                came = "taken"
            except FireteamError:
                came = "refused"
            except BaseException:
                came = "failed"
                traceback.print_exc()
            if said.getvalue():
                came = "failed"
                print(f"{number} printed {said.getvalue()[:200]!r}", file=sys.stderr)
            took = time.process_time() - begun
            print(number, "slow" if took > MOST_SECONDS else came, given.kind, f"{took:.3f}", sep="\t", flush=True)


def main() -> int:
    """Try inputs until time is up, or there have been so many; return how many have failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--inputs", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--fight", action="store_true")
    parser.add_argument("--child", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.seed, options.first, options.child, options.fight)
        return 0
    if options.fight:
        for system in FIELDS:
            fought(system, {})  # compiled before the clock runs
    end, last = time.monotonic() + options.seconds, options.first + options.inputs
    number, came, slowest, failed = options.first, Counter(), 0.0, []
    while number < last and time.monotonic() < end:
        command = [sys.executable, "-P", __file__, "--seed", str(options.seed), "--from", str(number)]
        command += ["--child", str(min(CHUNK, last - number)), *(["--fight"] if options.fight else [])]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=os.environ)
        printed = done.stdout.splitlines()
        lines = [line.split("\t") for line in printed if "\t" in line]
        failed += [f"from {number} on, compiled code prints {line[:200]!r}" for line in printed if "\t" not in line]
        ended = {int(line[0]): line for line in lines if line[1] != "begun"}
        for at, what, kind, took in ended.values():
            came[kind, what] += 1
            slowest = max(slowest, float(took))
            if what in ("failed", "slow"):
                failed.append(f"{at} ({kind}): {what}")
        begun = max((int(line[0]) for line in lines), default=number)
        if begun not in ended:
            failed.append(f"{begun} ({lines[-1][2] if lines else '?'}): ended the process ({done.returncode})")
        number = begun + 1
    for kind in sorted(MAKERS):
        print(f"{kind:<20}", *(f"{what} {came[kind, what]:>6}" for what in ("taken", "refused", "failed", "slow")))
    print(f"{sum(came.values())} inputs of seed {options.seed}, the slowest {slowest:.1f} s of CPU, {len(failed)} failed")
    for line in failed[:40]:
        print(line)
    return min(len(failed), 1)


if __name__ == "__main__":
    sys.exit(main())
