"""`fireteam doctor`: checks this machine and its installation."""

import importlib.metadata
import importlib.util
import os
import platform
import sys
import time
from typing import Annotated, Any

import typer

from ..output import NO, guarded, print_json, print_table

EXTRAS = {
    "pygame": "view",
    "PIL": "film",
    "av": "film",
    "torch": "train",
    "cma": "train",
    "stable_baselines3": "sb3",
    "sb3_contrib": "sb3",
    "openskill": "tournament",
    "pyarrow": "dataset",
    "ray": "cluster",
    "chess": "bench",
}
CORE = ("numpy", "numba", "gymnasium", "pettingzoo", "pydantic", "typer", "rich")


@guarded
def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False) -> None:
    """Look at versions, extras, the compiler and its cache, and fight a battle whose end is known."""
    rows = [*versions(), *extras(), cache(), engine()]
    if as_json:
        print_json([dict(zip(("what", "state", "found"), row, strict=True)) for row in rows])
    else:
        print_table(["what", "", "found"], rows)
    if any(state == "bad" for _, state, _ in rows):
        raise typer.Exit(NO)


def versions() -> list[list[str]]:
    """Return what runs here."""
    rows = [
        ["python", "ok" if sys.version_info >= (3, 11) else "bad", f"{platform.python_version()} on {platform.machine()}"]
    ]
    for name in ("fireteam", *CORE):
        rows.append([name, "ok", importlib.metadata.version(name)])
    return rows


def extras() -> list[list[str]]:
    """Return which optional packages are there, and how to get those that are not."""
    rows = []
    for module, extra in EXTRAS.items():
        there = importlib.util.find_spec(module) is not None
        rows.append([module, "ok" if there else "absent", "there" if there else f"pip install 'fireteam[{extra}]'"])
    return rows


def cache() -> list[str]:
    """Return where the compiled engine is kept."""
    from fireteam.env.rules.jit.caches import KIND, folder
    from fireteam.env.rules.kernel import COMPILED

    if not COMPILED:
        return ["compiler", "slow", "switched off by NUMBA_DISABLE_JIT"]
    place = folder()
    if not os.access(place, os.W_OK):
        return ["compiler cache", "bad", f"{place} cannot be written to: what is compiled is lost at the end"]
    return ["compiler cache", "ok", f"{place}, {len(list(place.glob(f'*{KIND}')))} compiled functions"]


def engine() -> list[str]:
    """Fight a battle twice and compare: the same seed must end the same way."""
    from fireteam.agents.bots import load_bot
    from fireteam.agents.series.series import fight_series
    from fireteam.env.scenario.reading import load_scenario

    scenario = load_scenario("duel")
    start = time.perf_counter()

    def outcome() -> Any:
        return fight_series(scenario, {team.name: load_bot("tactician") for team in scenario.teams}, 4, seed=1).outcomes

    same = outcome() == outcome()
    took = time.perf_counter() - start
    return ["engine", "ok" if same else "bad", f"{'repeats itself' if same else 'does not repeat itself'}, {took:.1f} s"]
