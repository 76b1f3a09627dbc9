"""A screen that shows a battle: map, ribbon, cards and log; zoom, fog, overlays, themes, help, pictures of itself."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from ..draw.canvas import draw, pygame_here
from ..draw.card import FOOT, draw_card
from ..draw.ui import Ui
from ..parts.layout import Layout, draw_goals, layout
from ..parts.overlays import lay, who_is
from ..parts.panels import ribbon
from ..parts.tips import tile_tip, unit_tip
from ..story import Line, goals
from .column import Column
from .view import View

KEYS = [
    ("wheel, + -", "zoom"), ("drag", "move the map"), ("0", "fit the map"), ("f", "fog: all, or what one side sees"),
    ("l", "overlay on the chosen unit: danger, reach, lines of fire"), ("o", "follow the action"), ("t", "dark or light"),
    ("m", "map only"), ("s, F12", "save a picture"), ("F11", "full screen"), ("?", "this help"),
    ("Escape", "let go of a unit, close"),
]  # fmt: skip


class Mode(Protocol):
    """The mode of a screen: its battle is watched, or played.

    Attributes:
        view: the shown state of the battle.
        keys: its keys and their effects, for the help.
    """

    view: View
    keys: Sequence[tuple[str, str]]

    @property
    def bottom_high(self) -> int:
        """Height of its part below the map, in units of length."""

    def advance(self) -> None:
        """Advance the screen by the time that has passed."""

    def busy(self) -> bool:
        """Return whether a pop-up takes all input."""

    def turn_side(self) -> None:
        """Go on to the next side's view."""

    def tints(self) -> dict[int, str]:
        """Return the tints of tiles while no overlay is on the map."""

    def draw_on_map(self, ui: Ui) -> None:
        """Draw the mode's own parts on the map, and react to the pointer there."""

    def unit_lines(self, name: str, /) -> list[Line]:
        """Return lines about a unit besides its state."""

    def tile_lines(self, tile: tuple[int, int], /) -> list[Line]:
        """Return lines about a tile besides its description."""

    def draw_bottom(self, ui: Ui, area: Any) -> None:
        """Draw the part below the map, and react to keys."""

    def draw_over(self, ui: Ui) -> None:
        """Draw the parts over everything else, like pop-ups."""


