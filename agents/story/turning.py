"""The turning point of a battle: the act that changed a side's chance to win most, and whether that lasted.

Acts are found on the curve and measured anew: battles are played on from just before an act and from just after it, in pairs
with the same other dice, so what differs between them is the act and its own dice. The act is chosen on one set of dice and
measured on another: the largest of many figures is too large, as it was chosen for that. If the same decision also rolls
the initiative of a new round, the deed and the dice of initiative are measured separately.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from fireteam.env.replay.replay import Replay
from fireteam.env.replay.storage import Step
from fireteam.env.rules.log import MAX_DICTATED
from fireteam.env.scenario.setup import Field

from ..attribution.rerolls import decisions_with_dice, is_as_it_was, rerolled_after, thrown_in
from ..attribution.resampling import outcome_now
from ..series.differences import Difference, difference_of
from ..series.playouts import Playouts
from ..series.series import battle_seeds
from ..series.win_probability import Chances, Stopped, Turn, acts_of, identity, walked

LEAST = 0.1  # of the chance to win: what changes it by less is no turning point
LIKELY = 0.05  # by which it must change on the curve to be looked at again
LOOKED_AT = 6  # acts that are measured anew
CHOOSING, REPORTING = 2, 6  # times as many playouts as the curve has, to choose among them and to tell of the one
LOWS = 3  # later moments, the worst for whom it favoured, at which it is seen whether it lasted
KEPT = 0.25  # of the change that is left at each of them if it lasted: between none and half, so that dice seldom mislead


class Point(NamedTuple):
    """A point from which battles are played on: a moment, or just before a new round's initiative within a decision."""

    moment: int
    rolled: bool = True


class Swing(NamedTuple):
    """The change of a team's chance by an act, given by its place on the curve: from `old` to `new`.

    Attributes:
        later: the points after it, the worst for the team it favoured first, and the share of the change left there.
    """

    start: Point
    end: Point
    team: int
    old: float
    new: float
    later: list[tuple[float, Point]]

    @property
    def size(self) -> float:
        """The size of the change, in either direction."""
        return abs(self.new - self.old)

    @property
    def seems_to_last(self) -> bool:
        """Whether enough of the change was left at every later point."""
        return not self.later or self.later[0][0] >= KEPT


class Look:
    """Plays on from points of a replay, each time with the same dice.

    Args:
        seed: seed of these dice.
        count: playouts of a point.
    """

    def __init__(
        self, replay: Replay, walk: tuple[np.ndarray, Field], doctrine: str, seed: int, count: int, workers: int,
        stop: Callable[[], bool],
    ) -> None:  # fmt: skip
        self._replay, self._seed, self._stop, self.count = replay, seed, stop, count
        self._positions, self._field = walk
        self._played = Playouts(self._field, doctrine, seed, count, workers)
        self._winners: dict[Point, np.ndarray] = {}

    def winners(self, point: Point) -> np.ndarray:
        """Return who wins each playout from a point, shape (count,)."""
        if point not in self._winners:
            if self._stop():
                raise Stopped
            position = self._positions[point.moment : point.moment + 1] if point.rolled else self._unrolled(point.moment)
            self._winners[point] = self._played.ends(position)["winner"].copy()
        return self._winners[point]

    def difference(self, start: Point, end: Point, team: int) -> Difference:
        """Return by how much a team wins more often from one point than from another."""
        return difference_of(self.winners(start) == team, self.winners(end) == team)

    def share(self, point: Point, team: int) -> float:
        """Return how often a team wins from a point."""
        return float(np.mean(self.winners(point) == team))

    def splits(self, moment: int) -> bool:
        """Return whether a decision rolls initiative for a new round, and its dice before that are known."""
        return starts_round(self._replay.steps[moment - 1]) is not None and len(self._unrolled(moment)) > 0

    def starts_round(self, before: int, moment: int) -> bool:
        """Return whether a round begins between two moments."""
        return any(event.kind == "round" for step in self._replay.steps[before:moment] for event in step.events)

    def _unrolled(self, moment: int) -> np.ndarray:
        """Return the positions after other initiative rolls at a decision's end, shape (count,); empty if unknown."""
        field, rolls = self._field, starts_round(self._replay.steps[moment - 1])
        taken = next(taken for taken in decisions_with_dice(self._replay, self._positions, field) if taken.number == moment)
        thrown = thrown_in(field, taken)
        dice = [face for roll in thrown for face in roll.faces]
        if not dice or len(dice) > MAX_DICTATED or not is_as_it_was(field, taken, dice, outcome_now(field, taken.after)):
            return self._positions[:0]
        known = [face for roll in thrown if roll.place < (rolls or 0) for face in roll.faces]
        rng = np.random.default_rng([self._seed, moment])
        return rerolled_after(field, taken, known, rolls or 0, self.count, rng).battles


def starts_round(step: Step) -> int | None:
    """Return how many rolls a decision makes before it rolls initiative for a new round, None if it does not."""
    rolls, new = 0, False
    for event, following in pairwise([*step.events, None]):
        assert event is not None
        new = new or event.kind == "round"
        if event.kind == "roll":
            if new and following is not None and following.kind == "initiative":
                return rolls
            rolls += 1
    return None


