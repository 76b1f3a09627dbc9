"""A replay's rolls, rolled again: keeps the dice before a roll and throws other dice from that roll on."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.env.analysis.dice import dice_of_system, keyed_faces
from fireteam.env.battle import seed_words
from fireteam.env.observe.actions import from_words
from fireteam.env.observe.events import Event
from fireteam.env.replay.replay import Replay
from fireteam.env.replay.storage import event_of
from fireteam.env.rules.interface import START
from fireteam.env.rules.log import MAX_DICTATED
from fireteam.env.scenario.setup import Field

from .resampling import NOT_ROLLED, Outcomes, dice_rows, outcome_now, resolved


class Taken(NamedTuple):
    """A decision of a replay.

    Attributes:
        number: from 1; 0 for the opening.
        unit: the unit that decided, None for the opening.
        before, after: the battle, shape (1,).
        dice: the dice that people typed in.
    """

    number: int
    unit: str | None
    action: tuple[int, int]
    before: np.ndarray
    after: np.ndarray
    events: list[Event]
    dice: list[int]


class Thrown(NamedTuple):
    """A roll of a decision: roller, opponent, purpose, dice, result, and its place among the decision's rolls."""

    unit: str | None
    against: str | None
    purpose: str
    faces: list[int]
    came: int | None
    place: int


class Tried(NamedTuple):
    """A decision with its rolls, and its outcomes with the dice before each of them fixed and the later ones thrown anew.

    Attributes:
        others: for each roll, the outcomes with n other dice, dtype LEFT, shape (n,).
        after: the outcome with the dice as they fell, dtype LEFT, shape (1,).
        battles: the positions if all dice are thrown anew, shape (n,).
    """

    taken: Taken
    rolls: list[Thrown]
    others: list[np.ndarray]
    after: np.ndarray
    battles: np.ndarray


def decisions_with_dice(replay: Replay, positions: np.ndarray, field: Field) -> Iterator[Taken]:
    """Yield the decisions of a replay that threw logged dice; `positions` is the battle at every moment."""
    header, fork = replay.header, replay.header.forked_from
    opening = field.opening.copy()
    opening["seed"] = np.array([seed_words(header.seed)], np.int64)
    opened = [event_of(line) for line in replay.opening.opening]
    if any(event.dice for event in opened):
        yield Taken(0, None, (START, 0), opening, positions[:1], opened, replay.opening.dice)
    for step in replay.steps:
        if not any(event.dice for event in step.events):
            continue
        before = positions[step.n - 1 : step.n].copy()
        if fork is not None and fork.decision == step.n and fork.reseed is not None:
            before["seed"] = np.array([seed_words(fork.reseed)], np.int64)
        verb, argument = from_words(field, int(before[0]["decider"]), step.action)
        events = [event_of(line) for line in step.events]
        after = positions[step.n : step.n + 1]
        yield Taken(step.n, step.unit, (verb, argument), before, after, events, step.dice)


def rerolled(field: Field, taken: Taken, times: int, rng: Any) -> Tried:
    """Return a decision whose rolls were each thrown again `times` times.

    All rolls of a step count as one if its system cannot say which dice it throws, or if they are too many to be dictated.
    """
    after = outcome_now(field, taken.after)
    rolls = thrown_in(field, taken)
    known: list[int] = [face for roll in rolls for face in roll.faces]
    if not rolls or len(known) > MAX_DICTATED or not is_as_it_was(field, taken, known, after):
        rolls = [Thrown(taken.unit, None, "", [die for event in taken.events for die in event.dice], None, NOT_ROLLED)]
    known = []
    others: list[np.ndarray] = []
    battles = taken.before[:0]
    for roll in rolls:
        made = rerolled_after(field, taken, known, roll.place, times, rng)
        battles = battles if others else made.battles
        others.append(made.left)
        known = known + roll.faces
    return Tried(taken, rolls, others, after, battles)


def rerolled_after(field: Field, taken: Taken, known: list[int], roll: int, times: int, rng: Any) -> Outcomes:
    """Return the outcomes of a decision with some dice fixed, and other dice after those."""
    return resolved(field, taken.before, taken.action, dice_rows(rng, known, times, field.system.FACES), roll)


def is_as_it_was(field: Field, taken: Taken, known: list[int], after: np.ndarray) -> bool:
    """Return whether these dice lead to the same position as the battle's own did."""
    faces = np.ones((1, MAX_DICTATED), np.int8)
    faces[0, : len(known)] = known
    left = resolved(field, taken.before, taken.action, faces, 0).left
    return not left["starved"].any() and all(
        np.array_equal(left[name], after[name]) for name in ("traits", "over", "winner")
    )


def thrown_in(field: Field, taken: Taken) -> list[Thrown]:
    """Return the rolls of a decision with all their dice, also dice without an event; none if the dice are not known."""
    try:
        system = dice_of_system(field)
    except ContentError:
        return []
    names = [fighter.name for fighter in field.roster]
    numbers = {purpose.words: number for number, purpose in enumerate(field.system.PURPOSES)}
    clock = system.Clock(taken.before[0])
    made: list[Thrown] = []
    typed, place = list(taken.dice), -1
    for number, event in enumerate(taken.events):
        clock.hear(event, taken.events[number - 1] if number else None)
        if event.kind != "roll":
            continue
        place += 1
        faces: list[int] = []
        for words, count, _ in system.throws_in(event, field.arena[0]):
            key = clock.count(names.index(str(event.actor)), numbers[words])
            if taken.dice:
                typed, shown = typed[count:], [*typed, *[1] * count][:count]
            elif words == event.numbers["purpose"]:
                shown = event.dice
            else:
                shown = keyed_faces(taken.before[0], field.system.FACES, key, count)
            faces += shown
        if faces:
            came = event.numbers["hits"]
            made.append(
                Thrown(
                    event.actor,
                    event.target,
                    str(event.numbers["purpose"]),
                    faces,
                    came if isinstance(came, int) else None,
                    place,
                )
            )
    return made


def mean_results(others: Sequence[np.ndarray]) -> list[float | None]:
    """Return the mean result of each roll, None where the log has none."""
    made: list[float | None] = []
    for left in others:
        known = left["came"][left["came"] != NOT_ROLLED]
        made.append(float(known.mean()) if len(known) else None)
    return made
