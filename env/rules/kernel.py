"""The decorators for compiled functions, and where their machine code is kept.

A `kernel` is called by kernels, an `entry` by Python too; one that makes arrays of its own is `allocating`. Numba compiles
an entry on first use, with all it calls, and keeps the result on disk. It notices an edit in the entry's own file but not
in a file that it calls into, so the cache folder is named by a digest of every source that could matter: the engine's own,
and the folder of the entry. Sources that did not change hit the cache, anything else starts clean.

With `NUMBA_DISABLE_JIT=1` the same sources run as plain Python, step by step in a debugger; `plain` then wraps the
records so that fields read as Python integers and an overflowing assignment raises instead of wrapping.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core.sigutils import normalize_signature

from . import first_use
from .compiling import LATE, build

RULES = Path(__file__).parent
COMPILED = not numba.config.DISABLE_JIT
WHOLE_NUMBERS = (numba.types.Integer, numba.types.IntegerLiteral, numba.types.Boolean, numba.types.BooleanLiteral)
KEPT_CACHES = 6  # older digests beyond these are swept away
COMPLETE = "complete"  # file in a cache that says that everything in it has been compiled

_announced: list[bool] = []  # that compiling begins, in this process

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_home() -> Path:
    """Return the folder that holds one cache per digest: `FIRETEAM_CACHE`, else the user's cache folder."""
    named = os.environ.get("FIRETEAM_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "fireteam" / "kernels"


@cache
def cache_folder(folder: Path) -> Path:
    """Return the cache folder for kernels written in `folder`, named by a digest of the sources they may depend on."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version_info[:2]}".encode())
    sources = [path.read_bytes() for path in sorted(RULES.rglob("*.py"))]
    if RULES not in (folder, *folder.parents):
        # Kernels of other rooms call those of env beside the rules.
        texts = [path.read_bytes() for place in sorted({RULES.parent, folder}) for path in sorted(place.glob("*.py"))]
        sources += [text for text in texts if b"rules.kernel import" in text]
    for text in sources:
        digest.update(text)
    place = cache_home() / digest.hexdigest()[:16]
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:  # a read-only home: compile into a folder that lasts as long as the machine is up
        place = Path(tempfile.gettempdir()) / "fireteam-kernels" / place.name
        place.mkdir(parents=True, exist_ok=True)
    os.utime(place)
    _sweep(place.parent)
    return place


def _sweep(home: Path) -> None:
    """Delete all but the most recently used caches; another process may be doing the same, so misses are fine."""
    folders = sorted((f for f in home.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in folders[KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)


def is_cold() -> bool:
    """Return whether the engine, or some of it, still has to be compiled on this machine."""
    if not COMPILED:
        return False
    if numba.config.CACHE_DIR:  # a folder that the user has set
        return not any(Path(numba.config.CACHE_DIR).rglob("flow.step_row*.nbi"))
    return not (cache_folder(RULES) / COMPLETE).exists()


def announce() -> None:
    """Say on standard error that the engine is about to be compiled, if it is, and have all of it compiled."""
    if not _announced and is_cold():
        _announced.append(True)
        print("Compiling the engine for this machine (once, one to two minutes) ...", file=sys.stderr, flush=True)
        for prepare in first_use:
            prepare()
        if not numba.config.CACHE_DIR:
            (cache_folder(RULES) / COMPLETE).touch()


def kernel(function: Function) -> Function:
    """Compile a function that only other kernels call. Every kernel of the house goes through here or through `entry`."""
    return compiled(function, inner=True)


def entry(function: Function) -> Function:
    """Compile a kernel that Python calls too, with everything it calls, and keep it on disk."""
    return compiled(function, inner=False)


def allocating(function: Function) -> Function:
    """Compile a kernel that makes arrays of its own, as working space."""
    return compiled(function, inner=True, _nrt=True)


def compiled(function: Function, inner: bool, **options: Any) -> Function:
    """Return a function compiled on first use, or as it is where the compiler is off; entries are cached on disk."""
    if not COMPILED:
        return function
    # Without arrays of its own a kernel need not count references to those it is given: it only borrows them.
    options = {"_nrt": False, "cache": not (inner and LATE), "no_cpython_wrapper": inner} | options
    chosen = numba.config.CACHE_DIR
    if not chosen:  # a cache folder the user has set is left alone
        numba.config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).parent))
    try:
        made = numba.njit(nogil=True, no_cfunc_wrapper=True, error_model="numpy", **options)(function)
    finally:
        numba.config.CACHE_DIR = chosen
    compile_for = made.compile
    made.compile = lambda signature: build(compile_for, widened(signature), inner)
    return made


def widened(signature: Any) -> tuple[numba.types.Type, ...]:
    """Return argument types with every integer widened to 64 bits.

    Fields of a record have their own narrow types. Without this a kernel would be compiled once for every mixture of
    them that is passed to it; with it each kernel is compiled once, and callers convert.
    """
    arguments, _ = normalize_signature(signature)
    return tuple(numba.types.int64 if isinstance(kind, WHOLE_NUMBERS) else kind for kind in arguments)


class Plain:
    """A record or an array of records whose values read as Python integers: what kernels see when not compiled."""

    __slots__ = ("_data",)

    def __init__(self, data: np.ndarray | np.void) -> None:
        object.__setattr__(self, "_data", data)

    def __getattr__(self, name: str) -> Any:
        if name not in self._data.dtype.names:
            raise AttributeError(f"the record has no field {name!r}")
        return _unwrapped(self._data[name])

    def __setattr__(self, name: str, value: int) -> None:
        self._data[name] = _stored(value)

    def __getitem__(self, index: Any) -> Any:
        return _unwrapped(self._data[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._data[index] = _stored(value)

    def __len__(self) -> int:
        return len(self._data)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the wrapped array."""
        return self._data.shape


def _stored(value: Any) -> Any:
    """Return what goes into the record: wrapped records by their bytes, everything else as it is."""
    return value._data if isinstance(value, Plain) else value


def _unwrapped(value: Any) -> Any:
    """Wrap nested records and arrays again; turn a NumPy number into a Python one."""
    if isinstance(value, np.void) or (isinstance(value, np.ndarray) and value.ndim):
        return Plain(value)
    return value.item()


def plain(data: np.ndarray) -> Any:
    """Return records as kernels want them: untouched when compiled, wrapped when not."""
    return data if COMPILED else Plain(data)
