"""Reading TOML: a file as a dict that remembers its text, and mistakes of grammar in words for whoever made them."""

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any

LARGEST_TOML = 1_000_000  # bytes; no map or scenario comes near it
DEEPEST = 100  # parts of the keys on a line, tables in tables: reading them takes the square of that
MOST_NEIGHBOURS = 1000  # files of a folder that are looked at for the one that was meant
DOT = re.compile(r"""[\w"'-][ \t]*\.[ \t]*(?=[\w"'-])""")  # between two parts of a key
PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")
TYPOGRAPHIC = "“”„‟«»‘’‚"

TWICE = "this key or table is there already. A key stands once in its table; a list of tables has every one of them in [[ ]]"
NO_END = "the text that begins here is never closed: its quotes are missing at the end"
STATEMENT = (
    "a line is a table in [ ], or key = value, or begins with #. Is the text above it closed, with ''' where it began so?"
)
UNCLOSED = "a comma, a closing quote or the closing {} is missing before this place"
AT_END = "the file ends in the middle of something: a value, or the closing ] or } of what begins above, is missing"
# What tomllib's sentence begins with, and what to look for in the file.
MEANINGS = (
    ("Illegal character '\\n'", 'the text is not closed on its line: its second quote (") is missing'),
    ("Expected \"'", NO_END),
    ("Unterminated string", NO_END),
    ("Invalid value", "text stands in quotes; numbers, true and false do not"),
    ("Invalid statement", STATEMENT),
    ("Expected '='", STATEMENT),
    ("Expected newline", "after its value a line ends; text stands in quotes, a list in [ ]"),
    ("Cannot overwrite", TWICE),
    ("Cannot declare", TWICE),
    ("Unclosed array", UNCLOSED.format("]")),
    ("Unclosed inline table", UNCLOSED.format("}")),
    ("Invalid initial character for a key part", "a table in { } stands on one line, with no comma before the }"),
    ("Expected ']", "a table is one name in [ ], an entry of a list of tables in [[ ]]"),
    ("Unescaped '\\'", "a \\ in a text is written twice, or the text stands in single quotes"),
)


class Document(dict[str, Any]):
    """A TOML file as a dict that remembers its text, so that a message can name the line."""

    text: str = ""


def parsed(text: str, where: str | Path) -> Document:
    """Return TOML as a dict; raise a ValueError, with file and line, for anything that is wrong with it."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > DEEPEST and len(DOT.findall(line)) > DEEPEST:
            raise ValueError(f"{where}:{number}: a key of more than {DEEPEST} parts")
    try:
        made = Document(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise ValueError(mistake_text(str(error).splitlines()[0], text, where)) from None
    if is_deep(made):
        raise ValueError(f"{where}: more than {DEEPEST} tables or lists inside each other")
    made.text = text
    return made


def mistake_text(said: str, text: str, where: str | Path) -> str:
    """Return tomllib's message on a mistake with file, line and column, and a hint."""
    found = PLACE.search(said)
    line, column = (int(found["line"]), int(found["column"])) if found and found["line"] else beginning(said, text)
    meaning = next((words for start, words in MEANINGS if said.startswith(start)), PLACE.sub("", said))
    if found and not line:
        line, column = ending(text)
        meaning = meaning if meaning == TWICE else AT_END
    rest = text.splitlines()[line - 1][column - 1 :] if line else ""
    if rest[:1] in TYPOGRAPHIC and rest:
        meaning = f"{rest[0]} is no quote that TOML knows: write \" or '"
    elif rest.lower().startswith(("true", "false")):
        meaning = "true and false are written in small letters"
    if not line:
        return f"{where}: not valid TOML: {meaning}"
    return f"{where}:{line}:{column}: not valid TOML: {meaning}"


def ending(text: str) -> tuple[int, int]:
    """Return the line and column after the last word of a text."""
    lines = text.rstrip().splitlines() or [""]
    return len(lines), len(lines[-1]) + 1


def beginning(said: str, text: str) -> tuple[int, int]:
    """Return the line and column where an unclosed text begins, at the last quotes of its kind; (0, 0) for other errors."""
    if said.startswith("Expected \"'"):
        at = text.rfind("'''" if said.startswith("Expected \"'''") else "'")
    elif said.startswith("Unterminated string"):
        at = text.rfind('"""') if text.count('"""') % 2 else text.rfind('"')
    else:
        return 0, 0
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def neighbour(path: Path) -> str:
    """Return '. Did you mean ...?' for the file of a folder whose name is nearest to one that is not there, or ''."""
    try:
        there = [other.name for other, _ in zip(path.parent.glob("*.toml"), range(MOST_NEIGHBOURS), strict=False)]
    except OSError:
        return ""
    near = difflib.get_close_matches(path.name, there, n=1)
    return f". Did you mean {near[0]!r}?" if near else ""


def is_deep(value: Any) -> bool:
    """Return whether tables and lists lie inside each other deeper than anything that people write."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner for outer in level for inner in (outer.values() if isinstance(outer, dict) else outer) if holds(inner)
        ]
        if not level:
            return False
    return True


def holds(value: Any) -> bool:
    """Return whether a value is a table or a list."""
    return isinstance(value, (dict, list))
