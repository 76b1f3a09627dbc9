"""The playback: a replay made ready to be shown, as plain data that window, page and film all read.

It is made from the file of a replay alone. If this engine plays by the rules it was recorded with, the replay is also played
again, for what only the engine knows: the lines of fire, and what each side sees of the ground.

    {"title", "seed", "seats", "engine", "result",
     "map": {"width", "height", "metres", "paints": [[floor, shadow, block], ...], "tiles": [paint of each tile],
             "terrain": [name of each tile], "words": {name: words}, "floors": [metres of each tile, if not all flat]},
     "rounds": most, "late": who wins after them, "fog": whether sides see only a part,
     "teams": [{"name", "shape", "goal": {"kind", "needed", "unit", "tiles", "says", "label"}}],
     "units": [{"name", "called", "who": both, "short": the one that stands for it, "team", "letter": on its token,
                "full": {pools when fresh, "arrives": the round, if it comes in one},
               "surprise": whether the others do not expect it}],
     "tokens": [prims, ...], "veils": {token: that token as other sides see it in fog}, "palette": {"dark", "light"},
     "faces": those of a die from 1, [as they are written, as they look],
     "words": {"decisions": {kind: what a unit does that is asked so}, "conditions", "seen": fields of units that others see
               in fog, "legend", "rules": by what is shown on the map, "turn": what a turn is called, one and several,
               if a round has several, "passes": what each is, "score": what decides who comes first in one,
               "plans": how what is declared looks},
     "moments": [{"patch": of the scene, "by", "kind", "action", "under": the order that it is a part of, its unit's name and
                  number, "tokens": {unit: token}, "tiles": {tile: paint},
                  "lit": {team: hexadecimal bits of the tiles it sees}, "order": who acts when, see `coming` of catalogs,
                  "log": [...], "cues": [...], "seconds", "marks": [...],
                  "shots": [what hit and what came of it, see `story.py`]}, ...],
     "jumps": {"phase": [moments], "pass": [...], "round": [...]}, "chances": ..., "turning": moment, "turned": why there,
     "luck": what dice were worth, if it was worked out: see `for_playback` of `app/reports/luck.py`}

Moment 0 is the opening, moment n what decision n brought about. `patch`, `tokens`, `tiles`, `lit` and `order` say only
what changed.
A line of the log is {"text", "kind" of event, "t": seconds until it is told, "seen", "rule", "pool", "terms",
"dice", "came": in words what a roll came to,
"reads": how its dice and terms are read, see `reads` of catalogs, "odds", "head", "walker" of a step, "aside" as of cues,
"folds": whether it only says what the order has said}, without what it does not have. Orders and reasons are lines, too, for
the side that has them. `redact.py` makes of a playback what one side may have of it.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from fireteam.content.errors import ReplayError

from ...analysis.overlays import fan, tiles_seen
from ...battle import Battle
from ...catalog import catalog_of
from ...observe.events import Event, rule_of
from ...replay.narrate import faces_of, outdated, pool_of, sentence, split_events
from ...replay.narrate import who as who_is
from ...replay.replay import Replay, other_engine
from ...replay.scene import Patch, Scene, patched
from ...replay.storage import EventLine, event_of
from ...rules.events import GOES
from ...scenario.setup import Field, prepare
from ..look import THEMES, Prim, look, palette
from ..prims.ground import Ground
from ..prims.tokens import full_pools, letter, token
from ..story import LABELS, Shot, goal_words, short, shots_in
from .cues import Director, Spot
from .fog import NO_SIDE, SEEN, in_fog, strangers, witnesses
from .intentions import Intentions, fold, said_of

Playback = dict[str, Any]
Moment = dict[str, Any]
MARKS = {"unconscious": "down", "dead": "dead", "wounded": "wound"}
HEADS = {"round": "round", "pass": "pass", "phase": "phase"}  # events that begin what one can jump to
HALF_SECOND = 0.5  # a decision that nothing follows from is still shown for a moment


class Cutter:
    """Makes a playback, moment after moment: of a replay, or of a battle while it is being played."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.ground = Ground(field)
        self.playback: Playback = {"tokens": [], "veils": {}, "moments": [], "jumps": {head: [] for head in HEADS}}
        self._director = Director(field)
        self._tokens: dict[str, int] = {}
        self._scene: Scene = {}
        self._worn: dict[str, int] = {}  # the token each unit has now
        self._lit: dict[str, str] = {}
        self._tiles: dict[int, int] = {}
        self._order: list[list[Any]] = []
        self._intentions = Intentions(field)
        self._fill_head()

    def _fill_head(self) -> None:
        """Fill in what does not change in the course of a battle."""
        field, playback = self.field, self.playback
        teams = field.scenario.teams
        playback["title"], playback["about"] = field.scenario.title, field.scenario.about
        playback["map"] = {
            "title": field.drawing.title,
            "width": field.drawing.width,
            "height": field.drawing.height,
            "metres": field.drawing.metres_per_tile,
            "paints": self.ground.paints,
            "tiles": self.ground.tiles,
            "floors": field.drawing.floors() if field.drawing.heights else [],
            "terrain": field.drawing.terrain(),
            "words": tile_words(field),
        }
        playback["fog"] = field.scenario.fog
        playback["rounds"], playback["late"] = field.scenario.rounds, field.scenario.winner_at_limit
        playback["teams"] = [
            {"name": team.name, "shape": look()["teams"][n]["shape"], "goal": goal_of(field, n)}
            | ({"called": team.title} if team.title else {})
            for n, team in enumerate(teams)
        ]
        playback["units"] = [
            {
                "name": fighter.name,
                "called": fighter.called,
                "who": who_is(field, fighter.name),
                "short": short(field, fighter.name),
                "team": fighter.team,
                "letter": letter(field, who),
                "full": full_pools(field, who) | arrival(fighter.unit),
                "surprise": bool(fighter.unit.arrives) and not fighter.unit.expected,
            }
            | ({"portrait": fighter.unit.portrait} if fighter.unit.portrait else {})
            for who, fighter in enumerate(field.roster)
        ]
        own = catalog_of(field.scenario.system)
        playback["faces"] = faces_of(field)
        playback["words"] = {
            "decisions": {kind.name: kind.title for kind in field.system.DECISIONS.values()},
            "conditions": own.CONDITIONS,
            "seen": [*SEEN, *own.SEEN],
            "legend": own.LEGEND,
            "rules": own.CITED,
            "turn": list(own.TURN),
            "passes": list(own.PASSES),
            "score": own.SCORE,
            "plans": look()["plans"],
        }
        playback["palette"] = {theme: palette(theme) for theme in THEMES}

    def add(
        self, patch: Patch, events: list[Event], before: Battle | None = None, after: Battle | None = None, **said: Any
    ) -> Moment:
        """Add a moment: the change of the scene, the events, the battle before and after if they are at hand.

        `said` is about the decision: by, kind, action, and why, order, goes_on as a `Step` has them.
        """
        scene = patched(self._scene, patch)
        number = len(self.playback["moments"])
        self._director.rays = None if before is None else rays_in(before)
        cues, seconds = self._director.cues(events, self._scene, scene)
        moment: Moment = {"patch": patch, **{key: said[key] for key in ("by", "kind", "action") if key in said}}
        intended = self._intentions.lines(said)
        if under := self._intentions.under(said):
            moment["under"] = under
        if worn := self._dress(scene):
            moment["tokens"] = worn
        self._tiles, tiles = self.ground.repaved(self._tiles, scene.get("ground", {}))
        if tiles:
            moment["tiles"] = tiles
        if lit := self._light(after):
            moment["lit"] = lit
        if (order := coming(self.field, scene)) != self._order:
            moment["order"] = self._order = order
        old, only = outdated(self.field, events), split_events(self.field, events)
        lines = [{} if n in old else self._line(n, event, scene, n in only) for n, event in enumerate(events)]
        if under:
            fold(lines, events, said["by"])
        if log := [line for line in (*intended, *lines) if line]:
            moment["log"] = log
        if shots := shots_in(self.field, events, self._director.odds, self._director.afar):
            moment["shots"] = [self._witnessed(shot, scene) for shot in shots]
        if cues:
            moment["cues"] = cues
        moment["seconds"] = max(seconds, HALF_SECOND if number else 0.0)
        if marks := [{"mark": MARKS[e.kind], "unit": e.target, "seen": e.seen_by} for e in events if e.kind in MARKS]:
            moment["marks"] = marks
        for event in events:
            if event.kind in HEADS and (not (places := self.playback["jumps"][event.kind]) or places[-1] != number):
                self.playback["jumps"][event.kind].append(number)
        self.playback["moments"].append(moment)
        self._scene = scene
        return moment

    def back_to(self, scene: Scene, worn: dict[str, int], lit: dict[str, str], tiles: dict[int, int]) -> None:
        """Continue from an earlier moment: the moments after it were taken back."""
        self._scene, self._worn, self._lit, self._tiles = scene, dict(worn), dict(lit), dict(tiles)
        self._order = coming(self.field, scene)

    def _witnessed(self, shot: Shot, scene: Scene) -> Shot:
        """Return a shot restricted to sides that know both the shooter and the target."""
        seen = [team for team in shot["seen"] if not strangers(team, self._scene, scene) & set(shot["units"])]
        return shot | {"seen": seen or NO_SIDE}

    def _dress(self, scene: Scene) -> dict[str, int]:
        """Return the tokens of the units whose look has changed."""
        changed: dict[str, int] = {}
        seen = self.playback["words"]["seen"]
        for who, fighter in enumerate(self.field.roster):
            unit, acting = scene["units"][fighter.name], scene.get("decider") == fighter.name
            number = self._number(token(self.field, who, unit, acting))
            if self.field.scenario.fog and number not in self.playback["veils"]:
                veil = token(self.field, who, in_fog(unit, seen), acting, fares=False)
                self.playback["veils"][number] = self._number(veil)
            if self._worn.get(fighter.name) != number:
                changed[fighter.name] = self._worn[fighter.name] = number
        return changed

    def _number(self, prims: list[Prim]) -> int:
        """Return the number of a token."""
        number = self._tokens.setdefault(repr(prims), len(self._tokens))
        if number == len(self.playback["tokens"]):
            self.playback["tokens"].append(prims)
        return number

    def _light(self, battle: Battle | None) -> dict[str, str]:
        """Return what the sides see of the ground, if that has changed."""
        changed: dict[str, str] = {}
        if battle is None:
            return changed
        for number, team in enumerate(self.field.scenario.teams):
            bits = np.packbits(tiles_seen(battle, number)).tobytes().hex()
            if self._lit.get(team.name) != bits:
                changed[team.name] = self._lit[team.name] = bits
        return changed

    def _line(self, place: int, event: Event, scene: Scene, aside: bool) -> dict[str, Any]:
        """Return an event as a line of the log, empty if it needs none; `aside` if it is a version for some sides only."""
        text = sentence(self.field, event)
        if not text:
            return {}
        line: dict[str, Any] = {"text": text.strip("-= "), "kind": event.kind}
        if when := self._director.event_times[place]:
            line["t"] = when
        if self.field.system.EVENTS.named(event.kind).traits & GOES:
            line["walker"] = event.actor
        line["seen"] = witnesses(event, self._scene, scene)
        if aside:
            line["aside"] = True
        if event.kind == "roll":
            line["text"] = f"{event.actor} {event.numbers['purpose']}: {event.numbers['hits']}"
            line["pool"] = pool_of(self.field, event.terms, str(event.numbers["purpose"]))
            own = catalog_of(self.field.scenario.system)
            line |= {"dice": event.dice, "terms": [list(term) for term in event.terms], "came": own.came_to(event.numbers)}
            line |= {"reads": read} if (read := own.reads(event.terms, str(event.numbers["purpose"]))) else {}
        if rule := rule_of(self.field, event):
            line["rule"] = rule
        if place in self._director.odds:
            line["odds"] = round(self._director.odds[place], 4)
        if event.kind in HEADS:
            line["head"] = HEADS[event.kind]
        return line


