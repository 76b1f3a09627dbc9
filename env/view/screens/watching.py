"""Watching a replay: play, pause and step both ways, scrub, jump to rounds and to the turning point."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...battle import Battle
from ..draw.ui import Ui
from ..parts.timeline import timeline
from ..parts.tools import Tool
from ..parts.transport import LEFT, RIGHT, draw_signs, draw_words
from ..playback.player import Player
from ..story import Line, add_chances
from .view import View

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
PAUSE = 0.12  # seconds between two decisions, at normal speed


class Transport:
    """Movement through a replay: playing, pausing, going on and back.

    Attributes:
        playing: whether it plays, rather than pauses.
    """

    def __init__(self, view: View) -> None:
        self.playing = False
        self._view = view

    def advance(self) -> None:
        """Go on to the next decision when the present one has been shown."""
        view = self._view
        if self.playing and view.shown(PAUSE):
            if view.n < view.player.last:
                view.go(view.n + 1, animate=True)
            else:
                self.playing = False

    def toggle(self) -> None:
        """Play or pause; at the end, play from the beginning."""
        if not self.playing and self._view.n == self._view.player.last:
            self._view.go(0)
        self.playing = not self.playing

    def change_speed(self, step: int) -> None:
        """Go on to another speed."""
        place = SPEEDS.index(self._view.speed) + step
        self._view.speed = SPEEDS[place % len(SPEEDS)]
        self._view.say(f"{self._view.speed:g} times as fast")

    def step(self, what: str, step: int) -> None:
        """Go a decision, phase, pass or round on or back; a single decision on is shown as it happens."""
        view = self._view
        self.playing = False
        view.go(view.player.jump(view.n, what, step), what == "decision" and step > 0 and view.n < view.player.last)

    def jump(self, n: int) -> None:
        """Pause at a moment."""
        self.playing = False
        self._view.go(n)

    def to_beginning(self) -> None:
        """Pause at the beginning."""
        self.jump(0)

    def to_end(self) -> None:
        """Pause at the end."""
        self.jump(self._view.player.last)

    def to_turning(self) -> None:
        """Pause at the turning point and say what it is, or why there is none."""
        playback = self._view.player.playback
        turning = playback.get("turning")
        if self._view.side and playback["fog"]:
            self._view.say("where a battle turns is told to those who see everything")
        elif turning is None:
            known = "chances" in playback
            self._view.say("no single act made a great difference" if known else "the turning point is not known yet")
        else:
            self.jump(turning)
            self._view.card = [("The turning point", "accent"), (playback.get("turned", ""), "text")]
            moment = playback["moments"][turning]
            shot = {name for shot in moment.get("shots", ()) for name in shot["units"]}
            self._view.uncovered = shot | {mark["unit"] for mark in moment.get("marks", ())} | {moment.get("by", "")}

    def actions(self) -> dict[str, Callable[[], object]]:
        """Return what its keys do."""
        step, slower, faster = self.step, partial(self.change_speed, -1), partial(self.change_speed, 1)
        return {
            "left": partial(step, "decision", LEFT), "right": partial(step, "decision", RIGHT),
            "shift+left": partial(step, "phase", LEFT), "shift+right": partial(step, "phase", RIGHT),
            "ctrl+left": partial(step, "round", LEFT), "ctrl+right": partial(step, "round", RIGHT),
            "page up": partial(step, "pass", LEFT), "page down": partial(step, "pass", RIGHT),
            "space": self.toggle, "home": self.to_beginning, "end": self.to_end,
            ",": slower, "down": slower, ".": faster, "up": faster, "j": self.to_turning, "k": self.to_turning,
        }  # fmt: skip

    def tools(self) -> list[Tool]:
        """Return its buttons, each called by its sign."""
        step = self.step
        return [
            Tool("first", "to the beginning (Home)", self.to_beginning),
            Tool("round-", "a round back (Ctrl Left)", partial(step, "round", LEFT)),
            Tool("phase-", "an action phase back (Shift Left)", partial(step, "phase", LEFT)),
            Tool("back", "a decision back (Left)", partial(step, "decision", LEFT)),
            Tool("pause" if self.playing else "play", "play or pause (Space)", self.toggle, lit=self.playing),
            Tool("on", "a decision on (Right)", partial(step, "decision", RIGHT)),
            Tool("phase+", "an action phase on (Shift Right)", partial(step, "phase", RIGHT)),
            Tool("round+", "a round on (Ctrl Right)", partial(step, "round", RIGHT)),
            Tool("last", "to the end (End)", self.to_end),
        ]


class Watching:
    """A replay in a window.

    Args:
        player: the player of the replay's playback.
        battles: the battle at each moment, for overlays; empty if this engine does not play the replay.
        chances: returns the arguments of `add_chances`: curve, turning point, luck; None while they are unknown.

    Attributes:
        view: its shown state.
        transport: plays and pauses it, and goes on and back.
    """

    keys: Sequence[tuple[str, str]] = (
        ("Space", "play or pause"), ("Left, Right", "a decision back or on"), ("Shift Left, Right", "an action phase"),
        ("PageUp, PageDown", "an initiative pass"), ("Ctrl Left, Right", "a round"), ("Home, End", "beginning and end"),
        (", .  Down, Up", "slower, faster"), ("j, k", "the turning point"),
    )  # fmt: skip
    bottom_high = 124

    def __init__(
        self, player: Player, theme: str = "dark", battles: list[Battle] | None = None,
        chances: Callable[[], tuple[dict[str, Any], dict[str, Any] | None, dict[str, Any] | None] | None] | None = None,
    ) -> None:  # fmt: skip
        self.view = View(player, theme, battles)
        self.transport = Transport(self.view)
        self._chances = chances
        self._held = False  # the mouse button is down: somebody may be dragging along the timeline
        self._ended = False  # the end of the battle has been told
        self._furthest = 0  # the latest moment that has been watched
        self.view.go(0)
        self.view.show_opening()

    def advance(self) -> None:
        """Go on where it plays; take in the chances as soon as they are known."""
        if self._chances is not None and (known := self._chances()) is not None:
            add_chances(self.view.player.playback, *known)
            self._chances = None
        self.transport.advance()
        self._show_end()

    def _show_end(self) -> None:
        """Tell how the battle ended whenever its end has been reached."""
        view = self.view
        at_end = view.n == view.player.last > 0 and view.shown()
        if at_end and not (self._ended or self._held or view.card):
            view.show_ending()
        self._ended = at_end and (self._ended or bool(view.card))

    def busy(self) -> bool:
        """Return whether a pop-up takes all input: watching has none."""
        return False

    def turn_side(self) -> None:
        """Go on to the next side's view: who watches may look through all eyes."""
        self.view.turn_side()

    def tints(self) -> dict[int, str]:
        """Return the tints of tiles while no overlay is on the map: none."""
        return {}

    def draw_on_map(self, ui: Ui) -> None:
        """Draw nothing more on the map."""

    def unit_lines(self, _name: str) -> list[Line]:
        """Return no extra lines on a unit."""
        return []

    def tile_lines(self, _tile: tuple[int, int]) -> list[Line]:
        """Return no extra lines on a tile."""
        return []

    def draw_over(self, ui: Ui) -> None:
        """Draw nothing over everything."""

    def draw_bottom(self, ui: Ui, area: Any) -> None:
        """Draw timeline and buttons, and answer their keys."""
        view = self.view
        ui.panel(area, "panel", "", 0)
        seconds = view.player.seconds(view.n)
        on = min(view.t / seconds, 1.0) if seconds else 1.0
        line = ui.rect(area.x + ui.px(16), area.y + ui.px(6), area.width - ui.px(32), ui.px(70))
        self._furthest = max(self._furthest, view.at)
        dragged = timeline(ui, view.player, view.n, on, line, self._furthest, view.side)
        self._held = ui.held
        if dragged is not None and dragged != view.n:
            self.transport.jump(dragged)
        self._draw_buttons(ui, ui.rect(area.x + ui.px(16), area.y + ui.px(84), area.width - ui.px(32), ui.px(32)))
        ui.answer({**self.transport.actions(), "q": view.close, "escape": self._let_go})

    def _draw_buttons(self, ui: Ui, area: Any) -> None:
        """Draw the transport buttons and the settings of the view."""
        view = self.view
        x = draw_signs(ui, area, self.transport.tools()) + ui.px(8)
        ui.text(f"{view.n} / {view.player.last}", x, area.centery - ui.px(9), 13, "faint")
        words: list[tuple[float, Tool]] = [
            (46, Tool(f"{view.speed:g}x", "speed (, and .)", partial(self.transport.change_speed, 1))),
            (58, Tool(view.side or "all", "fog: what a side sees (f)", view.turn_side, lit=bool(view.side))),
            (66, Tool(view.overlay or "overlay", "overlay on the chosen unit (l)", view.turn_overlay, bool(view.overlay))),
            (58, Tool("follow", "follow the action (o)", view.camera.turn_follow, lit=view.camera.follow)),
            (104, Tool("turning point", "jump to the turning point (j)", self.transport.to_turning)),
            (30, Tool("?", "keys (?)", view.notices.open_help)),
        ]
        draw_words(ui, area, words, x + ui.px(70))

    def _let_go(self) -> None:
        """Release the chosen unit; without one, close the window."""
        if not self.view.selected:
            self.view.close()
        self.view.selected = ""
