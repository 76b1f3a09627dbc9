"""Replays: the decisions and events of a battle, and checks that playing it again gives the same.

A replay can be watched from its events alone, verified by playing its decisions again, and forked at any of them. `check`
is a digest of the whole state, given where a new round has begun and at the end. `storage.py` has its lines.
"""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

from fireteam.content.errors import BattleOver, ContentError, IllegalAction, ReplayError
from fireteam.content.reading import shown
from fireteam.maps import Drawing

from ..battle import Battle, seed_words
from ..catalog import folders, load_catalog
from ..files import write_whole
from ..framed import Framed
from ..observe.actions import words
from ..observe.events import Event
from ..rules.jit.sources import RULES, folder_of
from ..rules.systems import DEFAULT, port_of
from ..scenario.fitting import check_content
from .check import state_check
from .scene import Scene, Watch, difference, patched, scene_of
from .scene_file import check_scene
from .storage import (
    Closing,
    EventLine,
    Fork,
    Header,
    Opening,
    Result,
    Step,
    check_line,
    checked,
    event_of,
    line_of,
    read_lines,
)

FORMAT = 2
ENGINE = version("fireteam")


@cache
def rules_digest(system: str = DEFAULT) -> str:
    """Return a digest of the shared engine, a system's rules and its catalog: equal for engines that play the same."""
    digest = hashlib.sha256()
    kernels = [path for folder in (RULES, folder_of(system, "rules")) for path in folder.rglob("*.py")]
    for path in sorted([*kernels, *(path for folder in folders(system) for path in folder.glob("*.toml"))]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def other_engine(header: Header) -> str:
    """Return a sentence that names the engine a replay was recorded with, "" if it plays by the same rules."""
    own = rules_digest(header.scenario.system)
    if header.rules == own:
        return ""
    return f" It was recorded with engine {header.engine}, rules {header.rules}; this is engine {ENGINE}, rules {own}."


def read_header(first: Any, path: str | Path) -> Header:
    """Return the first line of a replay; raise a ReplayError if it is no header or names what the file lacks."""
    if not isinstance(first, dict) or first.get("fireteam") != "replay":
        raise ReplayError(f"{path}: line 1: not a Fireteam replay")
    if first.get("format") != FORMAT:
        raise ReplayError(
            f"{path}: line 1: replay format {shown(first.get('format'))}, written by engine "
            f"{shown(first.get('engine'))}; this is engine {ENGINE}, which reads format {FORMAT}"
        )
    header: Header = checked(Header, first, path, 1)
    if not isinstance(header.scenario.map, Drawing):
        raise ReplayError(f"{path}: line 1: scenario.map = {shown(header.scenario.map)}: a replay has its map in itself")
    try:
        check_content(header.scenario, load_catalog(header.scenario.catalog, header.scenario.system), f"{path}: line 1")
    except ContentError as error:
        raise ReplayError(f"{error}{other_engine(header)}") from None
    return header


class Replay(Framed):
    """A recorded battle.

    >>> battle = fireteam.Battle("duel", seed=3)
    >>> replay = fireteam.Replay.of(battle, 3)
    >>> while not battle.over:
    ...     events = replay.step(battle, battle.legal()[0])
    >>> replay.finish(battle)
    >>> replay.result.ending
    'stalemate'
    >>> replay.verify()

    Attributes:
        header: scenario, seed and players.
        opening: the events before the first decision, and the scene after them.
        steps: the decisions, in order.
        result: how it ended; None while it is being recorded.
    """

    def __init__(self, header: Header, opening: Opening) -> None:
        self.header = header
        self.opening = opening
        self.steps: list[Step] = []
        self.result: Result | None = None
        self._scene: Scene | None = None  # after the last recorded decision
        self._watch = Watch()

    @classmethod
    def of(cls, battle: Battle, seed: int, seats: dict[str, str] | None = None) -> Self:
        """Begin to record a battle at its opening."""
        scenario = battle.field.scenario.model_copy(update={"map": battle.field.drawing})
        header = Header(
            fireteam="replay",
            format=FORMAT,
            engine=ENGINE,
            rules=rules_digest(battle.field.scenario.system),
            seed=seed,
            seats=seats or {},
            scenario=scenario,
        )
        thrown = battle.log[0]["dictation"][: battle.log[0]["dictated"]].tolist()
        events = [line_of(event) for event in battle.events()]
        return cls(header, Opening(opening=events, scene=scene_of(battle), dice=thrown))

    def step(self, battle: Battle, action: Any, why: Any = None, order: str = "", goes_on: bool = False) -> list[Event]:
        """Step a battle and record it; action and errors as of `Battle.step`.

        Args:
            why: the reasons, as JSON.
            order: the order that is given with it, in words, "" for none.
            goes_on: whether it goes on with the order that the unit was given last.
        """
        decision, before = battle.decision, battle.round
        text = action
        if decision is not None and not isinstance(action, str):
            text = words(battle.field, int(battle.record[0]["decider"]), action)
        dice = battle.dictation()
        events = battle.step(action)
        assert decision is not None
        new_round = battle.round != before or battle.over
        was = self.scene() if self._scene is None else self._scene
        self._scene = self._watch.scene(battle)
        self.steps.append(
            Step(
                n=len(self.steps) + 1,
                unit=decision.unit,
                kind=decision.kind,
                action=text,
                why=why,
                order=order,
                goes_on=goes_on,
                dice=dice,
                events=[line_of(event) for event in events],
                scene=difference(was, self._scene),
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
            self.opening.model_dump(mode="json", exclude_defaults=True),
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
        header = read_header(next(lines)[1], path)
        made, last = cls(header, Opening(opening=[])), (1, None)
        for number, line in lines:
            if number > 2:
                made._take(last, path)
            last = number, line
        number, line = last
        if number < 3 or not isinstance(line, dict) or "result" not in line:
            raise ReplayError(f"{path}: truncated: the last line ({number}) is no result")
        made.result = checked(Closing, line, path, number).result
        if made.result.decisions != len(made.steps):
            raise ReplayError(f"{path}: {len(made.steps)} decisions where the result says {made.result.decisions}")
        return made

    def _take(self, line: tuple[int, Any], path: str | Path) -> None:
        """Take a line of a file: the opening, or a decision."""
        number, data = line
        system = port_of(self.header.scenario.system)
        if number == 2:
            self.opening = checked(Opening, data, path, number)
            check_line(self.opening, system, f"{path}: line {number}")
            patch = self._scene = self.opening.scene
        else:
            step: Step = checked(Step, data, path, number)
            if step.n != number - 2:
                raise ReplayError(f"{path}: line {number}: decision {step.n} where {number - 2} should be")
            check_line(step, system, f"{path}: line {number}")
            self.steps.append(step)
            patch, self._scene = step.scene, patched(self._scene or {}, step.scene)
        if patch or number == 2:
            drawing = self.header.scenario.drawing()
            try:
                check_scene(self._scene, patch, drawing.width * drawing.height, self._units(), f"{path}: line {number}")
            except ContentError as error:
                raise ReplayError(str(error).splitlines()[0]) from None

    def _units(self) -> set[str]:
        """Return the names of all units."""
        teams = self.header.scenario.teams
        return {f"{team.name}_{n}" for team in teams for n in range(1, 1 + sum(unit.count for unit in team.units))}

    def events(self) -> list[Event]:
        """Return all that happened, from the file alone."""
        return [event_of(line) for line in self.opening.opening + [event for step in self.steps for event in step.events]]

    def scenes(self) -> list[Scene]:
        """Return the scene after the opening and after every decision, from the file alone."""
        made = [self.opening.scene]
        for step in self.steps:
            made.append(patched(made[-1], step.scene))
        return made

    def scene(self) -> Scene:
        """Return the scene as it stands at the end."""
        return self.scenes()[-1]

    def battles(self) -> Iterator[Battle]:
        """Yield the battle after the opening and after every decision, a copy each.

        Raises:
            ReplayError: this engine does not play the replay as it was recorded.
        """
        battle = self._begin()
        yield battle.copy()
        for step in self.steps:
            self._reseed(battle, step.n)
            self._play(battle, step)
            yield battle.copy()

    def battle_at(self, decision: int) -> Battle:
        """Return the battle as it stood before a decision, counted from 1; one past the last is the end.

        Raises:
            ReplayError: there is no such decision, or this engine does not play the replay as it was recorded.
        """
        if not 1 <= decision <= len(self.steps) + 1:
            raise ReplayError(f"decision {decision} does not exist: the replay has {len(self.steps)}")
        battle = self._begin()
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
        note = Fork(decision=decision, source=source, reseed=reseed)
        if reseed is not None:
            battle.record[0]["seed"] = seed_words(reseed)
        branch = Replay(self.header.model_copy(update={"forked_from": note, "handed": {}}), self.opening)
        branch.steps = self.steps[: decision - 1]
        return battle, branch

    def _begin(self) -> Battle:
        """Return the battle at its opening."""
        try:
            return Battle(self.header.scenario, self.header.seed, dice=self.opening.dice)
        except ContentError as error:
            raise ReplayError(f"line 1: {error}") from None

    def _reseed(self, battle: Battle, decision: int) -> None:
        """Change the dice where this replay was forked with other ones."""
        note = self.header.forked_from
        if note is not None and note.decision == decision and note.reseed is not None:
            battle.record[0]["seed"] = seed_words(note.reseed)

    def _play(self, battle: Battle, step: Step) -> list[Event]:
        try:
            battle.dictate(step.dice)
            return battle.step(step.action)
        except (IllegalAction, BattleOver, ContentError) as error:
            raise ReplayError(f"decision {step.n} ({step.unit}: {step.action}) cannot be played: {error}") from None

    def verify(self) -> None:
        """Play the replay again and compare every event and check.

        Raises:
            ReplayError: something differs; the message names the first decision that does, and another engine by name.
        """
        try:
            self._verify()
        except ReplayError as error:
            raise ReplayError(f"{error}{other_engine(self.header)}") from None

    def _verify(self) -> None:
        battle = self._begin()
        compare(self.opening.opening, battle.events(), "the opening")
        compare_scenes(self.opening.scene, scene_of(battle), "the opening")
        scene, watch = self.opening.scene, Watch()
        for step in self.steps:
            self._reseed(battle, step.n)
            where = f"decision {step.n} ({step.unit}: {step.action})"
            decision = battle.decision
            if decision is None:
                raise ReplayError(f"{where} comes after the end of the battle.")
            if (decision.unit, decision.kind) != (step.unit, step.kind):
                raise ReplayError(f"{where}: here {decision.unit} decides ({decision.kind}), not {step.unit} ({step.kind}).")
            compare(step.events, self._play(battle, step), where)
            scene = patched(scene, step.scene)
            compare_scenes(scene, watch.scene(battle), where)
            if step.check and step.check != state_check(battle):
                raise ReplayError(f"{where}: the state afterwards differs (check {step.check}, here {state_check(battle)}).")
        self._reseed(battle, len(self.steps) + 1)
        assert self.result is not None
        again = Replay(self.header, self.opening)
        again.steps = self.steps
        again.finish(battle)
        for key in Result.model_fields:
            was, now = getattr(self.result, key), getattr(again.result, key)
            if was != now:
                raise ReplayError(f"the result differs in {key!r}: recorded {shown(was)}, here {shown(now)}.")


def compare_scenes(recorded: Scene, scene: Scene, where: str) -> None:
    """Raise a ReplayError if a scene differs from a recorded one."""
    if recorded == scene:  # nearly always, and sooner known than what differs
        return
    for key, change in difference(recorded, scene).items():
        was = shown(recorded.get(key))
        raise ReplayError(f"{where}: the scene differs in {key!r}: recorded {was}, here {shown(change)}.")


def compare(recorded: list[EventLine], events: list[Event], where: str) -> None:
    """Raise a ReplayError if events differ from recorded ones."""
    for number, (old, event) in enumerate(zip(recorded, events, strict=False), start=1):
        new = line_of(event)
        for key in EventLine.model_fields:
            was, now = getattr(old, key), getattr(new, key)
            if was != now:
                raise ReplayError(
                    f"{where}: event {number} ({new.kind}) differs in {key!r}: recorded {shown(was)}, here {shown(now)}."
                )
    if len(recorded) != len(events):
        raise ReplayError(f"{where}: {len(recorded)} events were recorded, here there are {len(events)}.")
