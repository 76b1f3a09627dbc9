"""What a battle is about, in words: who fights for what, how it ended, and the shot that is talked about afterwards.

Window, page, film and prompt say it in these words.
"""

from collections.abc import Sequence
from typing import Any

from ..observe.events import Event
from ..replay.scene import Scene
from ..scenario.setup import Field

Line = tuple[str, str]  # words, colour
Shot = dict[str, Any]  # {"says", "rank", "seen", "units"}: the higher the rank, the more it is talked about
LABELS = {"hold": "hold", "exit": "exit"}  # on the ground of a zone
FELLED = {"unconscious": "drops", "dead": "kills"}
DECISIVE = 1000  # rank of a shot that puts somebody out, above any damage


def short(field: Field, name: str) -> str:
    """Return the name of a unit as it stands in a sentence: the one that it was given, else "red_1"."""
    fighter = next(fighter for fighter in field.roster if fighter.name == name)
    return fighter.called if fighter.unit.name else name


def team_words(team: dict[str, Any]) -> str:
    """Return what a team of a playback is called where it stands by itself: by its title, else "Red"."""
    return str(team.get("called") or team["name"].capitalize())


def goal_words(field: Field, team: int) -> str:
    """Return what a team fights for, as a sentence."""
    teams = field.scenario.teams
    name, goal = teams[team].title or teams[team].name.capitalize(), teams[team].objective
    if goal.kind == "hold":
        rounds = "a round" if goal.needed == 1 else f"{goal.needed} rounds"
        return f"{name} must hold the marked ground: be alone on it at the end of {rounds}."
    if goal.kind == "exit":
        units = "a unit" if goal.needed == 1 else f"{goal.needed} units"
        return f"{name} must bring {units} to the marked exit{f', {goal.unit} among them' if goal.unit else ''}."
    if goal.kind == "protect":
        return f"{name} must keep {goal.unit} up."
    others = [(other.title or other.name, other.objective) for number, other in enumerate(teams) if number != team]
    for other, theirs in others:
        if theirs.kind == "exit":
            return f"{name} must stop {other} from reaching the exit."
        if theirs.kind == "hold":
            return f"{name} must keep {other} from holding the marked ground."
        if theirs.kind == "protect":
            return f"{name} must bring down {theirs.unit}."
    return f"{name} must defeat {' and '.join(other for other, _ in others)}."


def goals(playback: dict[str, Any], side: str = "") -> list[Line]:
    """Return the goals that a side knows of, in fog only its own; all of them for no side."""
    return [
        (team["goal"]["says"], f"team:{number}")
        for number, team in enumerate(playback["teams"])
        if "goal" in team and (not side or not playback["fog"] or team["name"] == side)
    ]


def opening_lines(playback: dict[str, Any], side: str = "") -> list[Line]:
    """Return what is to be known before the first decision: what happens here, who fights, for what, until when."""
    lines: list[Line] = [(playback["about"], "text")] if playback.get("about") else []
    scene = playback["moments"][0]["patch"]
    unknown = set(scene.get("hidden", {}).get(side, ())) if side else set()
    for number, team in enumerate(playback["teams"]):
        own = [unit for unit in playback["units"] if unit["team"] == number and unit["name"] not in unknown]
        here = [unit for unit in own if scene["units"].get(unit["name"], {}).get("status", "absent") != "absent"]
        seat = playback.get("seats", {}).get(team["name"], "")
        who = "" if not seat else ", played by people" if seat == "person" else f", played by {seat.replace('_', ' ')}"
        seen = " in sight" if side and playback["fog"] and team["name"] != side else ""
        count = f"{len(here)} unit{'' if len(here) == 1 else 's'}{seen}"
        lines.append((f"{team_words(team)}: {count}{who}.", f"team:{number}"))
    lines += goals(playback, side)
    late = f"{playback['late']} wins" if playback.get("late") else "it is a draw"
    return [*lines, (f"Whoever stands alone wins, too. After {playback['rounds']} rounds {late}.", "faint")]


def ending_lines(playback: dict[str, Any], last: Scene, side: str = "") -> list[Line]:
    """Return how a battle ended: winner, why, who is still up, the best shot. `last` is the scene at the end."""
    result = playback.get("result")
    if result is None:
        return []
    names = [team["name"] for team in playback["teams"]]
    winner = result["winner"]
    colour = f"team:{names.index(winner)}" if winner in names else "accent"
    rounds = result.get("rounds", last.get("round", 0))
    called = next((team["called"] for team in playback["teams"] if team["name"] == winner and "called" in team), "")
    lines: list[Line] = [(f"{called or f'The {winner} team'} wins" if winner else "Nobody wins", colour)]
    lines.append((f"{result['ending'].capitalize()}, in round {rounds}.", "text"))
    for number, team in enumerate(playback["teams"]):
        if side and playback["fog"] and team["name"] != side:
            continue  # how others fare is not known in fog
        units = [unit for unit in playback["units"] if unit["team"] == number]
        status = {unit["name"]: last["units"].get(unit["name"], {}).get("status", "absent") for unit in units}
        left = [unit["short"] for unit in units if status[unit["name"]] in ("up", "escaped")]
        came = sum(value != "absent" for value in status.values())
        who = f": {', '.join(left)}" if left else ""
        lines.append((f"{team_words(team)}: {len(left)} of {came} left{who}.", f"team:{number}"))
    if (best := best_shot(playback, side)) is not None:
        lines.append((f"Best shot: {best['says']}.", "text"))
    return lines


