"""Walks over a scenario's map and fights some quick battles; warns with a place and advice if it makes no fight."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from fireteam.agents.series.meetings import FAR, Meetings, meetings_of
from fireteam.env.analysis.walk import exposed, sees_from, tiles_of, ways_of
from fireteam.env.rules.ground.grid import DX, DY
from fireteam.env.rules.record import ROUND_LIMIT, STALEMATE
from fireteam.env.rules.systems import port_of
from fireteam.env.rules.verbs import BREAKS_IN, UNLOCKS
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import Field, prepare

BATTLES = 50
MANY_RIFLES = 3  # enemies that see a tile within range, from which on a start is told to lie under fire
OFTEN = 0.5  # share of the battles from which on an ending is told
MOST_NAMED = 6  # units or tiles that a warning names


class Finding(NamedTuple):
    """A finding for the game master: the problem, and a remedy."""

    says: str
    advice: str


class Walk:
    """A scenario that is walked over, and the quick battles fought in it."""

    def __init__(self, scenario: Scenario, battles: int = BATTLES) -> None:
        self.field: Field = prepare(scenario.drawn(0))
        self.arena = self.field.arena[0]
        self.teams = [team.name for team in scenario.teams]
        self.roster = self.field.roster
        self.count = battles
        self.tiles = tiles_of(self.field)
        self.ways = ways_of(self.field)
        self.actors = [who for who in range(len(self.roster)) if not self.arena["sheets"]["inanimate"][who]]

    @cached_property
    def meetings(self) -> Meetings:
        """The quick battles."""
        return meetings_of(self.field.scenario, self.count)

    def findings(self) -> list[Finding]:
        """Return the findings."""
        return [*cut_off(self), *goals(self), *harmless(self), *under_fire(self), *(fights(self) if self.count else ())]

    def place(self, tile: int) -> str:
        """Return a tile in the coordinates of scenario files."""
        width = int(self.arena["width"])
        return f"[{tile % width}, {tile // width}]"

    def places(self, tiles: Iterable[int]) -> str:
        """Return some tiles."""
        return first_names([self.place(tile) for tile in tiles])

    def called(self, who: int) -> str:
        """Return a unit with its place: Vega on [3, 4]."""
        fighter = self.roster[who]
        return f"{fighter.unit.name or fighter.name} on {self.place(self.tiles[who])}"

    def enemies(self, who: int) -> list[int]:
        """Return who is against a unit."""
        return [other for other in range(len(self.roster)) if self.roster[other].team != self.roster[who].team]

    def terrain(self, name: str) -> np.ndarray:
        """Return a field of the terrain of every tile."""
        tiles = self.arena["tiles"][: int(self.arena["size"])]
        found: np.ndarray = self.arena["terrains"][tiles["terrain"]][name]
        return found

    def shoots(self, who: int) -> bool:
        """Return whether a unit carries a weapon that harms from afar."""
        weapons = self.field.catalog.weapons
        return any(weapons[name].kind != "melee" for name in self.field.weapon_names(who))


def first_names(names: list[str]) -> str:
    """Return the first of some names, and how many more there are."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def cut_off(walk: Walk) -> Iterator[Finding]:
    """Find units that cannot walk to any enemy: what is in the way, and whether they can at least shoot."""
    groups: dict[tuple[int, str, str, bool], list[int]] = {}
    for who in walk.actors:
        targets = [walk.tiles[other] for other in walk.enemies(who)]
        if walk.ways.walking[walk.tiles[who], targets].any():
            continue
        why, advice = obstacle(walk, walk.tiles[who], targets)
        mine = walk.ways.walking[walk.tiles[who]]
        theirs = walk.ways.walking[targets].any(axis=0)
        shoots = walk.shoots(who) and bool((sees_from(walk.field, mine) & theirs).any())
        groups.setdefault((walk.roster[who].team, why, advice, shoots), []).append(who)
    for (team, why, advice, shoots), units in groups.items():
        named = first_names([walk.called(unit) for unit in units])
        still = "only shots reach one" if shoots else "no weapon reaches one either"
        yield Finding(f"{walk.teams[team]}: no enemy can be walked to by {named}, {still}: {why}", advice)


