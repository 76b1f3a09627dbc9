"""What battles of random and scripted bots have not shown yet: actions, weapons, locations, ailments, materials ..."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from fireteam.agents.bots import load_bot
from fireteam.agents.counts import TALLY
from fireteam.agents.series.series import fight_series
from fireteam.content.errors import ContentError
from fireteam.env.catalog import load_catalog
from fireteam.env.rules.events import ENTRIES
from fireteam.env.rules.systems import DEFAULT, port_of
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario, scenario_names

CASTS = (("random", "random"), ("tactician", "random"), ("random", "tactician"))  # seats, from turn to turn
PART = 20  # battles of a scenario before the next one's turn


def tournament(
    most: int, seed: int = 0, on_progress: Callable[[int], None] = lambda _: None, system: str = DEFAULT
) -> tuple[int, np.ndarray]:
    """Let random and scripted bots fight through a system's scenarios until everything has occurred; return how often.

    Args:
        most: battles after which it gives up.

    Raises:
        ContentError: no scenario of the package is of that system.
    """
    tally = np.zeros(1, TALLY)
    battles = 0
    for turn, scenario in turns(seed, system):
        bots = {team.name: load_bot(CASTS[turn % len(CASTS)][place % 2], turn) for place, team in enumerate(scenario.teams)}
        series = fight_series(scenario, bots, PART, turn)
        for name in TALLY.names or ():
            tally[name] += series.tally[name]
        battles += PART
        on_progress(min(battles, most))
        if battles >= most or not any(missing(tally, system).values()):
            return battles, tally
    raise AssertionError("the turns never end")


def turns(seed: int, system: str = DEFAULT) -> Iterator[tuple[int, Any]]:
    """Yield (seed, scenario) for ever, all scenarios of a system in turn."""
    scenarios = scenarios_of(system)
    turn = seed
    while True:
        for scenario in scenarios:
            yield turn, scenario
        turn += 1


def scenarios_of(system: str) -> list[Scenario]:
    """Return the scenarios of the package that are of a system; raise a ContentError if there are none."""
    found = [scenario for scenario in map(load_scenario, scenario_names()) if scenario.system == system]
    if not found:
        raise ContentError(f"--system {system}: no scenario of the package is of that system")
    return found


def everything(system: str = DEFAULT) -> dict[str, list[str]]:
    """Return the names of all that can occur, by kind."""
    catalog = load_catalog(system=system)
    return {
        "action": list(port_of(system).VERBS.numbers),
        "weapon": list(catalog.weapons),
        "location": list(catalog.locations),
        "ailment": list(catalog.ailments),
        "material": list(catalog.materials),
        "item": [name for name, item in catalog.items.items() if item.kind == "stimulant"],
        "system": list(port_of(system).WORDS["system"]),
    }


def counts(tally: np.ndarray, system: str = DEFAULT) -> dict[str, dict[str, int]]:
    """Return how often everything occurred."""
    row = tally[0]
    tables = {"action": row["verbs"]}
    tables |= {kind: row["entries"][number] for number, kind in enumerate(ENTRIES)}
    kinds = ("weapon", "location", "ailment", "material", "item")
    names = {"system": list(port_of(system).WORDS["system"])}
    names |= {kind: list(getattr(load_catalog(system=system), kind + "s")) for kind in kinds}
    places = {kind: {name: number for number, name in enumerate(known)} for kind, known in names.items()}
    places |= {"action": port_of(system).VERBS.numbers}
    return {
        kind: {name: int(tables[kind][places[kind][name]]) for name in known} for kind, known in everything(system).items()
    }


def missing(tally: np.ndarray, system: str = DEFAULT) -> dict[str, list[str]]:
    """Return what has not occurred, by kind."""
    return {kind: [name for name, count in table.items() if count == 0] for kind, table in counts(tally, system).items()}
