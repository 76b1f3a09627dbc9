"""Random battles of every scenario, recorded, saved, read and verified: `python tests/verified.py 10000`.

A battle that does not verify is told with its scenario and seed.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path

from fireteam.env.battle import Battle
from fireteam.env.errors import ReplayError
from fireteam.env.replay import Replay
from fireteam.env.scenario import load_scenario, scenario_names


def failures(name: str, battles: int) -> Iterator[str]:
    """Yield what went wrong in battles of a scenario."""
    scenario = load_scenario(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "battle.jsonl.gz"
        for seed in range(battles):
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


def listed(name: str, battles: int) -> list[str]:
    """Return what went wrong, for a process of its own."""
    return list(failures(name, battles))


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    names = scenario_names()
    each = -(-count // len(names))
    with ProcessPoolExecutor() as pool:
        wrong = list(chain.from_iterable(pool.map(listed, names, [each] * len(names))))
    print("\n".join(wrong) or f"{each * len(names)} battles recorded, saved, read and verified")
    sys.exit(bool(wrong))
