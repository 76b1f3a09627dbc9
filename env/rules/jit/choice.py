"""Kernels that each rule system has its own version of; the battle's type picks one while the caller is typed.

Machine code makes no choice: the system's kernel is linked in, or called by address if it is a port.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import typeof
from numba.core import types
from numba.np.numpy_support import as_dtype

from ..systems import own_or
from .ports import inlined


def chosen_by_battle(function: Callable[..., Any], port_for: Callable[[np.dtype, str], Any], room: str, default: Any) -> Any:
    """Return a callable for kernels that replaces an interface function: it calls the version of the battle's rule system.

    Args:
        function: its first parameter is a battle; its body never runs.
        port_for: returns the module with a system's functions, from the type of its battles and a room.
        room: the room of the interface.
        default: the function for a system without its own version; None if every system must have one.
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

    return inlined(function, typed)
