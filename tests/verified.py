"""Random battles of every scenario, recorded, saved, read and verified: `python tests/verified.py 10000`.

A battle that does not verify is told with its scenario and seed. All scenarios go on together, a block of battles each, so
a run that is stopped has tried them all; it says how far it has come.
"""

import random
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from fireteam.content.errors import ReplayError
from fireteam.env.battle import Battle
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.reading import load_scenario, scenario_names

BLOCK = 20  # battles that a process fights before it takes another scenario


def failures(name: str, seeds: Iterable[int]) -> Iterator[str]:
    """Yield what went wrong in battles of a scenario."""
    scenario = load_scenario(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "battle.jsonl.gz"
        for seed in seeds:
            dice = random.Random(seed)
            battle = Battle(scenario, seed)
            record = Replay.of(battle, seed)
            while not battle.over:
                record.step(battle, dice.choice(battle.legal()))
            record.finish(battle)
            record.save(path)
            try:
                Replay.load(path).verify()
            except ReplayError as error:
                yield f"{name}, seed {seed}: {error}"


def listed(name: str, seeds: range) -> list[str]:
    """Return what went wrong, for a process of its own."""
    return list(failures(name, seeds))


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    names = scenario_names()
    each = -(-count // len(names))
    jobs = [(name, range(first, min(first + BLOCK, each))) for first in range(0, each, BLOCK) for name in names]
    done, wrong = 0, []
    with ProcessPoolExecutor() as pool:
        for (_, seeds), found in zip(jobs, pool.map(listed, *zip(*jobs, strict=True)), strict=True):
            wrong += found
            done += len(seeds)
            print(f"\r{done} of {each * len(names)} battles, {len(wrong)} wrong", end="", file=sys.stderr, flush=True)
    print("\n" + ("\n".join(wrong) or f"{done} battles recorded, saved, read and verified"))
    sys.exit(bool(wrong))
