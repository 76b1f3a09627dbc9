"""A pairing of two bots: battles in pairs with sides swapped on the same dice, over scenarios and held-out seeds.

Work is cut into jobs, each a list of pairs of one pairing in one scenario; `run.run_jobs` fights them on this machine, and
any other function that takes jobs and returns their bouts in the same order can replace it: `cluster.run_on_ray` does.
"""

import hashlib
import inspect
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from fireteam import agents
from fireteam.agents.bots import CompiledBot, parameters_of
from fireteam.agents.series.series import Outcome, battle_seeds, fight_one, fight_part, swapped
from fireteam.content.errors import ContentError
from fireteam.env.observe.actions import SLOTS
from fireteam.env.rules.record import ENDINGS
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import prepare
from fireteam.env.seats.bots import check_bot, other_system, slots_of

HELD_OUT = 19_451_997  # the stream of seeds that bots are judged on; published, fixed, and never trained on
UPPER_HALF = 2**63  # held-out seeds have this bit; seeds that `Solo` draws do not
PAIRS = 16  # pairs in a job of compiled bots: short enough for a progress bar and for Ctrl-C


class Entrant(NamedTuple):
    """A bot and its name in results."""

    name: str
    bot: Any


class Field(NamedTuple):
    """A scenario and its name in results."""

    name: str
    scenario: Scenario


class Job(NamedTuple):
    """Pairs of battles to be fought: pair n has the n-th held-out seed, once with each seating."""

    field: Field
    first: Entrant
    second: Entrant
    pairs: tuple[int, ...]
    stream: int
    noted: bool = False  # tell of each battle how lucky the first bot was


class Bout(NamedTuple):
    """A battle of a pairing, and its result."""

    scenario: str
    first: str
    second: str
    pair: int
    turn: int  # 0: the first bot has the scenario's first team; 1: the second bot has it
    seed: int
    winner: int  # 0 the first bot, 1 the second, -1 a draw
    ending: str
    rounds: int
    decisions: int
    luck: tuple[float, ...] = ()  # of the first bot, numbers that are 0 on average, if it was noted: see `agents/luck`

    @property
    def score(self) -> float:
        """The score of the first bot in the battle: 1, 0.5 or 0."""
        return (1.0, 0.0, 0.5)[self.winner]


T = TypeVar("T")
RunJobs = Callable[[Sequence[Job], int], Iterator[tuple[Job, list[Bout]]]]


def held_out_seeds(count: int, stream: int = 0) -> list[int]:
    """Return seeds for judging bots, all from 2**63 to 2**64 - 1; a longer list begins with a shorter one.

    Training never sees them: an environment draws the seeds of its battles below 2**63 (a vector environment makes them of
    two hashed words, and meets one of n held-out seeds with a probability of n / 2**64 a battle).

    Args:
        count: the number of seeds.
        stream: another of the published lists; 0 is the one to report.
    """
    return [seed | UPPER_HALF for seed in battle_seeds(HELD_OUT + stream, count)]


@lru_cache(maxsize=4)
def known_seeds(count: int, stream: int) -> list[int]:
    """Return `held_out_seeds` from a cache: jobs ask for the same lists again and again."""
    return held_out_seeds(count, stream)


def field_of(name: str, scenario: Scenario) -> Field:
    """Return a scenario for contests.

    Raises:
        ContentError: it does not have two teams.
    """
    if len(scenario.teams) != 2:
        teams = ", ".join(team.name for team in scenario.teams)
        raise ContentError(f"scenario {name!r} has {len(scenario.teams)} teams ({teams}): bots are compared two at a time")
    return Field(name, scenario)


def entrant_of(name: str, bot: Any) -> Entrant:
    """Return a bot for contests.

    Raises:
        ContentError: it is no bot.
    """
    check_bot(bot, name)
    return Entrant(name, bot)


def unfit_bot(field: Field, entrants: Sequence[Entrant]) -> str:
    """Return a bot that cannot play a scenario, for its rule system or for too many units; "" if all can."""
    for entrant in entrants:
        if why := other_system(entrant.bot, field.scenario.system):
            return f"{field.name}: {why}"
    bound = [(entrant.name, slots) for entrant in entrants if (slots := slots_of(entrant.bot, (SLOTS, SLOTS)))]
    if not bound:
        return ""
    roster = prepare(field.scenario.drawn(0)).roster
    for number, team in enumerate(field.scenario.teams):
        own = sum(fighter.team == number for fighter in roster)
        for name, slots in bound:
            if own > slots[0] or len(roster) - own > slots[1]:
                return (
                    f"{field.name}, which {name} cannot play: team {team.name!r} has {own} units against "
                    f"{len(roster) - own}, and it has {slots[0]} own and {slots[1]} other slots"
                )
    return ""


