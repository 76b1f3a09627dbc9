"""The speed of each rule system, compared with the default one in the same run."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from fireteam.env.children import python
from fireteam.env.rules.systems import DEFAULT, SYSTEMS

from . import engine as measure


def system_rows(cold: bool = True) -> list[list[Any]]:
    """Return rows of measurements: value, unit, ratio to the default system; the systems take turns on the yard.

    Args:
        cold: whether to measure also the first battle of each on a machine that has only the default system compiled.
    """
    systems = [DEFAULT, *sorted(set(SYSTEMS) - {DEFAULT})]
    measures: dict[tuple[str, str], Callable[..., float]] = {
        ("engine, random decisions", "decisions/s"): measure.engine_speed,
        ("engine, with observation and mask", "decisions/s"): partial(measure.engine_speed, look=True),
        ("battles, tactician v tactician", "battles/s"): partial(measure.battle_speed, "tactician", "tactician"),
    }
    rows: list[list[Any]] = []
    for (what, unit), speed in measures.items():
        ways = [partial(speed, system=system) for system in systems]
        for way in ways:
            way()  # compiles
        values = measure.best(*ways)
        rows += [
            [f"{system}: {what}", value, unit, "" if system == DEFAULT else f"{value / values[0]:.2f} x {DEFAULT}"]
            for system, value in zip(systems, values, strict=True)
        ]
    if cold:
        seconds = first_battles(systems)
        rows += [
            [
                f"{system}: first battle, compiling included",
                took,
                "s",
                "" if system == DEFAULT else f"{took / seconds[0]:.2f} x",
            ]
            for system, took in zip(systems, seconds, strict=True)
        ]
    return rows


def first_battles(systems: list[str]) -> list[float]:
    """Return seconds that the first battle of each system takes, one after the other with one cache that begins empty."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "FIRETEAM_CACHE": folder}
        seconds = []
        for system in systems:
            start = time.perf_counter()
            command = python("-m", "fireteam", "fight", "--quiet", "--system", system)
            subprocess.run(command, env=environment, check=True, capture_output=True)
            seconds.append(time.perf_counter() - start)
    return seconds
