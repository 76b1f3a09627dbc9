"""Writes TOML with comments: the keys that are set, and the other possible keys commented out."""

from collections.abc import Collection, Mapping
from typing import Any

from pydantic import BaseModel

from fireteam.maps.writing import commented, quoted

BARE = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def written(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {written(entry)}" for name, entry in value.items()) + " }" if value else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(written, value))}]"
    return str(value)


def key(name: str) -> str:
    """Return a key, in quotes if it must be."""
    return name if name and set(name) <= BARE else quoted(name)


def lines(entries: Mapping[str, Any]) -> list[str]:
    """Return keys and values, a line each; lists of tables have a line for every table."""
    made = []
    for name, value in entries.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            made += [f"{key(name)} = [", *(f"    {written(entry)}," for entry in value), "]"]
        else:
            made.append(f"{key(name)} = {written(value)}")
    return made


def possible(model: type[BaseModel], without: Collection[str]) -> list[str]:
    """Return, as comments, the other keys that a table could have: with an example or the default, and the meaning."""
    made = []
    for name, field in model.model_fields.items():
        if name in without:
            continue
        default = None if field.is_required() else field.get_default(call_default_factory=True)
        value = (field.examples or [default])[0]
        if value in (None, "", {}, []) or isinstance(value, BaseModel):
            continue
        meaning = f"  # {field.description}" if field.description else ""
        made.append(f"# {key(name)} = {written(value)}{meaning}")
    return made


def paragraphs(*texts: str) -> list[str]:
    """Return sentences as comments."""
    return [line for text in texts for line in commented(text)]
