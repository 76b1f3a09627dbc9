"""A screen that shows a battle: map, ribbon, cards and log; zoom, fog, overlays, themes, help, pictures of itself."""

from pathlib import Path
from typing import Any

from ...battle import Battle
from ..draw.canvas import draw, pygame_here
from ..draw.card import FOOT, draw_card
from ..draw.stage import Stage
from ..draw.ui import Ui
from ..parts.notices import Notices
from ..parts.overlays import OVERLAYS, SAYS, lay, who_is
from ..parts.panels import CARD_HIGH, Log, cards, ribbon, scrollbar, scrolled_to
from ..playback.player import Player
from ..story import Line, ending_lines, goals, opening_lines
from ..words import unit_lines

SIDE_WIDE, RIBBON_HIGH, GOALS_HIGH = 330, 48, 24
KEYS = [
    ("wheel, + -", "zoom"), ("drag", "move the map"), ("0", "fit the map"), ("f", "fog: all, or what one side sees"),
    ("l", "overlay on the chosen unit: danger, reach, lines of fire"), ("o", "follow the action"), ("t", "dark or light"),
    ("m", "map only"), ("s, F12", "save a picture"), ("F11", "full screen"), ("?", "this help"),
    ("Escape", "let go of a unit, close"),
]  # fmt: skip


