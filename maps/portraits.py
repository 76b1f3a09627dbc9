"""Portraits of units: a picture file becomes a small PNG that travels with the unit, in replays and pages.

A portrait from a file is checked before it is shown: a PNG of at most 64 pixels a side, in base64, as a page takes it.
Pillow makes it, of the extra `film`; without Pillow there is none, and initials are shown.
"""

import base64
import binascii
import io
import warnings
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator

from fireteam.content.errors import ContentError
from fireteam.content.named import named_file
from fireteam.content.reading import listed, read_bytes, shown

SIDE = 64  # pixels
PREFIX = "data:image/png;base64,"
MOST = 20_000  # characters: a PNG of 64 x 64 pixels without compression is no longer
LARGEST_FILE = 20_000_000  # bytes
FORMATS = ("PNG", "JPEG", "WEBP")  # of a picture: others start programs, or are read by code that few look at
MOST_PIXELS = 40_000_000  # of a picture, as the largest cameras take them
MAGIC, HEADER = b"\x89PNG\r\n\x1a\n", 24  # how a PNG begins, and where its size has been told


def checked(portrait: str) -> str:
    """Return a portrait as it travels, "" for none.

    Raises:
        ValueError: it is no PNG of such a size.
    """
    if not portrait:
        return portrait
    if not portrait.startswith(PREFIX) or len(portrait) > MOST:
        raise ValueError(f"must be a picture as replays hold it; files name one beside them, like portrait = {'mara.png'!r}")
    try:
        data = base64.b64decode(portrait.removeprefix(PREFIX), validate=True)
    except binascii.Error:
        raise ValueError("the picture is broken") from None
    sides = [int.from_bytes(data[at : at + 4], "big") for at in (HEADER - 8, HEADER - 4)]
    if not data.startswith(MAGIC) or data[12:16] != b"IHDR" or not all(0 < side <= SIDE for side in sides):
        raise ValueError(f"must be a PNG of at most {SIDE} x {SIDE} pixels")
    return portrait


Portrait = Annotated[str, AfterValidator(checked)]


def portrait_of(name: str, folder: Path) -> str:
    """Return the portrait in a picture file of a folder: the square in its middle, made small; "" without Pillow.

    Raises:
        ContentError: it is no name of a file there, or no picture.
    """
    if Path(name).name != name or name.startswith("."):
        raise ContentError(f"portrait = {shown(name)}: must be the name of a picture beside this file, like 'mara.png'")
    path = folder / name
    if not path.is_file():
        raise ContentError(f"portrait = {shown(name)}: {path} is not there")
    named_file(path, name, (), "portrait")  # a link leads no further
    try:
        from PIL import Image, ImageOps
    except ImportError:
        return ""
    data = read_bytes(path, LARGEST_FILE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's of many pixels: ours are fewer
            with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
                if (pixels := picture.width * picture.height) > MOST_PIXELS:
                    raise ValueError(f"{pixels} pixels, at most {MOST_PIXELS} are possible")
                picture.draft("RGB", (SIDE, SIDE))  # a JPEG is read as small as will do
                small = ImageOps.fit(ImageOps.exif_transpose(picture).convert("RGB"), (SIDE, SIDE))
    except Exception as error:  # whatever a picture of a stranger's makes Pillow raise is the picture's fault
        said = (str(error).splitlines() or [type(error).__name__])[0].partition(" <")[0]
        kinds = f"must be one of {listed(FORMATS)}"
        raise ContentError(f"portrait = {shown(name)}: is no picture that can be read ({said[:120]}): {kinds}") from None
    written = io.BytesIO()
    small.quantize(64).save(written, "PNG", optimize=True)
    return PREFIX + base64.b64encode(written.getvalue()).decode("ascii")


def png_of(portrait: str) -> bytes:
    """Return the PNG file of a portrait."""
    return base64.b64decode(portrait.removeprefix(PREFIX))
