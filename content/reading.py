"""Reading what people write: TOML files checked against a model, with errors that name the place."""

import difflib
import errno
import os
import re
import stat
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO, ClassVar, TypeVar, cast, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from .errors import ContentError
from .places import place_of
from .problems import MOST_PROBLEMS
from .toml import LARGEST_TOML, Document, neighbour, parsed

LARGEST_FILE = 4_000_000  # bytes; nothing that is read as text comes near it
SHOWN = 60  # characters of a wrong value that a message repeats
SHORTEST_BEGINNING = 3  # letters of a word by which it is known: str for strength
MOST_LOOKED_AT = 200  # to find those
KNOWN = " Known keys: "  # before the keys that a table may have

# What people write is printed, drawn and put into pages: one line, and nothing that a terminal would obey, that turns the
# direction of the text around it, or that nobody sees. What joins letters of scripts and of emoji may stand.
PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]*$"
Words = Annotated[str, Field(pattern=PRINTABLE, max_length=200)]
Name = Annotated[str, Field(pattern=PRINTABLE, min_length=1, max_length=60)]
Prose = Annotated[str, Field(pattern=PRINTABLE, max_length=2000)]
SMALL_LETTERS, LETTER = "^[a-z]+$", "^[A-Za-z]$"
ORDINAL = "^[1-9][0-9]*$"
KEY = "^[a-z][a-z0-9_]*$"
Key = Annotated[str, Field(pattern=KEY, max_length=40)]  # of an entry of the catalog
Read = TypeVar("Read")


# Keys are in British or in American English, whichever the reader writes.
SPELLINGS = (("armour", "armor"), ("defence", "defense"), ("metre", "meter"), ("colour", "color"))


class Strict(BaseModel):
    """A model of content: unknown keys are errors, values are not converted from other types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    belongs: ClassVar[Mapping[str, str]] = {}  # keys that are sometimes looked for here, and where they stand

    @model_validator(mode="before")
    @classmethod
    def _either_spelling(cls, data: Any) -> Any:
        return respelled(data, cls.model_fields) if isinstance(data, dict) else data


def respelled(data: dict[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """Return `data` with keys in the spelling that is known, British or American."""
    if all(key in known for key in data):
        return data
    made = {}
    for key, value in data.items():
        twins = [key.replace(*pair) if pair[0] in key else key.replace(*pair[::-1]) for pair in SPELLINGS]
        twin = next((twin for twin in twins if twin != key and twin in known and twin not in data), key)
        made[key if key in known else twin] = value
    return made


def closest(word: str, known: Iterable[str]) -> str:
    """Return ' Did you mean ...?' for the nearest known word, or '' if none is near."""
    known = list(known)
    near = (
        difflib.get_close_matches(word, known, n=1)
        or difflib.get_close_matches(word.lower(), known, n=1)
        or difflib.get_close_matches(word.upper(), known, n=1)
        or [other for other in known if len(word) >= SHORTEST_BEGINNING and other.startswith(word.lower())]
    )
    return f" Did you mean {near[0]!r}?" if near else ""


def listed(words: Iterable[str]) -> str:
    """Return words as a readable list."""
    return ", ".join(sorted(words)) or "none"


def shown(value: Any) -> str:
    """Return a value as a message repeats it: short and on one line."""
    text = written(shortened(value))
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def shortened(value: Any, deep: int = 4) -> Any:
    """Return as much of a value as may be shown: files of strangers hold long lists, and lists in lists without end."""
    if isinstance(value, (Mapping, list, tuple)) and not deep:
        return "..."
    if isinstance(value, Mapping):
        return {str(key)[:SHOWN]: shortened(inner, deep - 1) for key, inner in islice(value.items(), SHOWN)}
    if isinstance(value, (list, tuple)):
        return [shortened(inner, deep - 1) for inner in value[:SHOWN]]
    return value[: 2 * SHOWN] if isinstance(value, (str, bytes)) else value


def written(value: Any) -> str:
    """Return a value as a TOML file says it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {written(inner)}' for key, inner in value.items())} }}" if value else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(written, value))}]"
    return value.isoformat() if hasattr(value, "isoformat") else repr(value)


