"""Which sources a compiled function is made of: its module, our modules that it imports, and a digest of them.

What is compiled for the battles of a rule system may contain kernels of that system, which no module imports. So for every
interface among the sources, the system's port in that room counts, too.
"""

import hashlib
import os
import re
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from numba.core import types
from numba.np.numpy_support import as_dtype

from ..systems import SYSTEMS, has_room, port_name, system_of

RULES = Path(__file__).parent.parent
KERNEL = __package__.rpartition(".")[0] + ".kernel"  # the module of the decorators; what it imports chooses machine code
INTERFACE = "interface"  # what a module with kernels by system is called
OURS = __name__.partition(".")[0]
# An import, on top of a module or inside: dots, base, what is taken from it; or whole modules.
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))", re.MULTILINE
)
WORD = re.compile(r"#.*|\bas\s+\w+|([\w.]+)")


@cache
def stamp(module: str, systems: tuple[str, ...] = ()) -> str:
    """Return a digest of the sources that the compiled functions of a module come from, for battles of some systems."""
    digest = hashlib.sha256()
    for name, path in sorted(closure(module, systems).items()):
        digest.update(name.encode() + b"\0" + digest_of(path))
    return digest.hexdigest()[:16]


def closure(module: str, systems: tuple[str, ...] = ()) -> dict[str, Path]:
    """Return a module and all that it imports, directly or not, as far as it is ours or in the same package or folder.

    The ports of some rule systems count as imports of an interface; the packages of these systems count as ours.
    """
    first = origin(module)
    packages = {module.partition(".")[0], OURS}
    packages |= {SYSTEMS[system].partition(".")[0] for system in systems}
    near = f"{first.parent}{os.sep}" if first else ""
    waiting = {name: place for name in (module, KERNEL) if (place := origin(name))}
    found: dict[str, Path] = {}
    while waiting:
        name, path = waiting.popitem()
        found[name] = path
        for other in (*imports(name, path), *ports_behind(name, systems)):
            place = None if other in found else origin(other)
            if place and (other.partition(".")[0] in packages or str(place).startswith(near)):
                waiting[other] = place
    return found


def ports_behind(module: str, systems: tuple[str, ...]) -> list[str]:
    """Return the port modules of some systems behind an interface; none if `module` is no interface."""
    *_, room, name = ("", *module.split("."))
    return [port_name(system, room) for system in systems if name == INTERFACE and has_room(system, room)]


def folder_of(system: str, room: str) -> Path:
    """Return the folder of a room of a system."""
    found = origin(f"{SYSTEMS[system]}.{room}")
    if found is None:
        raise LookupError(f"{SYSTEMS[system]} has no package {room!r}")
    return found.parent


@cache
def systems_in(arguments: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the names of the rule systems whose battles are among some types of arguments."""
    names = set()
    for kind in arguments:
        record = kind.dtype if isinstance(kind, types.Array) else kind
        if isinstance(record, types.Record):
            with suppress(LookupError):
                names.add(system_of(as_dtype(record)))
    return tuple(sorted(names))


@cache
def digest_of(path: Path) -> bytes:
    """Return the digest of one file."""
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def imports(module: str, path: Path) -> frozenset[str]:
    """Return the names that a module imports; some of them may not be modules."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    names = set()
    for dots, base, taken, whole in IMPORT.findall(path.read_text(encoding="utf-8")):
        above = package[: len(package) - len(dots) + 1] if dots else []
        start = ".".join([*above, *([base] if base else [])])
        names |= {start} if start else set(filter(None, WORD.findall(whole)))
        names |= {f"{start}.{name}" for name in WORD.findall(taken) if name and start}
    return frozenset(names)


@cache
def origin(module: str) -> Path | None:
    """Return the file that a module comes from; None for a name that is no module, or a module not written in Python."""
    package, _, name = module.rpartition(".")
    above = origin(package) if package else None
    if above:
        for path in (above.parent / f"{name}.py", above.parent / name / "__init__.py"):
            if above.name == "__init__.py" and path.is_file():
                return path
        if package != OURS:  # our own package alone has rooms that lie elsewhere
            return None
    try:
        loaded = sys.modules.get(module)
        found = None if loaded else find_spec(module)
    except (ImportError, ValueError):
        return None
    file = getattr(loaded, "__file__", None) or (found.origin if found else None)
    return Path(file) if file and file.endswith(".py") else None
