"""Where machine code is kept: a folder for every state of the engine, in it a file for every compiled function.

The folder is named by a digest of the engine's sources, of what compiles them and of the processor; the file, by its
function and a digest of the other sources that its module imports, and those import, and so on. What did not change is
found again, wherever the package lies; anything else is compiled anew. A file is written under a temporary name and
renamed, so that processes can compile into one folder at once, and be killed while they do.

What is loaded from here is run. So the folder is one of the user, or one that the user has named; in the temporary folder,
where everybody writes, it is one that belongs to this user alone. What is deleted carries our marker.
"""

import atexit
import hashlib
import os
import pickle
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import get_ident
from typing import Any

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

RULES = Path(__file__).parent.parent
ENGINE = __package__.rpartition(".")[0]  # the package of the engine
OURS = __name__.partition(".")[0]
OWN = "fireteam-kernels"  # our folder inside one that the user has named
MARKER = "fireteam-cache"  # file that says that a folder is one of ours; its time is that of the last use
COMPLETE = "complete"  # file that says that everything has been compiled, and for which other modules
NAME = re.compile("[0-9a-f]{16}")
KEPT = 6  # older folders beyond these are swept away
# An import on top of a module: dots, base, what is taken from it; or whole modules.
IMPORT = re.compile(r"^(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))", re.MULTILINE)
WORD = re.compile(r"#.*|\bas\s+\w+|([\w.]+)")

_stamps: dict[str, str] = {}  # of the modules outside the engine that have compiled functions


def home() -> Path:
    """Return the folder that holds the others: in `FIRETEAM_CACHE`, in Numba's own, else in the user's cache folder."""
    named = os.environ.get("FIRETEAM_CACHE") or numba.config.CACHE_DIR
    if named:
        return Path(named).absolute() / OWN
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "fireteam" / "kernels"


