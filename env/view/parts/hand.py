"""The hand of a person on the map: where the unit can go, what can be done about another, directions to choose from."""

from typing import TYPE_CHECKING, Any

from ...analysis.overlays import danger
from ...rules.ground.grid import DX, DY
from ..draw.canvas import draw
from ..draw.ui import Ui
from ..look import Prim
from .choices import label

if TYPE_CHECKING:
    from ..screens.play import PlayScreen


class Hand:
    """What the pointer does on the map of a play screen.

    Attributes:
        turning: the verb whose direction is being chosen, None for none.
    """

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self.turning: int | None = None
        self._danger: Any = None

    def forget(self) -> None:
        """Something was decided: all is to be looked at anew."""
        self.turning, self._danger = None, None

    def tints(self) -> dict[int, str]:
        """Return a tint for every tile the unit can get to: by walking, or with a run."""
        if not self._screen.acts() or self.turning is not None:
            return {}
        choices = self._screen.choices()
        return {tile: "way@0.2" if way.metres <= choices.runs else "reach@0.12" for tile, way in choices.ways.items()}

    def tile_lines(self, tile: tuple[int, int]) -> list[tuple[str, str]]:
        """Return what it means to go to a tile, a colour for each line."""
        screen = self._screen
        number = tile[1] * screen.stage.size[0] + tile[0]
        if not screen.acts() or number not in screen.choices().ways:
            return []
        if self._danger is None:
            battle = screen.game.battle
            who = int(battle.record[0]["decider"])
            self._danger = danger(battle.as_known(int(battle.record[0]["units"]["team"][who])), who)
        metres = screen.choices().ways[number].metres
        walks = metres <= screen.choices().runs
        said = f"{metres} m: " + ("walk" if walks else "walk and run")
        harm = f"if it ends here: {self._danger[number]:.1f} damage expected of a round of attacks"
        return [(said, "way" if walks else "reach"), (harm, "danger")]

    def unit_lines(self, name: str) -> list[tuple[str, str]]:
        """Return the odds of every attack on a unit, a colour for each line."""
        screen = self._screen
        if not screen.acts():
            return []
        choices = screen.choices()
        attacks = [action for action in choices.at.get(name, []) if choices.odds(action) is not None]
        return [(f"{label(choices.words[action])}: {choices.note(action)}", "reach") for action in attacks]

    def draw(self, ui: Ui) -> None:
        """Draw the way to the tile under the pointer, or the directions to choose from."""
        screen = self._screen
        if not screen.acts():
            return
        if self.turning is not None:
            self._draw_directions(ui)
            return
        tile = screen.stage.tile_at(*ui.mouse) if ui.hot(screen.map_area) else None
        if tile is not None and (number := tile[1] * screen.stage.size[0] + tile[0]) in screen.choices().ways:
            self._draw_way(ui, number)

    def _draw_way(self, ui: Ui, tile: int) -> None:
        """Draw the way to a tile; a tap takes it."""
        screen = self._screen
        choices = screen.choices()
        way = choices.ways[tile]
        unit = screen.show.scenes[screen.n]["units"][choices.unit]
        x, y = unit["x"] + 0.5, unit["y"] + 0.5
        points = [x, y]
        for direction in way.steps:
            x, y = x + DX[direction], y + DY[direction]
            points += [x, y]
        colour = "way" if way.metres <= choices.runs else "reach"
        prims: list[Prim] = [["line", f"{colour}@0.9", 0.08, points], ["disc", colour, x, y, 0.14]]
        draw(ui.surface, prims, screen.stage.x, screen.stage.y, screen.stage.scale, screen.theme)
        if ui.tapped:
            screen.plan, screen.under_way = (choices.unit, choices.steps_to(tile)), False

    def _draw_directions(self, ui: Ui) -> None:
        """Draw an arrow for each direction that can be chosen; a tap takes it, one beside them gives it up."""
        screen = self._screen
        choices = screen.choices()
        unit = screen.show.scenes[screen.n]["units"][choices.unit]
        picked = None
        for action in choices.turned.get(-1 if self.turning is None else self.turning, []):
            dx, dy = DX[action.argument], DY[action.argument]
            x, y = unit["x"] + 0.5 + dx, unit["y"] + 0.5 + dy
            left, top = screen.stage.pixel(x - 0.5, y - 0.5)
            hot = ui.hot(ui.rect(left, top, screen.stage.scale, screen.stage.scale))
            base_x, base_y = x - 0.1 * dx, y - 0.1 * dy
            arrow = [
                x + 0.3 * dx,
                y + 0.3 * dy,
                base_x - 0.25 * dy,
                base_y + 0.25 * dx,
                base_x + 0.25 * dy,
                base_y - 0.25 * dx,
            ]
            prims: list[Prim] = [["disc", "panel@0.7", x, y, 0.42], ["poly", "accent" if hot else "reach", arrow]]
            draw(ui.surface, prims, screen.stage.x, screen.stage.y, screen.stage.scale, screen.theme)
            if hot:
                ui.tip(label(choices.words[action]))
                picked = action if ui.tapped else picked
        if picked is not None:
            screen.decide(picked)
        elif (ui.tapped and ui.hot(screen.map_area)) or ui.clicked_right:
            self.turning = None

    def turn_to(self, verb: int) -> None:
        """Let a direction be chosen for a verb, or no more."""
        self.turning = None if self.turning == verb else verb

    def act(self, ui: Ui, name: str) -> None:
        """Open a menu of what can be done about the unit under the pointer, if it is tapped on the map."""
        screen = self._screen
        if not name or not ui.tapped or not ui.hot(screen.map_area) or not screen.acts() or self.turning is not None:
            return
        choices = screen.choices()
        if actions := choices.at.get(name, []):
            known = next(unit for unit in screen.show.reel["units"] if unit["name"] == name)
            entries = [choices.entry(action) for action in actions]
            screen.open_menu(known["who"], [], entries, lambda entry: screen.decide(entry.value))
