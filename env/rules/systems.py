"""The rule systems by name. Nothing shared imports one; it is found here when a battle of it is prepared.

A system is two packages. The one in `rules/` has a module `port`: its records, tables of words, and the kernels of the
rules interface (`interface.py`); the one in `catalog/` has its numbers, and how they get into records. Each system has a
record of battles of its own, so the type of a record says which system it is of.
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np


class Packages(NamedTuple):
    """What a system is made of, by full names."""

    rules: str  # records and kernels; has a module `port`
    catalog: str  # numbers, their models, and how they get into records
    odds: str = ""  # exact odds of its attacks, if it has them


DEFAULT = "swan_song"
SYSTEMS = {
    "swan_song": Packages(
        "fireteam.env.rules.swan_song", "fireteam.env.catalog.swan_song", "fireteam.env.analysis.swan_song"
    ),
}

_ports: dict[str, ModuleType] = {}  # of the systems in use
_told: list[Callable[[Any], None]] = []  # who wants to hear of systems that come into use
_by_identity: dict[int, tuple[np.dtype, ModuleType]] = {}  # types of records that were met, held so that none is reused


def port_of(name: str) -> Any:
    """Return the port of a system: `BATTLE`, `ARENA`, `LOG`, `CLAUSES`, `PURPOSES`, ... and the kernels of the interface.

    Raises:
        KeyError: there is no such system.
    """
    if name not in _ports:
        _ports[name] = import_module(f"{SYSTEMS[name].rules}.port")
        for tell in _told:
            tell(_ports[name])
    return _ports[name]


def when_used(tell: Callable[[Any], None]) -> None:
    """Have something told the port of each system that is in use or comes into use."""
    for port in _ports.values():
        tell(port)
    _told.append(tell)


def port_for(record: np.dtype) -> Any:
    """Return the port of the system that a type of battle records belongs to.

    Raises:
        LookupError: it belongs to no system in use.
    """
    known = _by_identity.get(id(record))
    if known is None:
        port = next((port for port in _ports.values() if record == port.BATTLE), None)
        if port is None:
            raise LookupError(f"no rule system in use ({', '.join(_ports) or 'none'}) has battles of this record")
        known = _by_identity[id(record)] = (record, port)
    return known[1]


def new_log(battles: np.dtype, level: int) -> np.ndarray:
    """Return an empty log, shape (1,), for battles of a type; `level` says what is kept in it (`log.py`)."""
    log = np.zeros(1, port_for(battles).LOG)
    log["level"] = level
    return log
