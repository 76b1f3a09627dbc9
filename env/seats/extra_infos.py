"""What the infos of a batch can tell besides: the global state, who sees whom, and what a side has seen so far."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed, shown

from ..observe.state import state_size, write_state_rows
from ..rules import kernel
from ..rules.log import SILENT
from ..rules.record import MAX_TEAMS, MAX_UNITS
from ..rules.systems import new_log
from .sightings import FEATURES, SIGHTING, write_sightings, write_sights

KINDS = ("state", "visibility", "information_state")


class ExtraInfos:
    """Arrays of a batch that infos tell besides the mask, each under its name.

        state               PettingZoo's `state()`, for critics: float32, shape (rows, numbers of `state_size`)
        visibility          1 where two units have a line of sight to one another, as the side that is asked knows: int8,
                            shape (rows, slots, slots)
        information_state   what that side has seen so far: float32, shape (rows, slots, numbers of
                            `fireteam.env.seats.sightings.Sighting`)

    Args:
        names: of KINDS.
        rows: of the batch.
        slots: (own, others) slots of observations.
        system: the rule system.
        record: dtype of its battles.
        copies: give copies; else the arrays that the next step overwrites.

    Attributes:
        sightings: what each side of each row has seen; SIGHTING, shape (rows, MAX_TEAMS, MAX_UNITS), or empty.

    Raises:
        ContentError: there is no such name.
    """

    def __init__(
        self, names: Sequence[str], rows: int, slots: tuple[int, int], system: str, record: np.dtype, copies: bool
    ) -> None:
        if not isinstance(names, str | list | tuple | set | frozenset | Mapping):
            raise ContentError(f"extra_infos = {shown(names)}: must be a list of names, from {listed(KINDS)}")
        names = [names] if isinstance(names, str) else list(names)
        for name in names:
            if name not in KINDS:
                meant = closest(str(name), KINDS)
                raise ContentError(f"extra_infos: {shown(name)}: there is no such array.{meant} There are: {listed(KINDS)}.")
        self._slots, self._copies, self._log = slots, copies, new_log(record, SILENT)
        count = sum(slots)
        made = {
            "state": ((rows, state_size(*slots, system)), np.float32),
            "visibility": ((rows, count, count), np.int8),
            "information_state": ((rows, count, len(FEATURES)), np.float32),
        }
        self._arrays = {name: np.zeros(*made[name]) for name in names}
        places = (rows, MAX_TEAMS, MAX_UNITS) if "information_state" in names else (rows, 0, 0)
        self.sightings = np.zeros(places, SIGHTING)

    def arrays(self, battles: np.ndarray, arenas: np.ndarray, numbering: np.ndarray) -> dict[str, Any]:
        """Return the arrays as battles are now."""
        if not self._arrays:
            return {}
        log, given = kernel.plain(self._log), (kernel.plain(battles), kernel.plain(arenas))
        for name, array in self._arrays.items():
            if name == "state":
                write_state_rows(*given, *self._slots, kernel.plain(array))
            elif name == "visibility":
                write_sights(*given, log, kernel.plain(numbering), kernel.plain(array))
            else:
                write_sightings(*given, log, kernel.plain(numbering), kernel.plain(self.sightings), kernel.plain(array))
        return {name: array.copy() if self._copies else array for name, array in self._arrays.items()}
