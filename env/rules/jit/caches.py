"""The cache of machine code: a folder for every kind of machine, and in it a file for every compiled function.

The folder is named after the processor and the versions of the compiler's packages. The file is named after its function and
a digest of the sources behind it (see `sources`): its module and all that this imports, directly or not. Code whose sources
did not change is found again, wherever the package lies. Only what an edit may have changed is compiled anew, so two rule
systems do not disturb each other. A file is written under a temporary name and renamed, and claimed while it is made. So
processes can start at once, each function being compiled by one of them, and can be killed meanwhile.

Whatever is loaded from here is run. So a folder or file counts only if it belongs to the user or the system, and nobody else
can write to it. In the temporary folder, where everybody writes, it must belong to this user alone. Only folders with our
marker are ever deleted.
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
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import get_ident
from typing import Any

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from . import shipped
from .linking import PLAIN
from .sources import origin, stamp, systems_in

OWN = "fireteam-kernels"  # our folder inside one that the user has named
MARKER = "fireteam-cache"  # file that says that a folder is one of ours; its time is that of the last use
NAME = re.compile("[0-9a-f]{16}")
KEPT = 6  # folders, and states of a function, beyond these are swept away, those last used first
SEASON = 90 * 24 * 3600.0  # seconds after which a file that nobody uses is swept away
KIND = ".nbc"
OTHERS = 0o022  # the right to write of all but the owner


def home() -> Path:
    """Return the parent folder of the caches: `FIRETEAM_CACHE`, else Numba's own, else in the user's cache folder."""
    named = os.environ.get("FIRETEAM_CACHE") or numba.config.CACHE_DIR
    if named:
        return Path(named).absolute() / OWN
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "fireteam" / "kernels"


@cache
def folders() -> tuple[Path, ...]:
    """Return the folders that are searched for machine code; the last one is writable, and compiled code goes there."""
    name = name_for(processor())
    place = home() / name
    if is_writable(place):
        return (place,)
    own = private_home() / name
    is_writable(own)
    return (place, own) if is_trusted(place) else (own,)


def name_for(machine: tuple[Any, ...]) -> str:
    """Return the name of the folder for a processor and the present versions of the compiler's packages."""
    versions = repr((numba.__version__, np.__version__, sys.version_info[:2], machine, *(["plain"] if PLAIN else [])))
    return hashlib.sha256(versions.encode()).hexdigest()[:16]


def folder() -> Path:
    """Return the folder to which machine code is written."""
    return folders()[-1]


def processor() -> tuple[Any, ...]:
    """Return Numba's name of the machine that it compiles for."""
    names: tuple[Any, ...] = cpu_target.target_context.codegen().magic_tuple()
    return names


def is_writable(place: Path) -> bool:
    """Make a folder and mark it as used now; return whether it can be written to."""
    try:
        place.mkdir(0o755, parents=True, exist_ok=True)
        if not is_trusted(place):
            return False
        (place / MARKER).touch()
        tempfile.TemporaryFile(dir=place).close()
    except OSError:
        return False
    sweep(place.parent)
    return True


def is_trusted(place: Path) -> bool:
    """Return whether only this user or the system can have written to a folder; a folder of ours is closed to others."""
    if os.name == "nt":  # owners are another matter there
        return True
    try:
        found = place.stat()
        if found.st_uid == os.getuid() and found.st_mode & OTHERS:
            place.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)  # what others put there before is not read
            found = place.stat()
    except OSError:
        return False
    return is_own(found) and not found.st_mode & OTHERS


def is_own(found: os.stat_result) -> bool:
    """Return whether a file is this user's or the system's."""
    return os.name == "nt" or found.st_uid in (0, os.getuid())


def read(path: Path) -> bytes:
    """Return the content of a cache file; raise an OSError if somebody else has put it there."""
    with open(path, "rb") as file:
        if not is_own(found := os.fstat(file.fileno())) or not stat.S_ISREG(found.st_mode):
            raise PermissionError(path)
        return file.read()


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