def obstacle(walk: Walk, start: int, targets: list[int]) -> tuple[str, str]:
    """Return the obstacle between a tile and all of some others, and what a person can change."""
    verbs = port_of(walk.field.scenario.system).VERBS
    mine = walk.ways.walking[start]
    if walk.ways.unlocked[start, targets].any():
        doors = edge_of(walk, mine, walk.terrain("locked") > 0)
        if verbs.with_traits(UNLOCKS):
            return f"the door on {walk.places(doors)} is locked", f"who picks its lock gets through{opened(walk, doors)}"
        return f"the door on {walk.places(doors)} is locked", "nobody picks locks in this rule system: draw a closed door, +"
    if walk.ways.broken[start, targets].any():
        if verbs.with_traits(BREAKS_IN):
            walls = edge_of(walk, mine, walk.terrain("broken") >= 0)
            return "walls are in between", f"they must break through, or the map gets a door, +{opened(walk, walls)}"
        return "walls are in between", "nobody breaks through walls in this rule system: draw a door, +"
    if walk.ways.climbing[start, targets].any():
        higher = cliffs(walk, mine)
        climb = int(walk.arena["rules"]["climb"]) / 100
        return (
            f"the ground rises or falls too steeply at {walk.places(higher)}",
            f"a step may be {climb:g} m high: draw heights that rise by 1 as stairs, or raise the number 'climb'",
        )
    return "it is walled in", "open a way: a door, +, or floor"


def edge_of(walk: Walk, inside: np.ndarray, kind: np.ndarray) -> list[int]:
    """Return the tiles of a kind beside those inside."""
    shape = (int(walk.arena["height"]), int(walk.arena["width"]))
    padded = np.pad(inside.reshape(shape), 1)
    near = np.zeros(shape, bool)
    for dx, dy in zip(DX, DY, strict=True):
        near |= padded[1 + dy : 1 + dy + shape[0], 1 + dx : 1 + dx + shape[1]]
    return [int(tile) for tile in np.flatnonzero(near.reshape(-1) & kind & ~inside)]


def cliffs(walk: Walk, inside: np.ndarray) -> list[int]:
    """Return the tiles beside which one could stand, if the step were not too high or too deep."""
    width, height = int(walk.arena["width"]), int(walk.arena["height"])
    floor = walk.arena["tiles"][: width * height]["floor"].astype(int)
    stands, climb = walk.terrain("passable") == 1, int(walk.arena["rules"]["climb"])
    found = []
    for tile in np.flatnonzero(inside):
        x, y = int(tile) % width, int(tile) // width
        for dx, dy in zip(DX, DY, strict=True):
            other = (y + dy) * width + x + dx
            if 0 <= x + dx < width and 0 <= y + dy < height and stands[other] and not inside[other]:
                if abs(floor[other] - floor[tile]) > climb:
                    found.append(int(tile))
                    break
    return found


def opened(walk: Walk, barriers: list[int]) -> str:
    """Return in how many of the quick battles one of some barriers was opened."""
    if not walk.count:
        return ""
    rows = walk.meetings.ends
    times = sum(bool(set(row["changes"]["tile"][: int(row["changed"])].tolist()) & set(barriers)) for row in rows)
    return f" (in {times} of {walk.count} quick battles somebody did)"


def goals(walk: Walk) -> Iterator[Finding]:
    """Find zones, to hold or to leave by, that too few units of a team can reach."""
    marks = walk.arena["tiles"][: int(walk.arena["size"])]["zone"]
    for number, team in enumerate(walk.field.scenario.teams):
        goal = team.objective
        if goal.zone is None:
            continue
        zone = np.flatnonzero(marks == ord(goal.zone))
        units = [who for who in walk.actors if walk.roster[who].team == number]
        far = [who for who in units if not walk.ways.walking[walk.tiles[who], zone].any()]
        needed = goal.needed if goal.kind == "exit" else 1
        word = "the exit" if goal.kind == "exit" else "the zone to hold"
        if len(units) - len(far) < needed:
            why, advice = obstacle(walk, walk.tiles[far[0]], [int(tile) for tile in zone]) if far else ("", "")
            yield Finding(
                f"{team.name}: {word}, {goal.zone!r} on {walk.places(zone)}, cannot be walked to by "
                f"{first_names([walk.called(who) for who in far])}: {why}",
                advice,
            )


