"""The state of a playback at any time: status, tokens, and positions between two decisions; no pygame here."""

from typing import Any

import numpy as np

from ...replay.scene import Scene, patched, taken_for
from ..look import Prim
from .cutter import Moment, Playback
from .fog import as_heard, in_fog, is_for, notices, strangers
from .intentions import INTENTIONS
from .memory import Memory, watched


class Player:
    """A player of a playback: it shows moment n, counted from 0, the opening, and the way there.

    A playback may grow: `grow` adds the new moments. Moments already added do not change any more.
    """

    def __init__(self, playback: Playback) -> None:
        self.playback = playback
        self.scenes: list[Scene] = []
        self.worn: list[dict[str, int]] = []  # token of every unit
        self.tiles: list[dict[int, int]] = []  # paint of the tiles that are other than drawn
        self.lit: list[dict[str, str]] = []  # hexadecimal bits of the tiles each team sees
        self.orders: list[list[list[Any]]] = []  # who acts when
        self.blasts: list[tuple[int, dict[str, Any]]] = []  # where something went off: moment, cue
        self.unexpected: set[str] = set()  # reinforcements that whoever plays is not told of before they come
        self.trusted: set[str] | None = None  # the sides whose orders and reasons are told; None: all
        self._memories: dict[str, list[Memory]] = {}  # of sides that were looked at: what they take the ground to be
        self.team_of = {unit["name"]: unit["team"] for unit in playback["units"]}
        self.grow()

    def grow(self) -> None:
        """Take in the moments that the playback has gained."""
        drawn = self.playback["map"]["tiles"]
        for moment in self.playback["moments"][len(self.scenes) :]:
            first = not self.scenes
            self.blasts += [(len(self.scenes), cue) for cue in moment.get("cues", ()) if cue["do"] == "blast"]
            self.scenes.append(patched({} if first else self.scenes[-1], moment["patch"]))
            self.worn.append({} if first else self.worn[-1])
            self.tiles.append({} if first else self.tiles[-1])
            self.lit.append({} if first else self.lit[-1])
            self.orders.append(moment.get("order", [] if first else self.orders[-1]))
            if "tokens" in moment:
                self.worn[-1] = self.worn[-1] | moment["tokens"]
            if "tiles" in moment:
                tiles = self.tiles[-1] | {int(tile): number for tile, number in moment["tiles"].items()}
                self.tiles[-1] = {tile: number for tile, number in tiles.items() if number != drawn[tile]}
            if "lit" in moment:
                self.lit[-1] = self.lit[-1] | moment["lit"]

    def shrink(self, count: int) -> None:
        """Forget all but the first `count` moments: they were taken back."""
        del self.playback["moments"][count:]
        for kept in (self.scenes, self.worn, self.tiles, self.lit, self.orders):
            del kept[count:]
        for memories in self._memories.values():
            del memories[count:]
        self.blasts = [(n, cue) for n, cue in self.blasts if n < count]
        for places in self.playback["jumps"].values():
            places[:] = [place for place in places if place < count]

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.scenes) - 1

    def moment(self, n: int) -> Moment:
        """Return a moment of the playback."""
        moment: Moment = self.playback["moments"][n]
        return moment

    def seconds(self, n: int) -> float:
        """Return how long it takes to get to a moment from the one before."""
        return float(self.moment(n)["seconds"])

    def standing(self, n: int, t: float, name: str) -> int:
        """Return n once a unit has its look of moment n, `t` seconds on the way there; n - 1 before that."""
        if n == 0 or t >= self.seconds(n):
            return n
        looks = (cue["t"] for cue in self.moment(n).get("cues", ()) if cue["do"] == "look" and cue["unit"] == name)
        return n if next(looks, t + 1) <= t else n - 1

    def cues(self, n: int, side: str = "") -> list[dict[str, Any]]:
        """Return the cues on the way to a moment, those that a side may see; all for no side."""
        return [cue for cue in self.moment(n).get("cues", []) if is_for(cue, side)]

    def hidden(self, n: int, side: str) -> set[str]:
        """Return the units that a side does not know of at a moment."""
        units = self.scenes[n]["units"]
        coming = {name for name in self.unexpected if units[name]["status"] == "absent"}
        return coming | (set(self.scenes[n].get("hidden", {}).get(side, ())) if side else set())

    def open_to(self, name: str, side: str) -> bool:
        """Return whether a side knows a unit's condition: in fog only of its own units."""
        return not side or not self.playback["fog"] or self.playback["teams"][self.team_of[name]]["name"] == side

    def memory(self, n: int, side: str = "") -> Memory:
        """Return the ground as a side believes it at a moment: in fog as it last saw it; the true ground for no side."""
        if not side or not self.playback["fog"]:
            return Memory(self.scenes[n].get("ground", {}), self.scenes[n].get("dents", {}), self.tiles[n])
        memories = self._memories.setdefault(side, [])
        own, ground = {name for name in self.team_of if self.open_to(name, side)}, self.playback["map"]
        for moment in range(len(memories), n + 1):
            scene, lit = self.scenes[moment], self.lit[moment].get(side, "")
            seen = watched(scene, own, lit, ground["width"], ground["height"])
            last = memories[-1] if memories else Memory()
            memories.append(last.later(scene, self.tiles[moment], seen, ground["width"]))
        return memories[n]

    def noticed(self, n: int, side: str = "") -> Scene:
        """Return the part of a scene that a side notices.

        It lacks the fire of strangers, and in fog the charges of others; in fog the ground is as the side last saw it.
        """
        scene, sees = self.scenes[n], self.sees(n, side)
        if sees is None:
            return scene
        hidden, watched = self.hidden(n, side), set(np.flatnonzero(sees).tolist())
        own = {name for name in self.team_of if self.open_to(name, side)}
        zones = {number: zone for number, zone in scene.get("zones", {}).items() if zone["shooter"] not in hidden}
        effects = {
            number: effect
            for number, effect in scene.get("effects", {}).items()
            if notices(effect, own, watched, self.playback["map"])
        }
        known = self.memory(n, side)
        return scene | {"zones": zones, "effects": effects, "ground": known.ground, "dents": known.dents}

    def log_lines(self, n: int, side: str = "") -> list[dict[str, Any]]:
        """Return the lines of the log that a side reads of a moment, with strangers nameless; all for no side."""
        lines = self.moment(n).get("log", [])
        if self.trusted is not None:
            lines = [line for line in lines if line["kind"] not in INTENTIONS or self.trusted & set(line["seen"])]
        if not side:
            return [line for line in lines if is_for(line, side)]
        unknown = strangers(side, self.scenes[n - 1] if n else {}, self.scenes[n])
        called = {unit["name"]: unit["called"] for unit in self.playback["units"] if unit["name"] in unknown}
        heard = [as_heard(line, called) for line in lines if side in line["seen"]]
        return [line for line in heard if line is not None]

    def folded(self, n: int, side: str = "") -> set[int]:
        """Return the moments up to n of which a side reads no lines that fold: their order was told, and is not the last."""
        last, folded = "", set()
        for m in range(n, -1, -1):
            moment = self.moment(m)
            last = last or moment.get("under", "")
            if moment.get("under", last) != last:
                team = self.playback["teams"][self.team_of[moment["by"]]]["name"]
                if side in ("", team) and (self.trusted is None or team in self.trusted):
                    folded.add(m)
        return folded

    def called(self, n: int, name: str, side: str = "") -> str:
        """Return a unit's name, "red_2 the gunner"; "somebody" for one that a side does not know at a moment."""
        if name in self.hidden(n, side):
            return "somebody"
        return next(str(unit["who"]) for unit in self.playback["units"] if unit["name"] == name)

    def unit(self, n: int, name: str, side: str = "") -> dict[str, Any]:
        """Return a unit at a moment, as a scene has it, with what a side sees of it."""
        unit = taken_for(self.scenes[n], name, side)
        return unit if self.open_to(name, side) else in_fog(unit, self.playback["words"]["seen"])

    def tokens(self, n: int, t: float, side: str = "") -> list[tuple[str, float, float, list[Prim]]]:
        """Return unit, place of its middle in tiles, and prims of every token, `t` seconds on the way to moment n.

        In the order in which they are drawn: the fallen first, then from the far side of the map to the near one.
        """
        before = max(n - 1, 0)
        arrived = t >= self.seconds(n)
        scene = self.scenes[n if arrived else before]
        stands = {name: self.standing(n, t, name) for name in scene["units"]}
        places = {}
        for name, unit in scene["units"].items():
            if unit["status"] == "absent":  # it comes where it is seen first
                unit = self.scenes[stands[name]]["units"].get(name, unit)
            places[name] = (unit["x"] + 0.5, unit["y"] + 0.5)
        if not arrived:
            for cue in self.cues(n):
                if cue["t"] > t:
                    break
                if cue.get("unit", "") not in places:  # of no unit, or of one that comes into sight with this moment
                    continue
                if cue["do"] == "move":
                    share = min((t - cue["t"]) / cue["for"], 1.0)
                    (x0, y0), (x1, y1) = cue["from"], cue["to"]
                    places[cue["unit"]] = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
        unknown = self.hidden(n, side) | (set() if arrived else self.hidden(before, side))
        shown = []
        for name, (x, y) in places.items():
            number = self.worn[stands[name]][name]
            prims = self.playback["tokens"][number if self.open_to(name, side) else self.playback["veils"][number]]
            if prims and name not in unknown:
                fallen = self.scenes[stands[name]]["units"].get(name, scene["units"][name])["status"] != "up"
                shown.append((not fallen, y, name, x, prims))
        return [(name, x, y, prims) for _, y, name, x, prims in sorted(shown, key=lambda item: item[:3])]

    def sees(self, n: int, side: str) -> np.ndarray | None:
        """Return which tiles a side sees at a moment, bool of shape (height, width); None if the playback does not say."""
        bits = self.lit[n].get(side)
        if bits is None:
            return None
        width, height = self.playback["map"]["width"], self.playback["map"]["height"]
        whole = np.unpackbits(np.frombuffer(bytes.fromhex(bits), np.uint8))
        return whole[: width * height].reshape(height, width).astype(bool)

    def ribbon(self, n: int) -> list[tuple[str, int, int, bool]]:
        """Return the order of units, as (unit, turn from 0 for this one, score then, has acted), to the end of the round."""
        units = self.scenes[n]["units"]
        return [(name, turn, score, turn == 0 and bool(units[name].get("acted"))) for name, turn, score in self.orders[n]]

    def marks(self) -> list[tuple[int, str, str]]:
        """Return where somebody was wounded, went down or died: (moment, what, unit)."""
        return [
            (n, m["mark"], m["unit"]) for n, moment in enumerate(self.playback["moments"]) for m in moment.get("marks", ())
        ]

    def jump(self, n: int, to: str, step: int) -> int:
        """Return the moment of the next (step 1) or previous (-1) decision, phase, pass or round, seen from moment n."""
        if to == "decision":
            return min(max(n + step, 0), self.last)
        places = self.playback["jumps"][to]
        if step > 0:
            return next((place for place in places if place > n), self.last)
        return next((place for place in reversed(places) if place < n), 0)