class BattleScreen:
    """A battle in a window, watched or played.

    Attributes:
        mode, view: the mode, and the shown state of the battle.
        column: the cards of the units and the log.
    """

    def __init__(self, mode: Mode) -> None:
        self.mode, self.view = mode, mode.view
        self.column = Column(mode.view)
        self._laid: tuple[Any, ...] = ()

    @property
    def theme(self) -> str:
        """Which colours it is drawn in."""
        return self.view.theme

    def frame(self, ui: Ui, seconds: float) -> bool:
        """Draw one frame, `seconds` after the last; return whether the window stays open."""
        view, camera = self.view, self.view.camera
        ui.theme = view.theme
        view.let_pass(seconds)
        ui.surface.fill(ui.colour("page"))
        places = self.layout(ui)
        camera.place(places.map, ui.surface.get_size())
        ui.awake = not self.busy()
        stood = bool(view.card)  # the key that brings a card does not put it away
        self.mode.advance()
        ui.answer(self._actions(ui))
        if not camera.move(ui) and camera.follow:
            self._follow()
        self._lay_over_map()
        self._draw_map(ui)
        view.pointed = self._point(ui)
        view.pointed = ribbon(ui, view.player, view.at, places.ribbon, view.side) or view.pointed
        draw_goals(ui, goals(view.player.playback, view.side), places.goals)
        if places.cards.width > 0:
            self.column.draw(ui, places.cards, places.log)
        self.mode.draw_bottom(ui, places.bottom)
        self.mode.draw_over(ui)
        self._draw_card(ui, stood)
        view.notices.draw(ui, camera.area, seconds, [*self.mode.keys, *KEYS])
        return not view.closing

    def busy(self) -> bool:
        """Return whether a pop-up takes all input."""
        return self.view.covered() or self.mode.busy()

    def layout(self, ui: Ui) -> Layout:
        """Return where the parts of the window lie."""
        playback = self.view.player.playback
        goal_lines = goals(playback, self.view.side)
        return layout(ui, goal_lines, len(playback["units"]), self.mode.bottom_high, self.view.wide)

    def unit_lines(self, name: str) -> list[Line]:
        """Return a unit in words, a colour for each line."""
        view = self.view
        return unit_tip(view.player, view.player.standing(view.n, view.t, name), name, view.side) + self.mode.unit_lines(
            name
        )

    def tile_lines(self, tile: tuple[int, int]) -> list[Line]:
        """Return a tile in words, a colour for each line."""
        return tile_tip(self.view.player, self.view.at, tile, self.view.side) + self.mode.tile_lines(tile)

    def _actions(self, ui: Ui) -> dict[str, Callable[[], object]]:
        """Return the functions of the keys that all modes share."""
        view, camera = self.view, self.view.camera
        picture = partial(self._save_picture, ui.surface)
        return {
            "?": view.notices.open_help, "t": view.turn_theme, "f": self.mode.turn_side, "l": view.turn_overlay,
            "o": self._turn_follow, "0": camera.fit, "+": camera.closer, "shift++": camera.closer, "=": camera.closer,
            "shift+=": camera.closer, "-": camera.farther, "shift+-": camera.farther, "s": picture, "f12": picture,
            "m": view.turn_wide, "f11": pygame_here().display.toggle_fullscreen,
        }  # fmt: skip

    def _turn_follow(self) -> None:
        """Follow the action or stay, and say so."""
        self.view.camera.turn_follow()
        self.view.say("follows the action" if self.view.camera.follow else "the map stays where it is")

    def _follow(self) -> None:
        """Move the map a little towards the unit that acts."""
        view = self.view
        name = view.player.moment(view.n).get("by") or view.decider()
        if (place := view.place_of(name)) is not None:
            view.camera.approach(place)

    def _save_picture(self, surface: Any) -> None:
        """Save a picture of the window in the present folder."""
        title = self.view.player.playback["title"].lower()
        name = "".join(letter if letter.isalnum() else "-" for letter in title)
        path = Path(f"fireteam-{name}-{self.view.n}.png")
        try:
            pygame_here().image.save(surface, str(path))
        except (OSError, pygame_here().error) as error:
            self.view.say(f"{path} cannot be written: {error}")
            return
        self.view.say(f"saved {path}")

    def _lay_over_map(self) -> None:
        """Lay the overlay over the map, and rebuild it if the moment or the unit changed; else the tints of the mode."""
        view, stage = self.view, self.view.stage
        laid = (view.overlay, view.selected, view.n, len(view.battles))
        if laid != self._laid:
            self._laid = laid
            stage.tints, stage.wires = {}, []
            battle, name = view.battle(), view.selected or view.decider()
            if view.overlay and battle is not None and name:
                stage.tints, stage.wires = lay(view.overlay, battle, who_is(battle, name))
        if not view.overlay:
            stage.tints = self.mode.tints()

    def _draw_map(self, ui: Ui) -> None:
        """Draw the map within its part of the window."""
        view, stage = self.view, self.view.stage
        ui.surface.set_clip(view.camera.area)
        stage.side = view.side
        stage.draw(ui.surface, view.n, view.t, view.clock)
        for name in {view.selected, view.pointed} - {""}:
            if (place := view.place_of(name)) is not None:
                ring = [["arc", "text@0.9", *place, 0.62, 0, 1, 0.04]]
                draw(ui.surface, ring, stage.x, stage.y, stage.scale, view.theme)
        self.mode.draw_on_map(ui)
        ui.surface.set_clip(None)

    def _point(self, ui: Ui) -> str:
        """Show a tooltip for what is under the pointer on the map; return the unit there, or ""."""
        view = self.view
        if not ui.hot(view.camera.area) or view.camera.dragged(ui):
            return ""
        tile = view.stage.tile_at(*ui.mouse)
        if tile is None:
            return ""
        for name, x, y, _ in reversed(view.player.tokens(view.n, view.t, view.side)):
            if (int(x), int(y)) == tile:
                ui.tip(self.unit_lines(name))
                if ui.tapped:
                    view.select(name)
                return name
        ui.tip(self.tile_lines(tile))
        return ""

    def _draw_card(self, ui: Ui, stood: bool) -> None:
        """Draw the card that lies over the map; a key or a click puts it away, if it stood there before."""
        view = self.view
        if not view.card:
            return
        ui.awake = not view.notices.help
        opening = len(view.player.scenes) == 1 or view.n == 0
        spots = [spot for name in view.uncovered if (spot := view.spot_of(name)) is not None]
        title = view.player.playback["title"] if opening else ""
        draw_card(ui, view.card, view.camera.area, title, FOOT, (spots, view.stage.scale))
        if ui.dismissed() and stood:
            view.put_away()
        ui.awake = False
