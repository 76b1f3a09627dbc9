"""The files of data sets: NumPy's `.npz` and Parquet, the same columns in both, see `dataset.py`.

The origin of the rows is stored beside them as JSON: in the array `about` of an `.npz`, under the key `fireteam` of the
metadata of a Parquet file.

An `.npz` is written column by column: all rows are kept until then, but once only, and `decision_dtype` says how many bytes
a decision takes. Parquet is written as rows come, some thousand at a time.
"""

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.content.errors import ContentError, MissingExtra
from fireteam.env.files import appearing
from fireteam.env.replay.replay import ENGINE, rules_digest

from .dataset import Episode, Episodes

WORDS = ("team", "unit", "bot", "replay")
GROUP = 8192  # least rows of a group in a Parquet file, 35 MB


def write_dataset(episodes: Episodes, out: str | Path) -> None:
    """Write episodes to a file, whole or not at all.

    Raises:
        ContentError: the file's name has another ending, it cannot be written, or no decision is wanted.
        ReplayError: see `Episodes`.
        MissingExtra: Parquet is asked for, and PyArrow is not installed.
    """
    ending = Path(out).suffix
    if ending not in WRITERS:
        raise ContentError(f"{out}: a data set's name must end in {' or '.join(WRITERS)}")
    if ending == ".parquet":
        pyarrow()
    with appearing(out) as name:
        WRITERS[ending](name, episodes)


def about(episodes: Episodes) -> str:
    """Return the origin of the rows, as JSON."""
    made = {"engine": ENGINE, "rules": rules_digest(episodes.system), "slots": episodes.slots}
    return json.dumps({"fireteam": "dataset", **made, "reward": episodes.reward.model_dump()})


def columns_of(episodes: Episodes) -> tuple[str, ...]:
    """Return the names of all columns."""
    return (*(episodes.dtype.names or ()), *WORDS)


def column(episode: Episode, name: str) -> np.ndarray:
    """Return a column of an episode, its rows one after the other in memory."""
    if name not in WORDS:
        return np.ascontiguousarray(episode.rows[name])
    values = {"team": [episode.team], "unit": episode.units, "bot": episode.bots, "replay": [episode.replay]}[name]
    return np.resize(values, len(episode.rows))


def write_npz(name: str, episodes: Episodes) -> None:
    """Write episodes as compressed NumPy arrays."""
    kept = list(episodes)
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("about.npy", "w") as file:
            np.lib.format.write_array(file, np.array(about(episodes)), allow_pickle=False)
        for key in columns_of(episodes):
            with archive.open(f"{key}.npy", "w", force_zip64=True) as file:
                write_npy(file, kept, key)


def write_npy(file: Any, kept: list[Episode], key: str) -> None:
    """Write a column as an array that is never whole in memory: episode by episode."""
    kind = max((column(episode, key).dtype for episode in kept), key=lambda dtype: dtype.itemsize)  # words vary
    shape = (sum(len(episode.rows) for episode in kept), *column(kept[0], key).shape[1:])
    header = {"descr": np.lib.format.dtype_to_descr(kind), "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)
    for episode in kept:
        file.write(column(episode, key).astype(kind, copy=False).tobytes())


def pyarrow() -> tuple[Any, Any]:
    """Return the modules `pyarrow` and `pyarrow.parquet`.

    Raises:
        MissingExtra: they are not installed.
    """
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtra.of("a .parquet file", "pyarrow", "dataset", ".npz needs nothing") from None


def write_parquet(name: str, episodes: Episodes) -> None:
    """Write episodes as a Parquet file."""
    arrow, parquet = pyarrow()

    def table(group: list[Episode]) -> Any:
        made = {}
        for key in columns_of(episodes):
            joined = np.concatenate([column(episode, key) for episode in group])
            values = arrow.array(joined.ravel())
            made[key] = arrow.FixedSizeListArray.from_arrays(values, joined.shape[1]) if joined.ndim > 1 else values
        return arrow.table(made, metadata={"fireteam": about(episodes)})

    writer = None
    try:
        for group in groups(episodes):
            made = table(group)
            writer = writer or parquet.ParquetWriter(name, made.schema, compression="zstd")
            writer.write_table(made)
    finally:
        if writer is not None:
            writer.close()


def groups(episodes: Iterable[Episode]) -> Iterator[list[Episode]]:
    """Yield episodes in lists of GROUP rows or somewhat more; the last is shorter."""
    group: list[Episode] = []
    rows = 0
    for episode in episodes:
        group.append(episode)
        rows += len(episode.rows)
        if rows >= GROUP:
            yield group
            group, rows = [], 0
    if group:
        yield group


WRITERS: dict[str, Callable[[str, Episodes], None]] = {".npz": write_npz, ".parquet": write_parquet}
