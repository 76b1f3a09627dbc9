"""`fireteam map`: maps for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from ... import completing
from ...output import OfSystem, console, guarded

app = typer.Typer(help="Maps for other programs.", no_args_is_help=True)


@app.callback()
def maps() -> None:
    """Maps for other programs; `fireteam new map` brings theirs."""


@app.command()
@guarded
def export(
    name: Annotated[str, typer.Argument(help="A map's name, or a .map.toml file.", autocompletion=completing.maps)],
    tmx: Annotated[Path, typer.Option(help="The .tmx file to write, for Tiled; its tileset is drawn beside it.")],
    system: OfSystem = "",
) -> None:
    """Write a map for Tiled (mapeditor.org), with a tileset that looks like the game.

    Draw there with its tiles: `fireteam new map --from FILE.tmx` makes a map of ours of it again. What is not changed
    comes back as it was.
    """
    from fireteam.content.errors import ContentError
    from fireteam.env.catalog import load_catalog
    from fireteam.env.scenario.fitting import check_drawing
    from fireteam.env.scenario.reading import system_named
    from fireteam.env.view.export.encode import png_bytes
    from fireteam.env.view.export.tileset import tileset
    from fireteam.maps import load_map
    from fireteam.maps.tiled import stamps, tiled_map

    from ...making.writing import write_new

    if tmx.suffix.lower() != ".tmx":
        raise ContentError(f"--tmx {tmx}: must end in .tmx")
    drawing, catalog = load_map(name), load_catalog(None, system_named(system))
    check_drawing(drawing, catalog, name)
    picture = tmx.with_name(f"{tmx.stem}.tiles.png")
    tiles = stamps(drawing, catalog.terrain)
    write_new({tmx: tiled_map(drawing, catalog.terrain, picture.name), picture: png_bytes(tileset(tiles, catalog.terrain))})
    console.print(f"{tmx}: {drawing.title!r}, {drawing.width} x {drawing.height}, for Tiled")
    console.print(f"{picture}: its tileset, {len(tiles)} tiles: terrain, heights (0 to 9) and marks (letters)")
    console.print(f"Layers: ground, heights, marks. When it is drawn: fireteam new map NAME --from {tmx}")
