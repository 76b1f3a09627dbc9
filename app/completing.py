"""Shell completion: names, read from the package's files without importing the modules that read them."""

import tomllib
from importlib.util import find_spec
from pathlib import Path

import typer

ENDS = (".scenario.toml", ".toml")
MAPS = (".map.toml", ".toml")
REPLAYS = (".jsonl", ".jsonl.gz")
MOST = 200  # files of the working folder that are offered


def room(package: str) -> Path:
    """Return the folder of a package, without importing it."""
    found = find_spec(package)
    return Path(next(iter(found.submodule_search_locations or ()), ".")) if found is not None else Path()


def scenarios(incomplete: str) -> list[str]:
    """Return scenarios by name, and TOML files where one is typed."""
    return shipped(incomplete, ENDS)


def maps(incomplete: str) -> list[str]:
    """Return maps by name, and TOML files where one is typed."""
    return shipped(incomplete, MAPS)


def shipped(incomplete: str, ends: tuple[str, ...]) -> list[str]:
    """Return the package's files of a kind by name, and other files with endings in `ends`; the first is the package's."""
    names = sorted(path.name.removesuffix(ends[0]) for path in room("fireteam.maps").glob(f"*{ends[0]}"))
    return [name for name in (*names, *files(incomplete, ends)) if name.startswith(incomplete)]


def checked(incomplete: str) -> list[str]:
    """Return the names of things to check: scenarios by name, TOML files, replays, folders."""
    return [*scenarios(incomplete), *files(incomplete, REPLAYS)]


def files(incomplete: str, ends: tuple[str, ...]) -> list[str]:
    """Return files with given endings, and folders, whose paths begin with what is typed."""
    above, _, begun = incomplete.rpartition("/")
    folder = Path(f"{above}/" if "/" in incomplete else ".")
    try:
        there = sorted(path for path in folder.iterdir() if path.name.startswith(begun) and not path.name.startswith("."))
    except OSError:
        return []
    start = f"{above}/" if "/" in incomplete else ""
    folders = {path for path in there if path.is_dir()}
    found = [path for path in there if path in folders or path.name.endswith(ends)]
    return [f"{start}{path.name}{'/' if path in folders else ''}" for path in found[:MOST]]


def systems(incomplete: str) -> list[str]:
    """Return rule systems by name."""
    from fireteam.env.rules.systems import SYSTEMS

    return [name for name in SYSTEMS if name.startswith(incomplete)]


def bots(incomplete: str) -> list[str]:
    """Return bots by name, networks of the box among them, and files of parties and networks."""
    agents = room("fireteam.agents")
    doctrines = tomllib.loads((agents / "doctrines.toml").read_text(encoding="utf-8"))
    boxed = [path.stem for path in sorted((agents / "policies").glob("*.safetensors"))]
    names = ["random", *doctrines, *boxed, "search"]
    return [name for name in (*names, *files(incomplete, (".toml", ".safetensors"))) if name.startswith(incomplete)]


def kinds(context: typer.Context, incomplete: str) -> list[str]:
    """Return the kinds whose keys can be asked for."""
    from .reports.files.kinds import FILES, TABLES, called

    system = context.params.get("system") or "swan_song"
    folders = (room(f"fireteam.systems.{system}") / "catalog", room("fireteam.env") / "catalog" / "common")
    entries = sorted(called(path.stem) for folder in folders for path in folder.glob("*.toml") if path.stem != "verbs")
    return [name for name in (*FILES, *TABLES, *entries) if name.startswith(incomplete)]