def jobs_of(
    pairing: tuple[Entrant, Entrant], fields: Sequence[Field], pairs: Sequence[int], stream: int = 0, noted: bool = False
) -> list[Job]:
    """Return the jobs of a pairing, the same pairs in every scenario before the next ones."""
    compiled = all(isinstance(entrant.bot, CompiledBot) for entrant in pairing)
    size = PAIRS if compiled else 1
    starts = range(0, len(pairs), size)
    return [Job(field, *pairing, tuple(pairs[start : start + size]), stream, noted) for start in starts for field in fields]


def run_job(job: Job) -> list[Bout]:
    """Fight the battles of a job; the same job gives the same bouts, if its bots play the same way twice."""
    seeds = known_seeds(1 << max(job.pairs, default=0).bit_length(), job.stream)
    bots = (job.first.bot, job.second.bot)
    bouts: list[Bout] = []
    # A scenario that draws its map has another one for every pair.
    batches = [(pair,) for pair in job.pairs] if job.field.scenario.draw else [job.pairs]
    for batch in batches if all(isinstance(bot, CompiledBot) for bot in bots) else ():
        turns = [(pair, turn) for pair in batch for turn in (0, 1)]
        seats = [swapped((bots[0].name, bots[1].name), turn, True) for _, turn in turns]
        drawn = job.field.scenario.drawn(seeds[batch[0]]) if batch else job.field.scenario
        outcomes, _, _ = fight_part(drawn, seats, [seeds[pair] for pair, _ in turns], False, noted=job.noted)
        bouts += [bout_of(job, *turn, outcome) for turn, outcome in zip(turns, outcomes, strict=True)]
    if bouts or not job.pairs:
        return bouts
    for pair in job.pairs:
        for turn in (0, 1):
            (outcome,), _, _ = fight_one(job.field.scenario, swapped(bots, turn, True), seeds[pair], False, noted=job.noted)
            bouts.append(bout_of(job, pair, turn, outcome))
    return bouts


def bout_of(job: Job, pair: int, turn: int, outcome: Outcome) -> Bout:
    """Return an outcome as seen by the pairing rather than by the teams."""
    winner = -1 if outcome.winner < 0 else outcome.winner ^ turn
    names = (job.field.name, job.first.name, job.second.name)
    luck = () if outcome.luck is None else tuple(outcome.luck["traits"][turn].tolist())  # turn is the first bot's team, too
    length = outcome.rounds, outcome.decisions
    return Bout(*names, pair, turn, outcome.seed, winner, ENDINGS[outcome.ending], *length, luck)


def in_order(
    jobs: Sequence[Job], asked: Iterable[T], answer: Callable[[T], list[Bout]], ahead: int
) -> Iterator[tuple[Job, list[Bout]]]:
    """Yield jobs with their bouts, in their order, while later ones are being fought.

    Args:
        jobs: the jobs to fight.
        asked: submits the jobs, the next one each time it is iterated, and yields a handle for it.
        answer: waits for the bouts of a handle.
        ahead: how many may be submitted beyond the one that is waited for.
    """
    pending: deque[tuple[Job, T]] = deque()
    for job, one in zip(jobs, asked, strict=True):
        pending.append((job, one))
        if len(pending) > ahead:
            first, fought = pending.popleft()
            yield first, answer(fought)
    while pending:
        first, fought = pending.popleft()
        yield first, answer(fought)


def scenario_digest(scenario: Scenario) -> str:
    """Return a digest of a whole scenario, its map and house rules included."""
    return hashlib.sha256(scenario.model_dump_json().encode()).hexdigest()[:16]


def bot_digest(entrant: Entrant) -> str:
    """Return a digest of what determines a bot's play: weights and code, its own `digest`, or its file."""
    name, bot = entrant
    parts = [Path(name).read_bytes()] if os.path.isfile(name) else []
    if isinstance(bot, CompiledBot):
        sources = [path.read_bytes() for path in sorted(Path(agents.__path__[0]).rglob("*.py"))]
        parts += [parameters_of(bot.name).tobytes(), *(text for text in sources if b"rules.kernel import" in text)]
    elif isinstance(own := getattr(bot, "digest", None), str):
        parts.append(own.encode())
    else:
        try:
            parts.append(Path(inspect.getfile(type(bot))).read_bytes())
        except (TypeError, OSError):  # written at a prompt or in a notebook
            parts.append(repr(type(bot)).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]
