"""The accuracy of the intervals of forecasts: how many of them contain the result of many more battles."""

from collections.abc import Callable
from typing import Any

import numpy as np

from fireteam.env.scenario.reading import load_scenario

from ..reports.forecast.figures.fights import Fought, Question, average, average_count, fight, share
from ..reports.forecast.figures.heroes import heroes
from ..reports.forecast.figures.make import luck_of
from ..reports.forecast.figures.swap import swapped
from ..reports.forecast.model import Estimate

TRUTH = 20_000  # battles of a cell
FORECASTS = 400
SURE = 0.05  # of these forecasts: narrower ones take more battles, and cover no worse
SCENARIOS = (("duel", "swan_song"), ("yard", "swan_song"), ("ambush", "d10_pool"), ("yard", "ladder"))


def coverage_rows(
    scenarios: tuple[tuple[str, str], ...] = SCENARIOS,
    truth: int = TRUTH,
    forecasts: int = FORECASTS,
    sure: float = SURE,
    note: Callable[[str], None] = lambda _: None,
) -> list[list[Any]]:
    """Return rows [figure of a scenario, share of its intervals that hold the truth, unit, the truth].

    Each forecast has dice of its own, and stops as forecasts do. The truth is the result of `truth` other battles, so it is
    a little unsure itself. Figures that are the same in all of them are left out.
    """
    rows: list[list[Any]] = []
    for name, system in scenarios:
        for styled in (False, True) if name == "duel" else (False,):
            note(f"{name} by {system}")
            question = Question(load_scenario(name, system), 0, {}, seed=2**40, sure=sure, patience=np.inf, styled=styled)
            whole = figures(fight(question, planned=[truth]))
            held = dict.fromkeys(whole, 0)
            for number in range(forecasts):
                found = figures(fight(question._replace(seed=number)))
                for figure, estimate in found.items():
                    held[figure] += estimate.low <= whole[figure].value <= estimate.high
            rows += [
                [f"{name} ({system}): {figure}", round(held[figure] / forecasts, 4), "covered", f"{each.value:.3f}"]
                for figure, each in whole.items()
                if each.low != each.high and (each.value > 0.01 or figure.startswith("swapped"))
            ]
    shares = [row[1] for row in rows]
    rows.append(["all of them", round(float(np.mean(shares)), 4), "covered", f"from {min(shares):.3f} to {max(shares):.3f}"])
    return rows


def figures(fought: Fought) -> dict[str, Estimate]:
    """Return every interval that a forecast reports, by the name of its figure."""
    if len(fought.cells) > 1:
        luck = luck_of(fought)
        assert luck is not None, "there are several cells"
        return {f"luck: {part}": estimate for part, estimate in luck if isinstance(estimate, Estimate)}
    facts = fought.heart
    most = int(fought.courses[0].people[fought.courses[0].sides == fought.question.party].sum())
    found = {
        "wins": share(facts.wins),
        "wiped out": share(facts.wiped_out),
        "at least one dies": share(facts.death),
        "heroes down": average_count(facts.down, most),
        "heroes dead": average_count(facts.dead, most),
        "rounds": average(facts.rounds),
    }
    for hero in heroes(fought):
        found |= {f"{hero.unit} {what}": getattr(hero, what) for what in ("down", "dead", "first")}
    exchanged, _ = swapped(fought)
    if exchanged is not None:
        found |= {"swapped: wins": exchanged.wins, "swapped: wiped out": exchanged.wiped_out}
    return found
