"""Several scenarios in one batch: their arenas in one array, and openings that refer to them."""

from collections.abc import Sequence
from math import lcm

import numpy as np

from fireteam.content.errors import ContentError

from .models import Scenario
from .packing import copy_arena
from .setup import Field


def check_same_teams(scenarios: Sequence[Scenario]) -> None:
    """Raise a ContentError if there is no scenario, or not as many teams and the same rule system in all of them."""
    if not scenarios:
        raise ContentError("scenario = []: must name at least one")
    first = scenarios[0]
    for scenario in scenarios[1:]:
        if len(scenario.teams) != len(first.teams):
            raise ContentError(
                f"scenario {scenario.title!r} has {len(scenario.teams)} teams, scenario {first.title!r} {len(first.teams)}: "
                "scenarios of one batch must have as many"
            )
        if scenario.system != first.system:
            raise ContentError(
                f"scenario {scenario.title!r} is of the rule system {scenario.system}, scenario {first.title!r} of "
                f"{first.system}: scenarios of one batch must have the same"
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


def shared_out(shares: Sequence[float], counts: Sequence[int], size: int) -> np.ndarray:
    """Return numbers of fields, so that each scenario is drawn in its share, and each of its fields about equally often.

    Args:
        shares: the shares of the scenarios, none below 0; only their ratios count.
        counts: how many fields each scenario has, in their order.
        size: how many numbers to return.

    Returns:
        int64, shape (size,).
    """
    ends = np.round(np.cumsum(shares) / np.sum(shares) * size).astype(int)
    rows = np.diff(ends, prepend=0)
    firsts = np.cumsum(counts) - counts
    return np.concatenate([first + np.arange(n) % count for first, count, n in zip(firsts, counts, rows, strict=True)])
