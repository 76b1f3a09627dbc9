"""A sample of house rules: the file changes nothing until somebody edits it."""

from collections.abc import Mapping
from typing import Any

from fireteam.env.catalog import load_catalog
from fireteam.env.catalog import shipped as entries_of

from .toml import key, lines, paragraphs, written

SHOWN = 5  # numbers that are written out
NUMBERS = ("action_points", "climb", "free_actions", "prone_cost", "difficult_cost", "partial_above", "good_above")


def house_text(system: str, house: Mapping[str, Mapping[str, Any]], schema: str) -> str:
    """Return a file of house rules: those of a scenario, or some numbers of the rules; everything else is commented out."""
    numbers = load_catalog(None, system).numbers
    text = [f"#:schema {schema}"]
    if house:
        text += paragraphs("House rules: what differs from the rules. Every number: fireteam keys numbers.")
        for kind, entries in house.items():
            text += table(kind, entries)
    else:
        text += paragraphs(
            "House rules: what shall differ from the rules. Nothing here does yet: each value is that of the rules. Every "
            f"number: fireteam keys numbers --system {system}. To leave all of it out, delete `catalog` in the scenario.",
        )
        text += ["", "[numbers]"]
        chosen = [name for name in NUMBERS if name in numbers] + [name for name in numbers if name not in NUMBERS]
        for name in chosen[:SHOWN]:
            number = numbers[name]
            text.append(f"{name} = {written(number.value)}  # {number.says}; {number.within[0]} to {number.within[1]}")
    weapons = entries_of("weapons", system)[0]
    name, weapon = next(iter(weapons.items()))
    text += [
        "",
        *paragraphs("A weapon that differs, or one of your own under a new name (fireteam list weapons shows all):"),
    ]
    text += [f"# [weapons.{key(name)}]", *(f"# {line}" for line in lines(weapon))]
    return "\n".join(text) + "\n"


def table(kind: str, entries: Mapping[str, Any]) -> list[str]:
    """Return the changed entries of one kind."""
    plain = {name: value for name, value in entries.items() if not isinstance(value, Mapping)}
    text = ["", f"[{key(kind)}]", *lines(plain)] if plain else []
    for name, value in entries.items():
        if isinstance(value, Mapping):
            text += ["", f"[{key(kind)}.{key(name)}]", *lines(value)]
    return text
