"""Faster replacements for parts of Numba's own Python that run again and again while it compiles.

More than half of the time to compile goes by in Numba's Python, not in LLVM. Each function here replaces one of Numba's,
returns the same and is faster. It is put in place only where this version of Numba has what it replaces, and only while
code of ours is compiled: what others compile, before, between and after, is compiled by Numba as it is. Without them
compiling takes half as long again, and nothing else is different. One makes our kernels quicker, too:
`count_from_the_front`.
"""

from abc import ABCMeta
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, NamedTuple

import llvmlite.ir as llvm
import numba.core.dispatcher
from numba.core import callconv, cgutils, event, ir, lowering, typeinfer, types
from numba.core import errors as numba_errors
from numba.core.callconv import CPUCallConv
from numba.core.compiler_lock import global_compiler_lock
from numba.core.targetconfig import TargetConfig
from numba.core.types import ArrayCompatible, NestedArray, Record
from numba.core.types import Optional as OrNone
from numba.core.types.abstract import Type
from numba.core.types.functions import BaseFunction as _BaseFunction
from numba.core.typing.npydecl import NumpyRulesArrayOperator
from numba.np import arrayobj, numpy_support

from .linking import PLAIN
from .nested import NEEDED, Flat, filled, item_of

NOTHING = nullcontext()
TypeMetaclass: Any = type(Type)
BaseFunction: Any = _BaseFunction
errors: Any = numba_errors
MISSING = object()


class Change(NamedTuple):
    """A replacement for an attribute of a module or class of Numba's."""

    owner: Any
    name: str
    value: Any


Changes = list[Change]
_changes: list[Change] = []  # those of this Numba, once they are made
_made: list[bool] = []  # that they are
_within: list[bool] = []  # one for each time that they are in their places, in the thread that has the compiler's lock


def say_name_once(kind: type) -> Changes:
    """Make the types of a kind cache their text, which never changes: that of a record names all its fields, and theirs."""
    in_full: Callable[[Any], str] = vars(kind)["__repr__"]

    def name(self: Any) -> str:
        if "_name_in_full" not in self.__dict__:
            self.__dict__["_name_in_full"] = in_full(self)
        return self.__dict__["_name_in_full"]

    return [Change(kind, "__repr__", name)]


def read_records_once() -> Changes:
    """Remember the type of a record: Numba reads all its fields anew for every array of such records that it is given."""
    made = numpy_support.from_struct_dtype
    known = cache(lambda layout, _is_aligned: made(layout))
    return [Change(numpy_support, "from_struct_dtype", lambda dtype: known(dtype, dtype.isalignedstruct))]


def silence_events() -> Changes:
    """Create no events that nobody listens to, and do not time every kernel with listeners for all below it."""
    trigger, start, end = event.trigger_event, event.start_event, event.end_event

    def trigger_event(kind: str, data: Any = None) -> AbstractContextManager[None]:
        return trigger(kind, data) if event._registered.get(kind) else NOTHING

    def start_event(kind: str, data: Any = None) -> None:
        if event._registered.get(kind):
            start(kind, data)

    def end_event(kind: str, data: Any = None, exc_details: Any = None) -> None:
        if event._registered.get(kind):
            end(kind, data, exc_details)

    changed = {"trigger_event": trigger_event, "start_event": start_event, "end_event": end_event}
    untimed = SimpleNamespace(**vars(event) | changed | {"install_timer": lambda *_: NOTHING})
    made = [Change(event, name, value) for name, value in changed.items()]
    return [*made, Change(numba.core.dispatcher, "ev", untimed)]


def know_defaults() -> Changes:
    """Read the options of a compilation from two dictionaries, not through one property for each option."""
    defaults: dict[type, dict[str, Any]] = {}

    def values(self: TargetConfig) -> dict[str, Any]:
        kind = type(self)
        if kind not in defaults:
            defaults[kind] = {name: option.default for name, option in kind.options.items()}
        return defaults[kind] | self._values

    return [Change(TargetConfig, "values", values)]


