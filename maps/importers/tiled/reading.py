"""Tiled's maps (.tmx, .tmj) as drawings, by the rule that RULE states. The file is made plain before it is parsed."""

import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.content.named import project_of
from fireteam.content.reading import shown

from ..sketch import Area, Converted, Place, Sketch, check_size
from ..work import Work
from .objects import put_object
from .plain import plain
from .reader import Reader
from .words import Words

RULE = (
    "A tile is the terrain of its class or of its property 'terrain', wall if it is solid or has a collision shape, else "
    "what its layer or its tileset is called or says in its property 'terrain'; else floor in the lowest layer, and "
    "decoration above it. Layers above replace those below. A property 'height' of a tile or layer is metres, a property "
    "'mark' of a tile is a letter of starts and zones. Rectangles, polygons and points of objects mark tiles: by their "
    "property 'mark', a class or name of one letter, or else a letter that is chosen. Where no layer has a tile there is "
    "wall."
)


def read(path: Path, terrains: Collection[str], area: Area | None, _openings: str, project: Path | None) -> Converted:
    """Return the drawing of a Tiled map, the rule and what was guessed (`convert` of the package)."""
    work = Work(path)
    if project is not None and not path.resolve().is_relative_to(project.resolve()):
        raise ContentError(f"--project {project}: {path} does not lie in it")
    source = parsed(path, project.resolve() if project else project_of(path), work)
    for size in (source.map_size, source.tile_size):
        if not all(isinstance(side, int) and side > 0 for side in size):
            raise ContentError(f"{path}: a size of {shown(size[0])} x {shown(size[1])}: must be whole numbers from 1 on")
    if source.orientation != "orthogonal":
        raise ContentError(f"{path}: orientation = {shown(source.orientation)}: must be orthogonal")
    words, layers = Words(terrains), list(flat(source.layers, path))
    grids = {number: cells_of(layer) for number, layer in enumerate(layers) if not hasattr(layer, "tiled_objects")}
    taken = area_of(source, grids, path, area)
    sketch = Sketch(taken.width, taken.height, "")
    reader = Reader(source, words, sketch, taken, work)
    lowest = min(grids, default=-1)
    for number, layer in enumerate(layers):
        if number in grids:
            reader.lay(layer, grids[number], number == lowest)
    for layer in layers:
        for thing in getattr(layer, "tiled_objects", ()):
            work.count("objects")
            put_object(reader, layer, thing)
    reader.close()
    own = source.properties or {}
    title, about = own.get("title", path.stem[:60] or "map"), own.get("about", "")
    metres, light = own.get("metres_per_tile", 1), own.get("light", "clear")
    if isinstance(metres, float) and metres.is_integer():  # Tiled has a kind of number for itself
        metres = int(metres)
    return Converted(sketch.drawing(path, title, about, metres, light), RULE, tuple(sketch.notes), reader.understood)


def parsed(path: Path, project: Path, work: Work) -> Any:
    """Return a file as pytiled-parser's map, which reads a copy without links to other files."""
    from pytiled_parser import parse_map

    text = plain(path, project, work)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "map.tmj"
        copy.write_text(text, encoding="utf-8")
        try:
            return parse_map(copy)
        except Exception as error:  # whatever a parser trips over in a stranger's file is the file's fault
            what = (
                f"{shown(error.args[0])} is missing"
                if isinstance(error, KeyError)
                else str(error).replace(str(copy), path.name)
            )
            raise ContentError(
                f"{path}: no map that Tiled has written: {what.splitlines()[0] if what else 'broken'}"
            ) from None


def flat(layers: Any, path: Path) -> Iterator[Any]:
    """Yield the layers of a map from the lowest on, those of groups in their place."""
    for layer in layers:
        if hasattr(layer, "layers"):
            yield from flat(layer.layers or (), path)
        else:
            yield layer


def cells_of(layer: Any) -> dict[Place, int]:
    """Return the numbers of a layer's tiles by their place, without the empty ones."""
    pieces = [(chunk.coordinates.x, chunk.coordinates.y, chunk.data) for chunk in layer.chunks or ()]
    pieces += [(0, 0, layer.data)] if layer.data else []
    return {
        (int(left) + x, int(top) + y): number
        for left, top, rows in pieces
        for y, row in enumerate(rows)
        for x, number in enumerate(row)
        if number
    }


def area_of(source: Any, grids: dict[int, dict[Place, int]], path: Path, area: Area | None) -> Area:
    """Return the part of a map to take: `area`, or all of it; for an infinite map, the drawn part."""
    if source.infinite:
        places = [place for cells in grids.values() for place in cells]
        if not places:
            raise ContentError(f"{path}: no layer has a tile")
        left, top = min(x for x, _ in places), min(y for _, y in places)
        whole = Area(left, top, max(x for x, _ in places) - left + 1, max(y for _, y in places) - top + 1)
    else:
        whole = Area(0, 0, int(source.map_size.width), int(source.map_size.height))
    if area is not None:
        if area.x + area.width > whole.width or area.y + area.height > whole.height:
            raise ContentError(
                f"{path}: --area {','.join(map(str, area))} is not on the map: {whole.width} x {whole.height} tiles"
            )
        whole = Area(whole.x + area.x, whole.y + area.y, area.width, area.height)
    check_size(path, whole.width, whole.height, "tiles")
    return whole