def coming(field: Field, scene: Scene) -> list[list[Any]]:
    """Return the order of units from this turn to the end of the round, as far as a scene shows it, from the catalog."""
    order: list[list[Any]] = catalog_of(field.scenario.system).coming(field, scene)
    return order


def arrival(unit: Any) -> dict[str, int]:
    """Return the round in which a unit of a scenario comes, if it is known beforehand."""
    return {"arrives": unit.arrives} if unit.arrives and unit.call is None else {}


def rays_in(battle: Battle) -> Any:
    """Return a function that asks a battle for lines of fire."""

    def rays(viewer: Spot, target: Spot, prone: tuple[bool, bool]) -> list[list[float]]:
        start = [viewer[0] + 0.5, viewer[1] + 0.5]
        return [
            [*start, round(ray.x, 2), round(ray.y, 2), round(ray.hidden, 2)] for ray in fan(battle, viewer, target, prone)
        ]

    return rays


def tile_words(field: Field) -> dict[str, str]:
    """Return the names of the kinds of ground on a map."""
    names = set(field.drawing.terrain()) | {entry.broken for entry in field.catalog.terrain.values() if entry.broken}
    return {name: field.catalog.terrain[name].words for name in sorted(names) if name in field.catalog.terrain}


def goal_of(field: Field, team: int) -> dict[str, Any]:
    """Return a team's objective, and its tiles."""
    goal = field.scenario.teams[team].objective
    width = field.drawing.width
    tiles = [y * width + x for x, y in field.drawing.tiles_marked(goal.zone)] if goal.zone else []
    says, label = goal_words(field, team), LABELS.get(goal.kind, "")
    return {"kind": goal.kind, "needed": goal.needed, "unit": goal.unit, "tiles": tiles, "says": says, "label": label}


