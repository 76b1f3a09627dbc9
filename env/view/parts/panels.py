"""The panels around the map: initiative ribbon, cards of the units, log, timeline."""

from math import inf
from typing import Any

from ..draw.board import put_token
from ..draw.canvas import draw, pygame_here
from ..draw.faces import put_face
from ..draw.ui import Ui
from ..look import Prim
from ..playback.player import Player
from ..prims.tokens import body
from ..words import filling_of, health_of, life_of, pass_words, pips_of, share, state_lines, unit_lines, weapon_line

SHADES = ("text", "faint", "faint")
BAR_WIDE = 7
CARD_HIGH = 48
LINES = {"order": "way", "why": "faint"}  # colours of lines of the log by their kind; others go by what they have


def badge(ui: Ui, player: Player, name: str, x: float, y: float, size: float, dim: bool = False) -> None:
    """Draw a unit's portrait, or its letter in the shape, in the colour of its team, its middle at pixel (x, y)."""
    unit = next(unit for unit in player.playback["units"] if unit["name"] == name)
    shape = player.playback["teams"][unit["team"]]["shape"]
    if "portrait" in unit:
        put_face(ui.surface, unit["portrait"], ui.colour(f"team:{unit['team']}"), x, y, max(round(size), 8), dim)
        return
    prims: list[Prim] = body(f"team:{unit['team']}", shape, 0.42, dim=dim)
    prims.append(["text", "ink", 0, 0, 0.5, unit["letter"]])
    put_token(ui.surface, prims, x, y, max(round(size), 8), ui.theme)


def ribbon(ui: Ui, player: Player, n: int, area: Any, side: str = "") -> str:
    """Draw the round, its turn and the order of units with the turns to come; return the unit under the pointer, or ""."""
    scene, own = player.scenes[n], player.playback["words"]
    ui.panel(area, "panel", "", 0)
    left = area.x + ui.px(12)
    left = ui.text(f"Round {scene['round']}", left, area.y + ui.px(6), 16, "text", bold=True).right + ui.px(8)
    if called := pass_words(scene, own):
        ui.text(called, area.x + ui.px(12), area.y + ui.px(26), 12, "faint")
    step = ui.px(34)
    x = max(left, area.x + ui.px(104)) + step / 2
    middle = area.y + area.height / 2
    hot, before = "", 0
    unknown = player.hidden(n, side)
    for name, turn, score, acted in player.ribbon(n):
        if name in unknown:
            continue
        if turn != before:
            draw(ui.surface, [["line", "edge", 0.06, [0, -0.5, 0, 0.5]]], x - step / 4, middle, step, ui.theme)
            x += step / 2
            before = turn
        if x + step / 2 > area.right:
            ui.text("...", x, middle, 14, "faint", align="center")
            break
        decides = turn == 0 and scene.get("decider") == name
        spot = ui.rect(x - step / 2, area.y + 2, step, area.height - 4)
        if decides:
            ui.panel(spot, "accent@0.25", "accent", 5)
        badge(ui, player, name, x, middle - ui.px(4), step * (0.8 if turn == 0 else 0.62), dim=acted and not decides)
        ui.text(str(score), x, area.bottom - ui.px(8), 10, SHADES[min(turn, 2)], align="center")
        if ui.hot(spot):
            hot = name
            who = next(unit["who"] for unit in player.playback["units"] if unit["name"] == name)
            ui.tip(f"{who}: {own['score']} {score}{later_words(scene, own, turn)}{', has acted' if acted else ''}")
        x += step
    return hot


def later_words(scene: dict[str, Any], own: dict[str, Any], turn: int) -> str:
    """Return the time of a turn of a round in words, 0 for this one: " in 2 passes", ", acting"."""
    if not turn:
        return ""
    return f", {pass_words(scene, own, turn)}" if own["passes"] else f" in {turn} {own['turn'][1]}"


