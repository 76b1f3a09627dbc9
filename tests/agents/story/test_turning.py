"""Where a battle turned: the act's own chance before and after, by dice of its own; for good, or it says that it was not."""

from typing import Any

import numpy as np
import pytest
from chanced import FEW, curve_of
from everysystem import each, under
from recorded import fought

from fireteam.agents.series.differences import Difference
from fireteam.agents.series.playouts import Playouts
from fireteam.agents.series.win_probability import Chances, acts_of, walked
from fireteam.agents.story import turning
from fireteam.agents.story.kept import chances_for
from fireteam.agents.story.turning import Look, Point, Swing, measured, ordered, starts_round, swings_on
from fireteam.env.rules.record import UP


class Given:
    """Chances at points as they are given, in place of playouts."""

    def __init__(self, *rows: tuple[float, ...], spread: float = 0.02, rounds: tuple[int, ...] = ()) -> None:
        self.rows, self.spread, self.rounds, self.count = rows, spread, rounds, 100

    def share(self, point: Point, team: int) -> float:
        """Return a chance."""
        return self.rows[point.moment][team]

    def difference(self, start: Point, end: Point, team: int) -> Difference:
        """Return a difference with an interval of the spread that was given."""
        before, after = self.share(start, team), self.share(end, team)
        change = after - before
        return Difference(before, after, change - self.spread, change, change + self.spread, 100, 0.0)

    def splits(self, moment: int) -> bool:
        """Return that no act ends with the initiative of a round."""
        return False

    def starts_round(self, before: int, moment: int) -> bool:
        """Return whether a round begins between two moments."""
        return any(before < n <= moment for n in self.rounds)


def found(curve: Chances, winner: int | None, said: Any = None) -> Any:
    """Return where a battle with this curve turned."""
    look = said or Given(*map(tuple, curve.shares))
    return turning.best(list(swings_on(look, curve, curve.moments)), winner, look, look, curve.teams)


@pytest.mark.parametrize(
    ("rows", "winner", "turn"),
    [
        # The winner's greatest rise that lasts; the greater fall before it did not.
        ([(0.5, 0.5), (0.9, 0.1), (0.3, 0.7), (0.2, 0.8), (0.0, 1.0)], 1, (2, "blue", 0.1, 0.7, True)),
        # A rise that is lost again comes after a smaller one that is not.
        ([(0.7, 0.3), (0.1, 0.9), (0.7, 0.3), (0.5, 0.5), (0.45, 0.55), (0.4, 0.6), (0, 1)], 1, (6, "blue", 0.6, 1.0, True)),
        # Red was winning, and loses: that did not last, and it says so.
        ([(0.1, 0.9), (0.9, 0.1), (0.82, 0.18), (0.75, 0.25), (0.7, 0.3), (0.66, 0.34)], 0, (1, "red", 0.1, 0.9, True)),
        # Nothing of ten points: no act is named.
        ([(0.5, 0.5), (0.59, 0.41), (0.68, 0.32), (0.77, 0.23), (0.86, 0.14), (0.94, 0.06), (1.0, 0.0)], 0, None),
        # A rise of which a third is left at the worst of the moments after it lasts.
        ([(0.5, 0.5), (0.95, 0.05), (0.65, 0.35), (1.0, 0.0)], 0, (1, "red", 0.5, 0.95, True)),
        # A draw: a chance that fell for good.
        ([(0.5, 0.4), (0.6, 0.3), (0.1, 0.2), (0.0, 0.0)], None, (2, "red", 0.6, 0.1, True)),
        # Three sides: the winner's own rise, not the greater fall of one that never led.
        ([(0.4, 0.1, 0.5), (0.6, 0.4, 0.0), (1.0, 0.0, 0.0)], 0, (2, "red", 0.6, 1.0, True)),
    ],
)  # fmt: skip
def test_which_act_is_named(rows: list[Any], winner: int | None, turn: tuple[Any, ...] | None) -> None:
    """The winner's greatest rise that lasts; in a draw anybody's change that does; where none does, it is said."""
    made = found(curve_of(*rows), winner)
    assert (made and (made.moment, made.team, made.old, made.new, made.lasts)) == turn


