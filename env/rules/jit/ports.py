"""Ports: kernels that are called by address.

What calls a kernel takes in its machine code and all below it: an engine that four others call is optimised four times. A
port is compiled alone, once for every type of record, and kept on disk by itself; its callers know a slot with its address.
That costs a few instructions a call, so ports are few and coarse: a step, an observation, a choice.

A slot is filled before anything that calls through it can run: while the caller is typed, or when it is loaded from disk.
One that is empty leads to `trap`, which says so and ends the program: there is nothing to go on with.
"""

import ctypes
import hashlib
import inspect
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

EMPTY = 70  # exit code of a program that calls through an empty slot

_slots: dict[str, ctypes.c_void_p] = {}  # by symbol: what holds the address; machine code points here, so they stay


@ctypes.CFUNCTYPE(None)
def trap() -> None:
    """End the program: a port was called before it was there."""
    print(
        "error: machine code called a port that was never compiled; delete the cache of kernels", file=sys.stderr, flush=True
    )
    os._exit(EMPTY)


class Slot(NamedTuple):
    """Where machine code finds a port compiled for some types; calling it makes sure that the port is there."""

    module: str
    port: str
    arguments: tuple[types.Type, ...]

    @property
    def symbol(self) -> str:
        """What machine code calls the slot, in every process."""
        return f"{self.module}.{self.port}.{hashlib.sha256(repr(self.arguments).encode()).hexdigest()[:16]}"

    def __call__(self) -> types.Type:
        """Fill the slot, if it is not, and return the type of what the port returns."""
        symbol, made = self.symbol, getattr(import_module(self.module), self.port).made
        if symbol not in _slots:
            slot = _slots[symbol] = ctypes.c_void_p(ctypes.cast(trap, ctypes.c_void_p).value)
            llvm.add_symbol(symbol, ctypes.addressof(slot))
            made.compile(self.arguments)
            overload = made.overloads[self.arguments]
            slot.value = overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name)
        return made.overloads[self.arguments].signature.return_type


def callable_by_address(function: Callable[..., Any], made: Any, widened: Callable[[Any], tuple[types.Type, ...]]) -> Any:
    """Return what kernels call instead of a function: its port.

    Args:
        function: as it was written.
        made: compiled alone, on first use.
        widened: the types of arguments that it is compiled for, by those it is called with.
    """

    def typed(_context: Any, *arguments: types.Type) -> Any:
        slot = Slot(function.__module__, function.__name__, widened(arguments))
        signature = slot()(*slot.arguments)

        def called(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> ir.Value:
            kind = context.call_conv.get_function_type(signature.return_type, signature.args)
            holder = (
                cgutils.add_global_variable(builder.module, cgutils.voidptr_t, slot.symbol)
                if slot.symbol not in builder.module.globals
                else builder.module.globals[slot.symbol]
            )
            there = builder.bitcast(builder.load(holder), kind.as_pointer())
            context.active_code_library._reload_init.add(slot)
            status, value = context.call_conv.call_function(builder, there, signature.return_type, signature.args, values)
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return value

        return signature, called

    given = inspect.signature(function).parameters.values()
    context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    typed.__signature__ = inspect.Signature([context, *given])  # type: ignore[attr-defined]
    typed.__name__, typed.__module__ = function.__name__, function.__module__
    port = intrinsic(typed)
    port.made = made
    return port
