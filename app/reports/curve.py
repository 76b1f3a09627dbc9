"""The chances of a replay for whoever shows it: worked out beside the picture, once, and kept in a file."""

from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, Self

from fireteam.agents.series.win_probability import Chances, Stopped, chances_for, chances_of, settled, turning_point
from fireteam.env.errors import FireteamError
from fireteam.env.replay.replay import Replay

Known = tuple[dict[str, Any], dict[str, Any] | None]


def for_playback(chances: Chances, replay: Replay) -> Known:
    """Return the chances of a replay as a playback holds them, and the turning point."""
    chances = settled(chances, replay)
    turn = turning_point(chances)
    shares, sure = (
        {team: [round(row[place], 4) for row in rows] for place, team in enumerate(chances.teams)}
        for rows in (chances.shares, chances.half_widths())
    )
    curve = {"moments": chances.moments, "shares": shares, "half_widths": sure, "playouts": chances.playouts}
    return curve, turn._asdict() if turn is not None else None


class Curve:
    """Works out the chances of a replay in a thread of its own while the block runs.

    Args:
        replay: which.
        path: its file, beside which they are kept; None for a battle of the moment.
    """

    def __init__(self, replay: Replay, path: str | Path | None) -> None:
        self._replay, self._path = replay, path
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
        """Return the chances and the turning point, None while they are being worked out or if they cannot be."""
        return self._known

    def _work(self) -> None:
        try:
            if self._path is None:
                chances = chances_of(self._replay, stop=lambda: self._stopped)
            else:
                chances = chances_for(self._path, self._replay, stop=lambda: self._stopped)
            self._known = for_playback(chances, self._replay)
        except (FireteamError, Stopped):  # another engine's replay is shown without a curve
            return
