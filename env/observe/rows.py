"""Vector operations on one row of the window: plain Python and LLVM vector code for its seven columns.

Of a row that leaves the map only the columns from `column` up to `end` count; all seven are read.
"""

from typing import Any

from llvmlite import ir

from ..rules.jit.vectors import LANE, in_vectors, lanes_between, pointer, spread
from ..rules.kernel import Array

SIDE = 7
NOTHING = ir.Constant(ir.VectorType(ir.FloatType(), SIDE), [0.0] * SIDE)


def copying(builder: Any, out: Any, at: Any, source: Any, first: Any, column: Any, end: Any) -> None:
    """Build the vector code of `copy_row`."""
    values = builder.load(pointer(builder, source, first, SIDE), align=4)
    values = builder.select(lanes_between(builder, column, end, SIDE), values, NOTHING)
    builder.store(values, pointer(builder, out, at, SIDE), align=4)


@in_vectors(copying)
def copy_row(out: Array, at: int, source: Array, first: int, column: int, end: int) -> None:
    """Copy a row of the window, whose first cell is at source[first], to out[at]; both are float32, and `out` was zeros."""
    for cell in range(column, end):
        out[at + cell] = source[first + cell]


def adding(builder: Any, out: Any, at: Any, harms: Any, codes: Any, first: Any, place: Any, column: Any, end: Any) -> None:
    """Build the vector code of `add_by_cover`."""
    whole = ir.VectorType(LANE, SIDE)
    code = builder.zext(builder.load(pointer(builder, codes, first, SIDE), align=1), whole)
    code = builder.lshr(code, spread(builder, builder.trunc(place, LANE), SIDE))
    code = builder.and_(code, ir.Constant(whole, [3] * SIDE))
    harm = NOTHING
    for cover in range(4):
        here = builder.load(builder.gep(harms, [ir.Constant(LANE, cover)]), align=4)
        is_so = builder.icmp_unsigned("==", code, ir.Constant(whole, [cover] * SIDE))
        harm = builder.select(is_so, spread(builder, here, SIDE), harm)
    harm = builder.select(lanes_between(builder, column, end, SIDE), harm, NOTHING)
    row = pointer(builder, out, at, SIDE)
    builder.store(builder.fadd(builder.load(row, align=4), harm), row, align=4)


@in_vectors(adding)
def add_by_cover(out: Array, at: int, harms: Array, codes: Array, first: int, place: int, column: int, end: int) -> None:
    """Add to a row of the window, at out[at], the values for the cover of each of its cells.

    Args:
        out, harms: float32; `harms` has a value for each cover.
        codes: codes of covers (`sight.pair_of_codes`), uint8; that of the first cell is at codes[first].
        place: the place of the two bits in a code.
    """
    for cell in range(column, end):
        out[at + cell] += harms[codes[first + cell] >> place & 3]
