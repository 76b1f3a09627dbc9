"""Universal VTT as a drawing, by the rule that RULE states: lines between squares get tiles of their own."""

from collections.abc import Collection
from pathlib import Path

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed

from ..sketch import FLOOR, Area, Converted, Sketch
from ..starts import mark_starts
from .checking import compare
from .file import Environment, read_vtt
from .plan import SCALE, Plan
from .raising import NARROW, OPEN_DOOR, WINDOW, place_doors_and_windows, raise_walls
from .thin import Thin

OPENINGS = {"guess": "", "window": WINDOW, "door": OPEN_DOOR, "gap": FLOOR}
LIGHTS = ((0.6, "clear"), (0.3, "dim"), (0.1, "dark"), (0.0, "black"))  # from which brightness on

PORTALS = (
    "A portal that blocks light (closed) is a closed door; one that does not is a window if it is narrower than "
    f"{NARROW} squares, else an open door"
)
RULE = (
    "A square becomes one tile, and so does every line between two squares and every crossing of such lines: two tiles to a "
    "square and one more, so that no wall takes ground from a room and no corridor of one square is closed. A line of "
    "line_of_sight becomes wall on the tiles it comes nearest to; one of objects_line_of_sight, too, and what it encloses; "
    "an object smaller than a square becomes wall on the one tile nearest to its middle. "
    "The two end tiles of a portal are its posts and become wall; what lies between them becomes its door or window. "
    + PORTALS
    + "; a window that would cut off what the portal joined is an open door."
)
THIN_RULE = (
    "The map is large, so a square becomes one tile, and a wall between two squares takes one of them: rather rock, to "
    "which no door leads, than ground of a room, and none whose loss would cut a room in two, unless both would. A door "
    "takes a square, too, in line with its wall; so does a window. To give walls tiles of their own, take a part of the "
    f"map: --area. {PORTALS}."
)


def read(path: Path, _terrains: Collection[str], area: Area | None, openings: str, _project: Path | None) -> Converted:
    """Return the drawing of a Universal VTT file, the rule and what was guessed (`convert` of the package)."""
    if openings not in OPENINGS:
        raise ContentError(f"{openings!r}: open portals are one of {listed(OPENINGS)}.{closest(openings, OPENINGS)}")
    file = read_vtt(path)
    plan = Plan(file, path, area)
    extra = plan.scale - 1
    sketch = Sketch(plan.width * plan.scale + extra, plan.height * plan.scale + extra)
    plan.say(sketch)
    if plan.scale == SCALE:
        raise_walls(sketch, plan)
        windows, rock = place_doors_and_windows(sketch, plan, OPENINGS[openings]), None
    else:
        thin = Thin(plan, sketch, OPENINGS[openings])
        windows, rock = thin.windows, thin.rock
    compare(sketch, plan, windows, rock)
    sketch.note(f"light is {light_of(file.environment, plan, sketch)!r}")
    metres = SCALE // plan.scale
    sketch.note(f"metres_per_tile is {metres}: a square is 2 m, a little more than the usual 5 feet")
    mark_starts(sketch, plan.is_ground)
    title = path.stem[:60] or "map"
    about = f"Converted from {path.name}"[:200]
    rule = RULE if plan.scale == SCALE else THIN_RULE
    return Converted(sketch.drawing(path, title, about, metres, plan.light), rule, tuple(sketch.notes))


def light_of(environment: Environment, plan: Plan, sketch: Sketch) -> str:
    """Return the light of the whole map: by how bright the ambient light is; one step more if lamps reach half of it."""
    colour = environment.ambient_light.lstrip("#")
    if not colour:
        sketch.note("no ambient light is given: taken as day")
        return plan.light
    bright = sum(share * int(colour[-6:][n : n + 2], 16) for n, share in ((0, 0.3), (2, 0.59), (4, 0.11))) / 255
    step = next(number for number, (least, _) in enumerate(LIGHTS) if bright >= least)
    lit = sum(3.14 * reach**2 for _, reach in plan.lamps)
    if step and lit > plan.width * plan.height / 2:
        step -= 1
        sketch.note(f"{len(plan.lamps)} lamps reach half of the map: one step lighter than its ambient light")
    plan.light = LIGHTS[step][1]
    sketch.note(f"ambient light {colour} is {bright:.0%} bright")
    return plan.light