def turning_point(
    replay: Replay, chances: Chances, stop: Callable[[], bool] = lambda: False, workers: int = 1
) -> Turn | None:
    """Return the act by which a replay turned; the same replay with the same chances has the same.

    It is the act that raised the winner's chance most and for good. In a draw, or in a battle that is not over, it is the
    act that changed any team's chance most and for good, up or down. If there is none, it is the act that changed a chance
    most, and `lasts` is false. None if no act changed a chance by LEAST.

    Raises:
        ReplayError: this engine does not play the replay as it was recorded.
        Stopped: `stop` said so.
    """
    walk = walked(replay)
    choosing, reporting = battle_seeds(int(identity(replay), 16), 2)
    curve, chosen, final = (
        Look(replay, walk, chances.doctrine, seed, times * chances.playouts, workers, stop)
        for seed, times in ((replay.header.seed, 1), (choosing, CHOOSING), (reporting, REPORTING))
    )
    winner = int(walk[0][-1]["winner"]) if chances.over and chances.shares[-1] != [0] * len(chances.teams) else None
    return best(list(swings_on(curve, chances, acts_of(replay, walk[1]))), winner, chosen, final, chances.teams)


def best(swings: list[Swing], winner: int | None, chosen: Look, final: Look, teams: list[str]) -> Turn | None:
    """Return the swing to report, None if there is none.

    Args:
        winner: the team that won, None for a draw or a battle that is not over.
        chosen: plays on with the dice to choose by. final: plays on with the dice to measure the chosen swing by.
    """
    swings = sorted(swings, key=lambda swing: -swing.size)
    for_good = [swing for swing in swings if swing.seems_to_last and winner in (None, swing.team)]
    rises = [swing for swing in swings if winner is None or swing.new > swing.old]
    for candidates in (for_good, rises):
        for swing in ordered(candidates[:LOOKED_AT], chosen):
            turn = measured(swing, final, teams)
            if turn is not None and (turn.lasts or candidates is rises):
                return turn
    return None


def swings_on(curve: Look, chances: Chances, seams: list[int]) -> Iterator[Swing]:
    """Yield each change of a team's chance by LIKELY or more on the curve, act by act."""
    points = [Point(0)]
    shares = [chances.shares[0]]
    for (before, old), (moment, new) in pairwise(zip(chances.moments, chances.shares, strict=True)):
        if max(abs(one - other) for one, other in zip(old, new, strict=True)) >= LIKELY:
            for seam in [seam for seam in seams if before < seam <= moment]:
                inner = [Point(seam, rolled=False)] if curve.splits(seam) else []
                inner += [Point(seam)] if seam < moment else []
                points += inner
                shares += [[curve.share(point, team) for team in range(len(old))] for point in inner]
        points.append(Point(moment))
        shares.append(new)
    for place in range(1, len(points)):
        for team, (was, now) in enumerate(zip(shares[place - 1], shares[place], strict=True)):
            if abs(now - was) >= LIKELY:
                left = [(shares[n][team] - was) / (now - was) for n in range(place + 1, len(points))]
                later = sorted(zip(left, points[place + 1 :], strict=True))
                yield Swing(points[place - 1], points[place], team, was, now, later)


def ordered(swings: list[Swing], chosen: Look) -> list[Swing]:
    """Return swings that other dice confirm, the largest by those dice first."""
    found = [(chosen.difference(swing.start, swing.end, swing.team), swing) for swing in swings]
    sure = [(abs(each.middle), swing) for each, swing in found if each.is_sure and each.middle * (swing.new - swing.old) > 0]
    return [swing for _, swing in sorted(sure, key=lambda pair: -pair[0])]


def measured(swing: Swing, final: Look, teams: list[str]) -> Turn | None:
    """Return a swing measured by dice that were not used to choose it; None if it is too small by them, or not sure."""
    start, end, team = swing.start, swing.end, swing.team
    found = final.difference(start, end, team)
    if not found.is_sure or abs(found.middle) < LEAST:
        return None
    sign = 1 if found.middle > 0 else -1
    part = part_of(start, end, final)
    least = found.before + KEPT * (found.after - found.before)
    worst = [point for _, point in swing.later[:LOWS]]
    lasts = all(
        sign * (final.share(point, team) - least) >= 0 and final.difference(start, point, team).is_sure for point in worst
    )
    return Turn(
        before=end.moment - 1 if part == "initiative" else start.moment,
        moment=end.moment,
        part=part,
        team=teams[team],
        old=round(found.before, 4),
        new=round(found.after, 4),
        low=round(found.low, 4),
        high=round(found.high, 4),
        lasts=lasts,
        playouts=final.count,
    )


def part_of(start: Point, end: Point, final: Look) -> Literal["deed", "initiative", "all"]:
    """Return what is between two points: a deed, the initiative of a round after it, or both."""
    if not end.rolled:
        return "deed"
    if not start.rolled:
        return "initiative"
    return "all" if final.starts_round(start.moment, end.moment) else "deed"
