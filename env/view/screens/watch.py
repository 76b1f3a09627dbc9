"""Watching a replay: play, pause and step both ways, scrub, jump to rounds and to the turning point."""

from collections.abc import Callable
from typing import Any

from ...battle import Battle
from ..draw.board import put_token
from ..draw.ui import Ui
from ..look import Prim
from ..parts.timeline import timeline
from ..playback.player import Player
from ..story import add_chances
from .base import KEYS, BattleScreen

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
PAUSE = 0.12  # seconds between two decisions, at normal speed
STEPS = (("decision", False, False), ("phase", True, False), ("round", False, True))  # what, with shift, with ctrl
LEFT, RIGHT = -1, 1


class WatchScreen(BattleScreen):
    """A replay in a window.

    Args:
        player: of the replay's playback.
        battles: the battle at each moment, for overlays; empty if this engine does not play the replay.
        chances: returns each team's chance to win as the playback holds it and the turning point, None while unknown.
    """

    keys = [
        ("Space", "play or pause"), ("Left, Right", "a decision back or on"), ("Shift Left, Right", "an action phase"),
        ("PageUp, PageDown", "an initiative pass"), ("Ctrl Left, Right", "a round"), ("Home, End", "beginning and end"),
        (", .  Down, Up", "slower, faster"), ("j, k", "the turning point"), *KEYS,
    ]  # fmt: skip
    bottom_high = 124

    def __init__(
        self, player: Player, theme: str = "dark", battles: list[Battle] | None = None,
        chances: Callable[[], tuple[dict[str, Any], dict[str, Any] | None] | None] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(player, theme, battles)
        self.playing = False
        self._chances = chances
        self._held = False  # the mouse button is down: somebody may be dragging along the timeline
        self._ended = False  # the end of the battle has been told
        self._furthest = 0  # the latest moment that has been watched
        self.go(0)
        self.tell_opening()

    def advance(self, seconds: float) -> None:
        """Go on to the next decision when the present one has been shown."""
        if self._chances is not None and (known := self._chances()) is not None:
            add_chances(self.player.playback, *known)
            self._chances = None
        if self.playing and self.t >= self.player.seconds(self.n) + PAUSE:
            if self.n < self.player.last:
                self.go(self.n + 1, animate=True)
            else:
                self.playing = False
        self._tell_end()

    def _tell_end(self) -> None:
        """Tell how the battle ended whenever its end has been reached."""
        at_end = self.n == self.player.last > 0 and self.t >= self.player.seconds(self.n)
        if at_end and not (self._ended or self._held or self.card):
            self.tell_ending()
        self._ended = at_end and (self._ended or bool(self.card))

    def draw_bottom(self, ui: Ui, area: Any) -> None:
        """Draw timeline and buttons, and answer their keys."""
        ui.panel(area, "panel", "", 0)
        on = min(self.t / self.player.seconds(self.n), 1.0) if self.player.seconds(self.n) else 1.0
        line = ui.rect(area.x + ui.px(16), area.y + ui.px(6), area.width - ui.px(32), ui.px(70))
        self._furthest = max(self._furthest, self.n)
        dragged = timeline(ui, self.player, self.n, on, line, self._furthest, self.side)
        self._held = ui.held
        if dragged is not None and dragged != self.n:
            self.playing = False
            self.go(dragged)
        self._draw_buttons(ui, ui.rect(area.x + ui.px(16), area.y + ui.px(84), area.width - ui.px(32), ui.px(32)))
        self._keys(ui)

    def _keys(self, ui: Ui) -> None:
        """Answer the keys of the transport."""
        for what, shift, ctrl in STEPS:
            for key, step in (("left", LEFT), ("right", RIGHT)):
                if ui.key(key, shift, ctrl):
                    self._step(what, step)
        for key, step in (("page up", LEFT), ("page down", RIGHT)):
            if ui.key(key):
                self._step("pass", step)
        if ui.key("space"):
            self._toggle()
        if ui.key("home"):
            self._jump(0)
        if ui.key("end"):
            self._jump(self.player.last)
        if ui.key(",") or ui.key("down"):
            self._change_speed(-1)
        if ui.key(".") or ui.key("up"):
            self._change_speed(1)
        if ui.key("j") or ui.key("k"):
            self._turn()
        if ui.key("q") or (ui.key("escape") and not self.selected):
            self.closing = True
        if ui.key("escape"):
            self.selected = ""

    def _draw_buttons(self, ui: Ui, area: Any) -> None:
        """Draw the transport, and what is shown how."""
        x = area.x
        transport: list[tuple[str, str, Callable[[], None]]] = [
            ("first", "to the beginning (Home)", lambda: self._jump(0)),
            ("round-", "a round back (Ctrl Left)", lambda: self._step("round", LEFT)),
            ("phase-", "an action phase back (Shift Left)", lambda: self._step("phase", LEFT)),
            ("back", "a decision back (Left)", lambda: self._step("decision", LEFT)),
            ("pause" if self.playing else "play", "play or pause (Space)", self._toggle),
            ("on", "a decision on (Right)", lambda: self._step("decision", RIGHT)),
            ("phase+", "an action phase on (Shift Right)", lambda: self._step("phase", RIGHT)),
            ("round+", "a round on (Ctrl Right)", lambda: self._step("round", RIGHT)),
            ("last", "to the end (End)", lambda: self._jump(self.player.last)),
        ]
        for icon, hint, act in transport:
            place = ui.rect(x, area.y, ui.px(34), area.height)
            if ui.button(place, "", hint, on=icon == "pause"):
                act()
            put_token(ui.surface, ICONS[icon], place.centerx, place.centery, ui.px(26), ui.theme)
            x += ui.px(37)
        x += ui.px(8)
        said = f"{self.n} / {self.player.last}"
        ui.text(said, x, area.centery - ui.px(9), 13, "faint")
        words: list[tuple[str, float, str, bool, Callable[[], None]]] = [
            (f"{self.speed:g}x", 46, "speed (, and .)", False, lambda: self._change_speed(1)),
            (self.side or "all", 58, "fog: what a side sees (f)", bool(self.side), self.turn_side),
            (self.overlay or "overlay", 66, "overlay on the chosen unit (l)", bool(self.overlay), self.turn_overlay),
            ("follow", 58, "follow the action (o)", self.follow, self._toggle_follow),
            ("turning point", 104, "jump to the turning point (j)", False, self._turn),
            ("?", 30, "keys (?)", False, self.notices.open_help),
        ]
        right = area.right
        for label, wide, hint, lit, act in reversed(words):
            room = max(ui.px(wide), ui.render(label, 13, "text").get_width() + ui.px(12))
            right -= room
            if right < x + ui.px(70):
                break
            if ui.button(ui.rect(right, area.y, room, area.height), label, hint, on=lit):
                act()
            right -= ui.px(4)

    def _toggle(self) -> None:
        if not self.playing and self.n == self.player.last:
            self.go(0)
        self.playing = not self.playing

    def _toggle_follow(self) -> None:
        self.follow = not self.follow

    def _change_speed(self, step: int) -> None:
        place = SPEEDS.index(self.speed) + step
        self.speed = SPEEDS[place % len(SPEEDS)]
        self.say(f"{self.speed:g} times as fast")

    def _step(self, what: str, step: int) -> None:
        """Go a decision, phase, pass or round on or back; a single decision on is shown as it happens."""
        self.playing = False
        self.go(self.player.jump(self.n, what, step), animate=what == "decision" and step > 0 and self.n < self.player.last)

    def _jump(self, n: int) -> None:
        self.playing = False
        self.go(n)

    def _turn(self) -> None:
        turning = self.player.playback.get("turning")
        if turning is None:
            known = "chances" in self.player.playback
            self.say("no moment made a difference that lasted" if known else "the turning point is not known yet")
        else:
            self._jump(turning)
            self.card = [("The turning point", "accent"), (self.player.playback.get("turned", ""), "text")]


def _triangle(x: float, size: float, side: int) -> Prim:
    return ["poly", "text", [x - side * size / 2, -size, x + side * size / 2, 0, x - side * size / 2, size]]


def _bar(x: float, wide: float = 0.09) -> Prim:
    return ["poly", "text", [x - wide / 2, -0.3, x + wide / 2, -0.3, x + wide / 2, 0.3, x - wide / 2, 0.3]]


ICONS: dict[str, list[Prim]] = {
    "play": [["poly", "text", [-0.2, -0.32, 0.34, 0, -0.2, 0.32]]],
    "pause": [_bar(-0.14, 0.15), _bar(0.14, 0.15)],
    "back": [_bar(0.2), _triangle(-0.08, 0.3, LEFT)],
    "on": [_bar(-0.2), _triangle(0.08, 0.3, RIGHT)],
    "phase-": [_triangle(-0.17, 0.28, LEFT), _triangle(0.14, 0.28, LEFT)],
    "phase+": [_triangle(-0.14, 0.28, RIGHT), _triangle(0.17, 0.28, RIGHT)],
    "round-": [_triangle(-0.26, 0.25, LEFT), _triangle(0.0, 0.25, LEFT), _triangle(0.26, 0.25, LEFT)],
    "round+": [_triangle(-0.26, 0.25, RIGHT), _triangle(0.0, 0.25, RIGHT), _triangle(0.26, 0.25, RIGHT)],
    "first": [_bar(-0.3), _triangle(-0.1, 0.28, LEFT), _triangle(0.18, 0.28, LEFT)],
    "last": [_triangle(-0.18, 0.28, RIGHT), _triangle(0.1, 0.28, RIGHT), _bar(0.3)],
}
