"""The file beside a replay that stores its chances and turning point, so that they are computed once."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from fireteam.content.errors import ContentError, ReplayError
from fireteam.content.reading import read_text, shown, validated
from fireteam.env.files import write_whole
from fireteam.env.replay.replay import ENGINE, Replay

from ..series.win_probability import FEWEST, FORMAT, POINTS, Chances, chances_of, identity
from .turning import turning_point


def chances_path(replay_path: str | Path) -> Path:
    """Return the path of the chances of a replay: `battle.chances.json` for `battle.jsonl.gz`."""
    path = Path(replay_path)
    return path.with_name(path.name.removesuffix(".gz").removesuffix(".jsonl") + ".chances.json")


def save(chances: Chances, path: str | Path) -> None:
    """Write chances to a file, whole or not at all; raise a ContentError if the place cannot be written to."""
    write_whole(path, json.dumps(chances.model_dump(mode="json"), separators=(",", ":")) + "\n")


def load(path: str | Path, replay: Replay) -> Chances | None:
    """Return the chances of a replay from their file, None if it is not there or belongs to another replay.

    Raises:
        ReplayError: the file cannot be read, is broken or of another format.
    """
    path = Path(path)
    if not os.path.exists(path):
        return None
    try:
        data = json.loads(read_text(path))
        if not isinstance(data, dict) or data.get("fireteam") != "chances":
            raise ReplayError(f"{path}: no chances of a Fireteam replay")
        if data.get("format") != FORMAT:
            found = shown(data.get("format"))
            raise ReplayError(f"{path}: chances in format {found}; this is engine {ENGINE}, which reads format {FORMAT}")
        chances = validated(Chances, data, path)
    except ContentError as error:
        raise ReplayError(str(error)) from None
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{path}: not valid JSON ({str(error).splitlines()[0]})") from None
    if chances.replay != identity(replay):
        return None
    if chances.moments[-1] != len(replay.steps):
        raise ReplayError(f"{path}: chances up to moment {chances.moments[-1]} of {len(replay.steps)}")
    if chances.teams != [team.name for team in replay.header.scenario.teams]:
        raise ReplayError(f"{path}: chances of {shown(chances.teams)}, who are not the teams of the replay")
    return chances


def chances_for(
    path: str | Path | None,
    replay: Replay,
    doctrine: str = "tactician",
    playouts: int | None = None,
    points: int = POINTS,
    on_progress: Callable[[int, int], None] = lambda *_: None,
    stop: Callable[[], bool] = lambda: False,
    workers: int = 1,
) -> Chances:
    """Return the chances of a replay and its turning point: those stored beside its file, else computed now and stored.

    Page, window and gallery all use this, so that they name the same moment. Stored chances are used if they have the same
    doctrine and are at least as fine; a broken file is replaced. Other arguments and errors are those of `chances_of`.

    Args:
        path: the file of the replay; None if there is none, so that nothing is stored.
    """
    place = chances_path(path) if path is not None else None
    with suppress(ReplayError):
        stored = load(place, replay) if place is not None else None
        if stored and stored.doctrine == doctrine and stored.playouts >= (playouts or FEWEST):
            if len(stored.moments) >= min(points, stored.acts):
                return stored
    chances = chances_of(replay, doctrine, playouts, points, on_progress, stop, workers)
    chances = chances.model_copy(update={"turn": turning_point(replay, chances, stop, workers)})
    if place is not None:
        with suppress(ContentError):  # a folder that cannot be written to: they are computed again next time
            save(chances, place)
    return chances
