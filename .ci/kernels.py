"""Compile the kernels of a first battle for a common processor, to be built into a wheel: `python .ci/kernels.py TREE`.

It fights a battle in each rule system, or in those that are named, with what is installed, and leaves the machine code in a
tree of the same sources, where `setup.py` finds it. The wheel is for this version of Python, on machines like this one; with
another Numba or NumPy it compiles itself.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from fireteam.env.rules.jit.caches import KIND
from fireteam.env.rules.jit.shipped import SHIPPED, baseline
from fireteam.env.rules.systems import SYSTEMS


def main(tree: Path, systems: list[str]) -> int:
    """Put the machine code into a tree; return the exit code."""
    if (processor := baseline()) is None:
        print("there is no common processor that this machine can compile for")
        return 1
    folder = tree / SHIPPED.relative_to(SHIPPED.parents[3])
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as cache:
        # Of an entry that it says nothing about Numba takes the features of this machine.
        wanted = {"NUMBA_CPU_NAME": processor[1], "NUMBA_CPU_FEATURES": processor[2], "FIRETEAM_CACHE": cache}
        for system in systems:
            fight = [sys.executable, "-m", "fireteam", "fight", "--quiet", "--system", system]
            subprocess.run(fight, check=True, env=os.environ | wanted)
        for made in Path(cache).glob(f"*/*/*{KIND}"):
            place = folder / made.parent.name
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(made, place)
    kept = list(folder.rglob(f"*{KIND}"))
    print(f"{len(kept)} kernels, {sum(path.stat().st_size for path in kept) / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path, help="the folder of the sources")
    parser.add_argument("systems", nargs="*", help=f"all, if none is named: {', '.join(SYSTEMS)}")
    given = parser.parse_args()
    if not (given.tree / "setup.py").is_file():
        parser.error(f"{given.tree} is no tree of the sources: it has no setup.py")
    if unknown := set(given.systems) - SYSTEMS.keys():
        parser.error(f"there is no rule system {', '.join(sorted(unknown))}, but {', '.join(SYSTEMS)}")
    sys.exit(main(given.tree, given.systems or list(SYSTEMS)))
