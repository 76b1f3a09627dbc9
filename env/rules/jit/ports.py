"""Ports: kernels that are called by address.

A kernel's machine code contains all that it calls: an engine that four others call is optimised four times. A
port is compiled alone, once for every type of record, and saved by itself. Its callers know a slot that holds its address.
That costs a few instructions a call, so ports are few and coarse: a step, an observation, a choice.

A port's definition states its return type, so that callers can be typed before it is compiled. Its slot is filled before
anything that calls through it can run: at the end of the outermost compilation, or load from disk. A rare port is one that
many battles never call: its first caller fills its slot, and the helper compiles it last. If filling fails, the program
ends, since machine code that has begun cannot be left.
"""

import ctypes
import hashlib
import inspect
import os
import sys
import traceback
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple, get_args

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from .claims import is_claimed
from .helper import is_helper, send
from .shipped import compiled_meanwhile
from .stopping import raise_afterwards, stopping_afterwards

EMPTY = 70  # exit code of a program that calls through a slot that cannot be filled
FILLER = ctypes.CFUNCTYPE(None)

# By symbol: the address of the port, 0 while it is not there, and that of what is called then. Machine code points here.
_slots: dict[str, Any] = {}
_fillers: dict[str, Any] = {}  # they stay, as do the slots
_empty: list["Slot"] = []  # that have to be filled before anything new is called
_expected: list["Slot"] = []  # that will be needed
_called: list[bool] = []  # whether something compiles or has compiled, so that a helper is worth while


class Slot(NamedTuple):
    """The place where machine code finds the address of a port for some types; a call of it marks it to be filled later."""

    module: str
    port: str
    arguments: tuple[types.Type, ...]

    @property
    def symbol(self) -> str:
        """The symbol by which machine code finds the slot, the same in every process."""
        return f"{self.module}.{self.port}.{digest(self.arguments)}"

    @property
    def made(self) -> Any:
        """The port's dispatcher."""
        return getattr(import_module(self.module), self.port).made

    @property
    def is_rare(self) -> bool:
        """Whether the slot is filled only at the first call."""
        return self.made.is_rare

    def __call__(self) -> None:
        """Create the slot if it is missing, to be filled later; Numba also calls this when it loads a caller."""
        if self.symbol not in _slots:
            if not _fillers:
                sys.unraisablehook = partial(obey_lost, sys.unraisablehook)
            filler = _fillers[self.symbol] = FILLER(self.fill_now)
            slot = _slots[self.symbol] = (ctypes.c_void_p * 2)(None, ctypes.cast(filler, ctypes.c_void_p).value)
            llvm.add_symbol(self.symbol, ctypes.addressof(slot))
            if not self.is_rare:
                _empty.append(self)
            if _called and not self.is_there():
                send(self)
            elif self.is_shipped():
                compiled_meanwhile(self)

    def is_there(self) -> bool:
        """Return whether the port is on disk."""
        cache = self.made._cache
        return hasattr(cache, "is_there") and cache.is_there(self.arguments)

    def is_shipped(self) -> bool:
        """Return whether the port is on disk, but only as shipped and not as compiled for this machine."""
        return self.is_there() and not self.made._cache.is_own(self.arguments)

    def is_being_made(self) -> bool:
        """Return whether another process is compiling the port."""
        cache = self.made._cache
        return hasattr(cache, "claim_path") and is_claimed(cache.claim_path(self.arguments))

    def make(self) -> Any:
        """Return the compiled port.

        Raises:
            TypeError: it returns another type than its annotation says.
        """
        made = self.made
        made.compile(self.arguments)
        overload = made.overloads[self.arguments]
        if overload.signature.return_type != made.returns:
            raise TypeError(f"{self.port} returns {overload.signature.return_type}; its definition says {made.returns}")
        return overload

    def fill(self) -> None:
        """Fill the slot with the address of the port."""
        overload = self.make()
        _slots[self.symbol][0] = overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name)

    def fill_now(self) -> None:
        """Fill the slot for machine code that has just called through it, in any thread; end the program if that fails.

        Machine code calls again if the slot is still empty: Ctrl-C may arrive before this function can note it.
        """
        try:
            with stopping_afterwards():
                self.fill()
        except KeyboardInterrupt as lost:
            raise_afterwards(lost)
        except BaseException:
            traceback.print_exc()
            print(f"error: machine code called {self.port}, which cannot be compiled", file=sys.stderr, flush=True)
            os._exit(EMPTY)


