"""Replays: what was decided, what happened, and checks that it comes out the same again.

A replay is JSON Lines, gzipped if its name ends in `.gz`:

    {"fireteam": "replay", "format": 1, "engine": ..., "rules": ..., "seed": ..., "seats": ..., "scenario": ...}
    {"opening": [events]}
    {"n": 1, "unit": "red_1", "kind": "act", "action": "shoot blue_2", "why": ..., "events": [...], "check": ...}
    ...
    {"result": {"winner": ..., "ending": ..., "rounds": ..., "decisions": ..., "check": ...}}

It can be watched from its events alone, verified by playing its decisions again, and forked at any of them. `check` is a
digest of the whole state, given where a new round has begun and at the end.
"""

import gzip
import hashlib
import json
import zlib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field as Key

from fireteam.maps.reading import Strict, shown, validated

from .actions import words
from .battle import Battle, seed_words
from .catalog import folder as catalog_folder
from .errors import BattleOver, ContentError, IllegalAction, ReplayError
from .events import Event, Term
from .files import write_whole
from .rules.kernel import RULES
from .scenario import Scenario

FORMAT = 1
ENGINE = version("fireteam")
LARGEST_REPLAY = 256_000_000  # bytes, unpacked
MOST_EVENTS = 5000  # of one decision

Seed = Annotated[int, Key(ge=0, le=2**64 - 1)]


class Header(Strict):
    """The first line of a replay."""

    fireteam: Literal["replay"]
    format: int
    engine: str
    rules: str
    seed: Seed
    seats: dict[str, str] = {}
    scenario: Scenario
    forked_from: dict[str, Any] = {}


class Step(Strict):
    """A line of a replay: one decision and what came of it."""

    n: int
    unit: str
    kind: str
    action: str
    why: Any = None
    events: Annotated[list[dict[str, Any]], Key(max_length=MOST_EVENTS)] = []
    check: str = ""


class Result(Strict):
    """The last line of a replay: how the battle ended, or stood when recording ended."""

    winner: str | None
    ending: str
    rounds: int
    decisions: int
    check: str


