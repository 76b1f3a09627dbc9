"""Every command on every scenario, in every system: `python tests/everywhere.py [--scenario X] [--system Y]`.

A command does it, or refuses in a sentence. What two commands say of the same thing is the same.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent / "support" / folder) for folder in ("", "written")]  # as pytest has it
from commanded import run  # noqa: E402

from fireteam.env.scenario.models import Scenario  # noqa: E402
from fireteam.env.scenario.reading import load_scenario  # noqa: E402

SYSTEMS = ("swan_song", "d10_pool", "ladder")
BATTLES = 60
Z = 4.5  # standard errors
FIGURES = (("goes down", "falls", "down"), ("dies", "dies", "dead"))


class Cell:
    """A scenario in a system, and what is wrong with what is said of it."""

    def __init__(self, name: str, system: str, folder: Path) -> None:
        self.name, self.system, self.folder = name, system, folder
        self.wrong: list[str] = []
        self.refused: list[str] = []

    def run(self, *arguments: str, codes: tuple[int, ...] = (0,)) -> str | None:
        """Return what a command prints; None where it refuses. Anything else is wrong."""
        result = run(*arguments)
        line = " ".join(arguments)
        crashed = result.exception is not None and not isinstance(result.exception, SystemExit)
        if crashed or "Traceback" in result.output:
            self.wrong.append(f"{line}: {result.exception!r}")
        elif result.exit_code in codes:
            return result.stdout
        elif result.exit_code == 2 and {said[:7] for said in result.stderr.splitlines()} == {"error: "}:
            self.refused.append(f"{line}: {result.stderr.strip()}")
        else:
            self.wrong.append(f"{line}: exit code {result.exit_code}: {result.output[-300:]}")
        return None

    def tried(self) -> None:
        """Run every command."""
        own = ("--system", self.system)
        replay, page = str(self.folder / "it.jsonl.gz"), str(self.folder / "it.html")
        self.run("check", self.name, *own, codes=(0, 1))
        if self.run("fight", self.name, *own, "--seed", "3", "--replay", replay) is None:
            return
        self.run("watch", self.name, *own, "--text", "--seed", "3")
        self.run("watch", replay, "--text", "--at", "9")
        self.run("replay", "verify", replay)
        self.run("replay", "show", replay)
        scenario = load_scenario(self.name, self.system)
        teams = [team.name for team in scenario.teams]
        for side in teams:
            self.run("watch", replay, "--text", "--side", side)
            self.run("replay", "export", replay, "--text", str(self.folder / "it.txt"), "--side", side)
            self.run("replay", "export", replay, "--html", page, "--side", side, "--no-chances", "--no-luck")
        self.run("replay", "export", replay, "--png", str(self.folder / "it.png"))
        for attacker, target in pairwise(dict.fromkeys(templates(scenario))):
            self.run("odds", *own, "--attacker", attacker, "--target", target)
        plain = [f"--team={side}=tactician" for side in teams]
        fights = self.run("fight", self.name, *own, "--battles", str(BATTLES), "--seed", "5", *plain, "--json")
        self.run("fight", self.name, *own, "--battles", "3", "--quiet")
        forecast = self.run("forecast", self.name, *own, "--sure", "20", "--seed", "7", *plain, "--json")
        for side in teams[1:] if scenario.system == self.system else teams[:1]:
            self.run("forecast", self.name, *own, "--sure", "20", "--side", side, "--html", page)
        for enemy in list(dict.fromkeys(templates(scenario, first=1)))[:1]:
            vary = ("--vary", f"{enemy}=1..2", "--sure", "20", "--seconds", "2")
            self.run("balance", self.name, *own, *vary, codes=(0, 1))
            self.run("balance", self.name, *own, *vary, "--json", codes=(0, 1))
        if fights and forecast:
            self.wrong += differences(json.loads(fights), json.loads(forecast))


def templates(scenario: Scenario, first: int = 0) -> list[str]:
    """Return the kinds of units of a scenario's teams, from the `first` team on."""
    return [unit.template for team in scenario.teams[first:] for unit in team.units]


def apart(one: float, of: int, other: float, of_other: int) -> bool:
    """Whether two shares, of so many battles each, cannot well be of one thing."""
    both = (one * of + other * of_other + 1) / (of + of_other + 2)
    return abs(one - other) > Z * (both * (1 - both) * (1 / of + 1 / of_other)) ** 0.5


def differences(fights: dict[str, Any], forecast: dict[str, Any]) -> Iterator[str]:
    """Yield what battles and a forecast of the same bots say of one thing, and is not one figure."""
    won = next(side["share"] for side in fights["wins"] if side["who"].startswith(forecast["party"]))
    pairs = [("wins", won, forecast["middle"]["wins"])]
    units = {unit["unit"]: unit for unit in fights.get("units", ())}
    for hero in forecast["heroes"]:
        pairs += [
            (f"{hero['unit']} {word}", units[hero["unit"]][key], hero[of])
            for word, key, of in FIGURES
            if hero["unit"] in units
        ]
    for what, counted, found in pairs:
        if apart(counted, BATTLES, found["value"], found["battles"]):
            yield f"{what}: {counted:.0%} of {BATTLES} battles, {found['value']:.0%} of a forecast's {found['battles']}"


def main() -> int:
    """Try all, or some."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenario", action="append")
    parser.add_argument("--system", action="append")
    options = parser.parse_args()
    names = options.scenario or [row["scenario"] for row in json.loads(run("list", "scenarios", "--json").stdout)]
    failed = 0
    for name in names:
        for system in options.system or SYSTEMS:
            begun = time.process_time()
            with tempfile.TemporaryDirectory() as folder:
                cell = Cell(name, system, Path(folder))
                cell.tried()
            took, counts = time.process_time() - begun, f"refused {len(cell.refused)}  wrong {len(cell.wrong)}"
            print(f"{name:<12} {system:<10} {took:6.1f} s  {counts}", flush=True)
            for line in [*cell.refused, *cell.wrong]:
                print("   ", line, flush=True)
            failed += len(cell.wrong)
    print(f"{failed} wrong")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