def cards(ui: Ui, player: Player, n: int, area: Any, scroll: float, side: str = "", t: float = inf) -> tuple[str, float]:
    """Draw a card for every unit, in its state on the map `t` seconds on the way to moment n.

    Returns the unit under the pointer, or "", and how far one can scroll.
    """
    pygame = pygame_here()
    at = n if t >= player.seconds(n) else max(n - 1, 0)
    scene = player.scenes[at]
    hidden, own = player.hidden(n, side) | player.hidden(at, side), player.playback["words"]
    tall = ui.px(CARD_HIGH)
    shown = [unit for unit in player.playback["units"] if unit["name"] not in hidden]
    room = max(tall * len(shown) - area.height, 0)
    scroll = min(scroll, room)
    ui.surface.set_clip(area)
    y = area.y - scroll
    wide = area.width - (ui.px(BAR_WIDE + 3) if room else 0)
    hot = ""
    for unit in shown:
        name = unit["name"]
        state = player.unit(player.standing(n, t, name), name, side)
        fares = player.open_to(name, side)
        card = ui.rect(area.x, y, wide, tall - ui.px(4))
        y += tall
        if not card.colliderect(area):
            continue
        up = state["status"] == "up"
        decides = scene.get("decider") == name
        inside = ui.hot(card) and area.collidepoint(ui.mouse)
        ui.panel(card, "accent@0.16" if decides else "edge@0.45" if inside else "page@0.5", "accent" if decides else "", 5)
        badge(ui, player, name, card.x + ui.px(20), card.centery, ui.px(30), dim=not up)
        left, width = card.x + ui.px(42), card.width - ui.px(50)
        lines = state_lines(state, unit["full"], own["conditions"])
        words = [says for says, _ in lines]
        shade = "hurt" if up or not lines else lines[0][1]
        # What has become of a unit comes first: where both do not fit, a name is said in short.
        taken = ui.render(", ".join(words), 11, "hurt").get_width() + ui.px(8) if words else 0
        fits = ui.render(unit["who"], 13, "text", bold=True).get_width() + taken <= width
        called = unit["who"] if fits or not words else unit["short"]
        most = width * 0.82 if words else width
        said = ui.text(called, left, card.y + ui.px(2), 13, "text" if up else "faint", bold=True, width=most)
        ui.text(", ".join(words), card.right - ui.px(8), card.y + ui.px(3), 11, shade, align="right",
                width=card.right - said.right - ui.px(14))  # fmt: skip
        held = weapon_line(state) if fares else state.get("weapon", "").replace("_", " ")
        if up:
            ui.text(held, card.right - ui.px(8), card.y + ui.px(29), 10, "faint", align="right", width=width * 0.62)
        if fares:
            bars(ui, state, unit["full"], left, card.y + ui.px(20), width)
        if inside:
            hot = name
            ui.tip(unit_lines(state, unit, own, fares))
    ui.surface.set_clip(None)
    pygame.draw.line(ui.surface, ui.colour("edge"), (area.x, area.bottom), (area.right, area.bottom))
    return hot, room


def scrolled_to(ui: Ui, player: Player, n: int, area: Any, scroll: float, side: str = "") -> float:
    """Return the scroll position of the cards at which the card of the deciding unit is fully visible."""
    hidden, tall = player.hidden(n, side), ui.px(CARD_HIGH)
    names = [unit["name"] for unit in player.playback["units"] if unit["name"] not in hidden]
    decides = player.scenes[n].get("decider")
    if decides not in names:
        return scroll
    top = tall * names.index(decides)
    return float(min(max(scroll, top + tall - area.height), top))


def scrollbar(ui: Ui, area: Any, scroll: float, room: float) -> float:
    """Draw a scrollbar if not everything fits; return the position it is dragged to."""
    if not room:
        return 0.0
    track = ui.rect(area.right - ui.px(BAR_WIDE), area.y, ui.px(BAR_WIDE), area.height)
    long = max(area.height * area.height / (area.height + room), ui.px(20))
    if ui.awake and (ui.held or ui.clicked) and track.inflate(ui.px(6), 0).collidepoint(ui.mouse):
        scroll = room * (ui.mouse[1] - area.y - long / 2) / max(area.height - long, 1)
    scroll = min(max(scroll, 0), room)
    ui.panel(track, "edge@0.4", "", 3)
    ui.panel(ui.rect(track.x, area.y + (area.height - long) * scroll / room, track.width, long), "faint", "", 3)
    return scroll


