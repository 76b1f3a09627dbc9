"""A recap of a battle in words, from its playback: which unit fell to which, what each unit did, what decided the battle."""

from typing import Any, NamedTuple

from .story import DECISIVE, FALLS, FELLED, Line


class Fall(NamedTuple):
    """A unit's fall: at which moment, in which round, who, how (see FALLS), and by whom, None for wounds or a mishap."""

    moment: int
    round: int
    unit: str
    how: str
    by: str | None


def falls_in(playback: dict[str, Any]) -> list[Fall]:
    """Return who fell, in order; a unit that stood up and fell again counts twice, one that died later once."""
    made: list[Fall] = []
    number = 0
    out: set[str] = set()
    for n, moment in enumerate(playback["moments"]):
        marks = iter([mark for mark in moment.get("marks", ()) if mark["mark"] in FALLS])
        to = {shot["units"][1]: shot["units"][0] for shot in moment.get("shots", ()) if shot["rank"] >= DECISIVE}
        for line in moment.get("log", ()):
            number += line.get("head") == "round"
            if line["kind"] in FELLED and (mark := next(marks, None)) is not None and mark["unit"] not in out:
                out.add(mark["unit"])
                made.append(Fall(n, number, mark["unit"], mark["mark"], to.get(mark["unit"])))
        patch = moment["patch"].get("units", {})
        out -= {name for name, unit in patch.items() if unit and unit.get("status") == "up"}
    return made


def falls_words(playback: dict[str, Any]) -> str:
    """Return which unit fell to which, round by round, as a sentence; "" if nobody fell."""
    names = {unit["name"]: unit["short"] for unit in playback["units"]}
    rounds: dict[int, list[str]] = {}
    for fall in falls_in(playback):
        rounds.setdefault(fall.round, []).append(names[fall.unit] + (f" to {names[fall.by]}" if fall.by else ""))
    return "; ".join(f"{', '.join(fell)} in round {number}" for number, fell in rounds.items())


def deeds_of(playback: dict[str, Any]) -> dict[str, str]:
    """Return a line for every unit, by name: its hits, the units it brought down, and how it fell."""
    names = {unit["name"]: unit["short"] for unit in playback["units"]}
    shots = [shot for moment in playback["moments"] for shot in moment.get("shots", ())]
    falls = falls_in(playback)
    made = {}
    for name in names:
        own = [shot for shot in shots if shot["units"][0] == name]
        harm = sum(shot["harm"] for shot in own)
        parts = [f"{len(own)} hit{'' if len(own) == 1 else 's'} for {harm:.0f}" if own else "no hit"]
        if brought := [names[fall.unit] for fall in falls if fall.by == name]:
            parts.append(f"brings down {', '.join(brought)}")
        for fall in falls:
            if fall.unit == name:
                parts.append(
                    f"{FALLS[fall.how]} in round {fall.round}" + (f", brought down by {names[fall.by]}" if fall.by else "")
                )
        made[name] = "; ".join(parts)
    return made


def deeds_lines(playback: dict[str, Any], side: str = "") -> list[Line]:
    """Return what each unit did as lines of a card with their title; nothing if a side may not know."""
    if side and playback["fog"]:
        return []
    deeds = deeds_of(playback)
    lines = [(f"{unit['short']}: {deeds[unit['name']]}", f"team:{unit['team']}") for unit in playback["units"]]
    return [("Unit by unit", "accent"), *lines]


def deciding_lines(playback: dict[str, Any]) -> list[str]:
    """Return lines on what decided a battle: falls, the turning point, luck, as far as `add_chances` has added it."""
    fell = [says for says, _ in falls_lines(playback)]
    turned = playback.get("turned") or "No single act changed a side's chance to win by ten points for good."
    return [*fell, turned, *([playback["luck"]["says"]] if playback.get("luck") else [])]


def falls_lines(playback: dict[str, Any], side: str = "") -> list[Line]:
    """Return which unit fell to which; nothing if nobody fell, or if the side may not know."""
    fell = "" if side and playback["fog"] else falls_words(playback)
    return [(f"Who fell: {fell}.", "text")] if fell else []


def luck_lines(playback: dict[str, Any], side: str = "") -> list[Line]:
    """Return what luck was worth in words, with the rolls worth most; nothing if it is not known or a side may not know."""
    luck = playback.get("luck")
    if not luck or (side and playback["fog"]):
        return []
    lines: list[Line] = [(luck["says"], "text")]
    for roll in luck["rolls"]:
        team = playback["teams"][roll["team"]]["name"]
        lines.append((f"{100 * roll['worth']:+.0f} for {team}: {roll['says']}", f"team:{roll['team']}"))
    return lines
