"""Declared actions as a side sees them: at a moment, and on the way there, where they fade as they are carried out."""

from typing import Any, NamedTuple

from ...replay.scene import Scene, taken_for
from .player import Player

COMES = 0.2  # seconds in which what is declared appears

Item = list[Any]  # verb, at whom or "", state, kind: as a scene has it


class Intent(NamedTuple):
    """A declared action as it is drawn.

    Attributes:
        unit, target: the unit, and its target, "" for none. kind: one of `plans` in `look.toml`. share: how much of it is
        left, 0 to 1. broken: whether it has become impossible.
    """

    unit: str
    target: str
    kind: str
    share: float
    broken: bool = False


def intents(player: Player, n: int, t: float, side: str = "") -> list[Intent]:
    """Return the declared actions not done yet, `t` seconds on the way to moment n, as a side sees them."""
    arrived = t >= player.seconds(n)
    after = plans(player, n, side)
    if arrived or n == 0:
        return [Intent(unit, item[1], item[3], 1.0, item[2] == "lapsed") for unit, plan in after.items()
                for item in plan if item[2] != "done"]  # fmt: skip
    if player.scenes[n - 1]["round"] != player.scenes[n]["round"]:  # those are of another turn
        after = {}
    before = plans(player, n - 1, side)
    cues = player.cues(n, side)
    acts = {cue["unit"]: cue for cue in cues if cue["do"] == "acts"}
    whole = t / player.seconds(n)

    def gone(unit: str) -> float:
        """Return how far a unit's current action has faded, 0 to 1."""
        cue = acts.get(unit)
        return whole if cue is None else min(max((t - cue["t"]) / cue["for"], 0.0), 1.0)

    made = []
    for unit, plan in before.items():
        later = after.get(unit, [])
        for place, item in enumerate(plan):
            now = later[place] if place < len(later) else None
            if item[2] == "lapsed":
                made.append(Intent(unit, item[1], item[3], 1.0, True))
            elif item[2] == "pending":
                made.append(Intent(unit, item[1], item[3], 1.0 if now == item else 1.0 - gone(unit)))
                if now is not None and now[2] == "lapsed":
                    made.append(Intent(unit, item[1], item[3], gone(unit), True))
    for cue in cues:
        if cue["do"] == "declares" and cue["t"] <= t and cue["item"] not in before.get(cue["unit"], []):
            stays = cue["item"] in after.get(cue["unit"], [])
            comes = min((t - cue["t"]) / COMES, 1.0)
            left = 1.0 if stays or cue["unit"] not in acts else 1.0 - gone(cue["unit"])
            made.append(Intent(cue["unit"], cue["item"][1], cue["item"][3], min(comes, left)))
    return [intent for intent in made if intent.share > 0]


def plans(player: Player, n: int, side: str) -> dict[str, list[Item]]:
    """Return the declared actions at a moment, as a side sees them; none of units that it does not know."""
    scene: Scene = player.scenes[n]
    hidden = player.hidden(n, side)
    made = {name: taken_for(scene, name, side).get("plan", []) for name in scene["units"] if name not in hidden}
    shown = {name: [item for item in plan if item[1] not in hidden] for name, plan in made.items()}
    return {name: plan for name, plan in shown.items() if plan and scene["units"][name]["status"] == "up"}
