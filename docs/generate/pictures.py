"""Pictures for pages, as PNG, drawn by the code that draws battles."""

from functools import cache
from typing import Any

from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.replay.scene import scene_of
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.view.draw.canvas import FINE, draw, pygame_here
from fireteam.env.view.export.encode import png_bytes
from fireteam.env.view.export.film import still
from fireteam.env.view.look import Prim
from fireteam.env.view.playback.cutter import Cutter, Playback
from fireteam.env.view.prims.ground import look_of
from fireteam.env.view.prims.tiles import Tile, paint
from fireteam.env.view.prims.tokens import token

SIDE = 56  # pixels of a tile
THEME = "dark"
GROUND = "\n".join(["." * 12] * 12)
MARKS = "\n".join(["aaaa....bbbb"] * 12)


@cache
def playback_of_opening(scenario: str, system: str = "", seed: int = 1) -> Playback:
    """Return a playback of the opening of a battle alone."""
    battle = Battle(load_scenario(scenario, system), seed)
    cutter = Cutter(battle.field)
    cutter.add(scene_of(battle), [], None, battle)
    return cutter.playback


def of_opening(scenario: str, system: str = "", width: int = 860) -> bytes:
    """Return a picture of the opening of a scenario."""
    return png_bytes(still(playback_of_opening(scenario, system), 0, width=width, theme=THEME))


def of_moment(playback: Playback, moment: int, width: int = 860) -> bytes:
    """Return a picture of a moment of a playback."""
    return png_bytes(still(playback, moment, width=width, theme=THEME))


def of_terrain(name: str, system: str) -> bytes:
    """Return a picture of a tile of a terrain."""
    look = look_of(name, load_catalog(system=system).terrain)
    floor, _, block = paint(Tile(look, 0, [0] * 4, [False] * 4, [False] * 4), 0)
    return _drawn(floor + block, (0.0, -0.5, 1.0, 1.0))


def of_template(name: str, system: str) -> bytes:
    """Return a picture of a unit of a template, as it stands on the map."""
    other = next(iter(load_catalog(system=system).units))
    scenario: dict[str, Any] = {
        "title": name,
        "system": system,
        "map": {"title": "open ground", "ground": GROUND, "marks": MARKS},
        "teams": [
            {"name": "one", "start": "a", "units": [{"template": name, "facing": "east"}]},
            {"name": "two", "start": "b", "units": [{"template": other}]},
        ],
    }
    battle = Battle(Scenario.model_validate(scenario), 1)
    fighter = battle.field.roster[0]
    prims = token(battle.field, 0, scene_of(battle)["units"][fighter.name])
    reach = max([0.85, *(abs(value) + 0.1 for prim in prims for part in prim if isinstance(part, list) for value in part)])
    return _drawn(prims, (-reach, -reach, reach, reach))


def _drawn(prims: list[Prim], reach: tuple[float, float, float, float]) -> bytes:
    """Return prims as PNG, on a transparent ground; `reach` as in `canvas.sprite`."""
    pygame = pygame_here()
    size = (round((reach[2] - reach[0]) * SIDE), round((reach[3] - reach[1]) * SIDE))
    large = pygame.Surface((size[0] * FINE, size[1] * FINE), pygame.SRCALPHA)
    draw(large, prims, -reach[0] * SIDE * FINE, -reach[1] * SIDE * FINE, SIDE * FINE, THEME)
    return png_bytes(pygame.transform.smoothscale(large, size))
