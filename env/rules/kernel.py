"""The decorators for compiled functions: `kernel`, `entry` and `port`.

Kernels call a `kernel`; Python may call an `entry` too. A kernel that makes its own arrays is `allocating`. Numba compiles
an entry on first use, with all it calls, and the result is kept on disk (see `caches`).

With `NUMBA_DISABLE_JIT=1` the same sources run as plain Python, step by step in a debugger; `plain` then wraps the
records so that fields read as Python integers and an overflowing assignment raises instead of wrapping.
"""

from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.core.sigutils import normalize_signature
from numba.extending import typeof_impl

from .jit import caches, status
from .jit.choice import chosen_by_battle
from .jit.linking import LATE, PLAIN, is_at_work
from .jit.making import make
from .jit.passes import Pipeline
from .jit.ports import Slot, callable_by_address, expect
from .jit.quicker import patched
from .jit.sources import INTERFACE
from .systems import ASKED, own_or, port_for

COMPILED = not numba.config.DISABLE_JIT
WHOLE_NUMBERS = (numba.types.Integer, numba.types.IntegerLiteral, numba.types.Boolean, numba.types.BooleanLiteral)

Record = Any  # a record; numpy's types say nothing of its fields
Array = Any  # an array of records or numbers, in plain Python as `Plain` wraps it
Taken = ParamSpec("Taken")
Given = TypeVar("Given")


