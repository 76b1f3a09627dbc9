"""Prims on and over the ground, from the map's corner: cracks, scorched earth, fuses, clouds, the way of a unit."""

from math import ceil, cos, pi, sin, sqrt
from typing import Any

from ..look import Prim, scattered
from ..playback.player import Player

MOST_CRACKS = 7
MOST_PUFFS = 90


def cracks(scene: dict[str, Any], width: int) -> list[Prim]:
    """Return cracks in barriers that have taken damage, more of them the worse it is (SS-B3)."""
    prims: list[Prim] = []
    for key, damage in scene.get("dents", {}).items():
        tile = int(key)
        x, y = tile % width + 0.5, tile // width + 0.45
        for crack in range(min(1 + damage, MOST_CRACKS)):
            turn = 2 * pi * scattered(crack, tile, 1)
            middle = [x + 0.1 * sin(turn + 1), y + 0.1 * cos(turn + 1)]
            end = [x + (0.2 + 0.2 * scattered(crack, 2)) * sin(turn), y + 0.32 * cos(turn)]
            prims.append(["line", "shadow@0.6", 0.035, [x, y, *middle, *end]])
        prims.append(["disc", "shadow@0.55", x, y, 0.06])
    return prims


def scorched(player: Player, n: int, side: str) -> list[Prim]:
    """Return burnt ground where something went off before moment n; twice at the same place is no darker."""
    burnt = {
        tuple(cue["at"]): min(0.5 * cue["radius"], 1.6)
        for moment, cue in player.blasts
        if moment < n and (not side or not cue["seen"] or side in cue["seen"])
    }
    return [["disc", "shadow@0.12", x, y, wide * share] for (x, y), wide in burnt.items() for share in (1.0, 0.8, 0.6, 0.4)]


def fuses(scene: dict[str, Any], metres: int, clock: float) -> list[Prim]:
    """Return fuses and charges on the ground, and the radius of their effect; `metres` is the length of a tile."""
    prims: list[Prim] = []
    beat = 0.5 + 0.5 * sin(6 * clock)
    for effect in scene.get("effects", {}).values():
        if effect["kind"] not in ("fuse", "charge"):
            continue
        x, y = effect["x"] + 0.5, effect["y"] + 0.5
        near = effect["metres"] / metres + 0.5
        prims += [["disc", "fire@0.06", x, y, near], ["arc", "fire@0.5", x, y, near, 0, 1, 0.04]]
        prims.append(["disc", f"fire@{0.15 + 0.25 * beat:.2f}", x, y, 0.3 + 0.1 * beat])
        if effect["kind"] == "charge":
            prims.append(["poly", "ink-0.2", [x - 0.2, y - 0.14, x + 0.2, y - 0.14, x + 0.2, y + 0.14, x - 0.2, y + 0.14]])
        else:
            prims.append(["disc", "ink-0.2", x, y, 0.17])
        prims += [["disc", "fire", x, y, 0.1], ["disc", "spark", x, y, 0.045]]
    return prims


def clouds(scene: dict[str, Any], metres: int, clock: float) -> list[Prim]:
    """Return smoke and gas as puffs that drift over what they cover."""
    prims: list[Prim] = []
    for key, effect in scene.get("effects", {}).items():
        if effect["kind"] not in ("smoke", "gas"):
            continue
        wide = effect["metres"] / metres + 0.5
        for puff in range(min(ceil(5 * wide * wide) + 6, MOST_PUFFS)):
            turn = 2 * pi * scattered(puff, int(key), 1)
            out = 0.9 * wide * sqrt(scattered(puff, int(key), 2))
            sway = clock * (0.25 + 0.3 * scattered(puff, 4)) + puff
            x = effect["x"] + 0.5 + out * sin(turn) + 0.16 * sin(sway)
            y = effect["y"] + 0.5 - out * cos(turn) + 0.12 * cos(0.8 * sway)
            size = 0.5 + 0.4 * scattered(puff, 3)
            tint = effect["kind"] if puff % 3 else f"{effect['kind']}-0.25"
            prims += [["disc", f"{tint}@0.06", x, y, size], ["disc", f"{tint}@0.07", x, y, 0.66 * size]]
    return prims


def way_come(player: Player, n: int, side: str) -> list[Prim]:
    """Return the way of the acting unit in this phase, as dots."""
    actor = player.moment(n).get("by")
    if actor not in player.team_of:
        return []
    begun = next((place for place in reversed(player.playback["jumps"]["phase"]) if place <= n), 1)
    prims: list[Prim] = []
    for moment in range(max(begun, 1), n + 1):
        for cue in player.cues(moment, side):
            if cue["do"] == "move" and cue["unit"] == actor:
                (x0, y0), (x1, y1) = cue["from"], cue["to"]
                for part in (1 / 6, 1 / 2, 5 / 6):
                    x, y = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
                    prims.append(["disc", f"team:{player.team_of[actor]}+0.3@0.55", x, y, 0.055])
    return prims
