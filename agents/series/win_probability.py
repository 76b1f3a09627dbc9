"""The chance of each team to win, act by act of a replay.

Moment n is the battle after n decisions. One doctrine on all seats plays the position to its end many times, with other
dice: so the share of wins does not depend on the dice that fell. The other dice are the same at every moment, so the curve
moves where an act, or the luck of it, has changed something, and is calm elsewhere.
"""

import hashlib
import json
from collections.abc import Callable
from itertools import pairwise
from typing import Annotated, Literal

import numpy as np
from pydantic import Field as Key
from pydantic import model_validator

from fireteam.content.errors import ContentError, ReplayError
from fireteam.content.reading import Strict
from fireteam.env.replay.check import state_check
from fireteam.env.replay.replay import Replay, compare, other_engine
from fireteam.env.replay.storage import Words
from fireteam.env.rules.record import MAX_TEAMS
from fireteam.env.scenario.setup import Field

from .intervals import wilson
from .playouts import Playouts

FORMAT = 2
PLAYOUTS = 100  # from a moment: a usual battle in the yard takes some five seconds on one core
FEWEST = 40  # where battles are long
DECISIONS = 40_000  # in the playouts of a moment, for which there is time
SAMPLE = 20  # playouts that tell how long battles are
POINTS = 250  # moments of a replay that are computed
MOVES_CHANCES = {  # events that chances may move by
    "phase", "roll", "damage", "unconscious", "dead", "escaped", "flees", "surrenders", "breaks", "arrives",
}  # fmt: skip
MOST = 100_000  # playouts, and points

Share = Annotated[float, Key(ge=0, le=1, allow_inf_nan=False)]


class Turn(Strict):
    """The turning point of a battle: the act by which a team's own chance to win changed most, measured on separate dice.

    Attributes:
        before, moment: the act is between these two moments. part: which part of it is meant: the deed, the initiative that
        was rolled for a new round after it, or all of it. team: whose chance it is. old, new: that chance before and after,
        with the same other dice. low, high: the 95 % interval of the change. lasts: whether the chance stays on the new side
        to the end. playouts: how often it was played on from before and from after.
    """

    before: Annotated[int, Key(ge=0)]
    moment: Annotated[int, Key(ge=1)]
    part: Literal["deed", "initiative", "all"]
    team: Words
    old: Share
    new: Share
    low: Annotated[float, Key(ge=-1, le=1, allow_inf_nan=False)]
    high: Annotated[float, Key(ge=-1, le=1, allow_inf_nan=False)]
    lasts: bool
    playouts: Annotated[int, Key(ge=1, le=10 * MOST)]

    @model_validator(mode="after")
    def _agree(self) -> "Turn":
        if self.before >= self.moment:
            raise ValueError("a turning point must end after it begins")
        if not self.low <= self.new - self.old <= self.high or self.low * self.high <= 0:
            raise ValueError("the interval of a turning point must hold its change, and not 0")
        return self


class Stopped(Exception):
    """Raised when chances are cancelled before all of them are computed."""


class Chances(Strict):
    """Every team's chance to win through a replay, and the turning point; the rest to 1 is the chance of a draw.

    Attributes:
        replay: identity of the replay.
        doctrine: the bot that played from each moment to the end.
        playouts: the number of playouts of a moment.
        teams: their names.
        over: whether the battle is over at the last moment, which is certain then.
        acts: how many moments between acts there are to compute.
        moments: the computed moments, ascending, the first 0 and the last the number of decisions.
        shares: for each of these moments, the share of playouts that each team has won.
        turn: the turning point; None if no act made enough difference, or it was not computed yet.
    """

    fireteam: Literal["chances"] = "chances"
    format: int = FORMAT
    replay: Words
    doctrine: Words
    playouts: Annotated[int, Key(ge=1, le=MOST)]
    teams: Annotated[list[Words], Key(min_length=1, max_length=MAX_TEAMS)]
    over: bool
    acts: Annotated[int, Key(ge=1)]
    moments: Annotated[list[int], Key(min_length=1)]
    shares: list[list[Share]]
    turn: Turn | None = None

    @model_validator(mode="after")
    def _agree(self) -> "Chances":
        if self.moments[0] != 0 or any(later <= earlier for earlier, later in pairwise(self.moments)):
            raise ValueError("moments must begin with 0 and ascend")
        if len(self.shares) != len(self.moments):
            raise ValueError(f"there are {len(self.moments)} moments and shares of {len(self.shares)}")
        for moment, shares in zip(self.moments, self.shares, strict=True):
            if len(shares) != len(self.teams):
                raise ValueError(f"moment {moment} has {len(shares)} shares for {len(self.teams)} teams")
            if sum(shares) > 1 + 1e-9:
                raise ValueError(f"the shares of moment {moment} add up to more than 1")
        if self.over and not set(self.shares[-1]) <= {0, 1}:
            raise ValueError("the battle is over, so its last shares must be 0 or 1")
        if self.turn is not None and (self.turn.team not in self.teams or self.turn.moment > self.moments[-1]):
            raise ValueError("the turning point is of a team that is not there, or after the end")
        return self

    def half_widths(self) -> list[list[float]]:
        """Return half the width of the 95 % interval of every share; 0 where the battle is over."""
        intervals = [[wilson(share * self.playouts, self.playouts) for share in row] for row in self.shares]
        halves = [[(high - low) / 2 for low, high in row] for row in intervals]
        return [*halves[:-1], [0.0] * len(self.teams)] if self.over else halves


