"""Functions that are written twice: as plain Python, and as LLVM code of vectors, which kernels get.

LLVM makes no vector code of loops over a few values. A vector is loaded whole: where a function asks for a part of it, the
rest must lie in memory of the same record.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import config, types

from .ports import inlined

LANE = ir.IntType(32)


def in_vectors(build: Callable[..., None]) -> Callable[[Any], Any]:
    """Let kernels use the code that `build` makes instead of a function that returns nothing; the function stays as `plain`.

    Args:
        build: gets a builder of LLVM code and the arguments: for an array, a pointer to its values, int64 or float32.
    """

    def replaced(function: Any) -> Any:
        if config.DISABLE_JIT:
            function.plain = function
            return function

        def typed(_context: Any, *arguments: types.Type) -> Any:
            return types.void(*[kind if is_kept(kind) else types.int64 for kind in arguments]), called

        def called(context: Any, builder: Any, signature: Any, values: list[Any]) -> Any:
            pairs = zip(signature.args, values, strict=True)
            build(builder, *[data_of(context, builder, kind, value) for kind, value in pairs])
            return context.get_dummy_value()

        made = inlined(function, typed)
        made.plain = function
        return made

    return replaced


def is_kept(kind: types.Type) -> bool:
    """Return whether arguments of a type keep it; all others are made int64."""
    return isinstance(kind, types.Array) or kind == types.float32


def data_of(context: Any, builder: Any, kind: types.Type, value: Any) -> Any:
    """Return a pointer to the values of an array; return a number unchanged."""
    return context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value


def pointer(builder: Any, values: Any, first: Any, lanes: int) -> Any:
    """Return a pointer to a vector: the values of an array from index `first`."""
    return builder.bitcast(builder.gep(values, [first]), ir.VectorType(values.type.pointee, lanes).as_pointer())


def spread(builder: Any, value: Any, lanes: int) -> Any:
    """Return a vector that has a value in every lane."""
    empty = ir.Constant(ir.VectorType(value.type, lanes), ir.Undefined)
    one = builder.insert_element(empty, value, ir.Constant(LANE, 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(LANE, lanes), [0] * lanes))


def lanes_between(builder: Any, first: Any, end: Any, lanes: int) -> Any:
    """Return a vector of booleans: which lanes are from `first` up to, not including, `end`."""
    number = ir.Constant(ir.VectorType(LANE, lanes), list(range(lanes)))
    first, end = (spread(builder, builder.trunc(bound, LANE), lanes) for bound in (first, end))
    return builder.and_(builder.icmp_signed(">=", number, first), builder.icmp_signed("<", number, end))
