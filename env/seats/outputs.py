"""What a batch gives to its learners: observations and masks, in the form, the types and the memory that they ask for."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode

from fireteam.content.errors import ContentError
from fireteam.content.reading import listed, shown

DTYPES = {"float32": 1.0, "float16": 1.0, "int8": 127.0}  # of observations; what a number is multiplied by
OBSERVATION, MASK = "observation", "action_mask"  # memory that a caller may give


class Outputs:
    """The observations and masks of a batch.

    Args:
        rows: of the batch.
        seen: how many numbers an observation has.
        actions: how many actions there are.
        dtype: of DTYPES. As int8 a number is rounded to a 127th.
        copies: give copies; else the arrays that the next step overwrites.
        buffers: arrays to write into, OBSERVATION, MASK or both: memory that a device reads, or a tensor of the caller.

    Attributes:
        observations, finals: float32, shape (rows, seen): as opponents see them.
        masks: int8, shape (rows, actions).

    Raises:
        ContentError: there is no such dtype, or a buffer does not fit.
    """

    def __init__(
        self, rows: int, seen: int, actions: int, dtype: str, copies: bool, buffers: Mapping[str, Any] | None
    ) -> None:
        name = dtype
        if not isinstance(dtype, str):
            with suppress(TypeError):
                name = np.dtype(dtype).name
        if not isinstance(name, str) or name not in DTYPES:
            raise ContentError(f"dtype = {shown(dtype)}: observations can be {listed(DTYPES)}")
        self.dtype, self._factor = np.dtype(name), DTYPES[name]
        self._plain = name == "float32"
        wanted = {OBSERVATION: ((rows, seen), self.dtype), MASK: ((rows, actions), np.dtype(np.int8))}
        if not isinstance(buffers, Mapping | None):
            raise ContentError(f"buffers = {shown(buffers)}: must be a table of {listed(wanted)}")
        own = checked_buffers(buffers or {}, wanted)
        self.copies = copies and not own
        self.observations = own[OBSERVATION] if self._plain and OBSERVATION in own else np.zeros((rows, seen), np.float32)
        self.finals = np.zeros((rows, seen), np.float32)
        self.masks = own.get(MASK, np.zeros((rows, actions), np.int8))
        self._out = own.get(OBSERVATION, np.zeros((rows, seen), self.dtype)) if not self._plain and not self.copies else None
        largest = np.full(seen, self._factor, self.dtype)
        self.space = Box(-largest, largest, (seen,), self.dtype)

    def converted(self, observations: np.ndarray) -> np.ndarray:
        """Return one or more observations in the form that the caller asked for, as copies."""
        chosen = observations if self._factor == 1.0 else np.rint(observations * np.float32(self._factor))
        return chosen.astype(self.dtype)

    def observation(self) -> np.ndarray:
        """Return the present observations of all rows."""
        if self.copies:
            return self.converted(self.observations)
        if self._out is None:
            return self.observations
        self._out[...] = self.converted(self.observations)
        return self._out

    def mask(self) -> np.ndarray:
        """Return the present masks of all rows."""
        return self.masks.copy() if self.copies else self.masks

    def end_infos(self, results: Mapping[str, np.ndarray], done: np.ndarray, mode: AutoresetMode) -> dict[str, Any]:
        """Return infos of how battles have ended: 0 elsewhere, and of each value where it holds."""
        final: dict[str, Any] = {}
        for name, values in results.items():
            final[name], final[f"_{name}"] = np.where(done, values, np.zeros(1, values.dtype)), done
        if mode is not AutoresetMode.SAME_STEP:
            return final
        last = np.full(len(done), None, object)
        for row in np.flatnonzero(done):
            last[row] = self.converted(self.finals[row])
        return {"final_obs": last, "_final_obs": done, "final_info": final, "_final_info": done}


def checked_buffers(
    given: Mapping[str, Any], wanted: Mapping[str, tuple[tuple[int, int], np.dtype]]
) -> dict[str, np.ndarray]:
    """Return a caller's memory as arrays, without a copy.

    Raises:
        ContentError: one is not wanted, or of another shape or type, or cannot be written to.
    """
    made = {}
    for name, buffer in given.items():
        if name not in wanted:
            raise ContentError(f"buffers: {shown(name)}: there are {listed(wanted)}")
        shape, dtype = wanted[name]
        try:
            array = np.asarray(buffer)
        except (TypeError, ValueError, RuntimeError) as error:
            raise ContentError(f"buffers: {name}: must be memory that the processor can write to: {error}") from None
        fits = array.shape == shape and array.dtype == dtype and array.flags.c_contiguous and array.flags.writeable
        if not fits:
            raise ContentError(
                f"buffers: {name} is {array.dtype} of shape {array.shape}: must be {dtype} of shape {shape}, row after row, "
                "and open for writing"
            )
        made[name] = array
    return made