def chances_of(
    replay: Replay,
    doctrine: str = "tactician",
    playouts: int | None = None,
    points: int = POINTS,
    on_progress: Callable[[int, int], None] = lambda *_: None,
    stop: Callable[[], bool] = lambda: False,
    workers: int = 1,
) -> Chances:
    """Return the chances of every team through a replay; the same replay has the same chances.

    Args:
        doctrine: the bot that plays all seats from each moment to the end.
        playouts: playouts of a moment; None for PLAYOUTS, or fewer where battles are long.
        points: the most moments to compute; they are chosen where the chances change most.
        on_progress: called with the number of moments done, and the number of all.
        stop: asked before each moment whether to give up.
        workers: threads.

    Raises:
        ReplayError: this engine does not play the replay as it was recorded.
        ContentError: no bot has that name, or a number is out of range.
        Stopped: `stop` returned true.
    """
    for name, number, least in (("playouts", playouts, 1), ("points", points, 2)):
        if number is not None and not least <= number <= MOST:
            raise ContentError(f"{name} = {number}: must be from {least} to {MOST}")
    positions, field = walked(replay)
    if playouts is None:
        playouts = affordable(field, doctrine, replay.header.seed, positions[:1])
    played = Playouts(field, doctrine, replay.header.seed, playouts, workers)
    seams = acts_of(replay, field)
    total = min(points, len(seams))
    first = total if total == len(seams) else max(total // 2, 2)
    planned = [round(place) for place in np.linspace(0, len(seams) - 1, first)]
    known: dict[int, list[float]] = {}
    while len(known) < total:
        if stop():
            raise Stopped
        place = planned.pop(0) if planned else steepest(known)
        known[place] = played.shares(positions[seams[place] : seams[place] + 1])
        on_progress(len(known), total)
    shares = {seams[place]: each for place, each in known.items()}
    return Chances(
        replay=identity(replay),
        doctrine=doctrine,
        playouts=playouts,
        teams=[team.name for team in field.scenario.teams],
        over=bool(positions[-1]["over"]),
        acts=len(seams),
        moments=sorted(shares),
        shares=[shares[moment] for moment in sorted(shares)],
    )


def walked(replay: Replay) -> tuple[np.ndarray, Field]:
    """Return the battle at every moment of a replay, shape (decisions + 1,), dtype BATTLE, and its battlefield.

    Raises:
        ReplayError: this engine does not play the replay as it was recorded; another engine is named.
    """
    positions = np.empty(0)
    try:
        for moment, battle in enumerate(replay.battles()):
            if moment == 0:
                positions = np.empty(len(replay.steps) + 1, battle.record.dtype)
            positions[moment] = battle.record[0]
            if moment == 0:
                compare(replay.opening.opening, battle.events(), "the opening")
                continue
            step = replay.steps[moment - 1]
            where = f"decision {step.n} ({step.unit}: {step.action})"
            compare(step.events, battle.events(), where)
            if step.check and step.check != state_check(battle):
                raise ReplayError(f"{where}: the state afterwards differs.")
    except ContentError as error:
        raise ReplayError(f"{error}{other_engine(replay.header)}") from None
    return positions, battle.field


def affordable(field: Field, doctrine: str, seed: int, position: np.ndarray) -> int:
    """Return the affordable number of playouts of a moment, from the number of their decisions: the same on any machine."""
    sample = Playouts(field, doctrine, seed, SAMPLE)
    return int(np.clip(DECISIONS / max(sample.ends(position)["decisions"].mean(), 1), FEWEST, PLAYOUTS))


def acts_of(replay: Replay, field: Field) -> list[int]:
    """Return the moments between acts, ascending: 0, each moment at which an act is settled, and the last.

    An act is what a unit does until dice have fallen or its phase is over, and all answers to it: a walk and the shot at its
    end, an attack and how it is met. A position in the middle of an act cannot be judged: a bot that plays on from there
    plans anew from a place where nobody meant to stop, or answers something half done.
    """
    own = {kind.name for kind in field.system.DECISIONS.values() if kind.own}
    seams = [
        step.n
        for step, following in pairwise(replay.steps)
        if following.kind in own and {event.kind for event in step.events} & MOVES_CHANCES
    ]
    return sorted({0, *seams, len(replay.steps)})


def steepest(shares: dict[int, list[float]]) -> int:
    """Return the moment to compute next: in the middle of the gap with the largest change; of equal gaps, the longest."""

    def change(gap: tuple[int, int]) -> tuple[float, int]:
        old, new = (shares[moment] for moment in gap)
        return max(abs(after - before) for before, after in zip(old, new, strict=True)), gap[1] - gap[0]

    before, after = max(((a, b) for a, b in pairwise(sorted(shares)) if b - a > 1), key=change)
    return (before + after) // 2


def identity(replay: Replay) -> str:
    """Return a digest of all that determines a battle: its scenario, seeds, decisions, and the dice that people typed in."""
    header = replay.header
    fork = header.forked_from
    parts = [
        header.scenario.model_dump(mode="json", exclude_defaults=True),
        header.seed,
        [fork.decision, fork.reseed] if fork is not None and fork.reseed is not None else None,
        replay.opening.dice,
        [[step.unit, step.action, step.dice] for step in replay.steps],
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]