def sweep_files(place: Path) -> None:
    """Delete unused files of a folder, and all but the most recently used versions of every function."""
    states: dict[str, dict[str, float]] = {}
    found: list[tuple[str, str, float, Path]] = []
    with suppress(OSError):
        for path in place.glob(f"*{KIND}"):
            with suppress(OSError):
                used = path.stat().st_mtime
                function, _, state, _ = path.name.rsplit("-", 3)
                found.append((function, state, used, path))
                known = states.setdefault(function, {})
                known[state] = max(known.get(state, 0.0), used)
    kept = {function: sorted(known, key=known.__getitem__)[-KEPT:] for function, known in states.items()}
    for function, state, used, path in found:
        if state not in kept[function] or used < time.time() - SEASON:
            with suppress(OSError):
                path.unlink()


def replace(path: Path, data: bytes) -> None:
    """Write a file atomically: whole or not at all."""
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
        self._module, self._line = function.__module__, function.__code__.co_firstlineno
        self._function = re.sub("[<>]", "", f"{function.__module__}.{function.__qualname__}")

    def save(self, key: Any, data: Any) -> None:
        """Save compiled code; where nothing can be written it is used and not saved."""
        with suppress(OSError):
            replace(self.path(key), dumps((repr(key), data)))
            sweep_files(folder())

    def load(self, key: Any) -> Any:
        """Return the saved code, or None; a file that cannot be read counts as missing."""
        for path, wanted in self.places(key):
            try:
                known, data = pickle.loads(read(path))
            except Exception:
                continue
            if known == repr(wanted):
                with suppress(OSError):
                    os.utime(path)
                return data
        return None

    def places(self, key: Any) -> Iterator[tuple[Path, Any]]:
        """Yield the possible files for a signature, each with its key: our own, then the shipped one."""
        for place in folders():
            yield place / self.name(key), key
        processor = shipped.baseline()
        if processor and (brought := shipped.folder(name_for(processor))):
            kinds, _, code = key
            common = kinds, processor, code
            yield brought / self.name(common), common

    def is_there(self, key: Any) -> bool:
        """Return whether there is a file for a signature."""
        return any(path.is_file() for path, _ in self.places(key))

    def is_own(self, key: Any) -> bool:
        """Return whether a file compiled for this very machine exists."""
        return any((place / self.name(key)).is_file() for place in folders())

    def path(self, key: Any) -> Path:
        """Return the path under which the code for a signature is saved."""
        return folder() / self.name(key)

    def name(self, key: Any) -> str:
        """Return the name of the file for a signature."""
        made_of = repr(key), stamp(self._module, systems_in(key[0]))
        types = hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]
        return f"{self._function}-{self._line}-{stamp(self._module)}-{types}{KIND}"


class Locator:
    """Tells Numba that a cache folder exists, and nothing else about it."""

    def __init__(self, file: str) -> None:
        self._py_file = file  # for its warnings

    def ensure_cache_path(self) -> None:
        """Do nothing: the folder exists already."""


class Packing(CompileResultCacheImpl):
    """Serializes compiled code in Numba's own way."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno, self._locator = function.__code__.co_firstlineno, Locator(function.__code__.co_filename)


class CacheOnDisk(FunctionCache):
    """The cache of one function, in our folder and under our file names."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name, self._py_func = repr(function), function
        self._impl, self._cache_path, self._cache_file = Packing(function), str(folder()), Files(function)
        self.enable()

    def flush(self) -> None:
        """Do nothing: outdated code is never asked for."""

    def is_there(self, types: tuple[Any, ...]) -> bool:
        """Return whether code for some argument types is on disk."""
        return self._cache_file.is_there(self._key(types))

    def is_own(self, types: tuple[Any, ...]) -> bool:
        """Return whether the code on disk is compiled for this machine, and not only for a similar one."""
        return self._cache_file.is_own(self._key(types))

    def claim_path(self, types: tuple[Any, ...]) -> str:
        """Return the file with which a process claims the compilation for some argument types."""
        return f"{self._cache_file.path(self._key(types))}.claim"

    def _key(self, types: tuple[Any, ...]) -> Any:
        """Return Numba's key of the function compiled for some argument types."""
        return self._index_key(types, cpu_target.target_context.codegen())


def keep(dispatcher: Any) -> bool:
    """Keep a compiled function on disk, if it was read from a file; return whether it is kept."""
    if not origin(dispatcher.py_func.__module__):
        return False
    dispatcher._cache = CacheOnDisk(dispatcher.py_func)
    return True
