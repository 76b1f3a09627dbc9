"""A battle in words: who fights for what, how it ended, and its most remarkable shot.

Window, page, film and prompt all use these words.
"""

from collections.abc import Sequence
from typing import Any

from ..observe.events import Event
from ..replay.english import Subject, whose
from ..replay.scene import Scene
from ..scenario.setup import Field

Line = tuple[str, str]  # words, colour
Shot = dict[str, Any]  # {"says", "rank", "harm", "seen", "units"}: the higher the rank, the more it is talked about
LABELS = {"hold": "hold", "exit": "exit"}  # on the ground of a zone
FELLED = {"unconscious": "drops", "dead": "kills"}
DECISIVE = 1000  # rank of a shot that puts somebody out, above any damage
FALLS = {"down": "goes down", "dead": "dies"}
LEAVING = {"escaped", "surrenders", "flees", "breaks", "arrives", "ground_held"}  # what changes who is there, without a fall
ROUTINE = {"initiative"}  # what happens in every round
MOST_NAMED = 3  # of those who fall in one act
HEADS = ("round", "pass", "phase")  # what happens after them is no part of an attack before


def short(field: Field, name: str) -> str:
    """Return the name of a unit in a sentence: its given name, else "red_1"."""
    fighter = next(fighter for fighter in field.roster if fighter.name == name)
    return fighter.called if fighter.unit.name else name


def team_words(team: dict[str, Any]) -> Subject:
    """Return the name of a team of a playback by itself: its title, else "Red"."""
    return Subject(team.get("called") or team["name"].capitalize())


def goal_words(field: Field, team: int) -> str:
    """Return a team's objective, as a sentence."""
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
    defeat = f"defeat {' and '.join(other for other, _ in others)}"
    if field.scenario.winner_at_limit == teams[team].name:
        return f"{name} must {defeat}, or last {field.scenario.rounds} rounds."
    return f"{name} must {defeat}."


def limit_words(rounds: int, late: str) -> str:
    """Return the sentences on how a battle is won without a goal; `late` wins after the last round, "" for a draw."""
    return f"Whoever stands alone wins, too. After {rounds} rounds {f'{Subject(late):wins}' if late else 'it is a draw'}."


def goals(playback: dict[str, Any], side: str = "") -> list[Line]:
    """Return the goals that a side knows of, in fog only its own; all of them for no side."""
    return [
        (team["goal"]["says"], f"team:{number}")
        for number, team in enumerate(playback["teams"])
        if "goal" in team and (not side or not playback["fog"] or team["name"] == side)
    ]


def opening_lines(playback: dict[str, Any], side: str = "") -> list[Line]:
    """Return the introduction to a battle: its title, the fighters, their objectives, its limit."""
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
    late = next((team_words(team) for team in playback["teams"] if team["name"] == playback.get("late")), "")
    return [*lines, (limit_words(playback["rounds"], late), "faint")]


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
    lines: list[Line] = [(f"{Subject(called or f'The {winner} team'):wins}" if winner else "Nobody wins", colour)]
    lines.append((f"{result['ending'].capitalize()}, in round {rounds}.", "text"))
    for number, team in enumerate(playback["teams"]):
        if side and playback["fog"] and team["name"] != side:
            continue  # how others fare is not known in fog
        units = [unit for unit in playback["units"] if unit["team"] == number]
        status = {unit["name"]: last["units"].get(unit["name"], {}).get("status", "absent") for unit in units}
        left = [unit["short"] for unit in units if status[unit["name"]] in ("up", "escaped")]
        who = f": {', '.join(left)}" if left else ""
        lines.append((f"{team_words(team)}: {standing_words(list(status.values()))}{who}.", f"team:{number}"))
    if (best := best_shot(playback, side)) is not None:
        lines.append((f"Best shot: {best['says']}.", "text"))
    if playback.get("turned") and not (side and playback["fog"]):
        lines.append((f"The turning point: {playback['turned']}", "text"))
    return lines


def standing_words(status: Sequence[str]) -> str:
    """Return how many units of a team are up, of those that came, and how many got away: "2 of 5 up, 3 got away"."""
    came, away = sum(each != "absent" for each in status), status.count("escaped")
    return f"{status.count('up')} of {came} up" + (f", {away} got away" if away else "")


def best_shot(playback: dict[str, Any], side: str = "", first: int = 0, last: int | None = None) -> Shot | None:
    """Return the most remarkable shot that a side knows of, in some moments of a playback."""
    moments = playback["moments"][first : None if last is None else last + 1]
    shots = [shot for moment in moments for shot in moment.get("shots", ()) if not side or side in shot["seen"]]
    return max(shots, key=lambda shot: shot["rank"], default=None)


def add_chances(
    playback: dict[str, Any], curve: dict[str, Any], turn: dict[str, Any] | None, luck: dict[str, Any] | None = None
) -> None:
    """Add the chances of the sides to a playback, and the turning point, in words, at its decision.

    Args:
        curve: the chances in the form of a playback.
        turn: `before` and `moment`, between which the act lies, which `part` of it is meant, whose chance it was, `old` and
            `new`, `low` and `high` of the change, and whether it `lasts`.
        luck: the luck in the form of a playback, if it is known.
    """
    playback["chances"], playback["turning"] = curve, None
    if luck is not None:
        playback["luck"] = luck
    if turn is None:
        return
    playback["turning"], says = deed(playback, turn["before"] + 1, turn["moment"], turn["part"])
    goes, what = ("rises", "rise") if turn["new"] > turn["old"] else ("falls", "fall")
    team = next(team_words(team) for team in playback["teams"] if team["name"] == turn["team"])
    chance = f"{whose(team)} chance to win {goes} from {100 * turn['old']:.0f} % to {100 * turn['new']:.0f} %"
    least, most = sorted((abs(turn["low"]), abs(turn["high"])))
    sure = f"The {what} is one of {100 * least:.0f} to {100 * most:.0f} percentage points, 95 % sure"
    playback["turned"] = f"{says}. {chance}, {lasting_words(playback, curve['over'], turn['lasts'])}. {sure}."


