"""Fog in a playback: which units are strangers to a side, and what an event would reveal about them."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ...observe.events import Event
from ...replay.scene import Scene

Spots = Mapping[str, Sequence[float]]  # units by name -> where they are
# What one sees of somebody in fog, as the observation has it (`units.py`): not how they fare or what they have left. A
# system has more (`SEEN` of its catalog); both stand in the words of a playback.
SEEN = ("x", "y", "facing", "status", "prone", "covered", "broken", "carries", "carried_by", "aboard", "weapon", "acted")
PLACES = ("from", "to", "at")  # of cues
NO_SIDE = ["-"]  # an empty list would mean that all may see it


def is_for(line: dict[str, Any], side: str) -> bool:
    """Return whether a side may see a cue or a line; for no side, whether it is the true version."""
    return not line.get("aside") if not side else not line["seen"] or side in line["seen"]


def in_fog(unit: dict[str, Any], seen: Sequence[str]) -> dict[str, Any]:
    """Return what other sides see of a unit in fog: the fields in `seen`."""
    return {key: unit[key] for key in seen if key in unit}


def strangers(team: str, before: Scene, after: Scene) -> set[str]:
    """Return the units that a team knew of neither before a decision nor after it."""
    unknown = set(after.get("hidden", {}).get(team, ()))
    return unknown & set(before.get("hidden", {}).get(team, ())) if before else unknown


def notices(effect: dict[str, Any], own: Collection[str], watched: set[int] | None, ground: dict[str, Any]) -> bool:
    """Return whether a side notices an effect: its own, or a fuse or a cloud that reaches a tile that it sees.

    Args:
        own: the side's units.
        watched: the tiles it sees, None for all.
        ground: the map of a playback.
    """
    if watched is None or effect.get("owner") in own:
        return True
    if effect["kind"] == "charge":
        return False
    width = ground["width"]
    far = effect["metres"] / ground["metres"] + 0.5 if effect["kind"] in ("smoke", "gas") else 0.5
    return any((tile % width - effect["x"]) ** 2 + (tile // width - effect["y"]) ** 2 <= far * far for tile in watched)


def as_heard(line: dict[str, Any], unknown: Mapping[str, str]) -> dict[str, Any] | None:
    """Return a line of the log without the names of strangers; None for their rolls.

    Args:
        unknown: the names of strangers for people, by their agents' names.
    """
    text = nameless(line["text"], unknown)
    if text == line["text"]:
        return line
    return (
        None if "dice" in line else {key: line[key] for key in ("kind", "t", "rule", "seen") if key in line} | {"text": text}
    )


def nameless(text: str, unknown: Mapping[str, str]) -> str:
    """Return a sentence in which "somebody" replaces strangers; `unknown` has their names for people, by agent's name."""
    for name, called in unknown.items():
        for form in (f"{called} ({name})", f"{name} the {called}", name):
            text = re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", "somebody", text)
    return f"S{text[1:]}" if text.startswith("somebody") else text


def witnesses(event: Event, before: Scene, after: Scene) -> list[str]:
    """Return the teams that may see an event: those the engine names, except that nobody learns of notice by strangers."""
    if event.kind != "spotted":
        return event.seen_by
    return [team for team in event.seen_by if event.actor not in strangers(team, before, after)]


def cue_witnesses(cue: dict[str, Any], seen: list[str], spots: Spots, before: Scene, after: Scene) -> list[str]:
    """Return which of the teams that may see an event may see its cue, which must not reveal the place of a stranger."""
    if cue["do"] == "blast":  # is where it goes off, whoever may stand there
        return seen
    places = [list(cue[key]) for key in PLACES if key in cue] + [ray[:2] for ray in cue.get("rays", ())]
    kept = [
        team
        for team in seen
        if not any(list(spots[name]) in places for name in strangers(team, before, after) if name in spots)
    ]
    return kept or NO_SIDE
