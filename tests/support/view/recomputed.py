"""What is said of a battle, worked out again: from the events of its replay, and from playouts on dice that nobody has used.

Nothing here asks the code that made the sentences; a sentence is taken apart, and each figure and name in it looked up.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from fireteam.agents.attribution.rerolls import decisions_with_dice, rerolled_after, thrown_in
from fireteam.agents.series.playouts import Playouts
from fireteam.agents.series.win_probability import Chances, walked
from fireteam.env.replay.replay import Replay
from fireteam.env.rules.record import ABSENT, ESCAPED, UP
from fireteam.env.view.playback.cutter import Playback

SEED = 987_654_321  # of the other dice
SIGMA = 3.5  # so many standard errors may two figures differ: in ten thousand comparisons a handful do by chance
HEADS = {"round", "pass", "phase"}
OUT = {"unconscious": "down", "dead": "dead"}
TURNED = re.compile(
    r"^(?P<deed>.*)\. (?P<team>[^.]*?)(?:'s|') chance to win (?P<goes>rises|falls) from (?P<old>\d+) % to (?P<new>\d+) %, "
    r"(?P<became>and that lasts to the end|and that has lasted so far|but that does not last: the battle goes back and forth"
    r"(?:, and (?:the win goes to (?P<winner>.*)|nobody wins))?)\. "
    r"The (?:rise|fall) is one of (?P<low>\d+) to (?P<high>\d+) percentage points, 95 % sure\.$"
)
SHOT = re.compile(
    r"^(?P<by>.+?)'s (?:(?P<chance>\d+) % (?:shot|blow)|attack) "
    r"(?P<what>kills|drops|hits|takes (?P<harm>\d+) from) (?P<who>.+)$"
)
LUCK = re.compile(r"luck was worth (?P<worth>[+-]\d+) \((?P<low>[+-]\d+) to (?P<high>[+-]\d+)\) points")
WITHOUT = re.compile(r"without luck would have been (?P<low>\d+)(?: to (?P<high>\d+))? %\.$")


class Battle:
    """A replay as its events tell it.

    Attributes:
        falls: (decision, round, unit, "down" or "dead", by whom or None), in order, of who was not out already.
        hits: (decision, by, whom, harm, how the target fell or None), in order.
    """

    def __init__(self, replay: Replay) -> None:
        self.falls: list[tuple[int, int, str, str, str | None]] = []
        self.hits: list[tuple[int, str, str, float, str | None]] = []
        out: set[str] = set()
        number = 0
        for n, events in enumerate([replay.opening.opening, *(step.events for step in replay.steps)]):
            hit: list[Any] | None = None  # the attack that landed last, while it goes on
            fell_now: list[tuple[int, str, str]] = []
            felled_by: dict[str, str] = {}
            for event in events:
                if event.kind == "round":
                    number = int(event.numbers["round"] or 0)
                if event.kind == "hit" and event.actor and event.target:
                    hit = [n, event.actor, event.target, 0.0, None]
                    self.hits.append(tuple(hit))
                elif event.kind == "attack" or event.kind in HEADS:
                    hit = None
                elif hit and event.target == hit[2] and (event.kind == "damage" or event.kind in OUT):
                    if event.kind == "damage":
                        hit[3] += float(event.numbers["damage"] or 0)
                    else:
                        hit[4] = OUT[event.kind]
                        felled_by[hit[2]] = hit[1]
                    self.hits[-1] = tuple(hit)
                if event.kind in OUT and event.target and event.target not in out:
                    out.add(event.target)
                    fell_now.append((number, event.target, OUT[event.kind]))
                elif event.kind == "wakes" and event.target:
                    out.discard(event.target)
            self.falls += [(n, when, unit, how, felled_by.get(unit)) for when, unit, how in fell_now]


def untrue(replay: Replay, playback: Playback, chances: Chances, count: int = 300) -> Iterator[str]:
    """Yield what is said of a battle and is not so; `count` is how often it is played on from a moment that is checked."""
    battle = Battle(replay)
    yield from untrue_of_falls(battle, playback)
    yield from untrue_of_ending(replay, battle, playback)
    yield from untrue_of_luck(replay, playback)
    yield from untrue_of_turn(replay, playback, chances, count)


def untrue_of_falls(battle: Battle, playback: Playback) -> Iterator[str]:
    """Yield what is not so of who fell to whom, when, and of what each unit is said to have done."""
    from fireteam.env.view.recap import deeds_of, falls_in

    said = [tuple(fall) for fall in falls_in(playback)]
    if said != battle.falls:
        yield f"falls: said {sorted(set(said) - set(battle.falls))}, so {sorted(set(battle.falls) - set(said))}"
    names = {unit["name"]: unit["short"] for unit in playback["units"]}
    for name, line in deeds_of(playback).items():
        own = [hit for hit in battle.hits if hit[1] == name and hit[0] > 0]
        numbers = [int(number) for number in re.findall(r"^(\d+) hits? for (\d+)", line)[0]] if own else []
        if own and numbers != [len(own), round(sum(hit[3] for hit in own))]:
            yield f"{name}: {line!r}, but {own}"
        if not own and not line.startswith("no hit"):
            yield f"{name}: {line!r}, but it hit nobody"
        brought = re.findall(r"; brings down ([^;]*)", line)
        if (brought[0].split(", ") if brought else []) != [names[unit] for _, _, unit, _, by in battle.falls if by == name]:
            yield f"{name}: {line!r}, but {battle.falls}"


def untrue_of_ending(replay: Replay, battle: Battle, playback: Playback) -> Iterator[str]:
    """Yield what is not so of the card at the end: winner, how, who is left, the best shot."""
    from fireteam.env.view.playback.player import Player
    from fireteam.env.view.story import ending_lines

    lines = [says for says, _ in ending_lines(playback, Player(playback).scenes[-1])]
    last = walked(replay)[0][-1]
    teams = replay.header.scenario.teams
    winner = replay.result.winner if replay.result else None
    called = next((team.title or f"The {team.name} team" for team in teams if team.name == winner), "Nobody")
    if not lines[0].startswith(called):
        yield f"{lines[0]!r}, but the winner is {winner}"
    if replay.result and (
        f"in round {replay.result.rounds}." not in lines[1] or replay.result.ending not in lines[1].lower()
    ):
        yield f"{lines[1]!r}, but {replay.result}"
    units = replay.battle_at(len(replay.steps) + 1).field.roster
    for number, line in enumerate(lines[2 : 2 + len(teams)]):
        status = [int(last["units"][who]["status"]) for who, unit in enumerate(units) if unit.team == number]
        away, came = status.count(ESCAPED), sum(each != ABSENT for each in status)
        so = f": {status.count(UP)} of {came} up" + (f", {away} got away" if away else "")
        if not re.search(rf"{so}[.:]", line):
            yield f"{line!r}, but{so[1:]}"
    best = next((line.removeprefix("Best shot: ").rstrip(".") for line in lines if line.startswith("Best shot: ")), None)
    if best is not None:
        yield from untrue_of_shot(best, battle, playback)
    odds = sorted(
        line["odds"]
        for n, moment in enumerate(playback["moments"])
        for line in moment.get("log", ())
        if line["kind"] == "hit" and any(hit[0] == n and hit[4] for hit in battle.hits) and "odds" in line
    )
    if best is not None and odds and (found := SHOT.match(best)) and found["what"] in ("kills", "drops") and found["chance"]:
        if int(found["chance"]) > round(100 * odds[-1]) and len(odds) == 1:
            yield f"best shot {best!r}, but the one that brought somebody down had {odds}"


def untrue_of_shot(says: str, battle: Battle, playback: Playback) -> Iterator[str]:
    """Yield what is not so of a shot: it must be in the record, with that harm, and that end."""
    names = {unit["name"]: unit["short"] for unit in playback["units"]}
    found = SHOT.match(says)
    if found is None:
        yield f"{says!r} is no shot"
        return
    same = [hit for hit in battle.hits if (names[hit[1]], names[hit[2]]) == (found["by"], found["who"])]
    what = found["what"].split()[0]
    fits = {
        "kills": lambda hit: hit[4] is not None,
        "drops": lambda hit: hit[4] is not None,
        "takes": lambda hit: round(hit[3]) == int(found["harm"] or -1),
        "hits": lambda hit: hit[3] == 0,
    }[what]
    if not any(fits(hit) for hit in same):
        yield f"{says!r}, but {same}"
    if not 0 <= int(found["chance"] or 0) <= 100:
        yield f"{says!r}: no chance"


def untrue_of_luck(replay: Replay, playback: Playback) -> Iterator[str]:
    """Yield what is not so of luck: the sentence follows the interval, chances are chances, rolls are in order."""
    if not (luck := playback.get("luck")):
        return
    says = luck["says"].replace("\u2212", "-")
    found = LUCK.search(says)
    if found is None:
        yield f"{says!r} tells no luck"
        return
    low, high = int(found["low"]), int(found["high"])
    if not low <= int(found["worth"]) <= high:
        yield f"{says!r}: outside its own interval"
    claims = {"won by dice": low >= 50, "won with luck": low >= 0, "not by dice alone": high <= 50,
              "against the dice": high <= 0, "favoured nobody for sure": low <= 0 <= high}  # fmt: skip
    yield from (f"{says!r} says {words!r}" for words, so in claims.items() if words in says and not so)
    if without := WITHOUT.search(says):
        expected = [min(max(100 - value, 0), 100) for value in (high, low)]
        if any(
            abs(a - int(b)) > 1 for a, b in zip(expected, (without["low"], without["high"] or without["low"]), strict=True)
        ):
            yield f"{says!r}: without luck it would be {expected}"
    sizes = [abs(roll["worth"]) for roll in luck["rolls"]]
    if sizes != sorted(sizes, reverse=True):
        yield f"rolls worth most out of order: {sizes}"
    for roll in luck["rolls"]:
        events = replay.opening.opening if roll["n"] == 0 else replay.steps[roll["n"] - 1].events
        shorts = {unit["name"]: unit["short"] for unit in playback["units"]}
        who = {shorts[event.actor] for event in events if event.kind == "roll" and event.actor}
        if "'s " in roll["says"] and not any(roll["says"].startswith(f"{name}'s ") for name in who):
            yield f"{roll['says']!r} at decision {roll['n']}, but {sorted(who)} rolled"


def untrue_of_turn(replay: Replay, playback: Playback, chances: Chances, count: int) -> Iterator[str]:
    """Yield what is not so of the turning point: its names, its figures, what became of it, and that it is the greatest."""
    positions, field = walked(replay)
    others = Playouts(field, "tactician", SEED, count)
    turn = chances.turn
    if turn is None:
        if playback.get("turned"):
            yield "a turning point is said, and there is none"
        return
    said = TURNED.match(playback["turned"])
    if said is None:
        yield f"{playback['turned']!r} is no turning point"
        return
    called = {team["name"]: team.get("called") or team["name"].capitalize() for team in playback["teams"]}
    team = next((n for n, name in enumerate(called) if called[name] == said["team"]), None)
    if team is None:
        yield f"{said['team']!r} is no team"
        return
    yield from untrue_of_deed(said["deed"], replay, playback, turn.before + 1, turn.moment)

    def wins(position: np.ndarray) -> np.ndarray:
        return others.ends(position)["winner"] == team

    unrolled = before_round(replay, positions, field, turn.moment, count) if turn.part != "all" else None
    before, after = positions[turn.before : turn.before + 1], positions[turn.moment : turn.moment + 1]
    if turn.part == "initiative":
        assert unrolled is not None
        before = unrolled
    elif turn.part == "deed" and unrolled is not None:
        after = unrolled
    first, second = wins(before), wins(after)
    change = second.astype(float) - first
    error = np.hypot(change.std() / np.sqrt(count), (int(said["high"]) - int(said["low"])) / 100 / 2 / 1.96) + 1 / count
    claimed = (int(said["new"]) - int(said["old"])) / 100
    if abs(change.mean() - claimed) > SIGMA * error:
        yield f"{playback['turned']!r}, but by other dice it changes by {change.mean():+.0%} (error {error:.1%})"
    if not int(said["low"]) - 1 <= abs(100 * claimed) <= int(said["high"]) + 1:
        yield f"{playback['turned']!r}: outside its own interval"
    sign = 1 if claimed > 0 else -1
    if (said["goes"] == "rises") != (sign > 0):
        yield f"{playback['turned']!r}: rises or falls?"
    later = [
        n for n in chances.moments if n > turn.moment or (n == turn.moment and turn.part == "deed" and unrolled is not None)
    ]
    left = [wins(positions[n : n + 1]) for n in thinned(later)]
    lasting = all(sign * (each.mean() - first.mean()) > 0 for each in left)
    winner = replay.result.winner if replay.result else None
    if said["became"].startswith("and"):
        if not lasting:
            course = [f"{each.mean():.0%}" for each in (first, second, *left)]
            yield f"{playback['turned']!r}, but by other dice it goes {', '.join(course)}"
        if chances.over and winner is not None and (sign > 0) != (list(called)[team] == winner):
            yield f"{playback['turned']!r}, but {winner} wins"
    else:
        if said["winner"] and said["winner"] != called.get(winner or ""):
            yield f"{playback['turned']!r}, but {winner} wins"
        middle = (first.mean() + second.mean()) / 2
        if all(sign * (each.mean() - middle) > 0.5 / np.sqrt(count) for each in left):
            yield f"{playback['turned']!r}, but by other dice it lasts"
    yield from greater_ones(chances, team, sign, abs(claimed), playback["turned"])


def greater_ones(chances: Chances, team: int, sign: int, size: float, says: str) -> Iterator[str]:
    """Yield acts that the curve shows to have done far more for good than the one that is named."""
    if not says.count("lasts to the end"):
        return
    for (_, old), (moment, new) in pairwise(zip(chances.moments, chances.shares, strict=True)):
        later = [shares[team] for n, shares in zip(chances.moments, chances.shares, strict=True) if n > moment]
        change = sign * (new[team] - old[team])
        error = np.sqrt(2 * 0.25 / chances.playouts)
        if change - size > SIGMA * error and all(sign * (share - new[team]) > -change / 4 for share in later):
            yield f"{says!r}, but at {moment} it goes from {old[team]:.0%} to {new[team]:.0%} for good"


def untrue_of_deed(deed: str, replay: Replay, playback: Playback, first: int, last: int) -> Iterator[str]:
    """Yield what is not so of an act: whoever it names acts, is met or falls in it, and every fall in it happens."""
    steps = replay.steps[first - 1 : last]
    events = [event for step in steps for event in step.events]
    names = {unit["short"]: unit["name"] for unit in playback["units"]}
    there = {event.actor for event in events} | {event.target for event in events} | {step.unit for step in steps}
    if not first <= playback["turning"] <= last:
        yield f"{deed!r}: at decision {playback['turning']}, not within {first} to {last}"
    for short, name in names.items():
        if re.search(rf"(?<![\w]){re.escape(short)}(?![\w])", deed) and name not in there:
            yield f"{deed!r} names {name}, who has no part in decisions {first} to {last}"
    fallen = {event.target for event in events if event.kind in OUT}
    for short in re.findall(r"(?:^|; )([^;]+?) (?:goes down|dies)(?=;|,|$)", deed):
        if names.get(short) not in fallen:
            yield f"{deed!r}, but {short} does not fall in decisions {first} to {last}"
    for words in deed.split("; "):
        if (found := SHOT.match(words)) and found["what"] in ("kills", "drops") and names.get(found["who"]) not in fallen:
            yield f"{deed!r}, but {found['who']} does not fall in decisions {first} to {last}"


def before_round(replay: Replay, positions: np.ndarray, field: Any, moment: int, count: int) -> np.ndarray | None:
    """Return what a decision leaves with other initiative for the round that it begins, None if it begins none."""
    events = replay.steps[moment - 1].events
    rolls = 0
    new = False
    for place, event in enumerate(events[:-1]):
        new = new or event.kind == "round"
        if event.kind == "roll" and new and events[place + 1].kind == "initiative":
            break
        rolls += event.kind == "roll"
    else:
        return None
    taken = next(taken for taken in decisions_with_dice(replay, positions, field) if taken.number == moment)
    known = [face for roll in thrown_in(field, taken) if roll.place < rolls for face in roll.faces]
    return rerolled_after(field, taken, known, rolls, count, np.random.default_rng(SEED)).battles


def thinned(moments: list[int], most: int = 12) -> list[int]:
    """Return some of many moments, evenly, the first and the last among them."""
    if len(moments) <= most:
        return moments
    return [moments[round(place)] for place in np.linspace(0, len(moments) - 1, most)]