def read_text(path: Path, most: int = LARGEST_FILE) -> str:
    """Return a text file's content; a file that is missing, too large or not UTF-8 is a ContentError."""
    try:
        return read_bytes(path, most).decode("utf-8-sig")  # some editors begin a file with a mark of its encoding
    except UnicodeDecodeError as error:
        raise ContentError(f"{path}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None


def read_bytes(path: Path, most: int) -> bytes:
    """Return the content of a regular file; a missing, irregular or larger file than `most` bytes is a ContentError."""
    try:
        with open_regular(path) as file:
            data: bytes | None = file.read(most + 1)
        if data is None:  # a file of the system's that has nothing to say now
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    except OSError as error:
        raise ContentError(f"{path}: cannot be read ({(error.strerror or str(error)).lower()})") from None
    if len(data) > most:
        raise ContentError(f"{path}: larger than {most} bytes, so not a file of this kind")
    return data


def open_regular(path: Path) -> BinaryIO:
    """Return a regular file, opened for reading; links are followed. A pipe or a device raises an OSError at once."""
    try:
        return open(path, "rb", opener=regular)
    except ValueError as error:  # a zero in the name
        raise OSError(errno.EINVAL, str(error)) from None


def regular(path: str, flags: int) -> int:
    """Return the handle of a regular file: an opener for `open`, which then owns the handle and closes it once."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(kind):
            raise OSError(errno.EINVAL, "it is a pipe or a device, not a regular file")
    except BaseException:
        os.close(handle)
        raise
    return handle


def read_toml(path: Path) -> Document:
    """Return a TOML file as a dict; anything wrong with it is a ContentError with the line."""
    try:
        return parsed(read_text(path, LARGEST_TOML), path)
    except ContentError as error:
        raise ContentError(f"{error}{'' if os.path.lexists(path) else neighbour(path)}") from None
    except ValueError as error:
        raise ContentError(str(error)) from None


def validated(kind: type[Read], data: Any, where: str | Path) -> Read:
    """Return `data` as a model (or a dict of models), or raise a ContentError: file, line, key, value, what is allowed."""
    try:
        made: Read = adapter(cast(Any, kind)).validate_python(data)
        return made
    except ValidationError as error:
        problems = [(problem, keys_of(problem["loc"])) for problem in error.errors()[:MOST_LOOKED_AT]]
        # A mistyped key is also a missing one: say what was found.
        mistyped = [path for problem, path in problems if problem["type"] == "extra_forbidden"]
        lines: dict[str, str] = {}  # of a union one branch is enough
        for problem, path in problems:
            if problem["type"] == "missing" and any(meant(kind, other) == path for other in mistyped):
                continue
            if len(lines) < MOST_PROBLEMS:
                lines.setdefault(dotted(path), f"{placed(where, data, path)}: {explained(kind, problem, path)}")
            else:
                lines.setdefault(dotted(path), "")
        said = listed_once(list(lines.values())[:MOST_PROBLEMS])
        if len(lines) > len(said):
            said.append(f"{where}: and {len(lines) - len(said)} more")
        raise ContentError(with_lines("\n".join(said), where, data)) from None


def listed_once(lines: list[str]) -> list[str]:
    """Return messages in which a list of known keys that several share appears only once."""
    reported, lists = [], set()
    for line in lines:
        said, known, keys = line.partition(KNOWN)
        reported.append(line if keys not in lists else said)
        lists |= {keys} if known else set()
    return reported


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Return a pydantic adapter of a model, kept in a cache."""
    return TypeAdapter(kind)


def meant(kind: Any, path: list[Any]) -> list[Any]:
    """Return a mistyped path as it was probably meant."""
    near = difflib.get_close_matches(str(path[-1]), fields_at(kind, path[:-1]), n=1)
    return [*path[:-1], *near]


def with_lines(message: str, where: str | Path, data: Any) -> str:
    """Return a message in which each line that begins with a file and a path also names the line of the file.

    The path is like `teams[1].units[0]` and ends before the next word.
    """
    return "\n".join(with_line(line, where, data) for line in message.splitlines())


def with_line(message: str, where: str | Path, data: Any) -> str:
    """Return a line of a message with the line number of the value it is about, if known and not given yet."""
    if not isinstance(data, Document) or not message.startswith(f"{where}: "):
        return message
    rest = message.removeprefix(f"{where}: ")
    found = re.match(r"[\w.\[\]-]+(?:: [\w.\[\]-]+(?= =|:|'))?", rest.replace("unknown key '", "", 1))
    parts = re.findall(r"[\w-]+", found[0]) if found else []
    tile = re.search(r" at \[(\d+), \d+\]", rest) if len(parts) == 2 else None  # of a row of a drawing
    return f"{placed(where, data, [int(part) if part.isdigit() else part for part in parts], tile)}: {rest}"


def placed(where: str | Path, data: Any, path: Iterable[Any], tile: re.Match[str] | None = None) -> str:
    """Return a file with the line and the column in which something stands, or just the file."""
    place = place_of(data.text, list(path)) if isinstance(data, Document) else None
    return f"{where}:{place.line}:{place.column + (int(tile[1]) if tile else 0)}" if place else str(where)


def keys_of(place: Sequence[Any]) -> list[Any]:
    """Return pydantic's path of a problem without the branches of unions. A key is followed by '[key]' if it is wrong."""
    return [
        part for part, behind in zip(place, [*place[1:], None], strict=False) if behind == "[key]" or not is_branch(part)
    ]


def is_branch(part: Any) -> bool:
    """Return whether a part of pydantic's path is no key but the branch of a union that was tried."""
    models = {model.__name__ for model in Strict.__subclasses__()}
    return isinstance(part, str) and (
        part in BRANCHES or part in models or part.startswith(("list[", "literal[", "dict[", "function-"))
    )


def dotted(path: Iterable[Any]) -> str:
    """Return a path as it is written: teams[0].units[2].name."""
    made = ""
    for part in path:
        made += f"[{part}]" if isinstance(part, int) else f".{part if part.isprintable() else repr(part)}"
    return made.removeprefix(".")


BRANCHES = {"int", "str", "bool", "float", "none", "constrained-int", "constrained-str"}
PATTERNS = {
    PRINTABLE: "must be on one line, without control characters",
    KEY: "must be a name of small letters, digits and _, a letter first",
    ORDINAL: "must be a number, 1 or more",
    SMALL_LETTERS: "must be a name of small letters",
    LETTER: "must be a single letter, A to Z or a to z",
}
# What pydantic calls a type, in words.
KINDS = {
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "string_type": "must be text in quotes",
    "bool_type": "must be true or false",
    "list_type": "must be a list, in [ ]",
    "tuple_type": "must be a list, in [ ]",
    "dict_type": "must be a table",
    "model_type": "must be a table, in {{ }} or below its own [ ]",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "string_too_short": "must not be empty",
    "string_too_long": "must have at most {max_length} letters",
    "too_long": "must have at most {max_length} entries",
    "too_short": "must have at least {min_length} entries",
}


def explained(kind: Any, problem: Any, path: list[Any]) -> str:
    """Return one of pydantic's problems as a sentence."""
    key = dotted(path)
    type_of_problem = problem["type"]
    if type_of_problem == "extra_forbidden":
        fields = fields_at(kind, path[:-1])
        model = model_at(kind, path[:-1])
        if model is not None and issubclass(model, Strict) and path[-1] in model.belongs:
            return f"unknown key {key!r}: {model.belongs[path[-1]]}"
        if len(path) > 1 and path[-1] in fields_at(kind, []):
            return f"unknown key {key!r}: {path[-1]!r} belongs to the top of the file, before the first table in [ ]"
        if owners := [name for name in fields if path[-1] in fields_at(kind, [*path[:-1], name])]:
            return f"unknown key {key!r}. Did you mean {' or '.join(repr(f'{name}.{path[-1]}') for name in owners)}?"
        return f"unknown key {key!r}.{closest(str(path[-1]), fields)}{KNOWN}{listed(fields)}."
    if type_of_problem == "missing":
        return f"key {key!r} is missing"
    if type_of_problem == "value_error":
        said = problem["msg"].removeprefix("Value error, ")
        return f"{key}: {said}" if path else said
    found = shown(problem["input"])
    if type_of_problem == "literal_error":
        words = problem["ctx"]["expected"].replace(" or ", ", ").replace("'", "").split(", ")
        said = f"unknown key {key.removesuffix('.[key]')!r}" if key.endswith(".[key]") else f"{key} = {found}"
        return f"{said}: must be one of {listed(words)}.{closest(str(problem['input']), words)}"
    if type_of_problem == "string_pattern_mismatch":
        said = PATTERNS.get(pattern := problem["ctx"]["pattern"], f"must match {pattern}")
        plain = re.sub(r"[^a-z0-9]+", "_", str(problem["input"]).lower())
        meant = f". Did you mean {plain!r}?" if pattern == KEY and re.fullmatch(KEY, plain) else ""
        return f"{key.removesuffix('.[key]')} = {found}: {said}{meant}"
    if said := KINDS.get(type_of_problem):
        return f"{key} = {found}: {said.format(**problem.get('ctx', {}))}"
    return f"{key} = {found}: {problem['msg'][0].lower()}{problem['msg'][1:]}"


def fields_at(kind: Any, path: list[Any]) -> list[str]:
    """Return the keys that a model, or the model inside `list[...]` or `dict[str, ...]`, knows at a path."""
    model = model_at(kind, path)
    return list(model.model_fields) if model is not None else []


def model_at(kind: Any, path: list[Any]) -> type[BaseModel] | None:
    """Return the model that a path leads to, if it leads to one."""
    model = model_within(kind)
    for part in path:
        if model is not None and part in model.model_fields:
            model = model_within(model.model_fields[part].annotation)
    return model


def model_within(annotation: Any) -> type[BaseModel] | None:
    """Return the model inside an annotation like `list[Unit]`, `dict[str, Unit]` or `Unit | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in get_args(annotation):
        found = model_within(inner)
        if found is not None:
            return found
    return None
