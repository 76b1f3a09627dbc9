"""Overlays: the engine's knowledge of a moment that can be drawn over the map, for one unit."""

import numpy as np

from ...analysis.overlays import danger, fan, tiles_in_reach
from ...battle import Battle
from ...catalog import catalog_of
from ...rules.record import UP
from ..look import Prim

OVERLAYS = ("danger", "reach", "fire")
SAYS = {
    "danger": "damage expected if it ends here",
    "reach": "where it may strike at who moves",
    "fire": "lines of fire, and what of the target they find hidden",
}


def lay(overlay: str, battle: Battle, who: int) -> tuple[dict[int, str], list[Prim]]:
    """Return what an overlay shows for a unit: tiles to tint, and prims from the map's corner."""
    battle = battle.as_known(int(battle.record[0]["units"]["team"][who]))
    if battle.record[0]["units"][who]["status"] != UP:
        return {}, []
    if overlay == "danger":
        harm = danger(battle, who)
        deadly = catalog_of(battle.field.scenario.system).DEADLY
        return danger_tints(harm / deadly), danger_numbers(harm, battle.field.drawing.width)
    if overlay == "reach":
        return dict.fromkeys(tiles_in_reach(battle, who), "reach@0.3"), []
    return {}, lines_of_fire(battle, who)


def danger_tints(values: np.ndarray) -> dict[int, str]:
    """Return a tint for every tile with expected damage, redder for more; from 1 on the reddest."""
    deep = np.minimum(values, 1.0)
    return {int(tile): f"danger@{0.08 + 0.5 * deep[tile]:.1f}" for tile in np.flatnonzero(deep > 0.02)}


def danger_numbers(values: np.ndarray, width: int) -> list[Prim]:
    """Return the expected damage as a number on every tile that has any."""
    return [
        ["text", "text@0.8", int(tile) % width + 0.5, int(tile) // width + 0.5, 0.26, f"{values[tile]:.1f}"]
        for tile in np.flatnonzero(values > 0.05)
    ]


def lines_of_fire(battle: Battle, who: int) -> list[Prim]:
    """Return the rays from a unit to every enemy its team knows of, coloured by how much of the target each finds hidden."""
    row = battle.record[0]
    units = row["units"]
    viewer = units[who]
    spot = (int(viewer["x"]), int(viewer["y"]))
    prims: list[Prim] = []
    for other in range(len(battle.field.roster)):
        target = units[other]
        if (
            target["status"] != UP
            or target["team"] == viewer["team"]
            or not int(row["teams"][viewer["team"]]["known"]) >> other & 1
        ):
            continue
        there = (int(target["x"]), int(target["y"]))
        rays = fan(battle, spot, there, (bool(viewer["prone"]), bool(target["prone"])))
        for ray in rays:
            prims.append(["line", f"{hidden_colour(ray.hidden)}@0.5", 0.03, [spot[0] + 0.5, spot[1] + 0.5, ray.x, ray.y]])
        share = sum(ray.hidden for ray in rays) / len(rays)
        prims.append(["text", hidden_colour(share), there[0] + 0.5, there[1] - 0.25, 0.3, f"{share:.0%}"])
    return prims


def hidden_colour(share: float) -> str:
    """Return the colour of a ray by what it finds hidden: open, in part, wholly."""
    return "bad" if share >= 1 else "hurt" if share > 0.25 else "good"


def who_is(battle: Battle, name: str) -> int:
    """Return the roster number of a unit by its name."""
    return [fighter.name for fighter in battle.field.roster].index(name)
