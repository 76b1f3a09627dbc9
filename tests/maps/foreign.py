"""Maps of other programs, made by the tests: small files as Dungeondraft, Arkenforge and Tiled write them."""

import json
from pathlib import Path
from typing import Any

from fireteam.env.catalog import load_catalog
from fireteam.maps import Drawing
from fireteam.maps.importers import Area, Converted, convert

TERRAINS = tuple(load_catalog().terrain)


def spots(*numbers: float) -> list[dict[str, float]]:
    """Return points of Universal VTT: x, y, x, y ..."""
    return [{"x": x, "y": y} for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def portal(*ends: float, closed: bool = True) -> dict[str, Any]:
    """Return a portal between two points."""
    middle = spots((ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2)[0]
    return {"position": middle, "bounds": spots(*ends), "rotation": 0.0, "closed": closed, "freestanding": False}


def vtt(width: float, height: float, walls: list[list[dict[str, float]]], **more: Any) -> dict[str, Any]:
    """Return a file of Universal VTT 0.3."""
    resolution = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": width, "y": height}, "pixels_per_grid": 70}
    return {"format": 0.3, "resolution": resolution, "line_of_sight": walls, "portals": [], "image": "iVBORw0KGgo="} | more


def moved(file: dict[str, Any], x: float, y: float) -> dict[str, Any]:
    """Return a file whose map_origin is elsewhere, and all its points with it."""
    made = json.loads(json.dumps(file))

    def shift(part: Any) -> None:
        for entry in part if isinstance(part, list) else part.values() if isinstance(part, dict) else ():
            if isinstance(entry, dict) and entry.keys() == {"x", "y"}:
                entry["x"], entry["y"] = entry["x"] + x, entry["y"] + y
            else:
                shift(entry)

    for key in ("line_of_sight", "objects_line_of_sight", "portals", "lights"):
        shift(made.get(key) or [])
    made["resolution"]["map_origin"] = {"x": x, "y": y}
    return made


def brought(folder: Path, file: dict[str, Any], area: Area | None = None, openings: str = "guess") -> Converted:
    """Return a file of Universal VTT as it is converted."""
    path = folder / "map.dd2vtt"
    path.write_text(json.dumps(file), encoding="utf-8")
    return convert(path, TERRAINS, area, openings)


def cropped(x: float, y: float, width: float = 8, height: float = 6) -> dict[str, Any]:
    """A part of a drawing of 30 x 20 squares as Dungeondraft exports it: with the walls and doors of the whole drawing.

    A room of 4 x 4 squares lies at (12, 8), with a door in its east side; others lie all over the drawing.
    """
    walls = [
        spots(12, 8, 16, 8, 16, 11), spots(16, 12, 12, 12, 12, 8),
        spots(2, 2, 6, 2, 6, 6, 2, 6, 2, 2), spots(20, 3, 28, 3, 28, 9, 20, 9, 20, 3), spots(3, 14, 9, 14, 9, 18),
        spots(22, 12, 22, 18, 27, 18),
    ]  # fmt: skip
    lamp = {"position": {"x": 4, "y": 4}, "range": 9, "intensity": 1, "color": "ffffffff"}
    made = vtt(width, height, walls, portals=[portal(16, 11, 16, 12), portal(4, 6, 5, 6)], lights=[lamp])
    made["resolution"]["map_origin"] = {"x": x, "y": y}
    return made


def rooms(drawing: Drawing, closed: tuple[str, ...] = ()) -> dict[tuple[int, int], int]:
    """Return the number of the room of every tile that one can stand on, by the steps that units may make.

    Doors are open, but for terrains named in `closed`.
    """
    passable = {name for name, entry in load_catalog().terrain.items() if entry.passable or entry.opens} - {*closed}
    ground = drawing.terrain()
    open_ = {(n % drawing.width, n // drawing.width) for n, name in enumerate(ground) if name in passable}
    found: dict[tuple[int, int], int] = {}
    for start in sorted(open_):
        if start in found:
            continue
        found[start], waiting = start[0] + start[1] * drawing.width, [start]
        while waiting:
            x, y = waiting.pop()
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    place = (x + dx, y + dy)
                    squeezed = dx and dy and (x + dx, y) not in open_ and (x, y + dy) not in open_
                    if place in open_ and place not in found and not squeezed:
                        found[place] = found[start]
                        waiting.append(place)
    return found


def warehouse() -> dict[str, Any]:
    """A dock warehouse of 12 x 8 squares as Dungeondraft writes it: a hall, two offices, doors, windows, a pillar, lamps."""
    walls = [
        spots(2, 1, 5.6, 1), spots(6.4, 1, 11, 1, 11, 3.1), spots(11, 3.9, 11, 7, 6, 7), spots(5, 7, 2, 7, 2, 4),
        spots(2, 3, 2, 1), spots(8, 1, 8, 2), spots(8, 3, 8, 4, 9, 4), spots(10, 4, 11, 4),
    ]  # fmt: skip
    portals = [
        portal(2, 3, 2, 4), portal(5, 7, 6, 7), portal(8, 2, 8, 3), portal(9, 4, 10, 4, closed=False),
        portal(5.6, 1, 6.4, 1, closed=False), portal(11, 3.1, 11, 3.9, closed=False),
    ]  # fmt: skip
    lights = [{"position": {"x": 4, "y": 4}, "range": 2.0, "intensity": 1.0, "color": "ffeccd8b", "shadows": True}]
    pillar = [spots(3.8, 4.8, 4.2, 4.8, 4.2, 5.2, 3.8, 5.2, 3.8, 4.8)]
    dusk = {"baked_lighting": True, "ambient_light": "ff606060"}
    return vtt(12, 8, walls, portals=portals, lights=lights, objects_line_of_sight=pillar, environment=dusk)


def dungeon() -> dict[str, Any]:
    """Rooms and corridors of one square, 14 x 10 squares, with walls that end in diagonals, a cave and a leaking corner."""
    walls = [
        spots(1, 1, 5, 1, 5, 3), spots(5, 4, 5, 5, 4, 6, 2, 6, 1, 5, 1, 1),  # a room whose lower corners are cut off
        spots(5, 3, 9, 3), spots(5, 4, 8, 4, 8, 7),  # a corridor to the east, one square wide, that turns south
        spots(9, 3, 9, 7), spots(8, 7, 7, 7, 6.5, 8, 7, 9, 11, 9, 11.5, 8, 10, 7, 9, 7),  # to a cave of crooked walls
        spots(11, 1, 13, 1, 13, 5, 11.1, 5), spots(11, 5, 11, 1),  # a closed cell, whose corner gapes by a tenth of a square
    ]  # fmt: skip
    return vtt(14, 10, walls, portals=[portal(5, 3, 5, 4), portal(8, 7, 9, 7, closed=False)])


def tmx(layers: dict[str, list[int]], width: int, tiles: str = "", more: str = "", **settings: Any) -> str:
    """Return a map of Tiled, 16 pixels a tile, whose layers are lists of numbers; `tiles` is inside its tileset."""
    height = len(next(iter(layers.values()))) // width
    size = f'width="{width}" height="{height}"'
    written = "".join(
        f'<layer id="{number}" name="{name}" {size}><data encoding="csv">{",".join(map(str, cells))}</data></layer>'
        for number, (name, cells) in enumerate(layers.items(), start=1)
    )
    attributes = {"orientation": "orthogonal", "infinite": "0", "renderorder": "right-down", "nextlayerid": "9",
                  "nextobjectid": "9", "version": "1.10", "tiledversion": "1.10.2"} | settings  # fmt: skip
    said = " ".join(f'{key}="{value}"' for key, value in attributes.items())
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<map {said} {size} tilewidth="16" tileheight="16">'
        f'<tileset firstgid="1" name="town" tilewidth="16" tileheight="16" tilecount="9" columns="3">{tiles}</tileset>'
        f"{written}{more}</map>"
    )


def taken(folder: Path, text: str, name: str = "map.tmx", area: Area | None = None) -> Converted:
    """Return a map of Tiled as it is converted."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return convert(path, TERRAINS, area)