def test_a_rise_that_does_not_last_is_called_that() -> None:
    """Where no rise lasts that is great enough, the greatest is named, and that it was lost again; it may be a loser's."""
    slow = [
        (0.58, 0.42),
        (0.5, 0.5),
        (0.42, 0.58),
        (0.34, 0.66),
        (0.26, 0.74),
        (0.18, 0.82),
        (0.1, 0.9),
        (0.02, 0.98),
        (0, 1),
    ]
    made = found(curve_of((0.5, 0.5), (0.66, 0.34), *slow), 1)
    assert made is not None
    assert (made.moment, made.team, made.lasts) == (1, "red", False)


def test_what_other_dice_do_not_confirm_is_not_named() -> None:
    """Of what the curve shows, only what dice of its own tell again: sure, in the same direction, and great enough."""
    curve = curve_of((0.5, 0.5), (0.8, 0.2), (0.6, 0.4), (1.0, 0.0))
    calm = Given((0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.52, 0.48))
    assert found(curve, 0, calm) is None
    unsure = Given(*map(tuple, curve.shares), spread=0.5)
    assert found(curve, 0, unsure) is None
    swing = Swing(Point(0), Point(1), 0, 0.5, 0.8, [])
    assert ordered([swing], Given((0.5, 0.5), (0.2, 0.8))) == []
    assert measured(swing, Given((0.5, 0.5), (0.55, 0.45)), ["red", "blue"]) is None


def test_a_part_of_an_act() -> None:
    """A deed before a round begins, the initiative of that round, or all of it where nobody can tell them apart."""
    found = Given((0.5, 0.5), (0.8, 0.2), rounds=(1,))
    deed, initiative = Point(1, rolled=False), Point(1)
    parts = [(Point(0), deed), (deed, initiative), (Point(0), initiative)]
    assert turning.part_of(*parts[0], found) == "deed"
    assert turning.part_of(*parts[1], found) == "initiative"
    assert turning.part_of(*parts[2], found) == "all"
    assert turning.part_of(*parts[2], Given((0.5, 0.5), (0.8, 0.2))) == "deed"


SEEDS = {"swan_song": 2, "d10_pool": 2, "ladder": 3, "toy": 2}  # of battles that have a turning point


@each
def test_a_turning_point_is_so(system: str) -> None:
    """Played on with yet other dice, the chance before and after is what is told, and later it stays on the new side."""
    replay = fought(under(system, "yard"), SEEDS[system])
    chances = chances_for(None, replay, playouts=FEW)
    turn = chances.turn
    assert turn is not None
    positions, field = walked(replay)
    team = chances.teams.index(turn.team)
    others = Playouts(field, "tactician", 777, 200)
    if turn.part == "deed" and starts_round(replay.steps[turn.moment - 1]) is not None:
        return  # its end is in the middle of a decision
    old, new = (others.shares(positions[n : n + 1])[team] for n in (turn.before, turn.moment))
    assert abs(old - turn.old) < 0.2
    assert abs(new - turn.new) < 0.2
    assert (new - old) * (turn.new - turn.old) > 0
    if turn.lasts:
        seams = [n for n in acts_of(replay, field) if n > turn.moment]
        later = [others.shares(positions[n : n + 1])[team] for n in seams[:: max(len(seams) // 8, 1)]]
        assert all((share - old) * (new - old) > 0 for share in later)


def test_initiative_is_told_apart_from_the_deed_before_it() -> None:
    """With other initiative at the end of a decision, all that was done before it is as it was; the initiative is not."""
    replay = fought("yard", 2)
    moment = next(step.n for step in replay.steps if starts_round(step) is not None)
    look = Look(replay, walked(replay), "tactician", 5, 30, 1, lambda: False)
    assert look.splits(moment)
    after, others = replay.battle_at(moment + 1).record, look._unrolled(moment)
    assert len(others) == 30
    up = after[0]["units"]["status"] == UP
    for name in ("x", "y", "status", "flesh"):
        assert (others["units"][name] == after["units"][name]).all(), name
    assert len({tuple(row) for row in others["units"]["score"][:, up].tolist()}) > 10
    assert np.array_equal(look.winners(Point(moment, rolled=False)), look.winners(Point(moment, rolled=False)))
