"""Series of battles between bots: many at once for compiled bots, one after the other for bots written in Python."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from fireteam.env.battle import Battle, seed_words
from fireteam.env.observe.actions import SLOTS, Action, layout
from fireteam.env.observe.events import Event
from fireteam.env.replay.replay import Replay
from fireteam.env.rules import kernel
from fireteam.env.rules.decisions import NO_DECISION
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.interface import START
from fireteam.env.rules.log import EVENTS, MAX_CLAUSES, REASONS
from fireteam.env.rules.record import MAX_UNITS, NOBODY
from fireteam.env.rules.systems import new_log, port_of
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import prepare
from fireteam.env.seats.bots import Bot, InsideBot, ask, check_seat, name_of, order_of, why_of

from ..bots import CompiledBot, lineups_of, own_seed, parameters_of
from ..counts import TALLY, count_row
from ..doctrine.records import MEMORY
from ..factory import reseeded
from ..luck.noting import Notes, note_row, play_noted
from ..rollout import play_episodes, play_watched
from ..watching import watch_row
from .courses import Course, courses_of, room_for

AnyBot = Bot | InsideBot
PART = 32  # battles in one compiled call: short enough for a progress bar and for Ctrl-C


class Outcome(NamedTuple):
    """How one battle ended; also its course, if it was watched, and its luck, if that was noted."""

    seed: int
    seats: tuple[str, ...]  # the bot of each team
    winner: int  # team, -1 for a draw
    ending: int
    rounds: int
    decisions: int
    course: Course | None = None
    luck: np.void | None = None  # a record of LUCK, if it was noted


class Series:
    """The sum of many battles: their outcomes in the order of their seeds, and their counts."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self.tally = np.zeros(1, TALLY)
        self.used = np.zeros(MAX_CLAUSES, np.int64)

    def add(self, outcomes: list[Outcome], tally: np.ndarray, used: np.ndarray) -> None:
        """Add the outcomes and counts of some battles."""
        self.outcomes += outcomes
        for name in TALLY.names or ():
            self.tally[name] += tally[name]
        self.used += used


def battle_seeds(seed: int, count: int) -> list[int]:
    """Return the seeds of a series of battles; a longer series begins with the seeds of a shorter one."""
    first, second = seed_words(seed)
    stream = (first | second << 32) & (2**63 - 1)
    return [mixed_word(stream, 2 * n) | mixed_word(stream, 2 * n + 1) << 32 for n in range(count)]


def swapped(seats: tuple[Any, ...], number: int, swap: bool) -> tuple[Any, ...]:
    """Return which bot has which seat in a battle: with `swap`, the bots move on by one seat from battle to battle."""
    turn = number % len(seats) if swap else 0
    return seats[turn:] + seats[:turn]


