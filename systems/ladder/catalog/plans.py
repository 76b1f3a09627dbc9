"""What can be seen of the plans of units of ladder (LD-T1), and what other teams believe of them."""

from collections import Counter
from typing import Any

import numpy as np

from fireteam.env.rules.record import NOBODY
from fireteam.env.rules.verbs import ENEMY

from ..rules.plan import BLOWS, CLINCHES, EVASIONS, SHOTS
from ..rules.record import PENDING, STATES
from ..words.decisions import DECLARE
from ..words.verbs import AIM, BREAK_FREE, FEINT, HOLD_ON, LET_GO, VERBS, WALK

BY_VERB = {  # of what is declared, as `plans` in `look.toml` has them
    **dict.fromkeys((*SHOTS, *BLOWS, FEINT), "attack"),
    **dict.fromkeys(EVASIONS, "evasion"),
    **dict.fromkeys((*CLINCHES, HOLD_ON, LET_GO, BREAK_FREE), "hold"),
    AIM: "aim",
    WALK: "move",
}
HANDLES = "handle"  # all else: something is done with the hands, or cover is taken
KINDS = {VERBS[verb].name: kind for verb, kind in BY_VERB.items()}
NOTHING = {"plan": [], "intends": "", "actions": 0}
TIES = {HOLD_ON: "holds", LET_GO: "holds", BREAK_FREE: "held_by"}  # verbs that are about whom the unit is tied to


def planned(verb: str) -> str:
    """Return the kind of a declaration, from the name of its verb: "attack"."""
    return KINDS.get(verb, HANDLES)


def plan_seen(field: Any, unit: np.void) -> dict[str, Any]:
    """Return what can be seen of a plan: each item as [verb, target or "", state, kind]; and the items to come in words."""
    items = []
    for item in unit["plan"][: int(unit["items"])]:
        verb = int(item["verb"])
        other = int(item["argument"]) if VERBS[verb].domain == ENEMY else int(unit[TIES[verb]]) if verb in TIES else NOBODY
        target = field.roster[other].name if other != NOBODY else ""
        items.append([VERBS[verb].name, target, STATES[item["state"]], planned(VERBS[verb].name)])
    if not items:
        return {}
    counted = Counter(
        f"{verb.replace('_', ' ')}{f' {target}' if target else ''}"
        for verb, target, state, _ in items
        if state == STATES[PENDING]
    )
    words = ", ".join(said if count == 1 else f"{said} ({count}\u00d7)" for said, count in counted.items())
    said = {"intends": words} if words else {}
    return {"plan": items, **said, **({"actions": int(unit["actions"])} if unit["actions"] > 1 else {})}


def believed(battle: Any, scene: dict[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the plans that teams believe others to have, where they are wrong, by team and unit.

    Nobody else sees a plan that is not complete (LD-T1). A fooled team takes a feint for an attack (LD-G5). In fog a team
    sees no plans of units that it does not see, and no items that are aimed at units that it does not know.
    """
    planned = {name: {key: unit[key] for key in NOTHING if key in unit} for name, unit in scene["units"].items()}
    if not any(planned.values()):
        return {}
    field, row = battle.field, battle.record[0]
    declaring = int(row["decider"]) if row["decision"] == DECLARE else NOBODY
    made: dict[str, dict[str, dict[str, Any]]] = {}
    for number, team in enumerate(field.scenario.teams):
        known = (
            battle.as_known(number).record[0] if field.scenario.fog or row["shams"] or team.name in scene["hidden"] else row
        )
        taken = {}
        for who, fighter in enumerate(field.roster):
            true = planned[fighter.name]
            if fighter.team == number or not true:
                continue
            shown = NOTHING | ({} if who == declaring else plan_seen(field, known["units"][who]))
            if differs := {key: value for key, value in shown.items() if value != true.get(key, NOTHING[key])}:
                taken[fighter.name] = differs
        if taken:
            made[team.name] = taken
    return made
