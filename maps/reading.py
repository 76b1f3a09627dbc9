"""Reading what people write: TOML files checked against a model, with errors that name the place."""

import difflib
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

LARGEST_FILE = 4_000_000  # bytes; no map or scenario comes near it
SHOWN = 60  # characters of a wrong value that a message repeats


class ContentError(ValueError):
    """Something a person wrote is wrong. The message is one line: where, what was found, what is allowed."""


class Strict(BaseModel):
    """A model of content: unknown keys are errors, values are not converted from other types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def closest(word: str, known: Iterable[str]) -> str:
    """Return ' Did you mean ...?' for the nearest known word, or '' if none is near."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


def listed(words: Iterable[str]) -> str:
    """Return words as a readable list."""
    return ", ".join(sorted(words)) or "none"


def shown(value: Any) -> str:
    """Return a value as a message repeats it: short and on one line."""
    text = repr(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def read_text(path: Path) -> str:
    """Return a text file's content; a file that is missing, too large or not UTF-8 is a ContentError."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ContentError(f"{path}: larger than {LARGEST_FILE} bytes, so not a file of this kind")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise ContentError(f"{path}: not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise ContentError(f"{path}: cannot be read ({(error.strerror or str(error)).lower()})") from None


def read_toml(path: Path) -> dict[str, Any]:
    """Return a TOML file as a dict; anything wrong with it is a ContentError with the line."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise ContentError(f"{path}: not valid TOML: {str(error).splitlines()[0]}") from None


def validated(kind: Any, data: Any, where: str | Path) -> Any:
    """Return `data` as a model (or a dict of models), or raise a ContentError with file, key, value and what is allowed."""
    try:
        return TypeAdapter(kind).validate_python(data)
    except ValidationError as error:
        # A mistyped key is also a missing one: say what was found first.
        problems = sorted(error.errors(include_url=False), key=lambda problem: problem["type"] != "extra_forbidden")
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise ContentError(f"{where}: {explained(kind, problems[0])}{more}") from None


def explained(kind: Any, problem: Any) -> str:
    """Return one of pydantic's problems as a sentence."""
    path = list(problem["loc"])
    key = ".".join(str(part) if str(part).isprintable() else repr(part) for part in path)
    type_of_problem = problem["type"]
    if type_of_problem == "extra_forbidden":
        fields = fields_at(kind, path[:-1])
        return f"unknown key {key!r}.{closest(str(path[-1]), fields)} Known keys: {listed(fields)}."
    if type_of_problem == "missing":
        return f"key {key!r} is missing"
    if type_of_problem == "value_error":
        said = problem["msg"].removeprefix("Value error, ")
        return f"{key}: {said}" if path else said
    found = shown(problem["input"])
    if type_of_problem == "literal_error":
        words = problem["ctx"]["expected"].replace(" or ", ", ").replace("'", "").split(", ")
        return f"{key} = {found}: must be one of {listed(words)}.{closest(str(problem['input']), words)}"
    return f"{key} = {found}: {problem['msg'][0].lower()}{problem['msg'][1:]}"


def fields_at(kind: Any, path: list[Any]) -> list[str]:
    """Return the keys that a model, or the model inside `list[...]` or `dict[str, ...]`, knows at a path."""
    model = model_within(kind)
    for part in path:
        if model is not None and part in model.model_fields:
            model = model_within(model.model_fields[part].annotation)
    return list(model.model_fields) if model is not None else []


def model_within(annotation: Any) -> type[BaseModel] | None:
    """Return the model inside an annotation like `list[Unit]`, `dict[str, Unit]` or `Unit | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in get_args(annotation):
        found = model_within(inner)
        if found is not None:
            return found
    return None
