"""The chances of a replay for the viewer: computed while it runs, once, and stored in a file."""

from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, Self

from fireteam.agents.attribution.attribution import attribution_of
from fireteam.agents.series.win_probability import Chances, Stopped
from fireteam.agents.story.kept import chances_for
from fireteam.content.errors import ContentError, FireteamError
from fireteam.env.replay.replay import Replay

from . import luck

Known = tuple[dict[str, Any], dict[str, Any] | None, dict[str, Any] | None]


def for_playback(chances: Chances) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return the chances of a replay as a playback stores them, and the turning point."""
    shares, sure = (
        {team: [round(row[place], 4) for row in rows] for place, team in enumerate(chances.teams)}
        for rows in (chances.shares, chances.half_widths())
    )
    curve: dict[str, Any] = {"moments": chances.moments, "shares": shares, "half_widths": sure}
    curve |= {"playouts": chances.playouts, "over": chances.over}
    return curve, chances.turn.model_dump() if chances.turn is not None else None


class Curve:
    """Computes the chances of a replay in a thread of its own while the block runs.

    Args:
        replay: the replay.
        path: its file, beside which they are stored; None for a battle without a file.
        playback: the playback of the replay, for the names in the sentences on luck.
    """

    def __init__(self, replay: Replay, path: str | Path | None, playback: dict[str, Any]) -> None:
        self._replay, self._path, self._playback = replay, path, playback
        self._known: Known | None = None
        self._stopped = False
        self._thread = Thread(target=self._work, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        self._stopped = True
        self._thread.join(timeout=10)

    def known(self) -> Known | None:
        """Return chances, turning point and luck; None while they are computed or if they cannot be."""
        return self._known

    def _work(self) -> None:
        try:
            found = for_playback(chances_for(self._path, self._replay, stop=lambda: self._stopped))
            self._known = (*found, self._luck())
        except (FireteamError, Stopped):  # another engine's replay is shown without a curve
            return

    def _luck(self) -> dict[str, Any] | None:
        """Return the luck of the replay, None if it has no dice or the viewer is closed."""

        def note(*_: int) -> None:
            if self._stopped:
                raise Stopped

        try:
            return luck.for_playback(attribution_of(self._replay, on_progress=note), self._playback)
        except ContentError:
            return None
