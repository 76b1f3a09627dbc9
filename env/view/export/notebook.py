"""Battles and replays in notebooks: a still picture, and a film with its controls."""

from typing import TYPE_CHECKING

from ... import framed

if TYPE_CHECKING:
    from ...battle import Battle
    from ...replay.replay import Replay


def register() -> None:
    """Make notebooks show battles and replays; the drawing code is loaded when the first is shown."""
    framed.factories.update(Battle=frame_of_battle, Replay=frame_of_replay)


def frame_of_replay(replay: "Replay") -> str:
    """Return a replay as a frame."""
    from ..playback.cutter import playback_of
    from .html import frame

    return frame(playback_of(replay), 680)


def frame_of_battle(battle: "Battle") -> str:
    """Return a still of a battle as a frame."""
    from ...replay.scene import scene_of
    from ..playback.cutter import Cutter
    from .html import frame

    cutter = Cutter(battle.field)
    cutter.add(scene_of(battle), [], None, battle)
    return frame(cutter.playback, 520)