@cache
def folder() -> Path:
    """Return the folder of the engine as it is now."""
    digest = hashlib.sha256(repr((numba.__version__, np.__version__, sys.version_info[:2], processor())).encode())
    for path in sorted(RULES.rglob("*.py")):
        digest.update(path.relative_to(RULES).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    name = digest.hexdigest()[:16]
    place = home() / name
    if not is_usable(place):
        place = private_home() / name
        is_usable(place)
    return place


def processor() -> tuple[Any, ...]:
    """Return what Numba calls the machine that it compiles for."""
    names: tuple[Any, ...] = cpu_target.target_context.codegen().magic_tuple()
    return names


def is_usable(place: Path) -> bool:
    """Make a folder and mark it as used now; return whether it serves: it can be written to, or holds everything."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        (place / MARKER).touch()
        tempfile.TemporaryFile(dir=place).close()
    except OSError:
        return os.access(place / COMPLETE, os.R_OK)
    sweep(place.parent)
    return True


def private_home() -> Path:
    """Return a folder in the temporary one that nobody else can have written to: this user's, else a fresh one."""
    user = getattr(os, "getuid", lambda: 0)()
    try:
        place = Path(tempfile.gettempdir()) / f"{OWN}-{user}"
        with suppress(FileExistsError):
            place.mkdir(mode=0o700)
        found = place.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o077:
            return place
        place = Path(tempfile.mkdtemp(prefix=f"{OWN}-"))
    except OSError:  # nowhere to write: compiled code is not kept
        return home()
    os.environ["FIRETEAM_CACHE"] = str(place)  # for the processes that this one starts
    atexit.register(forget, place, os.getpid())
    return home()


def forget(place: Path, process: int) -> None:
    """Delete a fresh folder at the end of the process that made it."""
    if process == os.getpid():
        shutil.rmtree(place, ignore_errors=True)


def sweep(place: Path) -> None:
    """Delete all but the most recently used of our folders; another process may be doing the same, so misses are fine."""
    used: list[tuple[float, Path]] = []
    with suppress(OSError):
        for old in place.iterdir():
            if NAME.fullmatch(old.name) and not old.is_symlink():
                with suppress(OSError):  # no marker: not ours
                    used.append((os.lstat(old / MARKER).st_mtime, old))
    for _, old in sorted(used, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def is_complete() -> bool:
    """Return whether everything has been compiled here, from the sources as they are now."""
    try:
        lines = (folder() / COMPLETE).read_text(encoding="utf-8").splitlines()
        return all(stamp(module) == known for module, _, known in (line.partition(" ") for line in lines))
    except (OSError, ValueError):
        return False


def complete() -> None:
    """Note that everything has been compiled."""
    ours = {module: made for module, made in _stamps.items() if module.partition(".")[0] == OURS}
    with suppress(OSError):
        replace(folder() / COMPLETE, "".join(f"{module} {made}\n" for module, made in sorted(ours.items())).encode())


@cache
def stamp(module: str) -> str:
    """Return a digest of the sources outside the engine that a module is made of: its own, and those that it imports."""
    digest = hashlib.sha256()
    for name, path in sorted(closure(module).items()):
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def closure(module: str) -> dict[str, Path]:
    """Return a module and what it imports, directly or not, if it is ours or lies in the same package or folder.

    The engine is left out: it imports nothing of ours, and names the folder.
    """
    first = origin(module)
    packages = {module.partition(".")[0], OURS}
    near = f"{first.parent}{os.sep}" if first else ""
    found: dict[str, Path] = {}
    waiting = {module: first} if first else {}
    while waiting:
        name, path = waiting.popitem()
        if f"{name}.".startswith(f"{ENGINE}."):
            continue
        found[name] = path
        for other in imports(name, path):
            place = None if other in found else origin(other)
            if place and (other.partition(".")[0] in packages or str(place).startswith(near)):
                waiting[other] = place
    return found


@cache
def imports(module: str, path: Path) -> frozenset[str]:
    """Return the names of what a module imports at its top: modules, and what may be one."""
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
    """Return the file that a module comes from; None for what is no module, or none written in Python."""
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


def replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


class Files:
    """The files of one function, one for every signature that it was compiled for."""

    def __init__(self, function: Callable[..., Any]) -> None:
        code, module = function.__code__, function.__module__
        _stamps[module] = stamp(module)
        self._start = re.sub("[<>]", "", f"{module}.{function.__qualname__}-{code.co_firstlineno}-{_stamps[module]}")

    def save(self, key: Any, data: Any) -> None:
        """Keep what was compiled; where nothing can be written it is used and forgotten."""
        with suppress(OSError):
            replace(self._path(key), dumps((repr(key), data)))

    def load(self, key: Any) -> Any:
        """Return what was kept, or None; what cannot be read is as good as nothing."""
        try:
            known, data = pickle.loads(self._path(key).read_bytes())
        except Exception:
            return None
        return data if known == repr(key) else None

    def _path(self, key: Any) -> Path:
        """Return the file for a signature."""
        return folder() / f"{self._start}-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.nbc"


class Locator:
    """Tells Numba that there is a place, and nothing about it."""

    def __init__(self, file: str) -> None:
        self._py_file = file  # for its warnings

    def ensure_cache_path(self) -> None:
        """Do nothing: the folder is there."""


class Packing(CompileResultCacheImpl):
    """How what was compiled becomes data, in Numba's own way."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno, self._locator = function.__code__.co_firstlineno, Locator(function.__code__.co_filename)


class Kept(FunctionCache):
    """The cache of one function, in our place and by our names."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name, self._py_func = repr(function), function
        self._impl, self._cache_path, self._cache_file = Packing(function), str(folder()), Files(function)
        self.enable()

    def flush(self) -> None:
        """Do nothing: what is out of date is never asked for."""


def keep(dispatcher: Any) -> None:
    """Have a compiled function kept on disk, if it was read from a file."""
    if origin(dispatcher.py_func.__module__):
        dispatcher._cache = Kept(dispatcher.py_func)