def fight_series(
    scenario: Scenario,
    bots: Mapping[str, AnyBot],
    battles: int,
    seed: int = 0,
    swap: bool = False,
    workers: int = 1,
    reasons: bool = False,
    on_progress: Callable[[int], None] = lambda _: None,
    watched: bool = False,
    noted: bool = False,
) -> Series:
    """Fight a series of battles and return its outcomes.

    Args:
        bots: one for each team by its name.
        swap: let the bots change seats; battles that differ only in that share their dice.
        workers: threads; compiled battles run side by side.
        reasons: record pools too, so that used rules are counted (slower).
        on_progress: called with the number of battles done so far.
        watched: also return the course of each battle, round by round.
        noted: also return the luck of each battle's sides (`agents/luck`); not together with `watched`.
    """
    seats = tuple(bots[team.name] for team in scenario.teams)
    lineups = [swapped(seats, turn, swap) for turn in range(len(seats) if swap else 1)]
    seeds = battle_seeds(seed, -(-battles // len(lineups)))
    return fight_lineups(scenario, lineups, seeds, workers, reasons, on_progress, watched, battles, noted)


def fight_lineups(
    scenario: Scenario,
    lineups: Sequence[tuple[AnyBot, ...]],
    seeds: Sequence[int],
    workers: int = 1,
    reasons: bool = False,
    on_progress: Callable[[int], None] = lambda _: None,
    watched: bool = False,
    battles: int | None = None,
    noted: bool = False,
) -> Series:
    """Fight a battle of every line-up on the dice of every seed: all line-ups of the first seed, then of the second, ...

    Args:
        lineups: a bot for each team, in their order.
        seeds: the seeds of battles, see `battle_seeds`.
        battles: the most battles to fight; all if not given.
        workers, reasons, on_progress, watched, noted: see `fight_series`.
    """
    bouts = [(lineup, seed) for seed in seeds for lineup in lineups][:battles]
    series = Series()
    if all(isinstance(bot, CompiledBot) for lineup in lineups for bot in lineup):
        named = [(tuple(bot.name for bot in lineup if isinstance(bot, CompiledBot)), seed) for lineup, seed in bouts]
        jobs = parts_of(scenario, named, len(lineups), reasons, watched, noted)
        if seeds:  # no battle at all, but compiled here, where Ctrl-C is heard, and not in a thread of the pool
            fight_part(scenario.drawn(seeds[0]), [], [], reasons, watched, noted)
        with ThreadPoolExecutor(max(workers, 1)) as pool:
            try:
                for part in pool.map(lambda job: fight_part(*job), jobs):
                    series.add(*part)
                    on_progress(len(series.outcomes))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return series
    for lineup, battle_seed in bouts:
        series.add(*fight_one(scenario, lineup, battle_seed, reasons, watched, noted))
        on_progress(len(series.outcomes))
    return series


def parts_of(
    scenario: Scenario, bouts: list[tuple[tuple[str, ...], int]], lineups: int, reasons: bool, watched: bool, noted: bool
) -> Iterator[tuple[Scenario, list[tuple[str, ...]], list[int], bool, bool, bool]]:
    """Yield the arguments of `fight_part` for some bouts, (line-up, seed) each; battles of one part share their map."""
    size = lineups if scenario.draw else PART
    for start in range(0, len(bouts), size):
        seats, seeds = zip(*bouts[start : start + size], strict=True)
        yield scenario.drawn(seeds[0]), list(seats), list(seeds), reasons, watched, noted


def fight_part(
    scenario: Scenario,
    seats: list[tuple[str, ...]],
    seeds: list[int],
    reasons: bool,
    watched: bool = False,
    noted: bool = False,
) -> tuple[list[Outcome], np.ndarray, np.ndarray]:
    """Fight some battles of compiled bots in one call; return outcomes, tally and used clauses."""
    field = prepare(scenario)
    battles = np.repeat(field.opening, len(seeds))
    battles["seed"] = np.array([seed_words(seed) for seed in seeds], np.int64).reshape(-1, 2)
    bots = lineups_of([[parameters_of(name) for name in names] for names in repeated(seats)])
    log = new_log(battles.dtype, REASONS if reasons else EVENTS)
    tally = np.zeros(1, TALLY)
    own_seeds = np.array([own_seed(seed) for seed in seeds], np.int64)
    rows, arenas, logs, bot_records, memories, tallies = (
        kernel.plain(array) for array in (battles, field.arena, log, bots, np.zeros(MAX_UNITS, MEMORY), tally)
    )
    played = (rows, arenas, logs, bot_records, memories, own_seeds, 0, len(seeds), tallies)
    courses: Sequence[Course | None] = [None] * len(seeds)
    lucks: Sequence[np.void | None] = [None] * len(seeds)
    if noted:
        notes = Notes(battles.dtype, len(seeds))
        play_noted(*played, *notes.plain)
        lucks = list(notes.lucks)
    elif watched:
        room = room_for(field, len(seeds))
        play_watched(*played, *room.plain)
        courses = courses_of(field, battles, room)
    else:
        play_episodes(*played)
    outcomes = [outcome_of(*each) for each in zip(seeds, seats, battles, courses, lucks, strict=True)]
    return outcomes, tally, log[0]["used"].copy()


def repeated(seats: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the first line-ups of some battles, as few as all battles have in turn."""
    most = len(seats)
    turns = (count for count in range(1, most) if all(seats[n] == seats[n % count] for n in range(most)))
    return seats[: next(turns, most)]


def outcome_of(
    seed: int, seats: tuple[str, ...], battle: np.void, course: Course | None, luck: np.void | None = None
) -> Outcome:
    """Return how a battle that is over ended; `battle` is its final position."""
    winner, ending, rounds, decisions = (int(battle[name]) for name in ("winner", "ending", "round_number", "decisions"))
    return Outcome(seed, seats, winner, ending, rounds, decisions, course, luck)


def fight_one(
    scenario: Scenario, seats: tuple[AnyBot, ...], seed: int, reasons: bool, watched: bool = False, noted: bool = False
) -> tuple[list[Outcome], np.ndarray, np.ndarray]:
    """Fight one battle of bots of any kind; return the same as `fight_part`.

    Our own bots are made anew with the seed of the battle, so their earlier battles make no difference.
    """
    seats = tuple(reseeded(bot, seed) for bot in seats)
    battle = Battle(scenario, seed, reasons=reasons)
    tally = np.zeros(1, TALLY)
    records = (battle.arrays[0], battle.arrays[2], kernel.plain(tally))
    room = room_for(battle.field, 1)
    notes = Notes(battle.record.dtype, 1)

    def note(verb: int, before: int, who: int, decision: int) -> None:
        count_row(*records, verb)
        if watched:
            watch_row(*battle.arrays, before, who, decision, verb, *room.plain)

    def step(action: Action) -> None:
        before, who, decision = (int(battle.record[0][name]) for name in ("round_number", "decider", "decision"))
        if noted:
            notes.twins[0] = battle.record[0]
            battle.log[0]["faces"][0] = 0  # as it stays if no die is thrown
        battle.step(action)
        if noted and battle.log[0]["faces"][0]:
            note_row(*battle.arrays, *notes.plain, *action)
        note(action.verb, before, who, decision)

    note(-1, 0, NOBODY, NO_DECISION)
    if noted and battle.log[0]["faces"][0]:
        notes.twins[0] = battle.field.opening[0]
        notes.twins[0]["seed"] = battle.record[0]["seed"]
        note_row(*battle.arrays, *notes.plain, START, 0)
    names = [team.name for team in scenario.teams]
    play(battle, dict(zip(names, seats, strict=True)), step)
    course = courses_of(battle.field, battle.record, room)[0] if watched else None
    outcome = outcome_of(
        seed, tuple(name_of(bot) for bot in seats), battle.record[0], course, notes.lucks[0] if noted else None
    )
    return [outcome], tally, battle.log[0]["used"].copy()


def play(battle: Battle, bots: Mapping[str, AnyBot], step: Callable[[Action], Any] | None = None) -> None:
    """Let bots play a battle to its end; `step` takes each action, `battle.step` unless given.

    Raises:
        ContentError: see `check_seats`.
    """
    check_seats(battle, bots)
    numbering = layout(SLOTS, SLOTS, battle.field.scenario.system)
    while (decision := battle.decision) is not None:
        (step or battle.step)(ask(bots[decision.team], battle, numbering))


def play_recorded(
    battle: Battle, bots: Mapping[str, AnyBot], replay: Replay, on_events: Callable[[list[Event]], None] = lambda _: None
) -> None:
    """Let bots play a battle to its end and record it, with their orders and reasons.

    `on_events` gets the events of each step.

    Raises:
        ContentError: see `check_seats`.
    """

    def step(action: Action) -> None:
        decision = battle.decision
        assert decision is not None
        bot = bots[decision.team]
        given = order_of(bot, battle)
        on_events(replay.step(battle, action, why_of(bot, battle), given.words, given.goes_on))

    play(battle, bots, step)


def check_seats(battle: Battle, bots: Mapping[str, AnyBot]) -> None:
    """Raise a ContentError if a bot is made for another rule system, or has too few slots for the units."""
    for bot in bots.values():
        check_seat(bot, battle.field)


def verb_counts(tally: np.ndarray, system: str) -> dict[str, int]:
    """Return how often each action of a system was taken, most often first, without those never taken."""
    verbs = sorted(port_of(system).VERBS.items())
    counts = {verb.name: int(tally[0]["verbs"][number]) for number, verb in verbs}
    return {name: count for name, count in sorted(counts.items(), key=lambda item: -item[1]) if count}