def lasting_words(playback: dict[str, Any], over: bool, lasts: bool) -> str:
    """Return whether a change of chances lasted, in words; the battle is over or was broken off."""
    won = (playback.get("result") or {}).get("winner")
    winner = next(
        (f"the win goes to {team_words(team)}" for team in playback["teams"] if team["name"] == won), "nobody wins"
    )
    if lasts:
        return "and that lasts to the end" if over else "and that has lasted so far"
    return "but that does not last: the battle goes back and forth" + (f", and {winner}" if over else "")


def deed(playback: dict[str, Any], first: int, last: int, part: str) -> tuple[int, str]:
    """Return the result of the decisions between two moments as a sentence without its full stop, and its moment.

    A fall comes first, then a unit that left or came, then the best hit, the last attack, the last line of the log.

    Args:
        part: the "deed" that comes before a round begins at their end, the "initiative" of that round, or "all".
    """
    moments = playback["moments"]
    lines = [(n, line) for n in range(first, last + 1) for line in moments[n].get("log", ())]
    new = next((place for place, (_, line) in enumerate(lines) if line.get("head") == "round"), None)
    begins = lines[new][1]["text"].split(",")[0].lower() if new is not None else ""
    if part == "initiative":
        return last, f"Initiative is rolled for {begins}"
    at, says = done(playback, first, last, lines[:new] if part == "deed" else lines)
    return at, f"{says}; then {begins} begins" if begins and part == "all" else says


def done(playback: dict[str, Any], first: int, last: int, lines: list[tuple[int, dict[str, Any]]]) -> tuple[int, str]:
    """Return the result of the decisions between two moments by these lines of the log, and its moment."""
    moments, names = playback["moments"], {unit["name"]: unit["short"] for unit in playback["units"]}
    shots = [(n, shot) for n in range(first, last + 1) for shot in moments[n].get("shots", ())]
    felling = [(n, shot) for n, shot in shots if shot["rank"] >= DECISIVE]
    marks = [(n, mark) for n in range(first, last + 1) for mark in moments[n].get("marks", ()) if mark["mark"] in FALLS]
    shot_down = {shot["units"][1] for _, shot in felling}
    others = {  # as many as these lines tell of: who falls twice at once is told once, as at last
        mark["unit"]: (n, f"{names[mark['unit']]} {FALLS[mark['mark']]}")
        for n, mark in marks[: sum(line["kind"] in FELLED for _, line in lines)]
        if mark["unit"] not in shot_down
    }
    fell = [(n, shot["says"]) for n, shot in felling] + [*others.values()]
    if fell:
        more = f", and {len(fell) - MOST_NAMED} more fall" if len(fell) > MOST_NAMED else ""
        return fell[0][0], "; ".join(says for _, says in fell[:MOST_NAMED]) + more
    spoken = [(n, line) for n, line in lines if not {"pool", "head"} & set(line) and line["kind"] not in ROUTINE]
    for n, line in reversed(spoken):
        if line["kind"] in LEAVING:
            return n, str(line["text"]).rstrip(".")
    if shots:
        n, best = max(shots, key=lambda pair: pair[1]["rank"])
        return n, best["says"]
    if spoken:
        n, line = next((pair for pair in reversed(spoken) if "odds" in pair[1]), spoken[-1])
        return n, str(line["text"]).rstrip(".") + (f", a {100 * line['odds']:.0f} % chance" if "odds" in line else "")
    by = moments[last].get("by", "")
    return last, f"{names.get(by, 'somebody')} decides: {moments[last].get('action', '')}"


def shots_in(field: Field, events: Sequence[Event], odds: dict[int, float], afar: set[int]) -> list[Shot]:
    """Return the shots and blows that hit in a decision, and the harm of each.

    Args:
        odds: the chance that an attack had, by the place of the event with which it landed, where that is known.
        afar: those places where it was a shot rather than a blow.
    """
    made: list[Shot] = []
    target = says = ""
    chance = harm = 0.0
    for number, event in enumerate(events):
        if event.kind == "attack" or event.kind in HEADS:
            target = ""
        elif event.kind == "hit" and event.actor and event.target:
            target, chance, harm = event.target, odds.get(number, 1.0), 0.0
            what = f"{100 * chance:.0f} % {'shot' if number in afar else 'blow'}" if number in odds else "attack"
            says = f"{short(field, event.actor)}'s {what}"
            made.append({"says": f"{says} hits {short(field, target)}", "rank": 0.0, "harm": 0.0, "seen": event.seen_by,
                         "units": [event.actor, event.target]})  # fmt: skip
        elif target and event.target == target and event.kind == "damage":
            harm += float(event.numbers["damage"] or 0)
            made[-1]["harm"] = harm
            if made[-1]["rank"] < DECISIVE:
                made[-1] |= {"says": f"{says} takes {harm:.0f} from {short(field, target)}", "rank": harm}
        elif target and event.target == target and event.kind in FELLED:
            made[-1] |= {"says": f"{says} {FELLED[event.kind]} {short(field, target)}", "rank": DECISIVE * (2 - chance)}
    return made
