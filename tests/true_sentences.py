"""Every sentence that is said of a battle, worked out again for many: `python tests/true_sentences.py 50`.

The gallery and so many more battles, of every system, with two to four sides. What is not so is told with scenario and seed.
"""

import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent / "support" / folder) for folder in ("", "view", "rules")]  # as pytest has it
from everysystem import under  # noqa: E402
from recomputed import untrue  # noqa: E402
from recorded import fought  # noqa: E402

from fireteam.agents.attribution.attribution import attribution_of  # noqa: E402
from fireteam.agents.story.kept import chances_for  # noqa: E402
from fireteam.commands.replay.watch import fought as fought_as_asked  # noqa: E402
from fireteam.env.replay.replay import Replay  # noqa: E402
from fireteam.env.scenario.models import Scenario  # noqa: E402
from fireteam.env.view.playback.cutter import playback_of  # noqa: E402
from fireteam.env.view.story import add_chances  # noqa: E402
from fireteam.reports import curve, luck  # noqa: E402

GALLERY = Path(__file__).parent.parent / "docs" / "generate" / "gallery.toml"
MORE = (  # scenario, system: those in which a battle takes seconds come more often
    ("duel", "swan_song"), ("yard", "swan_song"), ("ambush", "d10_pool"), ("four", "swan_song"), ("yard", "ladder"),
    ("market", "swan_song"), ("stand", "d10_pool"), ("prize", "ladder"), ("bridge", "swan_song"), ("four", "ladder"),
    ("valley", "ladder"), ("market", "d10_pool"), ("warehouse", "swan_song"), ("night", "swan_song"), ("four", "d10_pool"),
    ("shieldwall", "ladder"), ("mist", "d10_pool"), ("rescue", "swan_song"),
)  # fmt: skip


def four(system: str) -> Scenario:
    """Return the market with its third side split in two: four sides."""
    data = under(system, "market").model_dump(exclude_unset=True)
    third = data["teams"][2]
    units = third["units"]
    half = len(units) // 2
    data["teams"] = [*data["teams"][:2], third | {"units": units[:half]}, third | {"name": "gold", "units": units[half:]}]
    for team in data["teams"]:
        team.pop("title", None)
    return Scenario.model_validate(data)


def battles(count: int) -> Iterator[tuple[str, Replay]]:
    """Yield the battles of the gallery, and so many more, by what they are called."""
    for entry in tomllib.loads(GALLERY.read_text(encoding="utf-8"))["battles"]:
        name, seed = entry["scenario"], entry["seed"]
        yield f"{name}, seed {seed}", fought_as_asked(name, seed, [], None, "")
    for number in range(count):
        name, system = MORE[number % len(MORE)]
        seed = 100 + number
        yield f"{name}, {system}, seed {seed}", fought(four(system) if name == "four" else under(system, name), seed)


def untrue_of(replay: Replay) -> Iterator[str]:
    """Yield what page and window say of a battle and is not so."""
    chances = chances_for(None, replay)
    playback = playback_of(replay)
    add_chances(playback, *curve.for_playback(chances))
    playback["luck"] = luck.for_playback(attribution_of(replay), playback)
    print("   ", playback.get("turned"), "\n   ", playback["luck"]["says"])
    yield from untrue(replay, playback, chances)


def main(count: int) -> None:
    """Check the sentences of battles; end with 1 if one is not so."""
    wrong, start = 0, time.monotonic()
    for called, replay in battles(count):
        print(f"{called} ({time.monotonic() - start:.0f} s)", flush=True)
        for says in untrue_of(replay):
            print(f"  NOT SO: {says}", flush=True)
            wrong += 1
    print(f"{wrong} sentences are not so")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