@cache
def rules_digest() -> str:
    """Return a digest of the engine's rules and of the catalog: the same for two engines that play the same battles."""
    digest = hashlib.sha256()
    for path in sorted([*RULES.rglob("*.py"), *catalog_folder().glob("*.toml")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def state_check(battle: Battle) -> str:
    """Return a digest of the whole state of a battle."""
    return hashlib.sha256(battle.record.tobytes()).hexdigest()[:16]


def to_json(event: Event) -> dict[str, Any]:
    """Return an event as a JSON object, without what is empty."""
    made: dict[str, Any] = {"kind": event.kind}
    for name in ("actor", "target", "at", "numbers", "dice", "seen_by"):
        value = getattr(event, name)
        if value not in (None, [], {}):
            made[name] = list(value) if name == "at" else value
    if event.terms:
        made["terms"] = [[term.dice, term.words, term.rule] for term in event.terms]
    return made


def from_json(line: dict[str, Any]) -> Event:
    """Return the event of a JSON object; the inverse of `to_json`."""
    return Event(
        kind=line["kind"],
        actor=line.get("actor"),
        target=line.get("target"),
        at=tuple(line["at"]) if "at" in line else None,
        numbers=line.get("numbers", {}),
        dice=line.get("dice", []),
        terms=[Term(*term) for term in line.get("terms", [])],
        seen_by=line.get("seen_by", []),
    )


class Replay:
    """A recorded battle.

    Attributes:
        header: scenario, seed and who played.
        opening: the events before the first decision.
        steps: the decisions, in order.
        result: how it ended; None while it is being recorded.
    """

    def __init__(self, header: Header, opening: list[dict[str, Any]]) -> None:
        self.header = header
        self.opening = opening
        self.steps: list[Step] = []
        self.result: Result | None = None

    @classmethod
    def of(cls, battle: Battle, seed: int, seats: dict[str, str] | None = None) -> Self:
        """Begin to record a battle that has just begun."""
        scenario = battle.field.scenario.model_copy(update={"map": battle.field.drawing})
        header = Header(
            fireteam="replay",
            format=FORMAT,
            engine=ENGINE,
            rules=rules_digest(),
            seed=seed,
            seats=seats or {},
            scenario=scenario,
        )
        return cls(header, [to_json(event) for event in battle.events()])

    def step(self, battle: Battle, action: Any, why: Any = None) -> list[Event]:
        """Step a battle and record it; arguments and errors as of `Battle.step`."""
        decision, before = battle.decision, battle.round
        text = action
        if decision is not None and not isinstance(action, str):
            text = words(battle.field, int(battle.record[0]["decider"]), action)
        events = battle.step(action)
        assert decision is not None
        new_round = battle.round != before or battle.over
        self.steps.append(
            Step(
                n=len(self.steps) + 1,
                unit=decision.unit,
                kind=decision.kind,
                action=text,
                why=why,
                events=[to_json(event) for event in events],
                check=state_check(battle) if new_round else "",
            )
        )
        return events

    def finish(self, battle: Battle) -> None:
        """Note how the battle ended, or how it stands if it is broken off."""
        self.result = Result(
            winner=battle.winner,
            ending=battle.ending,
            rounds=battle.round,
            decisions=len(self.steps),
            check=state_check(battle),
        )

    def save(self, path: str | Path) -> None:
        """Write the replay to a file, whole or not at all."""
        if self.result is None:
            raise ReplayError(f"{path}: the replay has no result yet: call finish() first")
        lines: list[Any] = [
            self.header.model_dump(mode="json", exclude_defaults=True) | {"fireteam": "replay"},
            {"opening": self.opening},
            *(step.model_dump(mode="json", exclude_defaults=True) for step in self.steps),
            {"result": self.result.model_dump(mode="json")},
        ]
        write_whole(path, "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Return the replay of a file.

        Raises:
            ReplayError: the file is no replay, of another format, truncated or broken; the message names the line.
        """
        lines = read_lines(Path(path))
        first = lines[0]
        if not isinstance(first, dict) or first.get("fireteam") != "replay":
            raise ReplayError(f"{path}: line 1: not a Fireteam replay")
        if first.get("format") != FORMAT:
            raise ReplayError(
                f"{path}: line 1: replay format {shown(first.get('format'))}, written by engine "
                f"{shown(first.get('engine'))}; this is engine {ENGINE}, which reads format {FORMAT}"
            )
        if len(lines) < 3 or not isinstance(lines[-1], dict) or "result" not in lines[-1]:
            raise ReplayError(f"{path}: truncated: the last line ({len(lines)}) is no result")
        made = cls(checked(Header, first, path, 1), opening_of(lines[1], path))
        for number, line in enumerate(lines[2:-1], start=3):
            step = checked(Step, line, path, number)
            if step.n != number - 2:
                raise ReplayError(f"{path}: line {number}: decision {step.n} where {number - 2} should be")
            made.steps.append(step)
        made.result = checked(Result, lines[-1]["result"], path, len(lines))
        if made.result.decisions != len(made.steps):
            raise ReplayError(f"{path}: {len(made.steps)} decisions where the result says {made.result.decisions}")
        return made

    def events(self) -> list[Event]:
        """Return all that happened, from the file alone."""
        return [from_json(line) for line in self.opening + [event for step in self.steps for event in step.events]]

    def battle_at(self, decision: int) -> Battle:
        """Return the battle as it stood before a decision, counted from 1; one past the last is the end.

        Raises:
            ReplayError: there is no such decision, or this engine does not play the replay as it was recorded.
        """
        if not 1 <= decision <= len(self.steps) + 1:
            raise ReplayError(f"decision {decision} does not exist: the replay has {len(self.steps)}")
        battle = Battle(self.header.scenario, self.header.seed)
        for step in self.steps[: decision - 1]:
            self._reseed(battle, step.n)
            self._play(battle, step)
        self._reseed(battle, decision)
        return battle

    def fork(self, decision: int, reseed: int | None = None, source: str = "") -> tuple[Battle, "Replay"]:
        """Return the battle as it stood before a decision, and a new replay that goes on from there.

        With `reseed` the dice from there on are others; the new replay notes the place, so it can be verified.
        """
        battle = self.battle_at(decision)
        note: dict[str, Any] = {"decision": decision, "source": source}
        if reseed is not None:
            battle.record[0]["seed"] = seed_words(reseed)
            note["reseed"] = reseed
        branch = Replay(self.header.model_copy(update={"forked_from": note}), self.opening)
        branch.steps = self.steps[: decision - 1]
        return battle, branch

    def _reseed(self, battle: Battle, decision: int) -> None:
        """Change the dice where this replay was forked with other ones."""
        note = self.header.forked_from
        if note.get("decision") == decision and "reseed" in note:
            battle.record[0]["seed"] = seed_words(note["reseed"])

    def _play(self, battle: Battle, step: Step) -> list[Event]:
        try:
            return battle.step(step.action)
        except (IllegalAction, BattleOver) as error:
            raise ReplayError(f"decision {step.n} ({step.unit}: {step.action}) cannot be played: {error}") from None

    def verify(self) -> None:
        """Play the replay again and compare every event and check.

        Raises:
            ReplayError: something differs; the message names the first decision that does, and another engine by name.
        """
        try:
            self._verify()
        except ReplayError as error:
            if self.header.rules != rules_digest():
                raise ReplayError(
                    f"{error} It was recorded with engine {self.header.engine}, rules {self.header.rules}; "
                    f"this is engine {ENGINE}, rules {rules_digest()}."
                ) from None
            raise

    def _verify(self) -> None:
        battle = Battle(self.header.scenario, self.header.seed)
        compare(self.opening, battle.events(), "the opening")
        for step in self.steps:
            self._reseed(battle, step.n)
            where = f"decision {step.n} ({step.unit}: {step.action})"
            decision = battle.decision
            if decision is None:
                raise ReplayError(f"{where} comes after the end of the battle.")
            if (decision.unit, decision.kind) != (step.unit, step.kind):
                raise ReplayError(f"{where}: here {decision.unit} decides ({decision.kind}), not {step.unit} ({step.kind}).")
            compare(step.events, self._play(battle, step), where)
            if step.check and step.check != state_check(battle):
                raise ReplayError(f"{where}: the state afterwards differs (check {step.check}, here {state_check(battle)}).")
        assert self.result is not None
        again = Replay(self.header, [])
        again.steps = self.steps
        again.finish(battle)
        if again.result != self.result:
            raise ReplayError(f"the result differs: recorded {self.result.ending}, winner {self.result.winner}, "
                              f"here {battle.ending}, winner {battle.winner}.")  # fmt: skip


def read_lines(path: Path) -> list[Any]:
    """Return the JSON values of a file's lines."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
            data = file.read(LARGEST_REPLAY + 1)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ReplayError(f"{path}: cannot be read ({reason.lower()})") from None
    if len(data) > LARGEST_REPLAY:
        raise ReplayError(f"{path}: larger than {LARGEST_REPLAY} bytes, so not a replay of ours")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ReplayError(f"{path}: not UTF-8 text (byte {error.start})") from None
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            lines.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise ReplayError(f"{path}: line {number}: not valid JSON ({str(error).splitlines()[0]})") from None
    if not lines:
        raise ReplayError(f"{path}: the file is empty")
    return lines


def checked(model: Any, data: Any, path: str | Path, number: int) -> Any:
    """Return a line as a model, or raise a ReplayError with its number."""
    try:
        return validated(model, data, f"{path}: line {number}")
    except ContentError as error:
        raise ReplayError(str(error)) from None


def opening_of(line: Any, path: str | Path) -> list[dict[str, Any]]:
    """Return the events of a replay's second line."""
    if not isinstance(line, dict) or not isinstance(line.get("opening"), list):
        raise ReplayError(f"{path}: line 2: no opening")
    return line["opening"]


def compare(recorded: list[dict[str, Any]], events: list[Event], where: str) -> None:
    """Raise a ReplayError if events differ from recorded ones."""
    here = [to_json(event) for event in events]
    for number, (old, new) in enumerate(zip(recorded, here, strict=False), start=1):
        for key in {**old, **new}:
            if old.get(key) != new.get(key):
                raise ReplayError(
                    f"{where}: event {number} ({new.get('kind')}) differs in {key!r}: "
                    f"recorded {shown(old.get(key))}, here {shown(new.get(key))}."
                )
    if len(recorded) != len(here):
        raise ReplayError(f"{where}: {len(recorded)} events were recorded, here there are {len(here)}.")
