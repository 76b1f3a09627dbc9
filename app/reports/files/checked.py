"""Checks the files of a folder, each under the house rules and the system of the scenarios that name it.

A map or party may need house rules and the keys of a rule system: those of the scenario that names it. A file that no
scenario of the folder names is checked under each of them; it is right if one fits.
"""

import difflib
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from fireteam.content.errors import ContentError, FireteamError
from fireteam.content.problems import MOST_PROBLEMS
from fireteam.content.reading import closest, listed, read_toml, respelled, validated, with_lines
from fireteam.env.catalog import House, all_shipped, kinds, load_catalog, load_house
from fireteam.env.catalog.house import elsewhere
from fireteam.env.observe.reward import Reward
from fireteam.env.replay.replay import Replay
from fireteam.env.rules.systems import DEFAULT, SYSTEMS
from fireteam.env.scenario.fitting import check_drawing, nobody_stands, with_rules
from fireteam.env.scenario.models import Scenario, models_of
from fireteam.env.scenario.reading import load_party, load_scenario, system_named
from fireteam.env.scenario.setup import laid_out
from fireteam.maps import Drawing
from fireteam.maps.drawing import read_map

from ...seating import check_doctrines
from .kinds import is_replay

SUFFIXES = {".scenario.toml": "scenario", ".map.toml": "map", ".party.toml": "party"}
REPLAYS = (".jsonl", ".jsonl.gz")
ALIKE = 0.75  # how near a key comes to one of ours, of a file that is then taken for one of ours
MOST_FILES = 500  # of a folder that are looked at
DEEPEST = 4  # folders in folders


class Checked(NamedTuple):
    """The result of checking one file."""

    file: str
    says: str  # what it is, of a good file
    problems: list[str]  # lines, of a wrong one
    scenario: Scenario | None = None


class Frame(NamedTuple):
    """The context in which a file is checked: house rules and a rule system, "" for its own."""

    house: House | None = None
    system: str = ""


def files_in(folder: Path) -> list[str]:
    """Return the files of a folder that can be checked, those in folders of it too; hidden ones are left out.

    Raises:
        ContentError: there are none, or too many for a folder of an evening.
    """
    found: list[str] = []
    for above, folders, names in os.walk(folder):
        depth = len(Path(above).relative_to(folder).parts)
        folders[:] = sorted(name for name in folders if not name.startswith(".")) if depth < DEEPEST else []
        found += [
            str(Path(above) / name)
            for name in sorted(names)
            if name.endswith((".toml", *REPLAYS)) and not name.startswith(".")
        ]
        if len(found) > MOST_FILES:
            raise ContentError(f"{folder}: more than {MOST_FILES} files: name those that shall be checked")
    if not found:
        raise ContentError(f"{folder}: nothing to check in it: no .toml file and no replay (.jsonl, .jsonl.gz)")
    return found


def check_folder(folder: Path, frame: Frame) -> list[Checked]:
    """Return the results of checking all files in a folder.

    Scenarios come last, so that a mistake in a file that they name is reported for that file.
    """
    meant = {file: kind_in_folder(file, frame) for file in files_in(folder)}
    named = frames_of([file for file, kind in meant.items() if kind == "scenario"], frame)
    loose = [frame]
    others = [*(each for frames in named.values() for each in frames), *(Frame(frame.house, name) for name in SYSTEMS)]
    others += [
        Frame(house, name) for name in SYSTEMS for file in meant if (house := house_in(file, meant[file], name)) is not None
    ]
    for other in others:
        if other not in loose and not (frame.system and other.system != frame.system):
            loose.append(other)
    done: list[Checked] = []
    for file in sorted(meant, key=lambda file: (meant[file] == "scenario", file)):
        if not meant[file]:
            done.append(Checked(file, "no file of this game: not looked at", []))
            continue
        frames = [frame] if meant[file] == "scenario" else named.get(os.path.realpath(file), loose)
        result = best_of(file, frames)
        listing = {line for other in done for line in other.problems}
        problems = [line for line in result.problems if not any(other in line for other in listing)]
        if result.problems and not problems:
            problems = [f"{file}: it names a file that is wrong, so it was not looked at further"]
        done.append(result._replace(problems=problems))
    return done


def house_in(file: str, kind: str, system: str) -> House | None:
    """Return the house rules of a file of a folder; None if it has none that are right in a system."""
    if kind != "house rules":
        return None
    try:
        return load_house(file, system)
    except ContentError:
        return None


def best_of(file: str, frames: list[Frame]) -> Checked:
    """Return the result of a file under the first frame in which it is right, or else under the first one."""
    results = []
    for frame in frames:
        results.append(check_file(file, frame))
        if not results[-1].problems:
            return results[-1]
    return results[0]


def check_file(file: str, frame: Frame) -> Checked:
    """Return the result of checking one file."""
    try:
        says, scenario = looked_at(file, frame)
    except FireteamError as error:
        lines = str(error).splitlines()
        return Checked(file, "", [line if names_a_file(line, file) else f"{file}: {line}" for line in lines])
    return Checked(file, says, [], scenario)


