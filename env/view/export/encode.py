"""Pictures and films as files: PNG, GIF and MP4. A file appears whole or not at all."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.content.errors import ContentError, MissingExtra

from ...files import appearing
from ..draw.canvas import pygame_here
from .film import Film
from .picture import Picture

Done = Callable[[int], None]  # is told how many frames are done
CLEAR = 255  # the entry of a GIF's palette that lets the picture before show through
SAMPLES = 40  # frames that the palette is chosen from
BITS = 6  # of each channel, by which a colour's entry of the palette is looked up
X264 = {"crf": "19", "preset": "veryfast", "tune": "animation"}  # crf is the quality: smaller is better
GIF_FPS, LEAST_FPS = 50, 1  # a GIF counts hundredths of a second, and browsers slow down what is quicker


def extra(module: str, package: str, what: str) -> Any:
    """Return a module that belongs to an extra.

    Raises:
        MissingExtra: it is not installed; the sentence names the command that installs it.
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtra.of(what, package, "film") from None


def canvas(size: tuple[int, int]) -> Any:
    """Return a surface whose pixels are words, red << 16 | green << 8 | blue, on every machine."""
    return pygame_here().Surface(size, 0, 32, (0xFF0000, 0xFF00, 0xFF, 0))


def pixels(surface: Any) -> np.ndarray:
    """Return a surface as uint8 array (height, width, 3)."""
    width, height = surface.get_size()
    flat = np.frombuffer(pygame_here().image.tobytes(surface, "RGB"), np.uint8)
    return flat.reshape(height, width, 3).copy()


def words(surface: Any) -> np.ndarray:
    """Return the pixels of a canvas, uint32 (height, width), without a copy; while it lives, nothing can be drawn there."""
    return np.asarray(surface.get_view("2")).T


def write_png(path: str | Path, surface: Any) -> None:
    """Write a surface as PNG."""
    with appearing(path) as name:
        pygame_here().image.save(surface, name, "png")


def png_bytes(surface: Any) -> bytes:
    """Return a surface as PNG, with what is transparent in it."""
    made = BytesIO()
    pygame_here().image.save(surface, made, "png")
    return made.getvalue()


def write_gif(path: str | Path, film: Film, picture: Picture, fps: float = 12, done: Done = lambda _: None) -> None:
    """Write a film as an endless GIF.

    Equal pictures become one that is shown longer; of each other picture only the changed part is written.

    Raises:
        MissingExtra: Pillow is not installed. ContentError: a GIF cannot have such a pace, or the file cannot be written.
    """
    check_fps(fps, GIF_FPS)
    image = extra("PIL.Image", "Pillow", "a GIF")
    gif = extra("PIL.GifImagePlugin", "Pillow", "a GIF")
    surface = canvas(picture.size)
    colours = palette_of(film, picture, surface, image)
    entries = nearest(colours)
    with appearing(path) as name, open(name, "wb") as file:
        file.write(gif_header(picture.size, colours))
        shown: np.ndarray | None = None
        waiting: tuple[np.ndarray, tuple[int, int]] | None = None  # what changed last, and where
        since = number = 0
        for number, changed in enumerate(film.frames(picture, surface, fps, drift=False)):
            done(number)
            part = difference(shown, entries[binned(surface)]) if changed else None
            if part is None:
                continue
            whole, cut, corner = part
            if waiting is not None:
                write_part(file, gif, image, *waiting, round(100 * number / fps) - since)
                since = round(100 * number / fps)
            shown, waiting = whole, (cut, corner)
        assert waiting is not None
        write_part(file, gif, image, *waiting, max(round(100 * (number + 1) / fps) - since, 1))
        file.write(b";")


def check_fps(fps: float, most: int) -> None:
    """Raise a ContentError if a film cannot have `fps` pictures a second."""
    if not LEAST_FPS <= fps <= most:
        raise ContentError(f"{fps} frames a second: must be between {LEAST_FPS} and {most}")