def harmless(walk: Walk) -> Iterator[Finding]:
    """Find units that can do no enemy any harm, with no weapon and not with bare hands."""
    for who in walk.actors:
        harm = walk.arena["harm"][who][:, walk.enemies(who)]
        if harm.max() <= 0 and not any(walk.field.item_names(who)):
            yield Finding(
                f"{walk.teams[walk.roster[who].team]}: {walk.called(who)} carries nothing that harms any enemy",
                "give it a weapon (fireteam list weapons)",
            )


def under_fire(walk: Walk) -> Iterator[Finding]:
    """Find starts that many enemies see within range before anybody has moved."""
    shot_at = exposed(walk.field).sum(axis=1)
    for number, name in enumerate(walk.teams):
        units = [who for who in range(len(walk.roster)) if walk.roster[who].team == number and shot_at[who] >= MANY_RIFLES]
        if units:
            worst = sorted(units, key=lambda who: -shot_at[who])
            starts = first_names([f"{walk.place(walk.tiles[who])} by {shot_at[who]} enemies" for who in worst])
            yield Finding(
                f"{name}: starts under fire, seen within range before anybody moves: {starts}",
                "move the starts apart or behind something, or let one side be hidden or arrive later",
            )


def fights(walk: Walk) -> Iterator[Finding]:
    """Find what quick battles between tacticians show: sides that never meet, battles without a result."""
    meetings, count = walk.meetings, walk.count
    battles = f"of {count} quick battles"
    for one in range(len(walk.teams)):
        for other in range(one + 1, len(walk.teams)):
            pair = f"{walk.teams[one]} and {walk.teams[other]}"
            blind = int((~meetings.met[:, one, other]).sum())
            nearest = meetings.nearest[:, one, other]
            start = start_distance(walk, one, other)
            if blind == count or blind >= OFTEN * count:
                yield Finding(
                    f"{pair} do not see each other from beginning to end in {blind} {battles}",
                    "open the map between them, or give a side a zone to hold or to leave by, so that it must move",
                )
            elif start < FAR and int(nearest.min()) >= start:
                yield Finding(
                    f"{pair} never come nearer to each other than at the start, {start} m, in {count} quick battles",
                    "give a side a reason to move: a zone to hold or to leave by",
                )
    for ending, words, advice in (
        (STALEMATE, "end in a stalemate", "let sides meet sooner, or raise 'stalemate'"),
        (ROUND_LIMIT, "last until the rounds run out", "raise 'rounds', or say with 'winner_at_limit' who wins then"),
    ):
        times = int((meetings.ends["ending"] == ending).sum())
        if times >= OFTEN * count and not (ending == ROUND_LIMIT and walk.field.scenario.winner_at_limit):
            yield Finding(f"{times} {battles} {words}", advice)
    for number, name in enumerate(walk.teams):
        units = [who for who in walk.actors if walk.roster[who].team == number]
        if units and not meetings.dealt[units].any():
            yield Finding(f"{name} harms nobody in {count} quick battles", "give it other weapons, or a way to its enemies")


def start_distance(walk: Walk, one: int, other: int) -> int:
    """Return the metres between the nearest two of two teams at the start; FAR where a team comes later."""
    units = walk.field.opening[0]["units"]
    places = [
        [(int(units[who]["x"]), int(units[who]["y"])) for who in walk.actors if walk.roster[who].team == team
         and not walk.roster[who].unit.arrives]
        for team in (one, other)
    ]  # fmt: skip
    apart = [max(abs(x - a), abs(y - b)) + min(abs(x - a), abs(y - b)) // 2 for x, y in places[0] for a, b in places[1]]
    return min(apart) * int(walk.arena["scale"]) if apart else FAR
