"""The elements of screens: text, panels, buttons and tooltips, drawn and evaluated anew in every frame."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from ..look import resolved
from .canvas import font, pygame_here

DESIGNED = (1280, 720)  # the size of a window in which one unit is one pixel
KEPT_TEXTS = 3000
STRAYS = 5  # pixels a pointer may stray in a tap
_texts: OrderedDict[tuple[Any, ...], Any] = OrderedDict()


class Ui:
    """Input and drawing for the screens of one window.

    Attributes:
        surface: the surface to draw on. unit: pixels for one unit of length, which depends on the size of the window.
        mouse: pixel under the pointer. clicked, clicked_right: buttons that went down since the last frame.
        tapped: whether the left button was released where it was pressed. held: whether it is down.
        moved: pixels the mouse moved. wheel: notches turned. typed: text.
        awake: whether buttons and hovering respond; off below a pop-up.
    """

    def __init__(self, theme: str = "dark") -> None:
        self.theme = theme
        self.surface: Any = None
        self.unit = 1.0
        self.mouse = (-1, -1)
        self.clicked = self.clicked_right = self.tapped = self.held = False
        self._pressed_at = (-1, -1)
        self.moved = (0, 0)
        self.wheel = 0
        self.awake = True
        self.typed = ""
        self._keys: list[tuple[str, bool, bool]] = []
        self._tip: list[tuple[str, str]] = []
        self._buttons: list[Any] = []  # of this frame: no tooltip lies over them

    def begin(self, surface: Any, events: list[Any]) -> None:
        """Begin a frame: take in what happened since the last one."""
        pygame = pygame_here()
        self.surface = surface
        width, height = surface.get_size()
        self.unit = max(min(width / DESIGNED[0], height / DESIGNED[1]), 0.6)
        self.clicked = self.clicked_right = self.tapped = False
        self.moved, self.wheel, self.typed = (0, 0), 0, ""
        self._keys, self._tip, self._buttons = [], [], []
        self.awake = True
        for event in events:
            if event.type == pygame.MOUSEMOTION:
                self.mouse = event.pos
                self.moved = (self.moved[0] + event.rel[0], self.moved[1] + event.rel[1])
            elif event.type == pygame.MOUSEBUTTONDOWN:
                self.mouse = event.pos
                self.clicked |= event.button == 1
                self.clicked_right |= event.button == 3
                self.held |= event.button == 1
                self._pressed_at = event.pos
            elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
                self.mouse = event.pos
                self.held = False
                strayed = max(abs(event.pos[0] - self._pressed_at[0]), abs(event.pos[1] - self._pressed_at[1]))
                self.tapped |= strayed <= STRAYS
            elif event.type == pygame.MOUSEWHEEL:
                self.wheel += event.y
            elif event.type == pygame.KEYDOWN:
                shift, ctrl = bool(event.mod & pygame.KMOD_SHIFT), bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
                self._keys.append((pygame.key.name(event.key), shift, ctrl))
                if event.unicode == "?":
                    self._keys.append(("?", False, False))
            elif event.type == pygame.TEXTINPUT:
                self.typed += event.text

    def px(self, length: float) -> int:
        """Return a length in pixels."""
        return round(length * self.unit)

    def rect(self, x: float, y: float, width: float, height: float) -> Any:
        """Return a rectangle, given in pixels."""
        return pygame_here().Rect(round(x), round(y), round(width), round(height))

    def colour(self, name: str) -> tuple[int, int, int, int]:
        """Return a colour of the theme."""
        return resolved(self.theme, name)

    def key(self, name: str, shift: bool = False, ctrl: bool = False) -> bool:
        """Return whether a key was pressed, with just these modifiers."""
        return self.awake and (name, shift, ctrl) in self._keys

    def answer(self, actions: Mapping[str, Callable[[], object]]) -> None:
        """Run what is bound to the pressed keys: "left", "shift+left", "ctrl+left"."""
        for chord, act in actions.items():
            name = chord.removeprefix("ctrl+").removeprefix("shift+")
            if self.key(name, "shift+" in chord, "ctrl+" in chord):
                act()

    def dismissed(self) -> bool:
        """Return whether any key or button was pressed, which closes cards that are only in the way."""
        return self.awake and (bool(self._keys) or self.clicked or self.clicked_right)

    def render(self, says: str, size: float, colour: str, bold: bool = False) -> Any:
        """Return a line of text as a surface."""
        height = max(self.px(size * 1.22), 8)
        key = (says, height, colour, bold, self.theme)
        if key in _texts:
            _texts.move_to_end(key)
            return _texts[key]
        made = font(height, bold).render(says, True, self.colour(colour)[:3])
        _texts[key] = made
        if len(_texts) > KEPT_TEXTS:
            _texts.popitem(last=False)
        return made

    def text(
        self, says: str, x: float, y: float, size: float = 13, colour: str = "text", bold: bool = False,
        width: float | None = None, align: str = "left",
    ) -> Any:  # fmt: skip
        """Draw a line of text with its left top corner, middle or right top corner at pixel (x, y); return where it lies.

        Text wider than `width` pixels ends in dots.
        """
        made = self.render(says, size, colour, bold)
        if width is not None and made.get_width() > width:
            while says and made.get_width() > width:
                says = says[: -max(1, len(says) // 12)]
                made = self.render(says.rstrip() + "...", size, colour, bold)
        place = made.get_rect(topleft=(round(x), round(y)))
        if align == "center":
            place = made.get_rect(center=(round(x), round(y)))
        elif align == "right":
            place = made.get_rect(topright=(round(x), round(y)))
        self.surface.blit(made, place)
        return place

    def wrapped(self, says: str, width: float, size: float = 13, bold: bool = False) -> list[str]:
        """Return text in lines no wider than `width` pixels."""
        lines, line = [], ""
        face = font(max(self.px(size * 1.22), 8), bold)
        for word in says.split():
            longer = f"{line} {word}".strip()
            if line and face.size(longer)[0] > width:
                lines.append(line)
                longer = word
            line = longer
        return [*lines, line] if line else lines

    def line_height(self, size: float = 13) -> int:
        """Return how far lines of text are apart, in pixels."""
        return round(self.px(size) * 1.36)

    def panel(self, area: Any, colour: str = "panel", edge: str = "edge", round_: float = 6) -> None:
        """Draw a panel; a thin colour lets what lies under it shine through."""
        pygame = pygame_here()
        paint = self.colour(colour)
        if paint[3] < 255:
            sheet = pygame.Surface(area.size, pygame.SRCALPHA)
            pygame.draw.rect(sheet, paint, sheet.get_rect(), border_radius=self.px(round_))
            self.surface.blit(sheet, area)
        else:
            pygame.draw.rect(self.surface, paint, area, border_radius=self.px(round_))
        if edge:
            pygame.draw.rect(self.surface, self.colour(edge), area, max(self.px(1), 1), border_radius=self.px(round_))

    def bar(self, area: Any, share: float, colour: str) -> None:
        """Draw a bar that is filled to a share."""
        pygame = pygame_here()
        pygame.draw.rect(self.surface, self.colour("edge"), area, border_radius=self.px(3))
        if share > 0:
            filled = self.rect(area.x, area.y, max(area.width * min(share, 1.0), 2), area.height)
            pygame.draw.rect(self.surface, self.colour(colour), filled, border_radius=self.px(3))

    def hot(self, area: Any) -> bool:
        """Return whether the pointer is over an area."""
        return self.awake and area.collidepoint(self.mouse)

    def button(
        self, area: Any, label: str, hint: str = "", on: bool = False, enabled: bool = True, size: float = 13
    ) -> bool:
        """Draw a button; return whether it was clicked."""
        hot = enabled and self.hot(area)
        self._buttons.append(area)
        self.panel(area, "accent" if on else "edge" if hot else "panel", "accent" if hot else "edge", 5)
        colour = "page" if on else "text" if enabled else "faint"
        self.text(label, area.centerx, area.centery, size, colour, align="center", width=area.width - self.px(6))
        if hint and self.hot(area):
            self.tip(hint)
        return hot and self.clicked

    def tip(self, says: str | list[tuple[str, str]]) -> None:
        """Show a tooltip beside the pointer: a line, or lines with a colour each."""
        self._tip = [(says, "text")] if isinstance(says, str) else says

    def end(self) -> None:
        """End the frame: tooltips lie over everything."""
        if not self._tip:
            return
        widest = self.px(440)
        lines = [(line, colour) for says, colour in self._tip for line in (self.wrapped(says, widest) or [""])]
        step = self.line_height()
        width = max(self.render(line, 13, colour).get_width() for line, colour in lines) + self.px(20)
        height = step * len(lines) + self.px(14)
        area = self._beside(width, height)
        self.panel(area, "panel@0.97", "accent")
        for number, (line, colour) in enumerate(lines):
            self.text(line, area.x + self.px(10), area.y + self.px(7) + number * step, 13, colour)

    def _beside(self, width: float, height: float) -> Any:
        """Return where a tooltip of a size lies: beside the pointer, within the window, over no button."""
        whole, near, far = self.surface.get_rect(), self.px(10), self.px(16)
        x, y = self.mouse
        lefts, tops = (x + far, x - near - width), (y + far, y - near - height)
        places = [self.rect(left, top, width, height) for top in tops for left in lefts]
        inside = [place for place in places if whole.contains(place)] or [places[0].clamp(whole)]
        for place in inside:
            if place.collidelist(self._buttons) < 0:
                return place
        place = inside[0].clamp(whole)
        while (met := place.collidelist(self._buttons)) >= 0:  # above the buttons, then
            place.bottom = self._buttons[met].top - self.px(4)
            if place.top < 0:
                return inside[0]
        return place
