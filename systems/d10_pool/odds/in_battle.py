"""The odds of an attack in a battle in progress, for the side that is about to make or to answer it.

    quote_attack(battle, "shoot red_2").hit     before shooting, if the target does not answer
    quotes(battle)                              for every open action that has odds: {Action: Odds}

The attack is tried on a copy of the battle, as the deciding side knows it, in which every die shows a one. The rules log
the terms of its rolls there; the results of the rolls are computed. The real dice to come are never read, and the battle
does not change.
"""

from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.observe.events import Event
from fireteam.env.rules.log import REASONS

from ..rules.attack.attack import FIRINGS, STEADY
from ..words.verbs import (
    BRAWL_WITH,
    DODGE,
    DODGE_WITH,
    FULL_DEFENSE,
    PARRY_WITH,
    PASS,
    PUNCH,
    SHOOT,
    SINGLE_SHOT,
    STRIKE,
)
from .outcome import DEFENSES, worked_out
from .result import Odds

ATTACKS = (SHOOT, SINGLE_SHOT, STRIKE, PUNCH)
# What the other one may answer, each by the first of these verbs that is open, with as many dice as there are.
REPLY_VERBS = {
    "standard": (PASS,),
    "dodge": (DODGE, DODGE_WITH),
    "parry": (PARRY_WITH,),
    "brawl": (BRAWL_WITH,),
    "full_defense": (FULL_DEFENSE,),
}
REPLIES = tuple(REPLY_VERBS)
ANSWERS = tuple(verb for verbs in REPLY_VERBS.values() for verb in verbs)
ONES = [1]  # further dice show ones, too


def quote(battle: Battle, action: Action, reply: str) -> Odds | None:
    """Return the odds of an open action in a battle as the deciding side knows it; the battle does not change.

    Args:
        battle: the battle as that side knows it.
        action: shoot, single_shot, strike, punch; or, where a defense is to be decided, pass, dodge, dodge_with, parry_with,
            brawl_with, full_defense.
        reply: the target's answer to an attack: standard, which is none, dodge, parry or brawl with all dice that it may
            use, or full_defense; an answer that is not open counts as standard.

    Returns:
        The odds; None for an action that is neither an attack on one target nor an answer to one (a burst over several
        targets has none).
    """
    row, decision = battle.record[0], battle.decision
    assert decision is not None
    twin = battle.copy()
    if decision.kind == "defend" and action.verb in ANSWERS:
        frame = row["stack"][row["depth"] - 1]
        if int(frame["targets"]).bit_count() > 1:
            return None
        attacker, target = int(frame["unit"]), int(row["decider"])
        model, single = int(frame["weapon"]), int(frame["single"])
        return _read(battle, _tried(twin, action), attacker, target, model, single)
    if decision.kind != "act" or action.verb not in ATTACKS:
        return None
    attacker, target = int(row["decider"]), action.argument
    events = _tried(twin, action)
    numbers = next(event.numbers for event in events if event.kind == "attack")
    model = list(battle.field.catalog.weapons).index(str(numbers["weapon"]))
    asked, may_answer = twin.decision, False
    if asked is not None and asked.kind == "defend":
        answer = _answer(twin, reply)
        events, may_answer = _tried(twin, answer), answer.verb == PASS
    return _read(battle, events, attacker, target, model, int(numbers["firing"] == FIRINGS[STEADY]), may_answer)


def _tried(twin: Battle, action: Action) -> list[Event]:
    """Take an action in a copy of a battle whose dice show ones; return the events, up to where an attack lands."""
    twin.log[0]["level"] = REASONS
    twin.dictate(ONES)
    events = twin.step(action)
    landed = next((number for number, event in enumerate(events) if event.kind == "miss"), len(events))
    return events[:landed]


def _answer(battle: Battle, reply: str) -> Action:
    """Return the open action that gives a reply, with the most dice; passing if the reply is not open."""
    for verb in REPLY_VERBS[reply]:
        if found := [action for action in battle.legal() if action.verb == verb]:
            return max(found)
    return Action(PASS)


def _read(
    battle: Battle, events: list[Event], attacker: int, target: int, model: int, single: int, may_answer: bool = False
) -> Odds:
    """Return the odds of an attack from the logged terms of its rolls; in the trial all dice show ones."""
    names = [fighter.name for fighter in battle.field.roster]
    rolls = [event for event in events if event.kind == "roll"]
    attack = next(roll for roll in rolls if (roll.actor, roll.numbers["purpose"]) == (names[attacker], "attack"))
    defense = next((roll for roll in rolls if roll.actor == names[target] and roll.numbers["purpose"] in DEFENSES), None)
    dedicated = int(battle.record[0]["units"][target]["dedicated"])
    dodged = dedicated - 1 if dedicated and defense is None else None
    terms = defense.terms if defense is not None else []
    return worked_out(battle, attacker, target, model, single, attack.terms, terms, dodged, may_answer)
