"""Readings of the rules where sources contradict each other, numbers for house rules, and assumptions: a page a system."""

from pathlib import Path
from typing import get_args

from fireteam.env.catalog import load_catalog
from fireteam.env.rules.systems import SYSTEMS
from fireteam.env.scenario.models import models_of

from .pages import code, contents, plain, ruled, save, table

INTRO = """# Options and house rules

Three things may be set otherwise, for one game or for a scenario:

- an **option**: where sources of the rules clash, or leave a choice, each reading has a name. `fireteam fight yard --rule
  passing=opportunity`, or in a scenario `options = { passing = "opportunity" }`;
- a **number** of the rules: in a file of house rules, `[numbers]` with `action_points = 4`, which a scenario names, `catalog
  = "house.toml"`, or by `--catalog house.toml`;
- an **entry**: a weapon, a unit, a location ... in the same file ([keys](../keys/house.md)).

What the source leaves open and was filled is listed as **assumed**: look there first if your table plays otherwise.

"""


def write(folder: Path) -> None:
    """Write a page of options, numbers and assumptions for each rule system."""
    here = folder / "options"
    for system in SYSTEMS:
        save(here / f"{system}.md", page_of(system))
    save(here / "index.md", INTRO + contents(SYSTEMS, 2))


def page_of(system: str) -> str:
    """Return the page of a rule system."""
    catalog = load_catalog(system=system)
    text = f"# House rules of {system}\n\n## Options: where sources clash\n\n"
    for name, field in models_of(system).options.model_fields.items():
        values = get_args(field.annotation)
        text += f"### `{name}`\n\n{ruled(plain(sentence(str(field.description))))}.\n\n"
        text += f"`--rule {name}=VALUE`: {', '.join(map(code, values))}. The default is {code(field.default)}.\n\n"
    numbers = [
        [code(name), code(entry.value), plain(" to ".join(map(str, entry.within))), ruled(entry.rule),
         ruled(plain(entry.says)) + (" *(assumed)*" if entry.assumed else "")]
        for name, entry in catalog.numbers.items()
    ]  # fmt: skip
    text += "## Numbers of the rules\n\nIn house rules: `[numbers]`, then `name = value`.\n\n"
    text += table(["number", "value", "within", "rule", "what it is"], numbers)
    assumed = [[ruled(rule), plain(entry.says)] for rule, entry in catalog.rules.items() if entry.assumed]
    assumed += [[ruled(rule), ruled(plain(sentence))] for rule, entry in catalog.rules.items() for sentence in entry.assumes]
    text += "\n## What is assumed\n\nWhere the source is silent, this was filled in.\n\n"
    return text + table(["rule", "assumed"], sorted(assumed))


def sentence(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]
