"""Kernels of which each rule system has its own, chosen by the type of the battle while the caller is typed.

In machine code nothing is left of the choice: the system's kernel is linked in, or called by address if it is a port.
"""

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

import numpy as np
from numba import typeof
from numba.core import types
from numba.extending import intrinsic
from numba.np.numpy_support import as_dtype

from .ports import signature_of

ASKED: set[str] = set()  # the names of all interfaces that there are so far
NEAR = 0.85  # how like another a name is that is taken for a slip; 1 is the same


def chosen_by_battle(function: Callable[..., Any], port_for: Callable[[np.dtype, str], Any], room: str, default: Any) -> Any:
    """Return what kernels call instead of a function of the interface: the function of that name in the battle's system.

    Args:
        function: its first parameter is a battle; what it does is never run.
        port_for: returns where the functions of a system are, by the type of its battles and a room.
        room: of the interface.
        default: what is called where the system has none of its own; None where it must have one.
    """

    def typed(context: Any, *arguments: types.Type) -> Any:
        own = own_or(port_for(as_dtype(arguments[0]), room), function.__name__, default)
        if hasattr(own, "typed"):
            return own.typed(context, *arguments)
        callee = typeof(own)
        signature = callee.get_call_type(context, arguments, {})

        def called(context: Any, builder: Any, _signature: Any, values: list[Any]) -> Any:
            call = context.get_function(callee, signature)
            context.add_linking_libs(getattr(call, "libs", ()))
            return call(builder, values)

        return signature, called

    typed.__signature__ = signature_of(function)  # type: ignore[attr-defined]
    typed.__name__, typed.__module__ = function.__name__, function.__module__
    return intrinsic(typed)


def own_or(port: Any, name: str, default: Any) -> Any:
    """Return a function of a port, or the default.

    Raises:
        TypeError: it has none, and there is no default; or it has one of nearly that name, which nobody asks for.
    """
    own = getattr(port, name, None)
    if own is not None:
        return own
    if near := nearest(name, (other for other in vars(port) if not other.startswith("_") and other not in ASKED)):
        raise TypeError(f"{port.__name__} has {near!r}, which no interface asks for. Did you mean {name!r}?")
    if default is None:
        raise TypeError(f"{port.__name__} has no {name}, which the interface asks of every rule system")
    return default


def nearest(name: str, others: Iterable[str]) -> str:
    """Return which of some names is nearly the same, "" for none."""
    return next(iter(get_close_matches(name, list(others), 1, NEAR)), "")
