"""Pictures and films of a replay: what `fireteam replay export` does for --png, --gif and --mp4."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from ...output import console, progress

if TYPE_CHECKING:
    from fireteam.env.view.playback.redact import Censor

PngOption = Annotated[Path | None, typer.Option(help="Write a picture: a .png file.")]
GifOption = Annotated[Path | None, typer.Option(help="Write a film as .gif, which any browser and chat shows.")]
Mp4Option = Annotated[Path | None, typer.Option(help="Write a film as .mp4, sharper and smoother.")]
AtOption = Annotated[int | None, typer.Option(min=0, help="The decision the picture shows; 0 is the opening, else the end.")]
FromOption = Annotated[int, typer.Option("--from", min=1, help="The decision a film begins with.")]
ToOption = Annotated[int | None, typer.Option("--to", min=1, help="The decision a film ends with.")]
SpeedOption = Annotated[float, typer.Option(min=0.05, max=100, help="How many times as fast as normal a film is.")]
WidthOption = Annotated[int | None, typer.Option(min=64, max=3840, help="Pixels across; else by the size of the map.")]
FpsOption = Annotated[int | None, typer.Option(min=1, max=120, help="Frames a second: 12 for a GIF, 24 for an MP4.")]

GIF_WIDTH, LARGE_WIDTH, LARGE_TILE = 640, 960, 40  # pixels, where no width is asked for
GIF_FPS, MP4_FPS = 12, 24


class Films(NamedTuple):
    """The pictures and films to make of a replay: files, the decisions they show, and how; see the options above."""

    png: Path | None = None
    gif: Path | None = None
    mp4: Path | None = None
    at: int | None = None
    first: int = 1
    last: int | None = None
    speed: float = 1.0
    width: int | None = None
    fps: int | None = None


def write_films(playback: dict[str, Any], asked: Films, theme: str = "dark", eyes: "Censor | None" = None) -> None:
    """Write a playback as the files that are asked for, and say what was written."""
    from fireteam.env.view.export.encode import write_gif, write_mp4, write_png
    from fireteam.env.view.export.film import film_of, sensible_width, side_of, still
    from fireteam.env.view.export.picture import Picture

    columns = playback["map"]["width"]
    large = asked.width or sensible_width(columns, LARGE_WIDTH, LARGE_TILE)
    if asked.png is not None:
        moment = len(playback["moments"]) - 1 if asked.at is None else asked.at
        write_png(asked.png, picture := still(playback, moment, None, large, theme, eyes))
        report(asked.png, picture.get_size())
    for path, write, pixels, frames in (
        (asked.gif, write_gif, asked.width or sensible_width(columns, GIF_WIDTH), asked.fps or GIF_FPS),
        (asked.mp4, write_mp4, large + large % 2, asked.fps or MP4_FPS),
    ):
        if path is None:
            continue
        film = film_of(playback, eyes, asked.first, asked.last, asked.speed)
        framed = Picture(film.player, pixels, theme, side_of(eyes))
        with progress(path.name, film.count(frames), quiet=False) as done:
            write(path, film, framed, frames, done)
        report(path, framed.size, film.seconds)


def report(path: Path, size: tuple[int, int], seconds: float = 0.0) -> None:
    """Say what was written."""
    length = f"{seconds:.0f} s, " if seconds else ""
    console.print(f"{path}: {size[0]} x {size[1]}, {length}{path.stat().st_size / 1e6:.1f} MB")