class BattleScreen:
    """What the screens for watching and for playing have in common.

    Attributes:
        n, t: the moment shown, and the seconds since the one before.
        side: whose eyes it is seen with, "" for all.
        selected: the unit that was clicked, "" for none.
        battles: the battle at each moment, as far as known, for overlays.
    """

    keys: list[tuple[str, str]] = KEYS
    bottom_high = 96

    def __init__(self, player: Player, theme: str = "dark", battles: list[Battle] | None = None) -> None:
        self.player = player
        self.theme = theme
        self.stage = Stage(player, theme)
        self.log = Log(player)
        self.battles = battles or []
        self.n, self.t, self.clock = 0, 0.0, 0.0
        self.speed = 1.0
        self.side, self.selected, self.overlay = "", "", ""
        self.follow, self.closing = False, False
        self.scroll = 0.0
        self.notices = Notices(self.keys)
        self.map_area: Any = None
        self._size: tuple[int, int] = (0, 0)
        self._dragging = False
        self._laid: tuple[Any, ...] = ()
        self.pointed = ""  # unit under the pointer
        self._revealed = ""  # unit whose card was last scrolled to
        self.wide = False  # the map alone
        self._stood = False
        self.card: list[Line] = []  # lies over the map until a key is pressed

    def frame(self, ui: Ui, seconds: float) -> bool:
        """Draw one frame, `seconds` after the last; return whether the window stays open."""
        ui.theme = self.theme
        self.clock += seconds
        self.t += seconds * self.speed
        ui.surface.fill(ui.colour("page"))
        areas = self._areas(ui)
        if self.map_area is None or self._size != ui.surface.get_size():
            self._size = ui.surface.get_size()
            self.stage.fit(areas["map"])
        self.map_area = areas["map"]
        ui.awake = not self.busy()
        self._stood = bool(self.card)  # before this frame: the key that brings a card does not put it away
        self.advance(seconds)
        self._common_keys(ui)
        self._move_map(ui)
        self.lay_over_map(ui)
        self._draw_map(ui)
        self.pointed = self._point(ui)
        self.pointed = ribbon(ui, self.player, self.n, areas["ribbon"], self.side) or self.pointed
        self._draw_goals(ui, areas["goals"])
        if not self.wide:
            self._draw_side(ui, areas)
        self.draw_bottom(ui, areas["bottom"])
        self.draw_over(ui)
        self._draw_card(ui)
        self.notices.draw(ui, self.map_area, seconds)
        return not self.closing

    def _draw_side(self, ui: Ui, areas: dict[str, Any]) -> None:
        """Draw the cards of the units and the log, and answer clicks on them."""
        decides = self.player.scenes[self.n].get("decider", "")
        if decides != self._revealed:  # its card comes into view once; after that one may scroll
            self._revealed = decides
            self.scroll = scrolled_to(ui, self.player, self.n, areas["cards"], self.scroll, self.side)
        hot, room = cards(ui, self.player, self.n, areas["cards"], self.scroll, self.side)
        self.pointed = hot or self.pointed
        if areas["cards"].collidepoint(ui.mouse) and ui.awake:
            self.scroll -= ui.wheel * ui.px(CARD_HIGH)
        self.scroll = scrollbar(ui, areas["cards"], min(max(self.scroll, 0), room), room)
        if hot and ui.clicked:
            self.selected = "" if self.selected == hot else hot
        chosen = self.log.draw(ui, self.n, areas["log"], self.side)
        if chosen is not None:
            self.go(chosen)

    def _draw_goals(self, ui: Ui, area: Any) -> None:
        """Draw what the sides fight for, side by side, or below each other where that is too wide."""
        rows = self._goal_rows(ui, area.width)
        y = area.y + ui.px(3)
        for row in rows:
            x = area.x + ui.px(12)
            for says, colour in row:
                place = ui.text(says, x, y, 12, colour, width=area.right - x)
                if ui.hot(place):
                    ui.tip([(says, colour)])
                x = place.right + ui.px(24)
            y += ui.px(GOALS_HIGH - 7)

    def _goal_rows(self, ui: Ui, width: float) -> list[list[Line]]:
        """Return what the sides fight for in one row, if that is no wider than so many pixels, else in a row each."""
        lines = goals(self.player.playback, self.side)
        wide = sum(ui.render(says, 12, colour).get_width() + ui.px(24) for says, colour in lines)
        return [lines] if wide <= width else [[line] for line in lines]

    def _draw_card(self, ui: Ui) -> None:
        """Draw the card that lies over the map; a key or a click puts it away."""
        if not self.card:
            return
        ui.awake = not self.notices.help
        opening = len(self.player.scenes) == 1 or self.n == 0
        draw_card(ui, self.card, self.map_area, self.player.playback["title"] if opening else "", FOOT)
        if ui.dismissed() and self._stood:
            self.card = []
        ui.awake = False

    def tell_opening(self) -> None:
        """Lay a card over the map that says what the battle is about."""
        self.card = opening_lines(self.player.playback, self.side)

    def tell_ending(self) -> None:
        """Lay a card over the map that says how the battle ended, if it did."""
        self.card = ending_lines(self.player.playback, self.player.scenes[self.player.last], self.side)

    def busy(self) -> bool:
        """Return whether a pop-up takes all input."""
        return self.notices.help or bool(self.card)

    def advance(self, seconds: float) -> None:
        """Move on in time; what that means is for watching and playing to say."""

    def draw_bottom(self, ui: Ui, area: Any) -> None:
        """Draw what stands below the map."""

    def draw_over(self, ui: Ui) -> None:
        """Draw what lies over everything, pop-ups for instance."""

    def go(self, n: int, animate: bool = False) -> None:
        """Show a moment; with `animate`, how it comes about."""
        self.n = min(max(n, 0), self.player.last)
        self.card = []
        self.t = 0.0 if animate else self.player.seconds(self.n)

    def say(self, words: str) -> None:
        """Show a line for a few seconds."""
        self.notices.say(words)

    def battle(self) -> Battle | None:
        """Return the battle at the moment shown, if the engine plays it."""
        return self.battles[self.n] if self.n < len(self.battles) else None

    def _areas(self, ui: Ui) -> dict[str, Any]:
        """Return the rectangles of the parts of the window."""
        width, height = ui.surface.get_size()
        wide, ribbon_high, bottom = 0 if self.wide else ui.px(SIDE_WIDE), ui.px(RIBBON_HIGH), ui.px(self.bottom_high)
        top = ribbon_high + ui.px(GOALS_HIGH + (GOALS_HIGH - 7) * (len(self._goal_rows(ui, width - wide)) - 1))
        count = len(self.player.playback["units"])
        tall = min(ui.px(CARD_HIGH) * count + ui.px(6), (height - ribbon_high) * 0.58)
        gap = ui.px(8)
        return {
            "ribbon": ui.rect(0, 0, width, ribbon_high),
            "goals": ui.rect(0, ribbon_high, width - wide, top - ribbon_high),
            "map": ui.rect(0, top, width - wide, height - top - bottom),
            "bottom": ui.rect(0, height - bottom, width - wide, bottom),
            "cards": ui.rect(width - wide + gap, ribbon_high + gap, wide - 2 * gap, tall),
            "log": ui.rect(
                width - wide + gap, ribbon_high + tall + 2 * gap, wide - 2 * gap, height - ribbon_high - tall - 3 * gap
            ),
        }

    def _common_keys(self, ui: Ui) -> None:
        """Answer the keys that all screens know."""
        if ui.key("?"):
            self.notices.open_help()
        if ui.key("t"):
            self.theme = "light" if self.theme == "dark" else "dark"
            self.stage.theme = self.theme
        if ui.key("f"):
            self.turn_side()
        if ui.key("l"):
            self.turn_overlay()
        if ui.key("o"):
            self.follow = not self.follow
            self.say("follows the action" if self.follow else "the map stays where it is")
        if ui.key("0"):
            self.stage.fit(self.map_area)
        for name, factor in (("+", 1.25), ("=", 1.25), ("-", 0.8)):
            if ui.key(name) or ui.key(name, shift=True):
                self.stage.zoom(factor, *self.map_area.center)
        if ui.key("s") or ui.key("f12"):
            self.picture(ui)
        if ui.key("m"):
            self.wide = not self.wide
            self._size = (0, 0)  # fit the map anew
        if ui.key("f11"):
            pygame_here().display.toggle_fullscreen()

    def turn_side(self) -> None:
        """Go on to the next side's view: all, then team after team."""
        sides = ["", *(team["name"] for team in self.player.playback["teams"])]
        self.side = sides[(sides.index(self.side) + 1) % len(sides)]
        self.say(f"what {self.side} sees" if self.side else "all that there is")

    def turn_overlay(self) -> None:
        """Go on to the next overlay on the chosen unit."""
        if not self.battles:
            self.say("no overlays: " + (self.player.playback.get("note") or "the engine does not play this replay"))
            return
        names = ["", *OVERLAYS]
        self.overlay = names[(names.index(self.overlay) + 1) % len(names)]
        self.say(SAYS[self.overlay] if self.overlay else "no overlay")

    def picture(self, ui: Ui) -> None:
        """Save a picture of the window in the present folder."""
        name = "".join(letter if letter.isalnum() else "-" for letter in self.player.playback["title"].lower())
        path = Path(f"fireteam-{name}-{self.n}.png")
        try:
            pygame_here().image.save(ui.surface, str(path))
        except (OSError, pygame_here().error) as error:
            self.say(f"{path} cannot be written: {error}")
            return
        self.say(f"saved {path}")

    def _move_map(self, ui: Ui) -> None:
        """Zoom and move the map by mouse, or keep the action in view."""
        inside = ui.hot(self.map_area)
        if inside and ui.wheel:
            self.stage.zoom(1.15**ui.wheel, *ui.mouse)
        if inside and ui.clicked:
            self._dragging = True
        if not ui.held:
            self._dragging = False
        if self._dragging and ui.awake:
            self.stage.x += ui.moved[0]
            self.stage.y += ui.moved[1]
        elif self.follow:
            self._keep_in_view()

    def _keep_in_view(self) -> None:
        """Move the map a little towards the unit that acts."""
        scene = self.player.scenes[self.n]
        name = self.player.moment(self.n).get("by") or scene.get("decider")
        place = next(((x, y) for unit, x, y, _ in self.player.tokens(self.n, self.t, self.side) if unit == name), None)
        if place is None:
            return
        x, y = self.stage.pixel(*place)
        self.stage.x += (self.map_area.centerx - x) * 0.08
        self.stage.y += (self.map_area.centery - y) * 0.08

    def lay_over_map(self, ui: Ui) -> None:
        """Lay the overlay over the map, anew where the moment or the unit has changed."""
        laid = (self.overlay, self.selected, self.n, len(self.battles))
        if laid == self._laid:
            return
        self._laid = laid
        self.stage.tints, self.stage.wires = {}, []
        battle = self.battle()
        name = self.selected or self.player.scenes[self.n].get("decider", "")
        if self.overlay and battle is not None and name:
            self.stage.tints, self.stage.wires = lay(self.overlay, battle, who_is(battle, name))

    def _draw_map(self, ui: Ui) -> None:
        """Draw the map within its part of the window."""
        ui.surface.set_clip(self.map_area)
        self.stage.side = self.side
        self.stage.draw(ui.surface, self.n, self.t, self.clock)
        for name in {self.selected, self.pointed} - {""}:
            for unit, x, y, _ in self.player.tokens(self.n, self.t, self.side):
                if unit == name:
                    ring = [["arc", "text@0.9", x, y, 0.62, 0, 1, 0.04]]
                    draw(ui.surface, ring, self.stage.x, self.stage.y, self.stage.scale, self.theme)
        self.draw_on_map(ui)
        ui.surface.set_clip(None)

    def draw_on_map(self, ui: Ui) -> None:
        """Draw what a screen lays over the map besides."""

    def _point(self, ui: Ui) -> str:
        """Say what is under the pointer on the map; return the unit there, or ""."""
        if not ui.hot(self.map_area) or (self._dragging and ui.moved != (0, 0)):
            return ""
        tile = self.stage.tile_at(*ui.mouse)
        if tile is None:
            return ""
        for name, x, y, _ in reversed(self.player.tokens(self.n, self.t, self.side)):
            if (int(x), int(y)) == tile:
                ui.tip(self.unit_lines(name))
                if ui.tapped:
                    self.selected = "" if self.selected == name else name
                return name
        ui.tip(self.tile_lines(tile))
        return ""

    def unit_lines(self, name: str) -> list[tuple[str, str]]:
        """Return a unit in words, a colour for each line."""
        known = next(unit for unit in self.player.playback["units"] if unit["name"] == name)
        return unit_lines(self.player.unit(self.n, name, self.side), known, self.player.open_to(name, self.side))

    def tile_lines(self, tile: tuple[int, int]) -> list[tuple[str, str]]:
        """Return a tile in words, a colour for each line."""
        ground = self.player.playback["map"]
        number = tile[1] * ground["width"] + tile[0]
        scene = self.player.noticed(self.n, self.side)
        name = scene.get("ground", {}).get(str(number)) or ground["terrain"][number]
        lines = [(f"({tile[0]}, {tile[1]}) {ground['words'].get(name, name.replace('_', ' '))}", "text")]
        if ground["floors"] and ground["floors"][number]:
            lines.append((f"{ground['floors'][number]} m high", "faint"))
        if dent := scene.get("dents", {}).get(str(number)):
            lines.append((f"it has taken {dent} damage (SS-B3)", "hurt"))
        for zone in scene.get("zones", {}).values():
            if number in zone["tiles"]:
                lines.append(
                    (f"under fire of {zone['shooter']}: density {zone['density']}, pin {zone['pin']} (SS-U6)", "bad")
                )
        return lines
