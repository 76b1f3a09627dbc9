"""The odds of an attack or a hold in a battle in progress, for the side that is about to declare or to evade it.

The rules log the terms of its rolls in a copy of the battle; the results of the rolls are computed. The real dice to come
are never read, and the battle does not change. All units are assumed to stay in place: an attack that cannot be made
from there, for want of reach or sight, has no odds.
"""

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action

from ..rules.grapple import ALWAYS, MAY
from ..rules.odds import (
    evasion_of,
    is_possible_row,
    may_evade,
    model_then,
    resistance_row,
    resists_freely,
    stand_as_planned_row,
)
from ..rules.plan import BLOWS, CLINCHES, EVASIONS, SHOTS
from ..rules.record import PENDING
from ..rules.tables import UNARMED
from ..words.verbs import AWAIT, DODGE_ATTACKS, PARRY_ATTACKS, SHIELD_PARRY
from .outcome import held, worked_out
from .result import Odds

REPLY_VERBS = {"dodge": DODGE_ATTACKS, "parry": PARRY_ATTACKS, "shield": SHIELD_PARRY}
REPLIES = ("standard", *REPLY_VERBS)  # what the other one may declare; standard: what it has declared, or nothing
ATTACKS = tuple(verb for verb in (*SHOTS, *BLOWS) if verb != AWAIT)  # nobody knows when, or whether, a shot that waits falls


def quote(battle: Battle, action: Action, reply: str) -> Odds | None:
    """Return the odds of an attack made now, or of a declared attack against an evasion; None for any other action.

    Args:
        battle: the battle as the deciding side knows it; it does not change.
        action: an action that is open now.
        reply: the target's reply to an attack: one of REPLIES.
    """
    decision, row = battle.decision, battle.record[0]
    if decision is None or decision.kind != "declare":
        return None
    who = int(row["decider"])
    harms = action.verb in ATTACKS or action.verb in CLINCHES
    if harms and not can_be_made(battle, who, action):
        return None
    if action.verb in ATTACKS:
        battle = as_planned(battle, who)
        model = int(model_then(*battle.arrays[:2], who, action.verb))
        actions = int(row["units"][who]["actions"]) + 1
        battle, met, may_answer = met_with(battle, action.argument, who, model, reply)
        return worked_out(battle, who, action.argument, model, action.verb, actions, met, may_answer)
    if action.verb in CLINCHES:
        return grappled(battle, who, action, reply)
    if action.verb in EVASIONS:
        return evaded(battle, who, action)
    return None


def grappled(battle: Battle, who: int, action: Action, reply: str) -> Odds:
    """Return the odds of a hold laid on now; a shield bearer resists it with every reply except the standard one."""
    other = battle.record[0]["units"][action.argument]
    stance = int(resistance_row(battle.arrays[0], action.argument, who))
    resists = stance == ALWAYS or (stance == MAY and reply != REPLIES[0])
    model = max(int(model_then(*battle.arrays[:2], who, action.verb)), UNARMED)
    actions = int(battle.record[0]["units"][who]["actions"]) + 1
    may = stance == MAY and not resists
    met = None
    if stance == ALWAYS and resists_freely(battle.arrays[0], action.argument):
        battle, met, may = met_with(battle, action.argument, who, UNARMED, reply)
    return held(battle, who, action.argument, model, action.verb, actions, int(other["actions"]), resists, may, met)


def met_with(battle: Battle, target: int, who: int, model: int, reply: str) -> tuple[Battle, tuple[int, int] | None, bool]:
    """Return how a target meets an attack: battle, evasion with verb and actions or None, whether it may still evade."""
    unit = battle.record[0]["units"][target]
    declared = int(evasion_of(*battle.arrays[:2], target, who, model))
    if declared >= 0:
        return battle, (declared, int(unit["actions"])), False
    may = bool(may_evade(*battle.arrays[:2], target))
    if reply == "standard" or not may:
        return battle, None, may
    twin = battle.copy()
    body = twin.record[0]["units"][target]
    body["plan"][0]["verb"], body["plan"][0]["argument"], body["items"] = REPLY_VERBS[reply], who, 1
    works = int(evasion_of(*twin.arrays[:2], target, who, model))
    return (as_planned(twin, target), (works, 1), False) if works >= 0 else (battle, None, may)


def evaded(battle: Battle, who: int, action: Action) -> Odds | None:
    """Return the odds of the first attack declared on a unit against an evasion, `action`; None if there is none.

    A unit that declares later acts earlier (LD-T1). By then it holds the weapons that it has declared to take, and faces its
    first target.
    """
    body = battle.record[0]["units"][action.argument]
    for place, item in enumerate(body["plan"][: int(body["items"])]):
        verb, aimed_at = int(item["verb"]), int(item["argument"])
        if verb not in ATTACKS or aimed_at != who or item["state"] != PENDING:
            continue
        twin = battle.copy()
        twin.record[0]["units"][action.argument]["items"] = place
        own = twin.record[0]["units"][who]
        own["plan"][int(own["items"])]["verb"], own["plan"][int(own["items"])]["argument"] = action
        own["items"] += 1
        twin = as_planned(as_planned(twin, action.argument), who)
        if not can_be_made(twin, action.argument, Action(verb, who)):
            continue
        model = int(model_then(*twin.arrays[:2], action.argument, verb))
        works = int(evasion_of(*twin.arrays[:2], who, action.argument, model))
        met = (works, int(battle.record[0]["units"][who]["actions"]) + 1) if works >= 0 else None
        return worked_out(twin, action.argument, who, model, verb, int(body["actions"]), met)
    return None


def can_be_made(battle: Battle, who: int, action: Action) -> bool:
    """Return whether an attack or a hold is possible from where all stand, with the weapons in hand by then (LD-T1)."""
    return bool(is_possible_row(*as_planned(battle, who).arrays[:2], who, *action))


def as_planned(battle: Battle, who: int) -> Battle:
    """Return a copy of a battle in which a unit has turned, taken weapons in hand and taken cover, as it has declared."""
    twin = battle.copy()
    stand_as_planned_row(*twin.arrays, who)
    return twin
