"""How likely each team was to win, moment by moment of a replay, and the file that keeps it beside the replay.

Moment n is the battle after n decisions. From there it is played to its end many times over, by one doctrine on all seats
and with other dice: a share of wins knows nothing of the dice that did come. The other dice are the same at every moment,
so the curve moves where a decision, or the luck of it, has changed something, and is calm elsewhere.
"""

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import numpy as np
from pydantic import Field as Key
from pydantic import model_validator

from fireteam.env.errors import ContentError, ReplayError
from fireteam.env.files import write_whole
from fireteam.env.replay.replay import ENGINE, Replay, compare, other_engine, state_check
from fireteam.env.replay.storage import Words
from fireteam.env.rules.record import MAX_TEAMS
from fireteam.env.scenario.setup import Field
from fireteam.maps.reading import Strict, read_text, shown, validated

from .intervals import difference, wilson
from .playouts import Playouts

FORMAT = 1
PLAYOUTS = 100  # from a moment: a usual battle in the yard takes six seconds on one core
POINTS = 120  # moments of a replay that are computed
SPAN = 5  # moments on either side of a turning point over which it is to last
TELLING = {  # events that chances may move by
    "phase", "roll", "damage", "unconscious", "dead", "escaped", "flees", "surrenders", "breaks", "arrives",
}  # fmt: skip
MOST = 100_000  # playouts, and points

Share = Annotated[float, Key(ge=0, le=1, allow_inf_nan=False)]


class Stopped(Exception):
    """Chances were no longer wanted before all of them were computed."""


class Chances(Strict):
    """The chances of every team through a replay; what is missing to 1 is the chance of a draw.

    Attributes:
        replay: identity of the replay.
        doctrine: who played from each moment to the end.
        playouts: how often.
        teams: their names.
        over: whether the battle is over at the last moment, which is certain then.
        moments: those that were computed, ascending, the first 0 and the last the number of decisions.
        shares: for each of these moments, the share of playouts that each team has won.
    """

    fireteam: Literal["chances"] = "chances"
    format: int = FORMAT
    replay: Words
    doctrine: Words
    playouts: Annotated[int, Key(ge=1, le=MOST)]
    teams: Annotated[list[Words], Key(min_length=1, max_length=MAX_TEAMS)]
    over: bool
    moments: Annotated[list[int], Key(min_length=1)]
    shares: list[list[Share]]

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
        return self

    def half_widths(self) -> list[list[float]]:
        """Return half the width of the 95 % interval of every share; nothing where the battle is over."""
        intervals = [[wilson(share * self.playouts, self.playouts) for share in row] for row in self.shares]
        halves = [[(high - low) / 2 for low, high in row] for row in intervals]
        return [*halves[:-1], [0.0] * len(self.teams)] if self.over else halves


class Turn(NamedTuple):
    """Where a battle turned: between two computed moments, the team that led and by how much its chance rose or fell.

    The chances are medians over some moments before and after; `low` and `high` are the 95 % interval of the change.
    """

    moment: int  # the later one: what was decided last before it, or since `before`, made the difference
    before: int
    team: str
    old: float
    new: float
    low: float
    high: float

    @property
    def change(self) -> float:
        """How much the chance rose."""
        return self.new - self.old


def turning_point(chances: Chances) -> Turn | None:
    """Return the greatest swing that lasted of the chance of who leads, before or after it; the first of equals.

    Chances are compared over SPAN moments before and after: their medians, which a blip of the playouts does not move, must
    differ by more than so many playouts leave open; where they differ alike, the step at the moment itself decides.
    """
    best, greatest = None, 0.0
    for place in range(1, len(chances.moments)):
        before = np.array(chances.shares[max(place - SPAN, 0) : place])
        after = np.array(chances.shares[place : place + SPAN])
        olds, news = np.median(before, axis=0), np.median(after, axis=0)
        for team in (int(olds.argmax()), int(news.argmax())):
            old, new = float(olds[team]), float(news[team])
            sign = 1 if new > old else -1
            swing = abs(new - old) + max(sign * float(after[0, team] - before[-1, team]), 0.0)
            low, high = difference(old, new, chances.playouts)
            if low * high > 0 and swing > greatest + 1e-9:
                best = Turn(chances.moments[place], chances.moments[place - 1], chances.teams[team], old, new, low, high)
                greatest = swing
    return best


def settled(chances: Chances, replay: Replay) -> Chances:
    """Return chances without the moments in the middle of a walk.

    There no die has been thrown since the moment before, and whoever plays on from there plans anew from a place where
    nobody meant to stop: what the chances do at such moments is about that, and gone when the walk is over.
    """
    last = len(replay.steps)
    kept = [
        (moment, shares)
        for moment, shares in zip(chances.moments, chances.shares, strict=True)
        if moment in (0, last) or {event.kind for event in replay.steps[moment - 1].events} & TELLING
    ]
    return chances.model_copy(update={"moments": [n for n, _ in kept], "shares": [shares for _, shares in kept]})