def kind_in_folder(file: str, frame: Frame) -> str:
    """Return the kind of a file in a folder; "" for one that has nothing to do with this game."""
    if file.endswith(REPLAYS):
        return "replay"
    for suffix, kind in SUFFIXES.items():
        if file.endswith(suffix):
            return kind
    try:
        data = read_toml(Path(file))
    except ContentError:
        return "unknown"
    systems = [frame.system] if frame.system else list(SYSTEMS)
    for system in systems:
        try:
            return kind_of(file, data, system)
        except ContentError:
            continue
    words = {word for system in systems for names in known_keys(system).values() for word in names}
    return "unknown" if not data or any(difflib.get_close_matches(key, words, n=1, cutoff=ALIKE) for key in data) else ""


def names_a_file(line: str, file: str) -> bool:
    """Return whether a message begins with the file, or with another one that it names."""
    return line.startswith(file) or ".toml" in line.partition(": ")[0]


def frames_of(scenarios: list[str], frame: Frame) -> dict[str, list[Frame]]:
    """Return the frames of the files that scenarios name, by the real path of the file."""
    frames: dict[str, list[Frame]] = {}
    for file in scenarios:
        try:
            data = read_toml(Path(file))
        except ContentError:
            continue
        beside, named, said = Path(file).parent, data.get("catalog"), data.get("system")
        system = frame.system or (said if isinstance(said, str) and said in SYSTEMS else DEFAULT)
        house: Any = named if isinstance(named, dict) else frame.house
        if isinstance(named, str):
            add_frame(frames, beside / named, Frame(None, system))
            with suppress(ContentError):
                house = load_house(beside / named, system)
        teams = data.get("teams")
        parties = [team.get("party") for team in teams if isinstance(team, dict)] if isinstance(teams, list) else []
        for other in (data.get("map"), *parties):
            if isinstance(other, str):
                add_frame(frames, beside / other, Frame(house, system))
    return frames


def add_frame(frames: dict[str, list[Frame]], path: Path, frame: Frame) -> None:
    """Add a frame in which a file is read."""
    there = frames.setdefault(os.path.realpath(path), [])
    if frame not in there:
        there.append(frame)


def looked_at(file: str, frame: Frame) -> tuple[str, Scenario | None]:
    """Return a sentence on a correct file, and the scenario if it is one; without a system a scenario has its own.

    Raises:
        ContentError: it is wrong.
    """
    house, own = frame.house, system_named(frame.system)
    if is_replay(file):
        return f"a replay of {len(Replay.load(file).steps)} decisions", None
    kind = kind_of(file, read_toml(Path(file)), own) if file.endswith(".toml") else "scenario"
    if kind == "scenario":
        scenario = with_rules(load_scenario(file, frame.system), {}, house)
        field = laid_out(scenario.drawn(0))
        check_doctrines(scenario)
        size = f"{field.drawing.width} x {field.drawing.height}"
        return f"a scenario, {scenario.title!r}: {len(field.roster)} units on {size}", scenario
    if kind == "map":
        drawing = read_map(Path(file))
        try:
            check_drawing(drawing, catalog := load_catalog(house, own), file)
        except ContentError as error:
            raise ContentError(with_lines(str(error), file, read_toml(Path(file)))) from None
        if says := nobody_stands(drawing, catalog):
            raise ContentError(f"{file}: {says}")
        return f"a map, {drawing.title!r}: {drawing.width} x {drawing.height}", None
    if kind == "house rules":
        return f"house rules for {', '.join(load_house(file, own))}", None
    if kind == "party":
        return f"a party of {sum(unit.count for unit in load_party(file, house, own).units)}", None
    validated(Reward, read_toml(Path(file)), file).weights(own)
    return "a reward file", None


def known_keys(system: str) -> dict[str, set[str]]:
    """Return the keys of every kind of file that people write."""
    models = models_of(system)
    return {
        "scenario": set(models.scenario.model_fields),
        "map": set(Drawing.model_fields),
        "party": set(models.party.model_fields),
        "house rules": set(kinds(system)),
        "reward": set(Reward.model_fields),
    }


def kind_of(file: str, data: dict[str, Any], system: str) -> str:
    """Return the kind of a file: by the end of its name, else by its keys.

    Raises:
        ContentError: it is empty, or its keys belong to no kind.
    """
    for suffix, kind in SUFFIXES.items():
        if file.endswith(suffix):
            return kind
    known = known_keys(system)
    if isinstance(data.get("units"), dict):  # of a party they are a list
        return "house rules"
    own = {
        kind: sum(key in keys and not any(key in other for name, other in known.items() if name != kind) for key in data)
        for kind, keys in known.items()
    }
    shared = {kind: len(set(respelled(data, keys)) & keys) for kind, keys in known.items()}
    kind = max(known, key=lambda name: (own[name], shared[name]))
    if shared[kind]:
        return kind
    unit = models_of(system).unit.model_fields
    if data and set(respelled(data, unit)) <= set(unit):
        raise ContentError(
            f"{file}: these are keys of a unit; a party is a list of them, each of which begins with [[units]]"
        )
    first = list(data)[:MOST_PROBLEMS]
    words, entries = {word for keys in known.values() for word in keys}, all_shipped(system)
    meant = "".join(elsewhere(key, entries) or closest(key, words) for key in first)
    more = " ..." if len(data) > len(first) else ""
    found = f"its keys ({listed(first)}{more}) belong to none of these.{meant}" if data else "it is empty."
    listing = "; ".join(f"{name} ({listed(keys)})" for name, keys in known.items())
    raise ContentError(f"{file}: what is it? {found[0].upper()}{found[1:]} What can be: {listing}")
