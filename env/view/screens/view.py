"""The state of a viewer: the battle at a moment, the side, the unit, the overlay."""

from ...battle import Battle
from ..draw.stage import Stage
from ..parts.camera import Camera
from ..parts.notices import Notices
from ..parts.overlays import OVERLAYS, SAYS
from ..playback.player import Player
from ..recap import deeds_lines, falls_lines, luck_lines
from ..story import Line, ending_lines, opening_lines
from ..words import cited


class View:
    """The viewed state of a battle: a screen draws it, and watching or playing moves it on.

    Attributes:
        player, battles: the player of the playback; the battle at each moment as far as known, for overlays.
        stage, camera: the drawn map, and the visible part of it.
        n, t, speed: the present moment, the seconds since the one before, and the speed of time.
        clock: seconds since the window opened.
        side: the side whose view is shown, "" for all.
        selected, pointed: the unit that was clicked, and the one under the pointer, "" for none.
        overlay: the name of the overlay for the chosen unit, "" for none.
        wide: whether only the map is shown.
        card: the lines of a card over the map; a key closes it.
        pages: the cards that follow when it is closed.
        uncovered: the units that the card is about and must not cover.
        closing: whether the window closes after this frame.
    """

    def __init__(self, player: Player, theme: str = "dark", battles: list[Battle] | None = None) -> None:
        self.player = player
        self.battles = [] if battles is None else battles
        self.stage = Stage(player, theme)
        self.camera = Camera(self.stage)
        self.notices = Notices()
        self.n, self.t, self.clock = 0, 0.0, 0.0
        self.speed = 1.0
        self.side, self.selected, self.pointed, self.overlay = "", "", "", ""
        self.wide, self.closing = False, False
        self.card: list[Line] = []
        self.pages: list[list[Line]] = []
        self.uncovered: set[str] = set()

    @property
    def theme(self) -> str:
        """Which colours it is drawn in: dark or light."""
        return self.stage.theme

    def let_pass(self, seconds: float) -> None:
        """Let time pass."""
        self.clock += seconds
        self.t += seconds * self.speed

    def go(self, n: int, animate: bool = False) -> None:
        """Show a moment; with `animate`, also the way there."""
        self.n = min(max(n, 0), self.player.last)
        self.card, self.pages, self.uncovered = [], [], set()
        self.t = 0.0 if animate else self.player.seconds(self.n)

    def shown(self, pause: float = 0.0) -> bool:
        """Return whether the way to the moment has been shown, and `pause` more seconds have passed."""
        return self.t >= self.player.seconds(self.n) + pause

    @property
    def at(self) -> int:
        """The last moment that has been shown completely; the panels around the map show no later one."""
        return self.n if self.shown() else max(self.n - 1, 0)

    def battle(self) -> Battle | None:
        """Return the battle at the moment shown, if the engine plays it."""
        return self.battles[self.n] if self.n < len(self.battles) else None

    def say(self, words: str) -> None:
        """Show a line for a few seconds."""
        self.notices.say(words)

    def show_opening(self) -> None:
        """Lay a card with the introduction to the battle over the map."""
        self.card = opening_lines(self.player.playback, self.side)

    def show_ending(self) -> None:
        """Lay a card over the map with the result, if the battle is over, and with what luck was worth, if that is known.

        A second card lists each unit's deeds.
        """
        playback = self.player.playback
        ending = ending_lines(playback, self.player.scenes[self.player.last], self.side)
        self.card = [*ending, *falls_lines(playback, self.side), *luck_lines(playback, self.side)] if ending else []
        self.pages = [deeds] if ending and (deeds := deeds_lines(playback, self.side)) else []

    def put_away(self) -> None:
        """Put the card away; another may follow."""
        self.card = self.pages.pop(0) if self.pages else []

    def covered(self) -> bool:
        """Return whether a card or the help takes all input."""
        return self.notices.help or bool(self.card)

    def close(self) -> None:
        """Close the window after this frame."""
        self.closing = True

    def select(self, name: str) -> None:
        """Choose a unit, or release it if it was chosen already."""
        self.selected = "" if self.selected == name else name

    def turn_theme(self) -> None:
        """Go over to the other theme."""
        self.stage.theme = "light" if self.theme == "dark" else "dark"

    def turn_wide(self) -> None:
        """Show the map alone, or with cards and log again."""
        self.wide = not self.wide
        self.camera.fit_anew()

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
        rule = self.player.playback["words"]["rules"].get(self.overlay, "")
        self.say(cited(SAYS[self.overlay], rule) if self.overlay else "no overlay")

    def place_of(self, name: str) -> tuple[float, float] | None:
        """Return where the side sees a unit at this moment, in tiles; None if it sees no such unit."""
        tokens = self.player.tokens(self.n, self.t, self.side)
        return next(((x, y) for unit, x, y, _ in tokens if unit == name), None)

    def spot_of(self, name: str) -> tuple[float, float] | None:
        """Return the pixel at which a unit is seen; None if it is not seen."""
        place = self.place_of(name)
        return None if place is None else self.stage.pixel(*place)

    def decider(self) -> str:
        """Return the unit that decides at this moment, "" for none."""
        return str(self.player.scenes[self.n].get("decider") or "")
