"""The result of a search for a fight of the wanted difficulty."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fireteam.agents.series.balancing import Mean, Standing, Target, balanced
from fireteam.agents.series.paired import Budget, Fights, Lineup
from fireteam.content.errors import ContentError
from fireteam.env.scenario.changes.compose import Composition, Varied, compositions, varied
from fireteam.env.scenario.changes.write import written
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import file_of

MOST_BATTLES = 3200  # of a composition
SHOWN, NEAREST = 12, 5  # compositions, and of those as many as come near if fewer are as wanted


class Wanted(NamedTuple):
    """The target of a search for a fight, and its budget.

    Attributes:
        sure: half-width of the interval of the share of wins.
    """

    win: float
    at_most_down: float | None
    sure: float
    seconds: float | None
    seed: int
    workers: int

    @property
    def target(self) -> Target:
        """The target that the fight should meet."""
        return Target(self.win, self.at_most_down)


class Balance(NamedTuple):
    """The result: the compositions with their figures, the best first, and why others cannot be fought."""

    side: str
    vary: list[Varied]
    tried: list[Composition]
    standings: list[Standing]
    refused: list[str]
    wanted: Wanted
    battles: int

    @property
    def meets(self) -> list[Standing]:
        """The compositions that meet the target, by their intervals, the nearest first."""
        return [each for each in self.standings if not each.left and each.may_meet(self.wanted.target)]

    @property
    def shown(self) -> list[Standing]:
        """The compositions that meet the target, and the nearest others if there is room."""
        others = [each for each in self.standings if each not in self.meets]
        return [*self.meets, *others[: max(NEAREST - len(self.meets), 0)]][:SHOWN]

    @property
    def dropped(self) -> list[tuple[Standing, str]]:
        """The compositions that are not shown, each with the reason; the one given up last comes first."""
        return [(each, self.reason(each)) for each in self.standings if each not in self.shown]

    def reason(self, standing: Standing) -> str:
        """Return why a composition is not among those shown."""
        if not standing.left:
            return "further from what is wanted"
        if not standing.may_meet(self.wanted.target):
            return f"given up after {standing.battles} battles: it is not what is wanted"
        return f"given up after {standing.battles} battles: others came nearer"

    @property
    def best(self) -> Composition | None:
        """The composition nearest to the target, if any can be fought."""
        return self.tried[self.shown[0].number] if self.standings else None

    def counts(self, standing: Standing) -> dict[str, int]:
        """Return the number of units of each kind in a composition."""
        return dict(zip((each.word for each in self.vary), self.tried[standing.number].counts, strict=True))

    def who(self, standing: Standing) -> str:
        """Return a composition in words: "2 gunner, 1 medic"."""
        return ", ".join(f"{count} {word.replace('_', ' ')}" for word, count in self.counts(standing).items())

    def sentence(self) -> str:
        """Return the result in a sentence or two."""
        target = f"{self.wanted.win:.0%} of battles won by {self.side}"
        if self.wanted.at_most_down is not None:
            target += f" and at most {self.wanted.at_most_down:g} down on average"
        tried = f"{len(self.tried)} compositions in {self.battles} battles"
        if not self.standings:
            return f"Wanted: {target}. No composition can be fought."
        best = self.shown[0]
        found = f"{self.who(best)}: {best.won.middle:.0%} ({100 * best.won.low:.0f} to {100 * best.won.high:.0f})"
        if not self.meets:
            return f"Wanted: {target}. None of {tried} is as wanted; the nearest is {found}."
        meet = f"{len(self.meets)} {'is' if len(self.meets) == 1 else 'are'} as wanted"
        return f"Wanted: {target}. Of {tried}, {meet}. Best: {found}."

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values; shares run from 0 to 1, intervals are 95 % intervals."""
        return {
            "side": self.side,
            "win": self.wanted.win,
            "at_most_down": self.wanted.at_most_down,
            "battles": self.battles,
            "compositions": [
                {
                    "counts": self.counts(each),
                    "meets": each in self.meets,
                    "win": mean_as_dict(each.won),
                    "down": mean_as_dict(each.down),
                    "dead": mean_as_dict(each.dead),
                    "rounds": mean_as_dict(each.rounds),
                    "battles": each.battles,
                }
                for each in self.shown
            ],
            "dropped": [
                {"counts": self.counts(each), "win": mean_as_dict(each.won), "battles": each.battles, "why": why}
                for each, why in self.dropped
            ],
            "refused": self.refused,
        }


def mean_as_dict(mean: Mean) -> dict[str, float]:
    """Return a mean with its interval as plain values."""
    return {"value": mean.middle, "low": mean.low, "high": mean.high}


def share_of(text: str) -> float:
    """Return a share that is written as 70%, 70 % or 0.7.

    Raises:
        ContentError: it is written otherwise, or is out of range.
    """
    found = re.match(r"^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$", text)
    share = float(found[1]) / (100 if found[2] else 1) if found else -1.0
    if not 0 <= share <= 1:
        meant = f" Did you mean {text.strip()}%?" if found and not found[2] and share <= 100 else ""
        raise ContentError(f"--win {text}: must be a share like 70% or 0.7.{meant}")
    return share


def found(
    scenario: Scenario,
    bots: Mapping[str, Any],
    side: str,
    vary: Sequence[str],
    wanted: Wanted,
    on_progress: Callable[[int, int], None] = lambda *_: None,
) -> Balance:
    """Find the composition of enemies with which the party's result is nearest to the wanted one.

    Args:
        bots: one for every team, by its name.
        vary: the numbers of enemies that may vary, as in "gunner=0..2".
        on_progress: called with the number of battles fought and an estimate of all.

    Raises:
        ContentError: `vary` names nobody, or the compositions are too many.
    """
    ranges = varied(scenario, side, vary)
    tried, refused = compositions(scenario, side, ranges)
    seats = tuple(bots[team.name] for team in scenario.teams)
    lineups = [Lineup(each.scenario, seats) for each in tried]
    fights, anew = (Fights(side, seed, wanted.workers) for seed in (wanted.seed, wanted.seed + 1))
    budget = Budget(MOST_BATTLES, wanted.sure, wanted.seconds)

    def progressed(done: int, left: int) -> None:
        on_progress(done, max(done + left * 200, 1))

    standings = balanced(lineups, wanted.target, fights, anew, budget, progressed)
    return Balance(side, ranges, tried, standings, refused, wanted, fights.fought + anew.fought)


def text_of(result: Balance, job: str, out: Path, given: Mapping[str, Any], parties: Mapping[str, Path]) -> str:
    """Return a scenario file with the best composition: the file of the job, with other units.

    Args:
        given: what was given besides the file: the system by its name, and whether there were options and house rules.
        parties: party files by team.

    Raises:
        ContentError: no composition can be fought.
    """
    if result.best is None:
        raise ContentError(f"--out {out}: no composition can be fought")
    scenario = result.best.scenario
    also: dict[str, Any] = {"parties": parties}
    if given["system"]:
        also["system"] = scenario.system
    if given["options"]:
        also["options"] = scenario.options.model_dump(exclude_defaults=True)
    if given["catalog"]:
        also["catalog"] = scenario.catalog
    return written(result.best.draft, file_of(job), out, also)
