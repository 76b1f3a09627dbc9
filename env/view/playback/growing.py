"""A playback that grows while its battle is played."""

from ...battle import Battle
from ...observe.events import Event
from ...replay.replay import Replay
from ...replay.storage import Step
from .cutter import cut
from .intentions import said_of
from .player import Player


class GrowingPlayer:
    """The playback of a replay that is being recorded, and its player.

    Attributes:
        player: the player of the moments so far. battles: the battle at each moment, copies.
    """

    def __init__(self, replay: Replay) -> None:
        self._cutter, self.battles = cut(replay)
        self.player = Player(self._cutter.playback)

    def take(self, battle: Battle, step: Step, events: list[Event]) -> None:
        """Add a decision that was just recorded; `battle` is the battle after it."""
        after = battle.copy()
        self._cutter.add(step.scene, events, self.battles[-1], after, **said_of(step))
        self.battles.append(after)
        self.player.grow()

    def drop_last(self) -> None:
        """Forget the last decision: it was taken back."""
        self.player.shrink(self.player.last)
        del self.battles[-1]
        self._cutter.back_to(self.player.scenes[-1], self.player.worn[-1], self.player.lit[-1], self.player.tiles[-1])
