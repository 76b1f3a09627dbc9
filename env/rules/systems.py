"""The rule systems by name. Shared code imports none of them; a system is found here when a battle of it is prepared.

A system is a package with a room, a subpackage, for each job. Its verbs, events and other tables of words are in `words`.
Its records and rules are in `rules`; its numbers, and the code that writes them into records, in `catalog`. What its agents
see is in `observe`; considerations of its bots alone, in `doctrine`. It may have `odds`, exact ones of its attacks, and a
`table`, rolls that people make with their own dice. Where shared code has an `interface`, the room has a module `port` with
the system's own kernels of it. Each system has a record of battles of its own, so the type of a record names its system.

The packages in `systems/` are found by their folders, those of others by the entry points of their distributions.
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from inspect import get_annotations
from pkgutil import iter_modules
from typing import Any, Protocol, overload

import numpy as np

from .decisions import DecisionKind
from .events import Kinds
from .purposes import Purpose
from .verbs import Verbs

GROUP = "fireteam.systems"  # of entry points; and the package of ours
DEFAULT = "swan_song"


def _found() -> dict[str, str]:
    """Return the package of each system that is installed, by its name: ours, the default first, then those of others."""
    ours = sorted((found.name for found in iter_modules(import_module(GROUP).__path__)), key=lambda name: name != DEFAULT)
    others = {point.name: point.value for point in sorted(entry_points(group=GROUP))}
    return {name: f"{GROUP}.{name}" for name in ours} | {name: others[name] for name in others if name not in ours}


SYSTEMS = _found()  # by name: its package


class Named(Protocol):
    """Something with a name and a rule: a clause of a pool."""

    @property
    def words(self) -> str:
        """Its name in words."""

    @property
    def rule(self) -> str:
        """The rule that defines it."""


class Port(Protocol):
    """The port of a system's rules, as shared Python code uses it; `interface.py` has its kernels.

    Attributes:
        BATTLE, ARENA, LOG: its records (`record.py`, `arena.py`, `log.py`).
        FACES: how many faces its dice have.
        VERBS, EVENTS: its verbs and kinds of events, by number.
        DECISIONS: the kinds of decisions that it has, by number.
        PURPOSES: kinds of rolls, counted apart in each pass.
        CLAUSES: the names of the terms of its pools: events refer to them by number.
        CORE: the rule of its core roll; terms under it are a unit's own abilities, and are named without the rule.
        WORDS: the meaning of numbers in events, under the names that they have in `events.py`.
        HEALTH: the fields of a unit that hold its health.
        fill_tables: writes `arena.harm` and `arena.menace`, once for each battlefield; takes a record of an arena.
        open_phase: the port that opens what a unit may do in its phase.
    """

    BATTLE: np.dtype
    ARENA: np.dtype
    LOG: np.dtype
    FACES: int
    VERBS: Verbs
    EVENTS: Kinds
    DECISIONS: Mapping[int, DecisionKind]
    PURPOSES: Sequence[Purpose]
    CLAUSES: Sequence[Named]
    CORE: str
    WORDS: Mapping[str, tuple[str, ...]]
    HEALTH: tuple[str, ...]
    fill_tables: Callable[[Any], None]
    open_phase: Any


class OptionalNames(Protocol):
    """Constants that only some systems define in their rules' ports, and shared Python code reads.

    Attributes:
        CHECKED_VERBS: the number of words of the mask that replays check, if the mask has grown since (`replay/check.py`).
        SKILLS: the skills that units have ranks of.
    """

    CHECKED_VERBS: int
    SKILLS: Sequence[str]


_names: dict[str, np.dtype] = {}  # of the systems in use, with their records of battles
_ports: dict[str, Any] = {}  # modules that were asked for, by full name: looking for them again takes longer
_listeners: list[Callable[[Any], None]] = []  # who wants to hear of systems that come into use
_by_identity: dict[int, tuple[np.dtype, str]] = {}  # types of records that were met, held so that none is reused


@overload
def port_of(name: str) -> Port: ...
@overload
def port_of(name: str, room: str) -> Any: ...
def port_of(name: str, room: str = "rules") -> Any:
    """Return the port of a system in a room: a module with the kernels of its interface; in the room `rules`, also a `Port`.

    Raises:
        KeyError: there is no such system, or it has no such room.
        TypeError: its rules lack what shared code needs.
    """
    if name not in _names:
        rules = checked(import_module(port_name(name, "rules")), Port, OptionalNames)
        _names[name] = rules.BATTLE
        for listener in _listeners:
            listener(rules)
    full = port_name(name, room)
    if full not in _ports:
        _ports[full] = import_module(full)
    return _ports[full]


ASKED: set[str] = set()  # names that are asked of systems, as far as interfaces and faces have been met
NEAR = 0.85  # how like another a name is that is taken for a slip; 1 is the same


def checked(module: Any, face: type, besides: type | None = None) -> Any:
    """Return a system's module that has the names of a face, a Protocol; it may lack those in `besides`.

    Raises:
        TypeError: see `own_or`.
    """
    asked = dict.fromkeys(names_of(face)) | dict.fromkeys(names_of(besides), besides)
    ASKED.update(asked)
    for name, default in asked.items():
        own_or(module, name, default)
    return module


def names_of(face: type | None) -> list[str]:
    """Return the names that a Protocol defines itself."""
    return [name for name in (*get_annotations(face), *vars(face)) if not name.startswith("_")] if face else []


def own_or(module: Any, name: str, default: Any) -> Any:
    """Return the object that a system's module has under a name, or the default.

    Raises:
        TypeError: it has no such name and there is no default; or it has nearly that name, which nobody reads.
    """
    own = getattr(module, name, None)
    if own is not None:
        return own
    others = [other for other in vars(module) if not other.startswith("_") and other not in ASKED]
    if near := get_close_matches(name, others, 1, NEAR):
        raise TypeError(f"{module.__name__} has {near[0]!r}, which nobody asks for. Did you mean {name!r}?")
    if default is None:
        raise TypeError(f"{module.__name__} has no {name!r}, which every rule system has")
    return default


def port_name(name: str, room: str) -> str:
    """Return the full name of the port of a system in a room."""
    return f"{SYSTEMS[name]}.{room}.port"


@cache
def has_room(name: str, room: str) -> bool:
    """Return whether a system has a room."""
    return find_spec(f"{SYSTEMS[name]}.{room}") is not None


def in_use() -> dict[str, str]:
    """Return the systems in use by name, with their packages: another process needs these to use them, too."""
    return {name: SYSTEMS[name] for name in _names}


def use(systems: Mapping[str, str]) -> None:
    """Bring the systems that another process uses into use here."""
    SYSTEMS.update(systems)
    for name in systems:
        port_of(name)


def when_used(listener: Callable[[Any], None]) -> None:
    """Call a listener with the port of each system that is in use or comes into use."""
    for name in _names:
        listener(port_of(name))
    _listeners.append(listener)


def system_of(record: np.dtype) -> str:
    """Return the name of the system that a type of battle records belongs to.

    Raises:
        LookupError: it belongs to no system in use.
    """
    known = _by_identity.get(id(record))
    if known is None:
        name = next((name for name, battles in _names.items() if record == battles), None)
        if name is None:
            raise LookupError(f"no rule system in use ({', '.join(_names) or 'none'}) has battles of this record")
        known = _by_identity[id(record)] = (record, name)
    return known[1]


def port_for(record: np.dtype, room: str = "rules") -> Any:
    """Return the port, in a room, of the system that a type of battle records belongs to.

    Raises:
        LookupError: it belongs to no system in use.
    """
    return port_of(system_of(record), room)


def new_log(battles: np.dtype, level: int) -> np.ndarray:
    """Return an empty log, shape (1,), for battles of a type; `level` says how much it keeps (`log.py`)."""
    system = port_for(battles)
    log = np.zeros(1, system.LOG)
    log["level"], log["kinds"] = level, system.EVENTS.table()
    return log
