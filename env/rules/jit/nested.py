"""Arrays inside records for Numba's code generator: all of such a value is constant except its address.

Numba keeps such an array in memory of its own, field by field, and reads the fields back for every index. LLVM removes all
of that only after it has been written and parsed. Here the shape stays a constant and an index is one instruction.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.np import arrayobj

NEEDED = ("make_array", "populate_array", "_getitem_array_generic", "fix_integer_index", "load_item")  # in `arrayobj`


class Flat:
    """The value of such an array, with the fields that Numba expects of an array."""

    def __init__(self, kind: types.NestedArray, context: Any, builder: Any, value: Any) -> None:
        self._fe_type, self._context, self._builder, self._value = kind, context, builder, value
        self._datamodel = context.data_model_manager[kind.as_array]

    @classmethod
    def of(cls, kind: Any, usual: Any, context: Any, builder: Any, value: Any = None, ref: Any = None) -> Any:
        """Return an array of a type, instead of Numba's own; `usual(kind)` makes Numba's, for arrays in memory."""
        return cls(kind, context, builder, value) if ref is None else usual(kind)(context, builder, value, ref)

    def __getattr__(self, field: str) -> Any:
        if field.startswith("_"):
            raise AttributeError(field)
        return self._builder.extract_value(self._value, self._datamodel.get_field_position(field))

    def _getvalue(self) -> Any:
        return self._value


def filled(array: Flat, data: Any) -> Flat:
    """Set the address of an array's data; all other fields follow from its type."""
    kind, context, model = array._fe_type, array._context, array._datamodel
    whole = context.get_value_type(kind)
    numbers = {"nitems": kind.nitems, "itemsize": kind.size, "shape": list(kind.shape), "strides": list(kind.strides)}
    fields = zip(model._fields, whole.elements, strict=True)
    blank = ir.Constant(whole, [constant(part, numbers.get(name)) for name, part in fields])
    array._value = array._builder.insert_value(blank, data, model.get_field_position("data"))
    return array


def constant(part: Any, value: Any) -> Any:
    """Return a constant of an LLVM type, one number or several; None without a value."""
    return ir.Constant(part, [ir.Constant(part.element, each) for each in value] if isinstance(value, list) else value)


def item_of(context: Any, builder: Any, kind: Any, array: Flat, kinds: Any, indices: Any) -> Any:
    """Return the item at some indices; None unless there is one whole number per dimension and none is bounds-checked."""
    if context.enable_boundscheck or len(indices) != kind.ndim or not all(isinstance(each, types.Integer) for each in kinds):
        return None
    place = None
    for sort, index, length in zip(kinds, indices, kind.shape, strict=True):
        size = context.get_constant(types.intp, length)
        step = arrayobj.fix_integer_index(context, builder, sort, index, size)
        place = step if place is None else builder.add(builder.mul(place, size), step)
    value = array._value
    is_fresh = isinstance(value, ir.instructions.InsertValue) and isinstance(value.operands[0], ir.Constant)
    data = value.operands[1] if is_fresh else array.data
    return arrayobj.load_item(context, builder, kind, builder.gep(data, [place], inbounds=True))
