"""The table of means, measured: battles in which they are counted, then playouts of the decisions that were kept."""

from collections.abc import Callable, Sequence

from fireteam.content.errors import ContentError
from fireteam.env.catalog import load_catalog
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario, scenario_names

from .counting import Counted, Kept, counted
from .naming import WEAPON, all_means, unused
from .playing import Player
from .table import Figure, Row, figure_of

OnProgress = Callable[[int], None]


def scenarios_of(system: str) -> list[Scenario]:
    """Return the scenarios of the package that can be fought in a rule system, those that draw levels among them."""
    found = []
    for name in scenario_names():
        try:
            found.append(load_scenario(name, system))
        except ContentError:  # it names what only another system has
            continue
    return found


def measured(
    system: str,
    scenarios: Sequence[Scenario],
    battles: int,
    samples: int,
    playouts: int,
    seed: int,
    on_battle: OnProgress = lambda _: None,
    on_row: OnProgress = lambda _: None,
) -> list[Row]:
    """Return the table of means of a rule system, the most often given first. The same arguments make the same table.

    Args:
        scenarios: that are fought in turn, of this system.
        samples: decisions at most, of each means, in which it was given, and in which it was not; from as many battles.
        playouts: of each order in them, see `Player`.
        on_battle, on_row: called with 1 after each battle and each row.
    """
    found = counted(scenarios, battles, samples, seed, on_battle)
    every = unused(all_means(system, load_catalog(system=system)), found.offered)
    names = sorted(set(found.offered) | set(every), key=lambda name: (-found.given[name], -found.offered[name], name))
    player, rows = Player(playouts), []
    for name in names:
        figures = figures_of(player, name, found)
        counts = (found.open[name], found.offered[name], found.given[name], found.used[name])
        run = (battles, found.decisions, samples, playouts, seed)
        rows.append(Row(system, *run, name, int(is_had(name, found)), *counts, *figures))
        on_row(1)
    return rows


def figures_of(player: Player, means: str, found: Counted) -> tuple[Figure, Figure, Figure]:
    """Return what a means won, what it would have won, and what it would have won with foresight."""
    given, passed = found.given_in.kept.get(means, []), found.missed_in.kept.get(means, [])
    paid = [player.paid(decision, means) for decision in together(given)]
    missed = [player.missed(decision, means) for decision in together(passed)]
    return figure_of(paid), figure_of(gain for gain, _ in missed), figure_of(heeded for _, heeded in missed)


def together(decisions: Sequence[Kept]) -> list[Kept]:
    """Return decisions with those of one battlefield after each other: its tables are then made once."""
    return sorted(decisions, key=lambda one: one.scenario.title)


def is_had(means: str, found: Counted) -> bool:
    """Return whether somebody has what a means needs: true for what is not carried."""
    thing = means.partition(": ")[2]
    return not means.startswith((WEAPON, "use item: ")) or thing in found.carried