def obey_lost(usual: Callable[[Any], object], lost: Any) -> None:
    """Obey a Ctrl-C that machine code delayed and `fill_now` raised: Python would swallow it there.

    Args:
        usual: Python's handler for swallowed exceptions.
        lost: the description that Python passes to it.
    """
    place = lost.exc_traceback
    if isinstance(lost.exc_value, KeyboardInterrupt) and place and place.tb_frame.f_code is Slot.fill_now.__code__:
        raise_afterwards(lost.exc_value)
    else:
        usual(lost)


@cache
def digest(arguments: tuple[types.Type, ...]) -> str:
    """Return a digest of types."""
    return hashlib.sha256(repr(arguments).encode()).hexdigest()[:16]


def expect(slot: Slot) -> None:
    """Note that a port will be needed: whenever something is compiled, the helper can compile this one too."""
    if slot not in _expected:
        _expected.append(slot)
        if _called and not slot.is_there():
            send(slot)


def call_helper() -> None:
    """Send the expected slots to the helper; called when a compilation begins."""
    if not _called:
        _called.append(True)
        for slot in [*_expected, *_empty]:
            if not slot.is_there():
                send(slot)


def fill_slots() -> None:
    """Fill all slots: first those whose ports nobody compiles yet, from the last one on; the helper begins with the first.

    The helper fills none, since it calls nothing. The ports that its ports call are left to whichever process is free first.
    """
    while not is_helper() and _empty:
        slot = next((slot for slot in reversed(_empty) if not slot.is_being_made()), _empty[0])
        slot.fill()
        _empty.remove(slot)


def said_type(function: Callable[..., Any]) -> types.Type:
    """Return the type that a function's annotation says it returns: nothing, a whole number, or a tuple of those."""
    said = function.__annotations__.get("return")
    if get_args(said):
        return types.UniTuple(types.int64, len(get_args(said)))
    return {None: types.none, int: types.int64}[said]


def callable_by_address(
    function: Callable[..., Any], made: Any, widened: Callable[[Any], tuple[types.Type, ...]], is_rare: bool
) -> Any:
    """Return the port that kernels call instead of a function.

    Args:
        function: the function as written.
        made: its dispatcher, which compiles it alone on first use.
        widened: returns the argument types it is compiled for, from those it is called with.
        is_rare: whether it is compiled at its first call, and not before its callers can run.
    """

    def typed(_context: Any, *arguments: types.Type) -> Any:
        slot = Slot(function.__module__, function.__name__, widened(arguments))
        slot()
        signature = made.returns(*slot.arguments)

        def called(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> ir.Value:
            kind = context.call_conv.get_function_type(signature.return_type, signature.args)
            holder = (
                cgutils.add_global_variable(builder.module, ir.ArrayType(cgutils.voidptr_t, 2), slot.symbol)
                if slot.symbol not in builder.module.globals
                else builder.module.globals[slot.symbol]
            )
            look, fill, go_on = (builder.append_basic_block(name) for name in ("look", "fill", "go_on"))
            builder.branch(look)
            builder.position_at_end(look)
            there = builder.load(cgutils.gep(builder, holder, 0, 0))
            builder.cbranch(cgutils.is_null(builder, there), fill, go_on).set_weights([1, 99])
            builder.position_at_end(fill)
            filler = builder.load(cgutils.gep(builder, holder, 0, 1))
            builder.call(builder.bitcast(filler, ir.FunctionType(ir.VoidType(), []).as_pointer()), [])
            builder.branch(look)
            builder.position_at_end(go_on)
            there = builder.bitcast(there, kind.as_pointer())
            context.active_code_library._reload_init.add(slot)
            status, value = context.call_conv.call_function(builder, there, signature.return_type, signature.args, values)
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return value

        return signature, called

    made.returns, made.is_rare = said_type(function), is_rare
    port = inlined(function, typed)
    port.made, port.typed = made, typed
    return port


def inlined(function: Callable[..., Any], typed: Any) -> Any:
    """Return what kernels call instead of a function; Numba types a call of it with `typed`, which gets a context first."""
    context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    typed.__signature__ = inspect.Signature([context, *inspect.signature(function).parameters.values()])
    typed.__name__, typed.__module__ = function.__name__, function.__module__
    return intrinsic(typed)
