"""The luck attribution of a replay in words, for the terminal and for code that shows the replay."""

import re
from collections.abc import Mapping
from typing import Any

from fireteam.agents.attribution.attribution import Attribution, Luck, Roll, Side

DECIDES = 0.5  # luck above this is what a winner would not have won without
NOTE = (
    "Points are of a hundred of the chance to win, as {doctrine}s who play on would have it, as far as life, numbers and "
    "goals tell; in brackets the 95 % interval ({playouts} battles played on, {times} other dice a roll)."
)


def points(luck: Luck) -> str:
    """Return luck in points, with its interval."""
    worth, low, high = (round(100 * value) for value in luck)
    return f"{worth:+d} ({low:+d} to {high:+d})"


def verdict(attribution: Attribution, called: Mapping[str, str] | None = None) -> str:
    """Return a sentence: was it the dice?

    Args:
        called: the names of teams for people, by their names; with a capital letter if not given.
    """
    winner = next((side for side in attribution.sides if attribution.over and side.result == 1), None)
    side = winner or attribution.sides[0]
    who = (called or {}).get(side.team, side.team.capitalize())
    worth = f"luck was worth {points(side.all)} points of its chance to win"
    low, high = side.all.low, side.all.high
    if winner is None:
        return f"{who}: {worth}."
    least, most = (f"{100 * chance:.0f}" for chance in without_luck(side)[1:])
    worth += f", which without luck would have been {least if least == most else f'{least} to {most}'} %"
    if low > DECIDES:
        return f"{who} won by dice: {worth}."
    if low > 0:
        return f"{who} won with luck{'' if high > DECIDES else ', but not by dice alone'}: {worth}."
    if high < 0:
        return f"{who} won against the dice: {worth}."
    return f"The dice favoured nobody for sure. {who} won: {worth}."


def without_luck(side: Side) -> tuple[float, float, float]:
    """Return the chance to win that a side's result comes to without luck, and its 95 % interval: all from 0 to 1."""
    worth, low, high = side.all
    chance, least, most = (min(max(side.result - luck, 0.0), 1.0) for luck in (worth, high, low))
    return chance, least, most


def roll_words(roll: Roll, names: Mapping[str, str] | None = None) -> str:
    """Return a roll in words: roller, purpose, result, and the expected result."""
    who = (names or {}).get(roll.unit or "", roll.unit)
    if not roll.purpose:
        return f"dice of {who}'s decision" if who else "dice of the opening"
    against = (names or {}).get(roll.against or "", roll.against)
    text = f"{who}'s {roll.purpose}" + (f" against {against}" if against and against != who else "")
    return text + (f": {roll.came}, {roll.expected:.1f} expected" if roll.expected is not None else "")


def greatest(attribution: Attribution, count: int) -> list[Roll]:
    """Return the rolls with the most luck, good or bad, for the team of `worth_to`, the largest first."""
    return sorted(attribution.rolls, key=lambda roll: -abs(worth_to(roll)[1].worth))[:count]


def worth_to(roll: Roll) -> tuple[int, Luck]:
    """Return the team for which a roll is shown as luck, and its worth to that team.

    That is the roller's team; if no unit rolled, the team to which it was worth most.
    """
    team = roll.team
    if team is None:
        team = max(range(len(roll.luck)), key=lambda number: abs(roll.luck[number].worth))
    return team, roll.luck[team]


def for_playback(attribution: Attribution, playback: dict[str, Any], count: int = 3) -> dict[str, Any]:
    """Return the luck of a replay as a playback holds it.

    It has a sentence, `says`; of each side what its own dice were worth to it, `sides`; and the greatest `rolls`: the
    moment, words, team, and worth.
    """
    names = {unit["name"]: unit["short"] for unit in playback["units"]}
    called = {team["name"]: str(team["called"]) for team in playback["teams"] if team.get("called")}
    rolls = []
    for roll in greatest(attribution, count):
        team, luck = worth_to(roll)
        rolls.append({"n": roll.decision, "says": roll_words(roll, names), "team": team, "worth": round(luck.worth, 4)})
    return {
        "says": re.sub(r"(?<=[ (])-(?=\d)", "\u2212", verdict(attribution, called)),  # as the page writes its figures
        "sides": [
            dict(zip(("worth", "low", "high"), (round(value, 4) for value in side.own), strict=True))
            for side in attribution.sides
        ],
        "rolls": rolls,
    }


def attribution_as_dict(attribution: Attribution) -> dict[str, Any]:
    """Return the attribution of a replay as plain values."""
    return {
        "verdict": verdict(attribution),
        "sides": [{**side._asdict(), "all": side.all._asdict(), "own": side.own._asdict()} for side in attribution.sides],
        "units": {unit: luck._asdict() for unit, luck in attribution.units.items()},
        "rolls": [{**roll._asdict(), "luck": [luck._asdict() for luck in roll.luck]} for roll in attribution.rolls],
        "doctrine": attribution.doctrine,
        "playouts": attribution.playouts,
        "times": attribution.times,
    }
