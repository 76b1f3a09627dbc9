"""The keys of files as rows for people: the schemas of `keys.py` in words."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from fireteam.content.errors import ContentError
from fireteam.content.reading import KEY, LETTER, SMALL_LETTERS, closest
from fireteam.env.scenario.reading import system_named

from .keys import Schema, branches, entries_called, kind_named, kinds_of, plain_schema, values_of
from .kinds import FILES

SHAPES = {KEY: "a name", LETTER: "a letter", SMALL_LETTERS: "a name of small letters"}
PLAIN = {"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false"}
MANY = {
    "a name": "names", "a letter": "letters", "text": "texts", "a whole number": "whole numbers", "a table": "tables",
    "one of these": "these",
}  # fmt: skip
MOST_LISTED = 24  # names of a table that are listed
ELSEWHERE = {"map": "map", "catalog": "house"}  # keys whose own have a kind to themselves


class Row(NamedTuple):
    """A key of a file, in words."""

    key: str  # with the tables in which it stands: teams.units.at
    type: str
    allowed: str
    default: str
    meaning: str
    example: str


def rows_of(kind: str, system: str = "", word: str = "") -> list[Row]:
    """Return the keys of a kind of file or table, in the order of its model; with a word, those that match it.

    Raises:
        ContentError: there is no such kind or system, or nothing matches.
    """
    own = system_named(system)
    name = kind_named(kind, own)
    rows = all_rows(name, own)
    if not word:
        return rows
    found = matching(rows, word)
    if not found:
        parts = {part for row in rows for part in (row.key, *row.key.split("."))}
        others = [other for other in kinds_of(own) if other not in FILES and matching(all_rows(other, own), word)]
        there = f" There is one in: {', '.join(others[:3])} (fireteam keys {others[0]} {word})." if others else ""
        raise ContentError(f"no key of {name} matches {word!r}.{'' if there else closest(word, parts)}{there}")
    return found


def all_rows(kind: str, system: str) -> list[Row]:
    """Return all keys of a kind; of house rules the kinds of entries alone, which have keys of their own."""
    schema = plain_schema(kind, system)
    if kind == "house":
        made = zip(schema["properties"].values(), entries_called(system).items(), strict=True)
        shape = "a table: names, each with {}"
        return [
            Row(
                name,
                shape.format("its table" if "$ref" in str(said) else "its value"),
                "",
                "-",
                node_meaning(said, called),
                "-",
            )
            for said, (called, name) in made
        ]
    return list(walked(schema, schema.get("$defs", {}), ""))


def node_meaning(node: Schema, elsewhere: str = "") -> str:
    """Return what a part of a schema means, and which command lists its own keys."""
    return f"{node.get('description', '')}{f' (fireteam keys {elsewhere})' if elsewhere else ''}"


def matching(rows: list[Row], word: str) -> list[Row]:
    """Return the rows of a key and of the keys in it; if there is no such key, the rows in which the word occurs."""
    word = word.lower().strip(".").replace("[", "").replace("]", "")
    inside = [row for row in rows if f".{row.key}.".startswith(f".{word}.") or f".{row.key}".endswith(f".{word}")]
    return inside or [row for row in rows if word in f"{row.key} {row.meaning} {row.allowed}".lower()]


def walked(node: Schema, defs: Schema, above: str) -> Iterator[Row]:
    """Yield a row for every key of a table, and after it those of tables in it."""
    for key, said in node.get("properties", {}).items():
        path = f"{above}{key}"
        kind, allowed = in_words(said, defs)
        default = "needed" if key in node.get("required", ()) else plain(said.get("default"))
        tables = [table for table in (resolved(branch, defs) for branch in inner(said)) if is_table(table)]
        example = example_of(said, defs)
        elsewhere = ELSEWHERE.get(path, "")
        shown = "-" if tables and default != "needed" else default
        yield Row(path, kind, allowed, shown, node_meaning(said, elsewhere), f"{key} = {example}" if example else "-")
        for table in () if elsewhere else tables:
            yield from walked(table, defs, f"{path}.")


def example_of(node: Schema, defs: Schema) -> str:
    """Return a possible value of a key, different from its default if possible; "" for a table."""
    values = [value for part in inner(node) for value in resolved(part, defs).get("enum", ())]
    examples = [*node.get("examples", ()), *(value for value in values if value != node.get("default"))]
    if not examples and isinstance(default := node.get("default"), (int, str)):
        examples = [default]
    if not examples:
        return ""
    listed = any(part.get("type") == "array" for part in branches(node)) and not isinstance(examples[0], list)
    return plain(examples[:1] if listed else examples[0])


def is_table(node: Schema) -> bool:
    """Return whether a part of a schema is a table with keys of its own, not one of any names."""
    return "properties" in node and values_of(node) is None


def inner(node: Schema) -> list[Schema]:
    """Return the possible alternatives of a part of a schema, and of the items of its lists."""
    found = [branch for branch in branches(node) if branch is node or not is_besides(branch, node)]
    return found + [part for branch in found if "items" in branch for part in branches(branch["items"])]


def resolved(node: Schema, defs: Schema) -> Schema:
    """Return a part of a schema, or the definition that it refers to."""
    return defs[node["$ref"].rpartition("/")[2]] if "$ref" in node else node


def in_words(node: Schema, defs: Schema) -> tuple[str, str]:
    """Return what a value must be, and the allowed values."""
    node = resolved(node, defs)
    if "anyOf" in node:
        parts = [in_words(part, defs) for part in node["anyOf"] if not is_besides(part, node)]
        kinds, limited = ([*dict.fromkeys(said for said in column if said)] for column in zip(*parts, strict=True))
        return " or ".join(kinds), "; ".join(limited)
    if "enum" in node or "const" in node:
        values = node.get("enum", [node.get("const")])
        return ("one of these", ", ".join(plain(value) for value in values)) if len(values) > 1 else (plain(values[0]), "")
    kind = node.get("type", "")
    if kind == "array":
        one, allowed = in_words(node["items"], defs)
        least, most = node.get("minItems", 0), node.get("maxItems")
        many = MANY.get(one, one)
        if least and least == most:
            return f"a list of {least} {many}", allowed
        counted = f"at most {most}" if most is not None else ""
        return f"a list of {many}", "; ".join(part for part in (counted, allowed) if part)
    if kind == "object":
        return table_in_words(node, defs)
    return SHAPES.get(str(node.get("pattern"))) or PLAIN.get(str(kind), str(kind)), limits(node)


def is_besides(part: Schema, node: Schema) -> bool:
    """Return whether one of the alternatives for a value need not be listed.

    That is null; names that an editor offers where any name may stand; a number written as a table.
    """
    others = [other for other in node["anyOf"] if other is not part and "enum" not in other]
    offered = "enum" in part and any(other.get("type") == "string" for other in others)
    return offered or part.get("type") == "null" or list(part.get("properties", ())) == ["value"]


def table_in_words(node: Schema, defs: Schema) -> tuple[str, str]:
    """Return what a table is: one of keys, or one of values by name."""
    values = values_of(node)
    if values is None or is_table(node):
        return "a table", ""
    one, allowed = in_words(values, defs)
    names = node.get("propertyNames", {}).get("enum", [])
    listed = ", ".join(names) if len(names) <= MOST_LISTED else ""
    return f"a table: names, each with {one}", "; ".join(part for part in (listed, allowed) if part)


def limits(node: Schema) -> str:
    """Return the limits of a number or a text."""
    least, most = node.get("minimum"), node.get("maximum")
    if least is not None or most is not None:
        return (
            f"{least} to {most}" if None not in (least, most) else f"at least {least}" if most is None else f"at most {most}"
        )
    longest = node.get("maxLength")
    return f"at most {longest} letters" if longest and node.get("pattern") not in SHAPES else ""


def plain(value: Any) -> str:
    """Return a value as a TOML file says it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"' if "\n" not in value else "'''\n" + value + "\n'''"
    if isinstance(value, list):
        return f"[{', '.join(plain(part) for part in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {plain(part)}' for key, part in value.items())} }}" if value else "-"
    return "-" if value is None else str(value)