def chances_of(
    replay: Replay,
    doctrine: str = "tactician",
    playouts: int = PLAYOUTS,
    points: int = POINTS,
    on_progress: Callable[[int, int], None] = lambda *_: None,
    stop: Callable[[], bool] = lambda: False,
    workers: int = 1,
) -> Chances:
    """Return the chances of every team through a replay; the same replay has the same chances.

    Args:
        doctrine: bot that plays all seats from each moment to the end.
        playouts: how often it does.
        points: moments to compute, where there are more. The first of every action phase is computed in any case; what
            is left goes where the chances change most.
        on_progress: called with the number of moments done, and of all that will be.
        stop: asked before each moment whether to give up.
        workers: threads.

    Raises:
        ReplayError: this engine does not play the replay as it was recorded.
        ContentError: no bot has that name, or a number is out of range.
        Stopped: `stop` said so.
    """
    for name, number, least in (("playouts", playouts, 1), ("points", points, 2)):
        if not least <= number <= MOST:
            raise ContentError(f"{name} = {number}: must be from {least} to {MOST}")
    positions, field = walked(replay)
    played = Playouts(field, doctrine, replay.header.seed, playouts, workers)
    planned = landmarks(replay, points)
    total = max(min(points, len(positions)), len(planned))
    shares: dict[int, list[float]] = {}
    while len(shares) < total:
        if stop():
            raise Stopped
        moment = planned.pop(0) if planned else steepest(shares)
        shares[moment] = played.shares(positions[moment : moment + 1])
        on_progress(len(shares), total)
    return Chances(
        replay=identity(replay),
        doctrine=doctrine,
        playouts=playouts,
        teams=[team.name for team in field.scenario.teams],
        over=bool(positions[-1]["over"]),
        moments=sorted(shares),
        shares=[shares[moment] for moment in sorted(shares)],
    )


def walked(replay: Replay) -> tuple[np.ndarray, Field]:
    """Return the battle at every moment of a replay, shape (decisions + 1,), dtype BATTLE, and what it is fought on.

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


def landmarks(replay: Replay, points: int) -> list[int]:
    """Return the moments that are computed first: all if there is room, else both ends and the first of each phase."""
    last = len(replay.steps)
    if last < points:
        return list(range(last + 1))
    phases = (n for n, step in enumerate(replay.steps, start=1) if any(event.kind == "phase" for event in step.events))
    return sorted({0, *phases, last})


def steepest(shares: dict[int, list[float]]) -> int:
    """Return the moment to compute next: the middle of the gap across which chances change most, of equals the longest."""

    def change(gap: tuple[int, int]) -> tuple[float, int]:
        old, new = (shares[moment] for moment in gap)
        return max(abs(after - before) for before, after in zip(old, new, strict=True)), gap[1] - gap[0]

    before, after = max(((a, b) for a, b in pairwise(sorted(shares)) if b - a > 1), key=change)
    return (before + after) // 2


def identity(replay: Replay) -> str:
    """Return a digest of what made a battle: its scenario, seeds, decisions, and the dice that people typed in."""
    header = replay.header
    fork = header.forked_from
    told = [
        header.scenario.model_dump(mode="json", exclude_defaults=True),
        header.seed,
        [fork.decision, fork.reseed] if fork is not None and fork.reseed is not None else None,
        replay.opening.dice,
        [[step.unit, step.action, step.dice] for step in replay.steps],
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def chances_path(replay_path: str | Path) -> Path:
    """Return where the chances of a replay lie: `battle.chances.json` for `battle.jsonl.gz`."""
    path = Path(replay_path)
    return path.with_name(path.name.removesuffix(".gz").removesuffix(".jsonl") + ".chances.json")


def save(chances: Chances, path: str | Path) -> None:
    """Write chances to a file, whole or not at all; raise a ContentError if the place cannot be written to."""
    write_whole(path, json.dumps(chances.model_dump(mode="json"), separators=(",", ":")) + "\n")


def load(path: str | Path, replay: Replay) -> Chances | None:
    """Return the chances of a replay from their file, None if it is not there or belongs to another replay.

    Raises:
        ReplayError: the file cannot be read, is broken or of another format.
    """
    path = Path(path)
    if not os.path.exists(path):
        return None
    try:
        data = json.loads(read_text(path))
        if not isinstance(data, dict) or data.get("fireteam") != "chances":
            raise ReplayError(f"{path}: no chances of a Fireteam replay")
        if data.get("format") != FORMAT:
            found = shown(data.get("format"))
            raise ReplayError(f"{path}: chances in format {found}; this is engine {ENGINE}, which reads format {FORMAT}")
        chances: Chances = validated(Chances, data, path)
    except ContentError as error:
        raise ReplayError(str(error)) from None
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{path}: not valid JSON ({str(error).splitlines()[0]})") from None
    if chances.replay != identity(replay):
        return None
    if chances.moments[-1] != len(replay.steps):
        raise ReplayError(f"{path}: chances up to moment {chances.moments[-1]} of {len(replay.steps)}")
    if chances.teams != [team.name for team in replay.header.scenario.teams]:
        raise ReplayError(f"{path}: chances of {shown(chances.teams)}, who are not the teams of the replay")
    return chances


def chances_for(
    path: str | Path,
    replay: Replay,
    doctrine: str = "tactician",
    playouts: int = PLAYOUTS,
    points: int = POINTS,
    on_progress: Callable[[int, int], None] = lambda *_: None,
    stop: Callable[[], bool] = lambda: False,
    workers: int = 1,
) -> Chances:
    """Return the chances of the replay in the file `path`: those stored beside it, else computed now and stored if possible.

    Stored ones are taken if they are by the same doctrine and at least as fine; a broken file is written anew. Arguments
    and errors are those of `chances_of`.
    """
    place = chances_path(path)
    with suppress(ReplayError):
        stored = load(place, replay)
        enough = min(points, len(replay.steps) + 1)
        if stored and stored.doctrine == doctrine and stored.playouts >= playouts and len(stored.moments) >= enough:
            return stored
    chances = chances_of(replay, doctrine, playouts, points, on_progress, stop, workers)
    with suppress(ContentError):  # a folder that cannot be written to: they are computed again next time
        save(chances, place)
    return chances
