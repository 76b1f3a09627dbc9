"""Small battles of ladder for tests of what is seen of plans: two duelists face to face, dictated fudge dice, a playback."""

from typing import Any

import tabletop
from fireteam.env.battle import Battle
from fireteam.env.observe.events import Event
from fireteam.env.replay.scene import difference, scene_of
from fireteam.env.view.playback.cutter import Cutter, Playback

RED_SLOW = [1, 1, 1, 1, 3, 3, 3, 3]  # dice of initiative by which red declares first and acts last
BELIEVED = [3, 3, 3, 3, 1, 1, 1, 1]  # dice of a feint that fools its target
SEEN_THROUGH = [1, 1, 1, 1, 3, 3, 3, 3]


class Declared:
    """A battle of ladder that is played and shown.

    Attributes:
        battle, cutter: what is played, and what makes a playback of it.
    """

    def __init__(self, **options: Any) -> None:
        self.battle: Battle = tabletop.table(
            [{"template": "duelist", "at": [5, 2]}],
            [{"template": "duelist", "at": [6, 2]}],
            dice=RED_SLOW,
            system="ladder",
            **options,
        )
        self.cutter = Cutter(self.battle.field)
        self._scene = scene_of(self.battle)
        self.cutter.add(self._scene, self.battle.events(), None, self.battle)

    @property
    def playback(self) -> Playback:
        """What has been made so far."""
        return self.cutter.playback

    def take(self, *actions: str, dice: list[int] | None = None) -> list[Event]:
        """Take some actions, the last with dictated dice; return what happened in that."""
        events: list[Event] = []
        for number, action in enumerate(actions, 1):
            before, decision = self.battle.copy(), self.battle.decision
            assert decision is not None
            self.battle.dictate((dice or []) if number == len(actions) else [])
            events = self.battle.step(action)
            scene = scene_of(self.battle)
            patch, self._scene = difference(self._scene, scene), scene
            self.cutter.add(patch, events, before, self.battle, by=decision.unit, kind=decision.kind, action=action)
        return events