def kernel(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Compile a function that only other kernels call. Every kernel goes through here or through `entry`."""
    return compiled(function, inner=True)


def entry(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Compile a kernel that Python calls too, with everything it calls, and keep it on disk."""
    return compiled(function, inner=False)


def allocating(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Compile a kernel that makes arrays of its own, as working space."""
    return compiled(function, inner=True, _nrt=True)


def port(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Compile a kernel alone; other kernels call it by address. Its annotation gives the return type. See `ports`."""
    return by_address(function, is_rare=False)


def rare(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Compile a kernel that few battles need: alone, as a `port` is, but only at its first call."""
    return by_address(function, is_rare=True)


def by_address(function: Callable[Taken, Given], is_rare: bool) -> Callable[Taken, Given]:
    """Return a port, or a kernel where ports are not possible."""
    if not (COMPILED and LATE):
        return kernel(function)
    return callable_by_address(function, compiled(function, inner=False, no_cpython_wrapper=True), widened, is_rare)


def expected(port: Any, *arguments: np.ndarray | np.dtype | int) -> None:
    """Let the helper process compile a port beside other code: it will be needed.

    Args:
        arguments: the port's arguments, or the types of their records; any number for a whole number.
    """
    if COMPILED and LATE:
        with patched(is_at_work):
            kinds = [numba.from_dtype(given) if isinstance(given, np.dtype) else numba.typeof(given) for given in arguments]
        expect(Slot(port.made.py_func.__module__, port.made.py_func.__name__, widened(tuple(kinds))))


def by_system(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Declare a kernel of which each rule system has its own, in its port in that room; its first argument is the battle.

    It must stand in the module `interface` of the room: there the cache finds which systems' kernels are linked in
    (`jit/sources.py`).
    """
    return chosen(function, None)


def overridable(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Declare a kernel of which a rule system may have its own, as with `by_system`.

    A system without its own runs this one.
    """
    return chosen(function, kernel(function))


def chosen(function: Callable[Taken, Given], default: Any) -> Callable[Taken, Given]:
    """Return a callable that runs the kernel of the battle's system, or the default where it has none."""
    *_, room, module = function.__module__.split(".")
    assert module == INTERFACE, f"{function.__module__}: kernels by system are declared in a module '{INTERFACE}'"
    ASKED.add(function.__name__)
    if COMPILED:
        return chosen_by_battle(function, port_for, room, default)

    def call(battle: Plain, *arguments: Any) -> Any:
        return own_or(port_for(battle._data.dtype, room), function.__name__, default)(battle, *arguments)

    return cast(Any, update_wrapper(call, function))


def compiled(function: Callable[Taken, Given], inner: bool, **options: Any) -> Callable[Taken, Given]:
    """Return a function compiled on first use, or the plain one where the compiler is off; entries are cached on disk."""
    if not COMPILED:
        return function
    # Without arrays of its own a kernel need not count references to those it is given: it only borrows them.
    options = {"_nrt": False, "no_cpython_wrapper": inner, **({} if PLAIN else {"pipeline_class": Pipeline})} | options
    inner = inner and LATE

    def dispatcher() -> Any:
        made = numba.njit(nogil=True, no_cfunc_wrapper=True, error_model="numpy", **options)(function)
        kept = not inner and caches.keep(made)
        compile_for, ask_for = made.compile, made._compile_for_args

        def compile_(signature: Any) -> Any:
            with patched(is_at_work):
                return make(made, compile_for, widened(signature), inner, kept)

        def compile_for_arguments(*arguments: Any, **named: Any) -> Any:
            with patched(is_at_work):  # the types of arguments are found there
                return ask_for(*arguments, **named)

        made.compile, made._compile_for_args = compile_, compile_for_arguments
        return made

    if not inner:
        return dispatcher()
    status.know_kernel()
    return cast(Any, Asked(dispatcher))


class Asked:
    """A kernel that is registered with Numba only when a caller of it is compiled: most processes need few of them."""

    def __init__(self, dispatcher: Callable[[], Any]) -> None:
        self._dispatcher = dispatcher

    @cached_property
    def _made(self) -> Any:
        return self._dispatcher()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)


def kind_of(asked: Asked, context: Any) -> Any:
    """Return Numba's type of a kernel."""
    return typeof_impl(asked._made, context)


typeof_impl.register(Asked, kind_of)


def widened(signature: Any) -> tuple[numba.types.Type, ...]:
    """Return argument types with every integer widened to 64 bits.

    Fields of a record have their own narrow types. Without this a kernel would be compiled once for every mixture of
    them that is passed to it; with it each kernel is compiled once, and callers convert.
    """
    arguments, _ = normalize_signature(signature)
    return tuple(numba.types.int64 if isinstance(kind, WHOLE_NUMBERS) else kind for kind in arguments)


class Plain:
    """A record or an array of records whose values read as Python integers: what kernels see when not compiled.

    No index counts from the end, since none does in machine code.
    """

    __slots__ = ("_data",)

    def __init__(self, data: np.ndarray | np.void) -> None:
        object.__setattr__(self, "_data", data)

    def __getattr__(self, name: str) -> Any:
        try:
            return _unwrapped(self._data[name])
        except (IndexError, KeyError, ValueError):
            raise AttributeError(f"the record has no field {name!r}") from None

    def __setattr__(self, name: str, value: int) -> None:
        self._data[name] = _stored(value)

    def __getitem__(self, index: Any) -> Any:
        return _unwrapped(self._data[_from_the_front(index)])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._data[_from_the_front(index)] = _stored(value)

    def __len__(self) -> int:
        return len(self._data)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the wrapped array."""
        return self._data.shape


def _from_the_front(index: Any) -> Any:
    """Return an index, a slice, several of them, or the name of a field.

    Raises:
        IndexError: one is below zero.
    """
    if type(index) is int and index >= 0:  # as most are
        return index
    for part in index if isinstance(index, tuple) else (index,):
        if isinstance(part, slice):
            below = min(part.start or 0, part.stop or 0) < 0
        else:
            below = not isinstance(part, str) and part < 0
        if below:
            raise IndexError(f"index {index} counts from the end")
    return index


def _stored(value: Any) -> Any:
    """Return a value in the form in which the record stores it: wrapped records as their bytes, others unchanged."""
    return value._data if isinstance(value, Plain) else value


def _unwrapped(value: Any) -> Any:
    """Wrap nested records and arrays again; turn a NumPy number into a Python one."""
    if isinstance(value, np.void) or (isinstance(value, np.ndarray) and value.ndim):
        return Plain(value)
    return value.item()


def plain(data: np.ndarray) -> Any:
    """Return records as kernels want them: untouched when compiled, wrapped when not."""
    return data if COMPILED else Plain(data)
