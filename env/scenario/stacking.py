"""Several scenarios in one batch: their arenas one above the other, and openings that name them."""

from collections.abc import Sequence
from math import lcm

import numpy as np

from ..errors import ContentError
from .models import Scenario
from .packing import copy_arena
from .setup import Field


def check_same_teams(scenarios: Sequence[Scenario]) -> None:
    """Raise a ContentError if there is no scenario, or not the same teams and the same rule system in all of them."""
    if not scenarios:
        raise ContentError("scenario = []: must name at least one")
    first, *others = ([team.name for team in scenario.teams] for scenario in scenarios)
    for scenario, names in zip(scenarios[1:], others, strict=True):
        if names != first:
            raise ContentError(
                f"scenario {scenario.title!r} has the teams {', '.join(names)}, scenario {scenarios[0].title!r} "
                f"{', '.join(first)}: scenarios of one batch must have the same"
            )
        if scenario.system != scenarios[0].system:
            raise ContentError(
                f"scenario {scenario.title!r} is of the rule system {scenario.system}, scenario {scenarios[0].title!r} of "
                f"{scenarios[0].system}: scenarios of one batch must have the same"
            )


def stacked(drawn: Sequence[Sequence[Field]]) -> tuple[np.ndarray, np.ndarray]:
    """Return the arenas of all fields of several scenarios, and openings that name them, equally many of each scenario."""
    fields = [field for fields in drawn for field in fields]
    if len(fields) == 1:
        return fields[0].arena, fields[0].opening
    arenas = np.zeros(len(fields), fields[0].arena.dtype)
    for number, field in enumerate(fields):
        copy_arena(field.arena, arenas[number : number + 1])
    most = lcm(*(len(fields) for fields in drawn))
    numbers: list[int] = []
    for some in drawn:
        first = len(numbers) and max(numbers) + 1
        numbers += [first + n for n in range(len(some))] * (most // len(some))
    openings = np.concatenate([fields[number].opening for number in numbers])
    openings["variant"] = numbers
    return arenas, openings