def list_variables_flat() -> Changes:
    """List the variables of a statement without a call for every part that holds none."""
    variable, part = ir.Var, ir.Inst

    def listed(self: Any, value: Any) -> list[Any]:
        kind = type(value)
        if kind is variable:
            return [value]
        if kind is dict:
            value = value.values()
        elif isinstance(value, part):
            return value.list_vars()
        elif kind is not list and kind is not tuple:
            return usual(self, value) if isinstance(value, (list, tuple, dict, variable)) else []
        found = []
        for each in value:
            inner = type(each)
            if inner is variable:
                found.append(each)
            elif inner is not str and inner is not ir.Loc and inner is not int:
                found += listed(self, each)
        return found

    usual = ir.Inst._rec_list_vars
    return [Change(ir.Inst, "_rec_list_vars", listed)]


def keep_numbers_from_arrays() -> Changes:
    """Try the typing rules for operators on arrays only where an operand is an array."""
    generic = NumpyRulesArrayOperator.generic

    def typed(self: Any, arguments: Any, named: Any) -> Any:
        if any(isinstance(kind, (ArrayCompatible, OrNone)) for kind in arguments):
            return generic(self, arguments, named)
        return None

    return [Change(NumpyRulesArrayOperator, "generic", typed)]


def resolve_operators_once(is_ours: Callable[[], bool]) -> Changes:
    """Cache which version of an operator or builtin matches the types it is called with, and what it returns."""
    resolve = BaseFunction.get_call_type

    def resolved(self: Any, context: Any, arguments: Any, named: Any) -> Any:
        if named or not is_ours():
            return resolve(self, context, arguments, named)
        known = self.__dict__.setdefault("_known", {})
        if arguments not in known:
            signature = resolve(self, context, arguments, named)
            known[arguments] = signature, self._impl_keys[signature.args]
        signature, version = known[arguments]
        self._impl_keys[signature.args] = version
        return signature

    return [Change(BaseFunction, "get_call_type", resolved)]


class Context:
    """Numba's note on where an error came from; its text is built only when an error occurs."""

    __slots__ = ("_said",)

    def __init__(self, *said: Any, **named: Any) -> None:
        self._said = said, named
        place = named.get("loc")
        if place is not None and not place.filename.startswith(errors._numba_path):
            errors.loc_info.update(named)

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, errors.NumbaError):
            (text, *said), named = self._said
            error.add_context(errors._format_msg(text, tuple(said), named))


def say_where_when_asked() -> Changes:
    """Avoid a context manager for every instruction; build the note on an error's place only when one occurs."""
    return [Change(module, "new_error_context", Context) for module in (typeinfer, lowering)]


def compare_types_by_identity() -> Changes:
    """Compare types by identity first, and test the kind of a type without abstract base classes."""
    equal: Callable[[Any, object], bool] = Type.__eq__

    def same(self: Type, other: object) -> bool:
        return self is other or equal(self, other)

    return [Change(Type, "__eq__", same), Change(TypeMetaclass, "__instancecheck__", type.__instancecheck__)]


