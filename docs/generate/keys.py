"""Every key of every file that people write, from the models by which the files are read (`fireteam keys`)."""

from pathlib import Path

from fireteam.env.rules.systems import SYSTEMS
from fireteam.reports.files.key_rows import Row, all_rows
from fireteam.reports.files.keys import kinds_of, schema_of
from fireteam.reports.files.kinds import FILES, TABLES

from .pages import code, contents, plain, ruled, save, table

INTRO = """# Files and their keys

What each file may say: every key, what it must be, what it is if it is not given, what it means, an example. Files are TOML.
`fireteam keys KIND` prints the same, `fireteam keys KIND --schema` the JSON Schema for an editor, and `fireteam check FILE`
says what is wrong in a file, with line and column.

"""
CHAPTERS = {
    "Files": (FILES, "What is written into a file of its own."),
    "Tables of scenarios and parties": (TABLES, "What stands in a file, under a name of its own."),
    "Entries of house rules": ((), "To add or change a weapon, a unit, a number ...: in a file of house rules."),
}


def write(folder: Path) -> None:
    """Write a page for each kind of file, of table and of entry, and one that lists them."""
    here = folder / "keys"
    having: dict[str, list[str]] = {}
    for system in SYSTEMS:
        for kind in kinds_of(system):
            having.setdefault(kind, []).append(system)
    text, pages = INTRO, []
    for title, (kinds, about) in CHAPTERS.items():
        listed = kinds or [kind for kind in having if kind not in (*FILES, *TABLES)]
        rows = []
        for kind in listed:
            save(here / f"{kind}.md", page_of(kind, having[kind]))
            only = "" if len(having[kind]) == len(SYSTEMS) else f" (only {', '.join(having[kind])})"
            rows.append([f"[{kind}]({kind}.md)", plain(schema_of(kind, having[kind][0])["description"] + only)])
            pages.append(kind)
        text += f"## {title}\n\n{about}\n\n" + table(["kind", "what it is"], rows) + "\n"
    save(here / "index.md", text + contents(pages))


def page_of(kind: str, systems: list[str]) -> str:
    """Return the page of a kind: the keys that all its systems share, then the keys that differ in each."""
    rows = {system: all_rows(kind, system) for system in systems}
    shared = [row for row in rows[systems[0]] if all(row in others for others in rows.values())]
    text = f"# Keys: {kind}\n\n{plain(schema_of(kind, systems[0])['description'])}\n\n"
    if shared:
        text += ("## In every rule system\n\n" if len(systems) > 1 else "") + rows_as_table(shared)
    for system, own in rows.items():
        besides = [row for row in own if row not in shared]
        if besides:
            text += f"\n## {system}\n\n" + rows_as_table(besides)
    return text


def rows_as_table(rows: list[Row]) -> str:
    """Return keys as a table, each example with its key."""
    columns = ["key", "what it must be", "if not given", "meaning", "example"]
    return table(columns, [[code(row.key), must_be(row), given(row.default), ruled(plain(row.meaning)), given(row.example)]
                           for row in rows])  # fmt: skip


def must_be(row: Row) -> str:
    """Return the form of a value in words, and the allowed values."""
    return plain(row.type) + (f": {plain(row.allowed)}" if row.allowed not in ("", "-") else "")


def given(value: str) -> str:
    """Return a default or an example as code, nothing for none."""
    return "" if value in ("-", "") else value if value == "needed" else code(value)
