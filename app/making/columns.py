"""The columns of a sheet of characters: the name of each, and what its cells become in a party file."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin

from fireteam.content.errors import ContentError
from fireteam.content.reading import SPELLINGS, closest, listed, model_within, shown
from fireteam.env.scenario.models import models_of

from .sheets import Cell

# What other sheets call them. A name that a system has a key for is that key.
OTHERWISE = {
    "character": "name", "hero": "name", "who": "name", "called": "name", "pc": "name",
    "type": "template", "role": "template", "class": "template", "archetype": "template", "unit": "template",
    "number": "count", "quantity": "count", "how_many": "count", "amount": "count", "qty": "count",
    "weapon": "weapons", "arms": "weapons", "attacks": "weapons", "guns": "weapons",
    "armor": "armour", "armors": "armour", "armours": "armour", "protection": "armour", "wears": "armour",
    "gear": "items", "equipment": "items", "item": "items", "ammo": "spare", "magazines": "spare",
    "skill": "skills", "attribute": "attributes", "stats": "attributes", "ability": "abilities", "rank": "ranks",
    "position": "at", "place": "at", "looks": "facing", "round": "arrives", "str": "strength", "dex": "dexterity",
    "con": "body", "int": "intuition", "wil": "willpower", "cha": "charisma", "agi": "agility", "rea": "reaction",
    "bod": "body", "log": "logic", "edg": "edge", "sta": "stamina", "per": "perception", "wit": "wits",
}  # fmt: skip
YES, NO = ("yes", "true", "x", "y", "1", "ja"), ("no", "false", "n", "0", "-", "nein")
COMMA = re.compile(r"[,;/\n]|\band\b|\+")
PAIR = re.compile(r"^(?P<name>.*?[^\s\d:=x×(])[\s:=x×(]*(?P<value>\d+)\)?$|^(?P<count>\d+)\s*[x×]?\s*(?P<of>\D+)$")
PLAIN = re.compile(r"[^a-z0-9]+")


class Column(NamedTuple):
    """The target of a column: a key of a unit, and perhaps an entry in its table."""

    key: str
    entry: str = ""


def plain(text: str) -> str:
    """Return words in the form of a key: lower case, and _ for everything else."""
    return PLAIN.sub("_", text.lower()).strip("_")


def known_columns(system: str) -> dict[str, Column]:
    """Return the known columns in a system: keys of its units, and entries of the tables in them."""
    made: dict[str, Column] = {}
    for name, field in models_of(system).unit.model_fields.items():
        if model_within(field.annotation) is not None:
            continue  # standing orders are tables of their own
        made[name] = Column(name)
        for entry in entries_of(field.annotation):
            made.setdefault(entry, Column(name, entry))
    return made


def entries_of(annotation: Any) -> Iterator[str]:
    """Yield the keys that a table like `dict[Literal["body", ...], int]` may have, if they are listed."""
    if get_origin(annotation) is dict and get_origin(get_args(annotation)[0]) is Literal:
        yield from get_args(get_args(annotation)[0])


def understood(head: list[Cell], system: str) -> tuple[dict[int, Column], list[str]]:
    """Return the columns that are understood, by their number, and a sentence on each that is not.

    Raises:
        ContentError: two columns are the same, or none names the template.
    """
    known = known_columns(system)
    found: dict[int, Column] = {}
    notes = []
    for number, cell in enumerate(head):
        if not cell.text:
            continue
        name = plain(cell.text)
        twins = [name.replace(*pair) for pair in (*SPELLINGS, *(pair[::-1] for pair in SPELLINGS))]
        called = next(
            (word for word in (name, *twins, OTHERWISE.get(name, ""), f"{name}s", name.removesuffix("s")) if word in known),
            "",
        )
        if not called:
            notes.append(
                f"{cell.place}: column {shown(cell.text)} is not understood and left out."
                f"{closest(name, [*known, *OTHERWISE])}"
            )
        elif known[called] in found.values():
            raise ContentError(f"{cell.place}: column {shown(cell.text)}: another column is {called}, too")
        else:
            found[number] = known[called]
    if Column("template") not in found.values():
        raise ContentError(
            f"{head[0].place}: no column says which unit each is most like: one must be called template. Understood: "
            f"{listed(cell.text for number, cell in enumerate(head) if number in found)}."
        )
    return found, notes


def value_of(annotation: Any, column: Column, cell: Cell) -> Any:
    """Return the value of a cell, in the type of its key.

    Raises:
        ContentError: the cell has no value of that type.
    """
    if column.entry:
        return whole_or_word(cell.text)
    kind = bare(annotation)
    if kind is bool:
        if cell.text.lower() not in (*YES, *NO):
            raise ContentError(f"{cell.place}: {column.key} = {shown(cell.text)}: must be yes or no")
        return cell.text.lower() in YES
    if kind is int:
        return whole_or_word(cell.text)
    if column.key == "at":
        return [int(number) for number in re.findall(r"\d+", cell.text)]
    if get_origin(kind) is list:
        return [plain(part) for part in COMMA.split(cell.text) if plain(part)]
    if get_origin(kind) is dict:
        return dict(pairs(column.key, cell))
    return plain(cell.text) if column.key in ("template", "facing", "size", "mind", "shield") else cell.text


def bare(annotation: Any) -> Any:
    """Return the type inside an annotation like `Annotated[list[Key], ...] | None`."""
    while get_origin(annotation) is not None and get_origin(annotation) not in (list, dict, Literal):
        annotation = next(part for part in get_args(annotation) if part is not type(None))
    return annotation


def pairs(key: str, cell: Cell) -> Iterator[tuple[str, Any]]:
    """Yield names and values of a cell like "pistols 6, blades: 3", "2 medkits" or "ranged = elite"."""
    for part in COMMA.split(cell.text):
        text = part.strip()
        if not text:
            continue
        if found := PAIR.match(text):
            yield plain(found["name"] or found["of"]), int(found["value"] or found["count"])
            continue
        name, _, value = (
            text.rpartition("=") if "=" in text else text.rpartition(":") if ":" in text else text.rpartition(" ")
        )
        if name.strip():
            yield plain(name), plain(value)
        elif key in ("items", "spare"):
            yield plain(text), 1
        else:
            raise ContentError(f"{cell.place}: {shown(text)}: must be a name and a value, like {key} = pistols 6, blades 3")


def whole_or_word(text: str) -> Any:
    """Return a whole number, or else the word in the form of a key; the model says whether a word is allowed."""
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else plain(text) if not re.search(r"\d", text) else text


def in_spelling(names: Mapping[str, Any], word: str) -> str:
    """Return the entry that a word means: exact, or without a plural s."""
    return next((name for name in (word, word.removesuffix("s"), f"{word}s") if name in names), word)
