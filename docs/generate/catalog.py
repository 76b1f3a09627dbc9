"""Every weapon, unit, item, material, location ... of each rule system, with pictures where the engine draws them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from fireteam.env.catalog import catalog_of, kinds, load_catalog
from fireteam.env.rules.systems import SYSTEMS
from fireteam.maps.drawing import LEGEND
from fireteam.reports.files.key_rows import all_rows
from fireteam.reports.files.key_rows import plain as as_toml
from fireteam.reports.files.kinds import called

from . import pictures
from .pages import code, contents, plain, ruled, save, table

ELSEWHERE = ("numbers", "rules")  # have pages of their own
INTRO = """# Weapons, units, terrain and all other entries

Everything that is in the box, by rule system: each entry with all that it says. To change one, or to add your own, write it
into a file of house rules, with the keys that it shall have: [how](../keys/house.md).

"""


def write(folder: Path) -> None:
    """Write a page for each kind of entry of each rule system."""
    here = folder / "catalog"
    for system in SYSTEMS:
        catalog = load_catalog(system=system)
        pages = [kind for kind in kinds(system) if kind not in ELSEWHERE]
        for kind in pages:
            save(here / system / f"{kind}.md", page_of(here / system, kind, getattr(catalog, kind), system))
        save(here / system / "index.md", f"# In the box: {system}\n\n" + contents(pages))
    save(here / "index.md", INTRO + contents([f"{system}/index" for system in SYSTEMS], 2))


def page_of(here: Path, kind: str, entries: dict[str, Any], system: str) -> str:
    """Return the page of one kind: an overview, then each entry with its keys."""
    text = f"# {kind.capitalize()} of {system}\n\n"
    asked = f"`fireteam keys {called(kind)} --system {system}`"
    text += f"{asked} and [this page](../../keys/{called(kind)}.md) say what each key means.\n\n"
    if not all(isinstance(entry, BaseModel) for entry in entries.values()):
        return text + table([called(kind), "value"], [[code(name), code(as_toml(entry))] for name, entry in entries.items()])
    listed = catalog_of(system).LISTED.get(kind)
    if listed:
        heads = list(listed(next(iter(entries.values()))))
        cells = {name: [plain(cell) for cell in listed(entry).values()] for name, entry in entries.items()}
        text += table([called(kind), *heads], [[f"[{name}](#{anchor(name)})", *row] for name, row in cells.items()]) + "\n"
        text += legend(kind, system, heads)
    for name, entry in entries.items():
        text += f"## {name}\n\n"
        image = picture_of(here, kind, name, system)
        text += f"![{name}]({image}){{.entry}}\n\n" if image else ""
        text += entry_text(kind, name, entry)
    return text


def legend(kind: str, system: str, heads: Sequence[str]) -> str:
    """Return the meanings of the overview's columns that are keys."""
    meanings = {row.key: row.meaning for row in all_rows(called(kind), system)}
    return "".join(f"- **{plain(head)}**: {ruled(plain(meanings[head]))}\n" for head in heads if head in meanings) + "\n"


def anchor(name: str) -> str:
    """Return the anchor of a heading that is a name."""
    return name.lower()


def entry_text(kind: str, name: str, entry: BaseModel) -> str:
    """Return an entry's keys that differ from defaults, as its table in house rules would be written."""
    said = entry.model_dump(exclude_defaults=True)
    lines = [f"{key} = {as_toml(value)}" for key, value in said.items()]
    letter = next((letter for letter, terrain in LEGEND.items() if terrain == name), "") if kind == "terrain" else ""
    drawn = f"Drawn on maps as `{letter}`.\n\n" if letter.strip() else ""
    return drawn + "\n".join(["```toml", f"[{kind}.{name}]", *lines, "```"]) + "\n\n"


def picture_of(here: Path, kind: str, name: str, system: str) -> str:
    """Return the file name of the picture of an entry, drawn as battles draw it; "" for kinds without pictures."""
    made = {"units": pictures.of_template, "terrain": pictures.of_terrain}.get(kind)
    image = made(name, system) if made else None
    return "" if image is None else save(here / "pictures" / f"{kind}-{name}.png", image).relative_to(here).as_posix()
