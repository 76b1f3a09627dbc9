"""Random battles of every scenario, recorded, saved, read and verified: `python tests/verified.py 10000`.

A battle that does not verify is told with its scenario and seed.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fireteam.env.battle import Battle
from fireteam.env.errors import ReplayError
from fireteam.env.replay import Replay
from fireteam.env.scenario import load_scenario, scenario_names


def failures(battles: int, first: int = 0) -> Iterator[str]:
    """Yield what went wrong, battle by battle, all scenarios in turn."""
    scenarios = [load_scenario(name) for name in scenario_names()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "battle.jsonl.gz"
        for seed in range(first, first + battles):
            scenario = scenarios[seed % len(scenarios)]
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
                yield f"{scenario.title}, seed {seed}: {error}"


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    wrong = list(failures(count))
    print("\n".join(wrong) or f"{count} battles recorded, saved, read and verified")
    sys.exit(bool(wrong))
