"""The luck of a replay: for every roll, the chance to win after it minus the mean chance before it.

A decision is taken again with the dice up to a roll as they fell, and with hundreds of other dice after it. The mean chance
of those, less the mean with other dice for the roll itself as well, is the luck of the roll. The luck of all rolls of a
battle adds up to the difference between the result of a side and the result that the choices of both sides made likely.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.env.replay.replay import Replay
from fireteam.env.rules.kernel import plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_UNITS
from fireteam.env.rules.systems import new_log
from fireteam.env.scenario.setup import Field

from ..bots import own_seed, parameters_of_teams
from ..counts import TALLY
from ..doctrine.records import MEMORY
from ..rollout import play_episodes
from ..series.intervals import Z_95
from ..series.series import battle_seeds
from ..series.win_probability import identity, walked
from .chances import Chances, refitted, scores
from .rerolls import Tried, decisions_with_dice, mean_results, rerolled

TIMES = 200  # other dice for each roll
PLAYOUTS = 2000  # battles played on, over all decisions: one or two seconds in the yard
REFITS = 40
MOST = 100_000


class Luck(NamedTuple):
    """The chance to win that luck brought, -1 to 1 for a roll, and its 95 % interval."""

    worth: float
    low: float
    high: float


class Roll(NamedTuple):
    """A roll of a replay.

    Attributes:
        decision: the moment after it, 0 for the opening. unit, team: who rolled; None where no unit did.
        expected: its mean result; `came` and it are None if the log has no result. luck: its worth to each team.
    """

    decision: int
    unit: str | None
    team: int | None
    against: str | None
    purpose: str
    faces: list[int]
    came: int | None
    expected: float | None
    luck: list[Luck]


class Side(NamedTuple):
    """The luck of a team, from all dice and from its own, and its chance to win before the first roll."""

    team: str
    all: Luck
    own: Luck
    start: float
    result: float


class Attribution(NamedTuple):
    """The luck of a replay.

    Attributes:
        units: the worth of each unit's own dice to its team.
        doctrine, playouts, times: the bot whose chances they are, the battles it played on, the other dice for each roll.
    """

    sides: list[Side]
    units: dict[str, Luck]
    rolls: list[Roll]
    over: bool
    doctrine: str
    playouts: int
    times: int


def attribution_of(
    replay: Replay,
    doctrine: str = "tactician",
    playouts: int = PLAYOUTS,
    times: int = TIMES,
    on_progress: Callable[[int, int], None] = lambda *_: None,
) -> Attribution:
    """Return the luck of a replay; it is the same for the same replay.

    Args:
        doctrine: the bot that plays on, for all teams: the chances to win are its own.
        playouts: how many battles it plays on; they are shared by all decisions.
        times: how many other dice there are for each roll.
        on_progress: called with the number of decisions done, and the number of all.

    Raises:
        ReplayError: this engine does not play the replay as it was recorded.
        ContentError: no bot has that name, a number is out of range, or no die was thrown.
    """
    for name, number, least in (("playouts", playouts, 100), ("times", times, 10)):
        if not least <= number <= MOST:
            raise ContentError(f"{name} = {number}: must be from {least} to {MOST}")
    positions, field = walked(replay)
    bots = parameters_of_teams(doctrine, [team.name for team in field.scenario.teams])
    rng = np.random.default_rng(int(identity(replay), 16))
    decisions = list(decisions_with_dice(replay, positions, field))
    if not decisions:
        raise ContentError("no die was thrown in this battle: there is no luck in it")
    made = []
    for number, taken in enumerate(decisions, 1):
        made.append(rerolled(field, taken, times, rng))
        on_progress(number, len(decisions))
    left, winners, groups = played_on(field, made, bots, playouts, replay.header.seed)
    teams = len(field.scenario.teams)
    best = Chances(left, winners, teams)
    others = refitted(left, winners, groups, teams, REFITS, rng)
    return Counted(made, best, others, teams, field).summary(positions[-1:], doctrine, len(winners), times)


def played_on(
    field: Field, made: list[Tried], bots: np.ndarray, playouts: int, seed: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return positions after other dice, their winners when bots play on, and the number of their decision.

    `bots` are records of PARAMETERS, shape (MAX_TEAMS,).
    """
    each = -(-playouts // len(made))
    rows, left, groups = [], [], []
    for number, one in enumerate(made):
        going = np.flatnonzero(one.battles["over"] == 0)[:each]
        rows.append(one.battles[going])
        left.append(one.others[0][going])
        groups.append(np.full(len(going), number))
    battles = np.concatenate(rows)
    seeds = battle_seeds(seed, len(battles))
    battles["seed"] = np.array([[each & 0xFFFFFFFF, each >> 32] for each in seeds], np.int64).reshape(-1, 2)
    own = (plain(new_log(battles.dtype, SILENT)), plain(bots[None].copy()), plain(np.zeros(MAX_UNITS, MEMORY)))
    own_seeds = np.array([own_seed(each) for each in seeds], np.int64)
    play_episodes(plain(battles), plain(field.arena), *own, own_seeds, 0, len(battles), plain(np.zeros(1, TALLY)))
    return np.concatenate(left), battles["winner"].copy(), np.concatenate(groups)


class Counted:
    """The rolls of a replay as tables: luck shape (rolls, teams), the same by refitted chances, and errors of the means.

    Args:
        made: decisions. best: chances. others: the same, refitted.
    """

    def __init__(self, made: list[Tried], best: Chances, others: Sequence[Chances], teams: int, field: Field) -> None:
        self.made, self.teams, self.field = made, teams, field
        self.best = best
        self.luck = np.concatenate([self._luck_by(best, one) for one in made])
        self.refitted = np.stack([np.concatenate([self._luck_by(each, one) for one in made]) for each in others])
        # The mean chance before each roll is sampled: its variance belongs to this roll, and to the one before it.
        self.noise = np.concatenate([[best.of(left).var(axis=0) / len(left) for left in one.others] for one in made])
        self.first = np.concatenate([[number == 0 for number in range(len(one.rolls))] for one in made])
        names = {fighter.name: fighter.team for fighter in field.roster}
        self.units = [roll.unit for one in made for roll in one.rolls]
        self.side = np.array([names.get(unit, -1) if unit else -1 for unit in self.units])

    @staticmethod
    def _luck_by(chances: Chances, one: Tried) -> np.ndarray:
        means = np.stack([*(chances.of(left).mean(axis=0) for left in one.others), chances.of(one.after)[0]])
        return np.diff(means, axis=0)

    def sum(self, which: np.ndarray, team: int) -> Luck:
        """Return the luck of some rolls for a team; `which` marks those rolls."""
        worth = float(self.luck[which, team].sum())
        weights = which.astype(float)
        # The mean before a roll counts against it, and for the roll before it in the same decision.
        before = np.concatenate([[0.0], weights[:-1]]) * ~self.first
        sampled = float(((weights - before) ** 2 * self.noise[:, team]).sum())
        fitted = float(self.refitted[:, which, team].sum(axis=1).var(ddof=1))
        error = Z_95 * sqrt(sampled + fitted)
        return Luck(worth, worth - error, worth + error)

    def summary(self, last: np.ndarray, doctrine: str, playouts: int, times: int) -> Attribution:
        """Return the attribution in words and numbers; `last` is the battle at its end, shape (1,)."""
        every = np.ones(len(self.units), bool)
        start = self.best.of(self.made[0].others[0]).mean(axis=0)
        result = scores(last["winner"], self.teams)[0] if last[0]["over"] else self.best.of(self.made[-1].after)[0]
        sides = [
            Side(
                team.name,
                self.sum(every, number),
                self.sum(self.side == number, number),
                float(start[number]),
                float(result[number]),
            )
            for number, team in enumerate(self.field.scenario.teams)
        ]
        units = {
            fighter.name: self.sum(np.array([unit == fighter.name for unit in self.units]), fighter.team)
            for fighter in self.field.roster
            if fighter.name in self.units
        }
        return Attribution(sides, units, self._rolls(), bool(last[0]["over"]), doctrine, playouts, times)

    def _rolls(self) -> list[Roll]:
        rolls: list[Roll] = []
        for one in self.made:
            for roll, expected in zip(one.rolls, mean_results(one.others), strict=True):
                place = len(rolls)
                own = np.arange(len(self.units)) == place
                team = int(self.side[place])
                luck = [self.sum(own, number) for number in range(self.teams)]
                came = roll.came if expected is not None else None
                of_team = team if team >= 0 else None
                rolls.append(
                    Roll(one.taken.number, roll.unit, of_team, roll.against, roll.purpose, roll.faces, came, expected, luck)
                )
        return rolls
