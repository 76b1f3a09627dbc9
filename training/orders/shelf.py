"""Decisions with the values of their orders, in files: a run that is killed loses little of what was played."""

from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from fireteam.agents.network.layers import SEEN, UNIT
from fireteam.agents.orders.columns import WIDTH
from fireteam.content.errors import ContentError
from fireteam.env.files import appearing

from .network import Seen
from .values import Valued, valued_of

FOLDER = "values"
NAMES = ("context", "units", "orders", "counts", "values")


def shelved(folder: Path, number: int, system: str) -> list[Path]:
    """Return the files of a round and a system in the folder of a run, in the order in which they were written."""
    return sorted((folder / FOLDER).glob(f"{number:03d}-{system}-*.npz"))


def shelve(folder: Path, number: int, system: str, valued: Valued) -> None:
    """Write decisions of a round and a system to the folder of a run, whole or not at all."""
    place = folder / FOLDER / f"{number:03d}-{system}-{len(shelved(folder, number, system)):05d}.npz"
    place.parent.mkdir(exist_ok=True)
    context, units, orders, _ = valued.seen
    with appearing(place) as name, Path(name).open("wb") as file:
        counts, values = np.diff(valued.first), valued.values
        np.savez(file, context=context, units=units, orders=orders, counts=counts, values=values)


def taken_down(path: Path) -> Valued:
    """Return the decisions in a file; nothing in it is executed.

    Raises:
        ContentError: it is no such file, or is broken.
    """
    try:
        with np.load(path, allow_pickle=False) as found:
            context, units, orders, counts, values = (found[name] for name in NAMES)
            rows, count = len(counts), int(counts.sum())
            shapes = [context.shape == (rows, SEEN), units.shape == (rows, units.shape[1], UNIT)]
            shapes += [
                orders.shape == (count, WIDTH),
                values.shape == (count,),
                counts.dtype.kind in "iu" and bool((counts > 0).all()),
            ]
    except (OSError, ValueError, KeyError, IndexError, EOFError, BadZipFile) as error:
        raise ContentError(f"{path}: not a file of valued decisions, or not all of it ({error})") from None
    if not all(shapes):
        raise ContentError(f"{path}: its arrays do not belong together")
    return valued_of([Seen(context, units, orders, counts)], counts, values)