def count_from_the_front(is_ours: Callable[[], bool]) -> Changes:
    """Treat every index of our kernels as counted from the front, so that no check for negative ones is compiled.

    No kernel uses an index below zero: in plain Python it raises (`kernel.Plain`), as with `NUMBA_BOUNDSCHECK=1`.
    """
    fix = arrayobj.fix_integer_index

    def fixed(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if kind.signed and is_ours():
            return context.cast(builder, index, kind, types.intp)
        return fix(context, builder, kind, index, size)

    return [Change(arrayobj, "fix_integer_index", fixed)]


def keep_nested_arrays_flat() -> Changes:
    """Keep the arrays in our records as values, whose shapes are constants: a fifth of all code is about them."""
    make, populate, item = arrayobj.make_array, arrayobj.populate_array, arrayobj._getitem_array_generic
    made = cache(make)

    def make_array(kind: Any) -> Any:
        return partial(Flat.of, kind, made) if isinstance(kind, NestedArray) else made(kind)

    def populate_array(array: Any, **fields: Any) -> Any:
        return filled(array, fields["data"]) if isinstance(array, Flat) else populate(array, **fields)

    def getitem(context: Any, builder: Any, result: Any, kind: Any, array: Any, kinds: Any, indices: Any) -> Any:
        found = item_of(context, builder, kind, array, kinds, indices) if isinstance(array, Flat) else None
        return item(context, builder, result, kind, array, kinds, indices) if found is None else found

    changed = {"make_array": make_array, "populate_array": populate_array, "_getitem_array_generic": getitem}
    return [Change(arrayobj, name, value) for name, value in changed.items()]


def pass_errors_on(is_ours: Callable[[], bool]) -> Changes:
    """Pass an error in a called kernel straight on to the caller, without looking at it: no kernel catches one."""
    call, propagate = CPUCallConv.call_function, CPUCallConv.return_status_propagate
    place = llvm.PointerType(callconv.excinfo_ptr_t)

    def called(self: Any, builder: Any, callee: Any, kind: Any, kinds: Any, given: Any, attrs: Any = None) -> Any:
        own = builder.function.args
        if attrs or isinstance(kind, OrNone) or len(own) < 2 or own[1].type != place or not is_ours():
            return call(self, builder, callee, kind, kinds, given, attrs)
        result = cgutils.alloca_once(builder, self.get_return_type(kind).pointee)
        code = builder.call(callee, [result, own[1], *self._get_arg_packer(kinds).as_arguments(builder, given)])
        is_error = builder.icmp_signed("!=", code, callconv.RETCODE_OK)
        status = callconv.Status(code, None, None, is_error, None, None, None, excinfoptr=None)
        return status, self.context.get_returned_value(builder, kind, builder.load(result))

    def passed_on(self: Any, builder: Any, status: Any) -> None:
        if status.excinfoptr is None:
            builder.ret(status.code)
        else:
            propagate(self, builder, status)

    return [Change(CPUCallConv, "call_function", called), Change(CPUCallConv, "return_status_propagate", passed_on)]


def changes(is_ours: Callable[[], bool]) -> Iterator[Changes]:
    """Yield all replacements whose targets this version of Numba has.

    Args:
        is_ours: returns whether the function being compiled is one of our kernels.
    """
    if "__repr__" in vars(Record) and "__repr__" in vars(NestedArray):
        yield say_name_once(Record)
        yield say_name_once(NestedArray)
    if hasattr(numpy_support, "from_struct_dtype"):
        yield read_records_once()
    if hasattr(event, "_registered") and getattr(numba.core.dispatcher, "ev", None) is event:
        yield silence_events()
    if {"values", "__eq__", "__hash__"} <= vars(TargetConfig).keys() and TargetConfig.__slots__ == ["_values"]:
        yield know_defaults()
    if "_rec_list_vars" in vars(ir.Inst):
        yield list_variables_flat()
    known = hasattr(errors, "_numba_path") and hasattr(errors, "loc_info") and hasattr(errors, "_format_msg")
    if known and hasattr(typeinfer, "new_error_context") and hasattr(lowering, "new_error_context"):
        yield say_where_when_asked()
    if "get_call_type" in vars(BaseFunction) and "_impl_keys" in BaseFunction.__init__.__code__.co_names:
        yield resolve_operators_once(is_ours)
    if hasattr(arrayobj, "fix_integer_index"):
        yield count_from_the_front(is_ours)
    if {"call_function", "return_status_propagate"} <= vars(CPUCallConv).keys() and hasattr(callconv, "excinfo_ptr_t"):
        yield pass_errors_on(is_ours)
    if all(hasattr(arrayobj, name) for name in NEEDED):
        yield keep_nested_arrays_flat()
    if "generic" in vars(NumpyRulesArrayOperator):
        yield keep_numbers_from_arrays()
    if "__eq__" in vars(Type) and issubclass(TypeMetaclass, ABCMeta) and "__instancecheck__" not in vars(TypeMetaclass):
        yield compare_types_by_identity()


@contextmanager
def patched(is_ours: Callable[[], bool]) -> Iterator[None]:
    """Put all replacements in place, and restore Numba afterwards; change nothing under `FIRETEAM_PLAIN_NUMBA=1`.

    Numba compiles in one thread at a time, the one with its lock, which is held meanwhile.
    """
    if PLAIN:
        yield
        return
    with global_compiler_lock:
        if _within:
            yield
            return
        if not _made:
            _changes.extend(change for each in changes(is_ours) for change in each)
            _made.append(True)
        before = [(owner, name, vars(owner).get(name, MISSING)) for owner, name, _ in _changes]
        _within.append(True)
        try:
            for owner, name, value in _changes:
                setattr(owner, name, value)
            yield
        finally:
            for owner, name, value in before:
                if value is not MISSING:
                    setattr(owner, name, value)
                elif name in vars(owner):  # not where Ctrl-C came before it was set
                    delattr(owner, name)
            _within.clear()
