"""The file of a replay, line by line: its possible contents, and how it is read.

A replay is JSON Lines, gzipped if its name ends in `.gz`:

    {"fireteam": "replay", "format": 2, "engine": ..., "rules": ..., "seed": ..., "seats": ..., "scenario": ...}
    {"opening": [events], "scene": {...}}
    {"n": 1, "unit": "red_1", "kind": "act", "action": "walk", "order": "go to (3, 4), then shoot blue_2", "why": ..., ...}
    {"n": 2, "unit": "red_1", "kind": "act", "action": "step east", "goes_on": true, "events": [...], "scene": {...}, ...}
    ...
    {"result": {"winner": ..., "ending": ..., "rounds": ..., "decisions": ..., "check": ...}}

`scene` is what can be seen after the opening, and then what each decision changed in it (`scene.py`); `dice` are the dice
that people rolled themselves and typed in, where they did. A decision that gives its unit an order says which, in words; one
that only goes on with it says so.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field as Key
from pydantic import SerializeAsAny

from fireteam.content.errors import ContentError, ReplayError
from fireteam.content.reading import PRINTABLE, Strict, closest, listed, open_regular, shown, validated

from ..observe.events import Event, Term
from ..rules.dice import MOST_FACES
from ..rules.systems import Port
from ..scenario.models import Scenario

LARGEST_REPLAY = 64_000_000  # bytes, unpacked
LONGEST_LINE = 8_000_000  # bytes; the first holds scenario and map
MOST_VALUES = 4_000_000  # in all lines: what a value takes in memory does not depend on its length
MARKS = (b",", b"[", b"{")  # what every value but the first of a line stands behind
MOST_EVENTS = 5000  # of one decision

Seed = Annotated[int, Key(ge=0, le=2**64 - 1)]
Words = Annotated[str, Key(pattern=PRINTABLE, max_length=200)]  # on one line, nothing for terminals
Order = Annotated[str, Key(pattern=PRINTABLE, max_length=500)]
BotName = Annotated[str, Key(pattern=PRINTABLE, max_length=2000)]  # may say every weight of a doctrine
Dice = list[Annotated[int, Key(ge=1, le=MOST_FACES)]]
Amount = Annotated[int, Key(ge=-(10**9), le=10**9)]
TermLine = Annotated[tuple[Amount, Words, Words], Key(strict=False)]  # dice, words, rule; JSON knows no tuples


class EventLine(Strict):
    """An event; see `fireteam.env.observe.events.Event`."""

    kind: Words
    actor: Words | None = None
    target: Words | None = None
    at: Annotated[list[Amount], Key(min_length=2, max_length=2)] | None = None
    numbers: dict[str, Amount | Words | None] = {}
    dice: Dice = []
    terms: list[TermLine] = []
    seen_by: list[Words] = []


Events = Annotated[list[EventLine], Key(max_length=MOST_EVENTS)]


class Fork(Strict):
    """A fork of a replay: the decision, the replay that it was forked from, and the seed of other dice from there on."""

    decision: Annotated[int, Key(ge=1)]
    source: str = ""
    reseed: Seed | None = None


class Header(Strict):
    """The first line of a replay."""

    fireteam: Literal["replay"]
    format: int
    engine: Words
    rules: Words
    seed: Seed
    seats: dict[Words, BotName] = {}
    handed: dict[Words, BotName] = {}  # units that a bot played in a person's place when it was saved
    scenario: SerializeAsAny[Scenario]
    forked_from: Fork | None = None


class Opening(Strict):
    """The second line of a replay: what happened before the first decision, and how it stood then."""

    opening: Events
    scene: dict[str, Any] = {}
    dice: Dice = []


class Step(Strict):
    """A line of a replay: one decision and its events."""

    n: int
    unit: Words
    kind: Words
    action: Words
    order: Order = ""
    goes_on: bool = False
    why: Any = None
    dice: Dice = []
    events: Events = []
    scene: dict[str, Any] = {}
    check: Words = ""


class Result(Strict):
    """How the battle ended, or stood when recording ended."""

    winner: Words | None
    ending: Words
    rounds: int
    decisions: int
    check: Words


class Closing(Strict):
    """The last line of a replay."""

    result: Result


def line_of(event: Event) -> EventLine:
    """Return an event as a line holds it."""
    values = event._asdict() | {"at": list(event.at) if event.at else None, "terms": [tuple(term) for term in event.terms]}
    return EventLine(**values)


def event_of(line: EventLine) -> Event:
    """Return the event that a line holds: the inverse of `line_of`."""
    return Event(
        kind=line.kind,
        actor=line.actor,
        target=line.target,
        at=(line.at[0], line.at[1]) if line.at else None,
        numbers=line.numbers,
        dice=line.dice,
        terms=[Term(*term) for term in line.terms],
        seen_by=line.seen_by,
    )


def check_line(line: Opening | Step, system: Port, where: str) -> None:
    """Raise a ReplayError if a line holds a kind of event, numbers or a face of a die that its rule system does not have."""
    events = line.opening if isinstance(line, Opening) else line.events
    known = system.EVENTS.numbers
    for event in events:
        if event.kind not in known:
            raise ReplayError(f"{where}: no event is called {shown(event.kind)}.{closest(event.kind, known)}")
        numbers = system.EVENTS.named(event.kind).numbers
        if event.numbers.keys() != set(numbers):
            here = f"here {listed(event.numbers)}"
            raise ReplayError(f"{where}: {event.kind!r} has numbers for {listed(numbers)}, {here}")
    most = max((die for dice in (line.dice, *(event.dice for event in events)) for die in dice), default=1)
    if most > system.FACES:
        raise ReplayError(f"{where}: dice: {most}: the dice of this rule system show 1 to {system.FACES}")


def read_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield number and JSON value of each line of a file; no more of it is in memory than one line."""
    size = values = number = 0
    try:
        with open_regular(path) as raw, gzip.open(raw) if path.suffix == ".gz" else raw as file:
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                size += len(line)
                values += sum(line.count(mark) for mark in MARKS)
                if len(line) > LONGEST_LINE:
                    raise ReplayError(f"{path}: line {number}: longer than {LONGEST_LINE} bytes, so not a replay of ours")
                if size > LARGEST_REPLAY:
                    raise ReplayError(f"{path}: larger than {LARGEST_REPLAY} bytes, so not a replay of ours")
                if values > MOST_VALUES:
                    raise ReplayError(f"{path}: more than {MOST_VALUES} values, so not a replay of ours")
                yield number, value_of(line, f"{path}: line {number}")
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ReplayError(f"{path}: cannot be read ({reason.lower()})") from None
    if not number:
        raise ReplayError(f"{path}: the file is empty")


def value_of(line: bytes, where: str) -> Any:
    """Return the JSON value of a line, or raise a ReplayError that says where."""
    try:
        value = json.loads(line.decode("utf-8").removesuffix("\n"))
        if b"\\u" in line:
            json.dumps(value, ensure_ascii=False).encode("utf-8")  # half a character, which can be written nowhere
    except UnicodeEncodeError as error:
        raise ReplayError(f"{where}: holds half a character ({error.object[error.start]!r})") from None
    except UnicodeDecodeError as error:
        raise ReplayError(f"{where}: not UTF-8 text (byte {error.start})") from None
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{where}: not valid JSON ({str(error).splitlines()[0]})") from None
    return value


def checked(model: Any, data: Any, path: str | Path, number: int) -> Any:
    """Return a line as a model, or raise a ReplayError with its number."""
    try:
        return validated(model, data, f"{path}: line {number}")
    except ContentError as error:
        raise ReplayError(str(error).splitlines()[0]) from None