def best_shot(playback: dict[str, Any], side: str = "", first: int = 0, last: int | None = None) -> Shot | None:
    """Return the shot that is talked about most, of those that a side knows of, in some moments of a playback."""
    moments = playback["moments"][first : None if last is None else last + 1]
    shots = [shot for moment in moments for shot in moment.get("shots", ()) if not side or side in shot["seen"]]
    return max(shots, key=lambda shot: shot["rank"], default=None)


def add_chances(playback: dict[str, Any], curve: dict[str, Any], turn: dict[str, Any] | None) -> None:
    """Add the chances of the sides to a playback, and where the battle turned: at the decision that did it, said in words.

    Args:
        curve: as the playback holds it.
        turn: the moments between which it turned, whose chance it was, `old` and `new`, `low` and `high` of the change.
    """
    playback["chances"], playback["turning"] = curve, None
    if turn is None:
        return
    first, last = turn["before"] + 1, turn["moment"]
    moments = range(first, last + 1)
    fallen = {
        n: mark["unit"] for n in moments for mark in playback["moments"][n].get("marks", ()) if mark["mark"] != "wound"
    }
    best = best_shot(playback, "", first, last)
    names = {unit["name"]: unit["short"] for unit in playback["units"]}
    moment = playback["moments"][last]
    if best is not None and (best["rank"] >= DECISIVE or not fallen):
        at, says = next(n for n in moments if best in playback["moments"][n].get("shots", ())), best["says"]
    elif fallen:
        at, says = next((n, f"{names[unit]} goes down") for n, unit in fallen.items())
    else:
        at, says = last, deed(moment) or f"{names.get(moment.get('by', ''), 'somebody')} decides"
    goes, what = ("rises", "rise") if turn["new"] > turn["old"] else ("falls", "fall")
    chance = f"{turn['team']}'s chance to win {goes} from {100 * turn['old']:.0f} % to {100 * turn['new']:.0f} %"
    least, most = sorted((abs(turn["low"]), abs(turn["high"])))
    sure = f"The {what} is one of {100 * least:.0f} to {100 * most:.0f} percentage points, 95 % sure"
    playback["turning"], playback["turned"] = at, f"{says}. {chance}, and that lasts. {sure}."


def deed(moment: dict[str, Any]) -> str:
    """Return what came of a decision as a sentence without its full stop: how an attack went, else the end of its log."""
    told = [line for line in moment.get("log", ()) if "pool" not in line and "head" not in line]
    if not told:
        return ""
    line = next((line for line in reversed(told) if "odds" in line), told[-1])
    return str(line["text"]).rstrip(".") + (f", a {100 * line['odds']:.0f} % chance" if "odds" in line else "")


def shots_in(field: Field, events: Sequence[Event], odds: dict[int, float], afar: set[int]) -> list[Shot]:
    """Return the shots and blows that hit in a decision, and what came of each.

    Args:
        odds: the chance that an attack had, by the place of the event with which it landed.
        afar: those places where it was a shot rather than a blow.
    """
    made: list[Shot] = []
    target = says = ""
    chance = harm = 0.0
    for number, event in enumerate(events):
        if event.kind == "attack":
            target = ""
        elif event.kind == "hit" and event.actor and event.target and number in odds:
            target, chance, harm = event.target, odds[number], 0.0
            says = f"{short(field, event.actor)}'s {100 * chance:.0f} % {'shot' if number in afar else 'blow'}"
            made.append({"says": f"{says} hits {short(field, target)}", "rank": 0.0, "seen": event.seen_by,
                         "units": [event.actor, event.target]})  # fmt: skip
        elif target and event.target == target and event.kind == "damage":
            harm += float(event.numbers["damage"] or 0)
            if made[-1]["rank"] < DECISIVE:
                made[-1] |= {"says": f"{says} takes {harm:.0f} from {short(field, target)}", "rank": harm}
        elif target and event.target == target and event.kind in FELLED:
            made[-1] |= {"says": f"{says} {FELLED[event.kind]} {short(field, target)}", "rank": DECISIVE * (2 - chance)}
    return made