def bars(ui: Ui, state: dict[str, Any], full: dict[str, Any], x: float, y: float, width: float) -> None:
    """Draw health and the other pools, the pool that fills up, and action points."""
    _, left, most = life_of(state, full)
    long = width * 0.56
    ui.bar(ui.rect(x, y + ui.px(2), long, ui.px(7)), *health_of(state, full))
    ui.text(f"{left}/{most}", x + long + ui.px(5), y - ui.px(2), 10, "faint")
    for place, (name, _, colour, points) in enumerate(full["bars"][1:]):
        wide = ui.rect(x, y + ui.px(11 + 4 * place), long, ui.px(3))
        ui.bar(wide, share(state.get(name, 0), points), colour)
    if filling := filling_of(state, full):
        _, colour, value, points = filling
        ui.bar(ui.rect(x, y + ui.px(13), long * 0.6, ui.px(4)), share(value, points), colour)
    pips: list[Prim] = []
    points, count = pips_of(state, full)
    for pip in range(count):
        pips.append(["disc", "accent" if pip < points else "edge", pip * 0.9, 0, 0.32])
    draw(ui.surface, pips, x + width - ui.px(40), y + ui.px(6), ui.px(11), ui.theme)


class Log:
    """The log of a playback: it wraps lines once for a width and draws those that fit."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._lines: list[tuple[str, str, int, dict[str, Any]]] = []
        self._taken: tuple[Any, ...] = ()
        self.scroll = 0

    def draw(self, ui: Ui, n: int, area: Any, side: str = "", t: float = inf) -> int | None:
        """Draw the log as read `t` seconds on the way to moment n, newest at the bottom.

        Returns the moment of a line that was clicked.
        """
        size = 12
        step = ui.line_height(size)
        if t >= self._player.seconds(n):
            t = inf
        due = sum(line.get("t", 0) <= t for line in self._player.log_lines(n, side))
        taken = (n, due, area.width, ui.unit, side, ui.theme, self._player.last)
        if taken != self._taken:
            self._taken, self.scroll = taken, 0
            self._lines = self._wrap(ui, n, area.width - ui.px(20), size, side, 400, t)
        if area.collidepoint(ui.mouse) and ui.awake:
            self.scroll = min(max(self.scroll + 2 * ui.wheel, 0), max(len(self._lines) - 1, 0))
        ui.surface.set_clip(area)
        y = area.bottom - step - ui.px(4)
        clicked = None
        for text, colour, moment, line in reversed(self._lines[: len(self._lines) - self.scroll]):
            if y < area.y:
                break
            row = ui.rect(area.x, y, area.width, step)
            if ui.hot(row) and area.collidepoint(ui.mouse):
                ui.panel(row, "edge@0.6", "", 3)
                if ui.clicked:
                    clicked = moment
                explain(ui, line, self._player.playback["faces"])
            ui.text(text, area.x + ui.px(8), y, size, colour, bold=colour == "accent")
            y -= step
        ui.surface.set_clip(None)
        return clicked

    def _wrap(
        self, ui: Ui, n: int, width: float, size: int, side: str, most: int, t: float
    ) -> list[tuple[str, str, int, dict[str, Any]]]:
        """Return the last lines of the log, `t` seconds on the way to a moment.

        Each is (wrapped text, colour, moment, entry of the log).
        """
        made: list[tuple[str, str, int, dict[str, Any]]] = []
        walker = ""  # who steps in what is told after: of a walk only the end is told
        folded = self._player.folded(n, side)
        for moment in range(n, -1, -1):
            for entry in reversed(self._player.log_lines(moment, side)):
                if (moment == n and entry.get("t", 0) > t) or (moment in folded and "folds" in entry):
                    continue
                before, walker = walker, entry.get("walker", "")
                if walker and walker == before:
                    continue
                colour = LINES.get(entry["kind"], "accent" if "head" in entry else "faint" if "pool" in entry else "text")
                for text in reversed(ui.wrapped(entry["text"], width, size, bold=colour == "accent")):
                    made.append((text, colour, moment, entry))
            if len(made) > most:
                break
        return made[::-1]


def explain(ui: Ui, line: dict[str, Any], faces: list[list[str]]) -> None:
    """Show why a line of the log happened: the dice, by their `faces` from 1, the terms of the pool, the rule."""
    tip = [(line["text"], "accent")]
    if "pool" in line:
        tip.append((line["pool"], "text"))
        tip.append(("dice: " + " ".join(faces[die - 1][0] for die in line["dice"]), "text"))
        hinders = line.get("reads", {}).get("hinders")
        for place, (dice, words, rule) in enumerate(line["terms"]):
            bad = dice < 0 if hinders is None else place in hinders
            tip.append((f"{dice:+d}  {words}  ({rule})", "bad" if bad else "good"))
    if "odds" in line:
        tip.append((f"it had a chance of {line['odds']:.0%}", "reach"))
    if "rule" in line:
        tip.append((line["rule"], "faint"))
    ui.tip(tip)
