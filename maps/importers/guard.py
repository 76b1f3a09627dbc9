"""The limits on files from strangers: their size and depth, and no access to other files."""

import base64
import binascii
import json
import zlib
from typing import Any
from xml.parsers import expat

from fireteam.content.errors import ContentError
from fireteam.content.reading import shown

DEEPEST = 40  # elements inside each other
LARGEST_WINDOW = 1 << 27  # bytes that zstd looks back
OTHERWISE = "in Tiled, choose Map > Map Properties > Tile Layer Format > CSV, or Base64 with zlib or gzip"
MOST_ELEMENTS = 1_200_000  # of a file; a layer may have one for each of its tiles


def xml_checked(data: bytes, where: object) -> str:
    """Return XML as text; entities, which can grow without bound or name other files, and depth are refused.

    Raises:
        ContentError: it is not UTF-8, no XML, defines entities, or is too deep.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ContentError(f"{where}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
    parser = expat.ParserCreate("utf-8")
    depth = count = 0

    def refuse(*_: Any) -> None:
        raise ContentError(f"{where}:{parser.CurrentLineNumber}: a DOCTYPE has no place in such a file")

    def enter(*_: Any) -> None:
        nonlocal depth, count
        depth, count = depth + 1, count + 1
        if count > MOST_ELEMENTS:
            raise ContentError(f"{where}:{parser.CurrentLineNumber}: more than {MOST_ELEMENTS} elements")
        if depth > DEEPEST:
            raise ContentError(f"{where}:{parser.CurrentLineNumber}: more than {DEEPEST} elements inside each other")

    def leave(*_: Any) -> None:
        nonlocal depth
        depth -= 1

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler, parser.EndElementHandler = enter, leave
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        said = expat.errors.messages[error.code]
        raise ContentError(f"{where}:{error.lineno}: not valid XML, column {error.offset + 1}: {said}") from None
    return text


def read_json(path: object, data: bytes) -> Any:
    """Return a JSON file; anything wrong with it is a ContentError with the line."""
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=not_a_number)
    except UnicodeDecodeError as error:
        raise ContentError(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
    except json.JSONDecodeError as error:
        raise ContentError(f"{path}:{error.lineno}: not valid JSON, column {error.colno}: {error.msg.lower()}") from None
    except RecursionError:
        raise ContentError(f"{path}: lists inside each other without end") from None
    except ValueError as error:  # a number of too many digits
        raise ContentError(f"{path}: {str(error).splitlines()[0]}") from None


def not_a_number(word: str) -> Any:
    """Refuse what JSON does not have."""
    raise ValueError(f"{word} is no number")


def unpacked(text: str, compression: str, most: int, where: str) -> bytes:
    """Return data that is in base64 and perhaps compressed; at most `most` bytes are unpacked.

    Raises:
        ContentError: it is broken, too large, or compressed in an unknown way.
    """
    try:
        data = base64.b64decode(text.strip(), validate=False)
        if compression in ("zlib", "gzip"):
            maker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
            data = maker.decompress(data, most + 1)
            if not maker.eof and len(data) <= most:
                raise ContentError(f"{where}: its data end too early")
        elif compression == "zstd":
            data = unpacked_zstd(data, most + 1, where)
        elif compression:
            raise ContentError(f"{where}: compressed by {shown(compression)}; {OTHERWISE}")
    except (binascii.Error, ValueError, zlib.error) as error:
        if isinstance(error, ContentError):
            raise
        raise ContentError(f"{where}: its data are broken ({str(error).lower()})") from None
    if len(data) > most:
        raise ContentError(f"{where}: its data are larger than its {most // 4} tiles")
    return data


def unpacked_zstd(data: bytes, most: int, where: str) -> bytes:
    """Return at most a number of bytes unpacked from zstd; raise a ValueError if it is broken."""
    try:
        import zstandard
    except ImportError:
        raise ContentError(
            f"{where}: compressed by zstd; what unpacks it is not installed: pip install zstandard. Or, {OTHERWISE}"
        ) from None
    try:
        reader = zstandard.ZstdDecompressor(max_window_size=LARGEST_WINDOW).stream_reader(data)
        return bytes(reader.read(most))
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from None
