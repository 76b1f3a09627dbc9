"""A playback for one side: what it did not see is removed, not just hidden, so that a player can be given the file."""

from collections.abc import Callable
from typing import Any

from fireteam.content.errors import ContentError

from ...replay.scene import Scene, difference, patched, taken_for
from ...scenario.setup import Field
from ..prims.ground import Ground
from .cutter import HALF_SECOND, HEADS, Moment, Playback, coming
from .fog import as_heard, in_fog, notices, strangers
from .memory import Tiles, remembered, watched

OTHERS = (  # fields of a unit that name another
    "aim_at", "charge", "holds", "held_by", "kept_up", "awaits", "carries", "carried_by", "aboard",
)  # fmt: skip
HEAD_KEPT = ("title", "about", "fog", "rounds", "late", "engine", "note", "palette", "words", "faces")
INSTANT = ("look", "float")  # cues that take no time of their own


def for_side(playback: Playback, team: str, field: Field) -> Playback:
    """Return what one side saw of a battle, as a playback of its own; the one given stays as it is.

    It removes the seed, the bots and chances of the others, units while they are not known, their decisions, and every event
    that the side did not see. Decisions of which it noticed nothing are left out, so moments are numbered anew.

    Args:
        field: the battlefield.

    Raises:
        ContentError: the playback has no such team.
    """
    return Censor(playback, team, field).playback


