"""What a person can click on the map: reachable tiles, actions on units, directions."""

from typing import Any

from ...analysis.overlays import danger
from ...battle import Battle
from ...observe.actions import Action
from ...rules.ground.grid import DX, DY
from ..draw.canvas import draw
from ..draw.stage import Stage
from ..draw.ui import Ui
from ..look import Prim
from .choices import Choices, label


class Hand:
    """The open actions of a decision, and what the pointer of a person does with them on the map.

    Attributes:
        turning: the verb whose direction is being chosen, None for none.
    """

    def __init__(self, battle: Battle) -> None:
        self.turning: int | None = None
        self._battle = battle
        self._choices: Choices | None = None
        self._danger: Any = None

    def choices(self) -> Choices:
        """Return the choices of the pending decision; there must be one."""
        if self._choices is None:
            self._choices = Choices(self._battle)
        return self._choices

    def forget(self) -> None:
        """Clear cached results: the battle has changed."""
        self.turning, self._danger, self._choices = None, None, None

    def tints(self) -> dict[int, str]:
        """Return a tint for every tile the unit can reach: by walking, or with a run."""
        if self.turning is not None:
            return {}
        choices = self.choices()
        return {tile: "way@0.2" if path.metres <= choices.runs else "reach@0.12" for tile, path in choices.paths.items()}

    def tile_lines(self, tile: int) -> list[tuple[str, str]]:
        """Return the consequences of going to a tile, a colour for each line."""
        choices, battle = self.choices(), self._battle
        if tile not in choices.paths:
            return []
        if self._danger is None:
            who = int(battle.record[0]["decider"])
            self._danger = danger(battle.as_known(int(battle.record[0]["units"]["team"][who])), who)
        metres = choices.paths[tile].metres
        walks = metres <= choices.runs
        said = f"{metres} m: " + ("walk" if walks else "walk and run")
        harm = f"if it ends here: {self._danger[tile]:.1f} damage expected of a round of attacks"
        return [(said, "way" if walks else "reach"), (harm, "danger")]

    def draw(self, ui: Ui, stage: Stage, area: Any, unit: dict[str, Any]) -> Action | int | None:
        """Draw the way to the tile under the pointer, or the directions to choose from; return what is tapped.

        Args:
            stage: where the map is drawn. area: its part of the window.
            unit: the unit that decides, as the scene has it.

        Returns:
            an action in a direction, a tile to walk to, or None.
        """
        if self.turning is not None:
            return self._draw_directions(ui, stage, area, unit)
        choices = self.choices()
        tile = stage.tile_at(*ui.mouse) if ui.hot(area) else None
        number = tile[1] * stage.size[0] + tile[0] if tile is not None else -1
        if number not in choices.paths:
            return None
        draw_path(ui, stage, choices, unit, number)
        return number if ui.tapped else None

    def _draw_directions(self, ui: Ui, stage: Stage, area: Any, unit: dict[str, Any]) -> Action | None:
        """Draw an arrow for each direction to choose from; a tap on one takes it, a tap elsewhere cancels."""
        picked, choices = None, self.choices()
        for action in choices.turned.get(-1 if self.turning is None else self.turning, []):
            dx, dy = DX[action.argument], DY[action.argument]
            x, y = unit["x"] + 0.5 + dx, unit["y"] + 0.5 + dy
            hot = ui.hot(ui.rect(*stage.pixel(x - 0.5, y - 0.5), stage.scale, stage.scale))
            base_x, base_y = x - 0.1 * dx, y - 0.1 * dy
            tip, left = [x + 0.3 * dx, y + 0.3 * dy], [base_x - 0.25 * dy, base_y + 0.25 * dx]
            arrow = [*tip, *left, base_x + 0.25 * dy, base_y - 0.25 * dx]
            prims: list[Prim] = [["disc", "panel@0.7", x, y, 0.42], ["poly", "accent" if hot else "reach", arrow]]
            draw(ui.surface, prims, stage.x, stage.y, stage.scale, stage.theme)
            if hot:
                ui.tip(label(choices.words[action]))
                picked = action if ui.tapped else picked
        if picked is None and ((ui.tapped and ui.hot(area)) or ui.clicked_right):
            self.turning = None
        return picked

    def turn_to(self, verb: int) -> None:
        """Begin to choose a direction for a verb, or stop that."""
        self.turning = None if self.turning == verb else verb


def draw_path(ui: Ui, stage: Stage, choices: Choices, unit: dict[str, Any], tile: int) -> None:
    """Draw the way of a unit to a tile."""
    path = choices.paths[tile]
    x, y = unit["x"] + 0.5, unit["y"] + 0.5
    points = [x, y]
    for direction in path.steps:
        x, y = x + DX[direction], y + DY[direction]
        points += [x, y]
    colour = "way" if path.metres <= choices.runs else "reach"
    prims: list[Prim] = [["line", f"{colour}@0.9", 0.08, points], ["disc", colour, x, y, 0.14]]
    draw(ui.surface, prims, stage.x, stage.y, stage.scale, stage.theme)
