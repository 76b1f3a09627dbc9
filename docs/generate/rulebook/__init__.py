"""The rulebook of each system: for every rule its sentence, its place in the source, its function, its tests, an example.

Nothing of it is written here: sentences come from the catalog (`rules.toml`), functions from docstrings, tests from their
marks, and the examples are the scenes of those tests, thrown by the engine as the pages are built.
"""

from itertools import groupby
from pathlib import Path

from fireteam.env.catalog.sentences import COUNTING, SentenceRow, stated_sentences

from ..pages import contents, plain, ruled, save, table
from .entries import CHAPTERS, Entry, Place, entries_of, parts_of
from .sections import section, source_listing

NAMES = {"swan_song": "Swan Song", "d10_pool": "d10 pool", "ladder": "Ladder"}


def write(folder: Path) -> None:
    """Write the rulebooks of all systems."""
    for system in CHAPTERS:
        write_system(folder / "rulebook" / system, system)


def write_system(folder: Path, system: str) -> None:
    """Write the rulebook of a system: a page that lists its rules, one for each chapter, and the functions behind them."""
    entries = entries_of(system)
    pages = []
    for letter, group in groupby(entries, key=lambda entry: parts_of(entry.name)[0]):
        pages.append(chapter_page(CHAPTERS[system][letter]))
        save(folder / f"{pages[-1]}.md", chapter(system, letter, list(group)))
    write_sources(folder / "source", entries)
    save(folder / "sentences.md", sentences(system))
    rows = [
        [f"[{entry.name}](#{entry.name.lower()})", plain(entry.rule.says), "yes" if entry.rule.assumed else ""]
        for entry in entries
    ]
    save(folder / "index.md", "\n".join([
        f"# {NAMES[system]}\n",
        f"{len(entries)} rules. Each has a sentence of our own, its place in the source, the function that plays it, the "
        "tests that prove it, and an example: the scene of a test, told by the engine while this page was built. The log of "
        "a battle names the same IDs, so a term such as `- 2 running (SS-M4)` can be looked up here.\n",
        "An assumed rule fills a hole of the source; what else is assumed stands with each rule.\n",
        table(["rule", "says", "assumed"], rows),
        contents([*pages, "sentences", "source/index"]),
    ]))  # fmt: skip


def chapter_page(title: str) -> str:
    """Return the file name of a chapter's page, without its ending."""
    return title.lower().replace(",", "").replace(" ", "-")


def chapter(system: str, letter: str, entries: list[Entry]) -> str:
    """Return the page of a chapter."""
    parts = [section(entry) for entry in entries]
    return f"# {CHAPTERS[system][letter]}\n\nRules of {NAMES[system]}.\n\n" + "\n".join(parts)


def sentences(system: str) -> str:
    """Return the page on the sentences of a system's sources: how they are counted, and those that no rule covers fully."""
    rows = stated_sentences(system)
    absent = [row for row in rows if row.sentence.absent]
    open_to = [row for row in rows if not row.sentence.rules and not row.sentence.absent]
    text = f"# Sentences of the sources of {NAMES[system]}\n\n{len(rows)} sentences state a rule. {COUNTING}\n\n"
    text += "Each rule names its sentences; `fireteam list sentences` lists them all.\n\n## Not in the sandbox\n\n"
    text += listing(absent, "why", [plain(row.sentence.absent) for row in absent])
    if open_to:
        text += "\n## Options and assumptions\n\nNo rule plays these by itself: an option or an assumption answers them.\n\n"
        text += listing(open_to, "answered by", [ruled(plain(row.sentence.home())) for row in open_to])
    return text


def listing(rows: list[SentenceRow], head: str, cells: list[str]) -> str:
    """Return a table of sentences with one more column."""
    parts = [[plain(row.place), plain(row.sentence.asks), cell] for row, cell in zip(rows, cells, strict=True)]
    return table(["sentence", "what it asks", head], parts)


def write_sources(folder: Path, entries: list[Entry]) -> None:
    """Write the first function of every rule with its lines, a page for each folder."""
    places: dict[str, dict[str, Place]] = {}
    for entry in entries:
        for place in entry.functions[:1]:
            places.setdefault(str(Path(place.path).parent), {})[place.anchor] = place
    pages: list[str] = []
    for room, functions in sorted(places.items()):
        pages.append(room.replace("/", "-"))
        parts = [source_listing(place, entries) for _, place in sorted(functions.items())]
        save(folder / f"{pages[-1]}.md", f"# `{room}`\n\n" + "\n".join(parts))
    save(folder / "index.md", "# Functions behind the rules\n\nOne for each rule, with its lines.\n\n" + contents(pages))