def palette_of(film: Film, picture: Picture, surface: Any, image: Any) -> np.ndarray:
    """Return the 255 colours that a film's pictures are best drawn with, uint8 (255, 3).

    They are chosen from pictures of the whole film, most of them from times with action. What covers much of
    the picture counts less than its share, so that small bright things keep their colours.
    """
    busy = [start for start, cue in film.timed if cue["do"] in ("shot", "blast", "swing", "ring")]
    times = [film.seconds * n / SAMPLES * 2 for n in range(SAMPLES // 2)]
    times += [busy[len(busy) * n // (SAMPLES // 2)] + 0.05 for n in range(SAMPLES // 2)] if busy else []
    counts = np.zeros(1 << 3 * BITS, np.int64)
    for time in times:
        frame = film.at(time)
        picture.draw(surface, frame.moment, frame.t, 0.0, frame.cues, frame.heard, frame.card)
        counts += np.bincount(binned(surface).ravel(), minlength=len(counts))
    bins = np.flatnonzero(counts)
    weights = np.maximum(np.sqrt(counts[bins]).astype(int), 1)
    sample = np.repeat(centres()[bins], weights, axis=0).reshape(1, -1, 3)
    found = image.fromarray(sample).quantize(CLEAR, method=image.Quantize.MEDIANCUT, kmeans=3).getpalette()
    colours = np.zeros((CLEAR, 3), np.uint8)
    flat = np.array(found[: 3 * CLEAR], np.uint8).reshape(-1, 3)
    colours[: len(flat)] = flat
    return colours


def binned(surface: Any) -> np.ndarray:
    """Return the colours of a canvas (height, width) by the upper six bits of each channel, as one number."""
    colours = words(surface)
    return colours >> 6 & 0x3F000 | colours >> 4 & 0xFC0 | colours >> 2 & 0x3F


@cache
def centres() -> np.ndarray:
    """Return the colour in the middle of every bin, uint8 (bins, 3)."""
    levels = (np.arange(1 << BITS) << (8 - BITS)) + (1 << (8 - BITS) >> 1)
    return np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), axis=-1).reshape(-1, 3).astype(np.uint8)


def nearest(colours: np.ndarray) -> np.ndarray:
    """Return the entry of a palette that is nearest to each bin, uint8 (bins,)."""
    entries = np.empty(1 << 3 * BITS, np.uint8)
    known = colours.astype(np.float32)
    for first in range(0, len(entries), 1 << 14):
        part = centres()[first : first + (1 << 14)].astype(np.float32)
        # |a - b|^2 without |a|^2, which is the same for all entries
        entries[first : first + len(part)] = (np.sum(known**2, axis=1) - 2 * part @ known.T).argmin(axis=1)
    return entries


def difference(before: np.ndarray | None, after: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[int, int]] | None:
    """Return a picture, the part of it that changed, and the part's corner; None if nothing did."""
    if before is None:
        return after, after, (0, 0)
    changed = before != after
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not len(rows):
        return None
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return after, np.where(changed[part], after[part], CLEAR).astype(np.uint8), (int(columns[0]), int(rows[0]))


def gif_header(size: tuple[int, int], colours: np.ndarray) -> bytes:
    """Return the beginning of a GIF: its size, its palette of 256 colours, and endless repetition."""
    palette = colours.tobytes() + bytes(3)
    numbers = size[0].to_bytes(2, "little") + size[1].to_bytes(2, "little")
    return b"GIF89a" + numbers + bytes([0xF7, 0, 0]) + palette + b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def write_part(file: Any, gif: Any, image: Any, part: np.ndarray, corner: tuple[int, int], hundredths: int) -> None:
    """Write one picture of a GIF: the changed part, and its duration."""
    for data in gif.getdata(image.fromarray(part), corner, duration=10 * hundredths, transparency=CLEAR, disposal=1):
        file.write(data)


def write_mp4(path: str | Path, film: Film, picture: Picture, fps: int = 24, done: Done = lambda _: None) -> None:
    """Write a film as MP4: H.264 with quarter colours, which plays everywhere. The picture's size must be even.

    Raises:
        MissingExtra: PyAV is not installed.
        ContentError: the pace is out of range, or the place cannot be written to.
    """
    check_fps(fps, 120)
    av = extra("av", "PyAV", "an MP4")
    surface = canvas(picture.size)
    with appearing(path) as name, av.open(name, "w", format="mp4", options={"movflags": "+faststart"}) as container:
        stream = container.add_stream("libx264", rate=fps, options=X264)
        stream.width, stream.height = picture.size
        stream.pix_fmt = "yuv420p"
        colours = stream.codec_context
        colours.colorspace = colours.color_primaries = colours.color_trc = 1  # BT.709, and said so
        colours.color_range = 1
        frame: Any = None
        for number, changed in enumerate(film.frames(picture, surface, fps)):
            if changed:
                flat = words(surface).view(np.uint8).reshape(*picture.size[::-1], 4)
                whole = av.VideoFrame.from_ndarray(flat, format="bgra")
                del flat
                frame = whole.reformat(format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG")
            frame.pts = number
            for packet in stream.encode(frame):
                container.mux(packet)
            done(number)
        for packet in stream.encode():
            container.mux(packet)