def played(replay: Replay) -> Iterator[Battle | None]:
    """Yield the battle after the opening and after every decision; None from where this engine plays differently."""
    if other_engine(replay.header):
        return
    try:
        yield from replay.battles()
    except ReplayError:
        return


def playback_of(replay: Replay) -> Playback:
    """Return a replay as a playback.

    Raises:
        ReplayError: the scenes of the file do not fit its scenario.
    """
    return cut(replay)[0].playback


def cut(replay: Replay) -> tuple[Cutter, list[Battle]]:
    """Return the playback of a replay, ready to be extended, and the battle at each moment as far as this engine plays it.

    Raises:
        ReplayError: the scenes of the file do not fit its scenario.
    """
    header = replay.header
    field = prepare(header.scenario)
    cutter = Cutter(field)
    playing = played(replay)
    battles: list[Battle] = []
    before: Battle | None = None
    scene: Scene = {}
    opening: tuple[Patch, list[EventLine], dict[str, Any]] = (replay.opening.scene, replay.opening.opening, {})
    rest = ((step.scene, step.events, said_of(step)) for step in replay.steps)
    for number, (patch, lines, said) in enumerate((opening, *rest)):
        scene = patched(scene, patch)
        check_scene(field, scene, f"decision {number}" if number else "the opening")
        after = next(playing, None)
        if after is not None:
            battles.append(after)
        cutter.add(patch, [event_of(line) for line in lines], before, after, **said)
        before = after
    playback = cutter.playback
    playback |= {"seed": header.seed, "seats": header.seats, "engine": header.engine, "note": other_engine(header).strip()}
    if replay.result is not None:
        playback["result"] = replay.result.model_dump(exclude={"check"})
    return cutter, battles


def check_scene(field: Field, scene: Scene, where: str) -> None:
    """Raise a ReplayError if a scene of a file does not fit its scenario: what is drawn relies on it."""
    drawing = field.drawing
    size = drawing.width * drawing.height
    units = scene.get("units")
    names = {fighter.name for fighter in field.roster}
    if not isinstance(units, dict) or units.keys() != names:
        raise ReplayError(f"{where}: the scene does not have the units of the scenario")
    for name, unit in units.items():
        if not isinstance(unit, dict):
            raise ReplayError(f"{where}: the scene says {unit!r} of {name}")
        place: list[Any] = [unit.get(key) for key in ("x", "y", "facing")]
        if not all(isinstance(number, int) for number in place):
            raise ReplayError(f"{where}: {name} has x, y and facing {place}, which are not whole numbers")
        if not (0 <= place[0] < drawing.width and 0 <= place[1] < drawing.height):
            raise ReplayError(f"{where}: {name} stands at ({place[0]}, {place[1]}), which is not on the map")
    for part in ("ground", "dents"):
        for tile in scene.get(part, {}):
            if not tile.isdecimal() or not int(tile) < size:
                raise ReplayError(f"{where}: {part} names tile {tile!r}; tiles go from 0 to {size - 1}")