class Censor:
    """Reduces a playback to what a side may have; `numbers` are the original numbers of the moments that stay in `playback`.

    Raises:
        ContentError: the playback has no such team.
    """

    def __init__(self, playback: Playback, team: str, field: Field) -> None:
        names = [entry["name"] for entry in playback["teams"]]
        if team not in names:
            raise ContentError(f"no team is called {team!r}; teams: {', '.join(names)}")
        self._all, self._team, self._field = playback, team, field
        self._paper = Ground(field)  # walls join those beside them, so the ground is painted anew, as the side knows it
        self._number = names.index(team)
        self._own = {unit["name"] for unit in playback["units"] if unit["team"] == self._number}
        self._tokens: dict[int, int] = {}  # old number -> new number
        self._ground: Tiles = {}  # what the side last saw of it
        self._dents: Tiles = {}
        self._known: set[str] = set()  # units it has ever known of
        self._shown: Scene = {}  # after the last moment that was kept
        self._worn: dict[str, int] = {}
        self._tiles: dict[int, int] = {}
        self._light = ""
        self._order: list[list[Any]] = []
        self.numbers: list[int] = []  # of the moments that are kept, as they were
        result = {key: playback["result"][key] for key in ("winner", "ending", "rounds")} if "result" in playback else None
        self.playback: Playback = {key: playback[key] for key in HEAD_KEPT if key in playback} | {
            "side": team,
            "moments": [],
        }
        self.playback["seats"] = {name: bot for name, bot in playback.get("seats", {}).items() if name == team}
        if result is not None:
            self.playback["result"] = result
        self._walk()
        self._fill_head()

    def _walk(self) -> None:
        """Go through the moments."""
        scene: Scene = {}
        worn: dict[str, int] = {}
        lit = ""
        for number, moment in enumerate(self._all["moments"]):
            before, scene = scene, patched(scene, moment["patch"])
            worn = worn | moment.get("tokens", {})
            lit = moment.get("lit", {}).get(self._team, lit)
            ground = self._all["map"]
            seen = watched(scene, self._own, lit, ground["width"], ground["height"]) if self._all["fog"] else None
            kept = self._moment(moment, self._view(scene, seen), strangers(self._team, before, scene))
            self._dress(kept, worn)
            self._tiles, tiles = self._paper.repaved(self._tiles, self._ground)
            if tiles:
                kept["tiles"] = tiles
            if lit != self._light:
                kept["lit"] = {self._team: lit}
            if (order := coming(self._field, self._shown)) != self._order:
                kept["order"] = self._order = order
            if number == 0 or kept.keys() - {"patch", "seconds"} or kept["patch"]:
                self._light = lit
                self.playback["moments"].append(kept)
                self.numbers.append(number)

    def _view(self, scene: Scene, seen: set[int] | None) -> Scene:
        """Return a scene as the side sees it; `seen` are the tiles whose ground it sees, None for all."""
        unknown = set(scene.get("hidden", {}).get(self._team, ()))
        units = {}
        for name, unit in scene["units"].items():
            own = name in self._own
            if name in unknown or (not own and unit["status"] == "absent"):
                continue
            unit = taken_for(scene, name, self._team)
            shown = unit if own or not self._all["fog"] else in_fog(unit, self._all["words"]["seen"])
            units[name] = {key: value for key, value in shown.items() if not (key in OTHERS and value in unknown)}
        self._known |= units.keys()
        view: Scene = {key: scene[key] for key in ("round", "pass") if key in scene}
        if scene.get("decider") in units and scene.get("opponent", scene["decider"]) in units:
            view |= {key: scene[key] for key in ("decider", "kind", "opponent") if key in scene}
        self._ground = remembered(self._ground, scene.get("ground", {}), seen)
        self._dents = remembered(self._dents, scene.get("dents", {}), seen)
        zones = {number: zone for number, zone in scene.get("zones", {}).items() if zone["shooter"] in units}
        effects = {
            number: {key: value for key, value in effect.items() if key != "owner" or value in units}
            for number, effect in scene.get("effects", {}).items()
            if notices(effect, self._own, seen, self._all["map"])
        }
        return view | {"units": units, "ground": self._ground, "dents": self._dents, "zones": zones, "effects": effects}

    def _moment(self, moment: Moment, view: Scene, unknown: set[str]) -> Moment:
        """Return what a side may have of a moment, except its look."""
        kept: Moment = {"patch": difference(self._shown, view)}
        self._shown = view
        if moment.get("by") in self._own:
            kept |= {key: moment[key] for key in ("by", "kind", "action", "under") if key in moment}
        elif moment.get("by") in view["units"]:
            kept["by"], kept["kind"] = moment["by"], moment["kind"]
        cues = [
            owned(cue) | {"seen": [] if cue["do"] == "look" else [self._team]}
            for cue in moment.get("cues", ())
            if (cue["unit"] in view["units"] if cue["do"] == "look" else self._team in cue["seen"])
            and cue.get("unit") not in unknown
        ]
        cues, when = closed_up(cues)
        log = [self._line(line, unknown) for line in moment.get("log", ()) if self._team in line["seen"]]
        if lines := [line | ({"t": when(line["t"])} if "t" in line else {}) for line in log if line is not None]:
            kept["log"] = lines
        if cues:
            kept["cues"] = cues
        if shots := [shot for shot in moment.get("shots", ()) if self._team in shot["seen"]]:
            kept["shots"] = [shot | {"seen": [self._team]} for shot in shots]
        ends = [cue["t"] + cue["for"] for cue in cues if cue["do"] not in INSTANT]
        kept["seconds"] = round(max([*ends, HALF_SECOND if "by" in moment else 0.0]), 3)
        marks = [
            {"mark": mark["mark"], "unit": mark["unit"], "seen": [self._team]}
            for mark in moment.get("marks", ())
            if self._team in mark["seen"] and mark["unit"] in view["units"]
        ]
        if marks:
            kept["marks"] = marks
        if kept.get("by") not in self._own and kept.keys() <= {"patch", "by", "kind", "seconds"} and not kept["patch"]:
            kept = {key: kept[key] for key in ("patch", "seconds")}  # nothing came of it that could be seen
        return kept

    def _line(self, line: dict[str, Any], unknown: set[str]) -> dict[str, Any] | None:
        """Return a line of the log without the names of strangers; None for their rolls."""
        heard = as_heard(line, {unit["name"]: unit["called"] for unit in self._all["units"] if unit["name"] in unknown})
        return None if heard is None else owned(heard) | {"seen": [self._team]}

    def _dress(self, kept: Moment, worn: dict[str, int]) -> None:
        """Say which tokens have changed for the side."""
        changed = {}
        for name in self._shown["units"]:
            number = worn[name]
            if self._all["fog"] and name not in self._own:
                number = self._all["veils"][number]
            new = self._tokens.setdefault(number, len(self._tokens))
            if self._worn.get(name) != new:
                changed[name] = self._worn[name] = new
        if changed:
            kept["tokens"] = changed

    def _fill_head(self) -> None:
        """Fill in what holds for all moments."""
        every, playback = self._all, self.playback
        playback["map"] = every["map"] | {"tiles": self._paper.tiles, "paints": self._paper.paints}
        playback["tokens"] = [every["tokens"][number] for number in self._tokens]
        playback["units"] = [
            unit if unit["name"] in self._own or not every["fog"] else unit | {"full": {"side": unit["full"]["side"]}}
            for unit in every["units"]
            if unit["name"] in self._known
        ]
        playback["teams"] = [
            entry if entry["name"] == self._team else {key: entry[key] for key in ("name", "shape")}
            for entry in every["teams"]
        ]
        playback["jumps"] = {
            head: [
                number
                for number, moment in enumerate(playback["moments"])
                if any(line.get("head") == head for line in moment.get("log", ()))
            ]
            for head in HEADS
        }


def owned(line: dict[str, Any]) -> dict[str, Any]:
    """Return a cue or a line without the mark that other sides see another version."""
    return {key: value for key, value in line.items() if key != "aside"}


def closed_up(cues: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], Callable[[float], float]]:
    """Return cues without gaps in time, since a gap would reveal that something happened.

    Also return a function that maps an old time to the new one.
    """
    made: list[dict[str, Any]] = []
    gone = [(0.0, 0.0, 0.0)]  # from when, how much is gone by then, until when it is busy
    for cue in cues:
        _, shift, busy = gone[-1]
        shift += max(cue["t"] - shift - busy, 0.0)
        made.append(cue | {"t": round(cue["t"] - shift, 3)})
        if cue["do"] not in INSTANT:
            busy = max(busy, cue["t"] - shift + cue["for"])
        gone.append((cue["t"], shift, busy))

    def when(t: float) -> float:
        _, shift, busy = next(entry for entry in reversed(gone) if entry[0] <= t)
        return round(min(t - shift, busy), 3)

    return made, when
