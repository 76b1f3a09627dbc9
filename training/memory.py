"""Settings of the C library's memory: torch on a processor is twice as fast when it keeps large tensors."""

import ctypes
import sys

TRIM_THRESHOLD, TOP_PAD, MMAP_THRESHOLD = -1, -2, -3  # parameters of mallopt, malloc.h
KEPT = 2**31 - 1  # bytes of free memory that are not given back
LARGEST_KEPT = 2**26  # bytes of a block that is kept: tensors of a step; arenas, mostly never touched, take no memory then
SPARE = 2**26


def keep_memory() -> None:
    """Let glibc keep freed blocks instead of giving them back to the system; elsewhere nothing happens.

    Without, every large tensor of a training step is made of new pages, and zeroing these takes as long as the step.
    """
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # another C library than glibc has none
    if mallopt is not None:
        for parameter, number in ((MMAP_THRESHOLD, LARGEST_KEPT), (TRIM_THRESHOLD, KEPT), (TOP_PAD, SPARE)):
            mallopt(parameter, number)
