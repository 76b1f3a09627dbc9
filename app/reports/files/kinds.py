"""What `fireteam keys` calls the kinds of files, of tables in them, and of entries of house rules. Imports nothing heavy."""

import os

FILES = ("scenario", "party", "map", "house", "reward")
TABLES = ("team", "unit", "objective", "orders", "options", "draw")  # of scenarios and parties
# An entry is called by the kind without its s, but for these: the units of house rules are templates, those of teams units.
CALLED = {"units": "template", "armour": "armour", "numbers": "numbers", "terrain": "terrain"}
# What else people call them.
OTHERWISE = {
    "units": "unit", "armor": "armour", "number": "numbers", "catalog": "house", "order": "orders", "option": "options",
}  # fmt: skip


def called(kind: str) -> str:
    """Return what an entry of a kind of house rules is called: weapon for weapons, template for units."""
    return CALLED.get(kind, kind.removesuffix("s"))


def is_replay(what: str) -> bool:
    """Return whether a name is that of a replay file rather than of a scenario."""
    return what.endswith((".jsonl", ".gz")) or (os.path.isfile(what) and not what.endswith(".toml"))
