"""The kinds of events of ladder: the rules behind the shared ones, and its own; the sentence of each."""

from collections.abc import Mapping
from typing import Any

from fireteam.env.rules.events import *

RULES = {
    ROUND: "LD-T1",
    PASS_BEGINS: "LD-T1",
    INITIATIVE: "LD-T1",
    PHASE_BEGINS: "LD-T1",
    ROLL: "LD-D1",
    WALK: "LD-A3",
    STEP: "LD-A3",
    TAKE_COVER: "LD-C1",
    SWITCH: "LD-A1",
    RELOAD: "LD-A1",
    DOOR: "LD-A1",
    AIM: "LD-A4",
    ATTACK: "LD-R1",
    REPLY: "LD-R1",
    MISS: "LD-R1",
    HIT: "LD-R1",
    NO_EFFECT: "LD-H1",
    DAMAGE: "LD-H1",
    WOUNDED: "LD-H2",
    UNCONSCIOUS: "LD-H2",
    DEAD: "LD-H2",
    ARRIVES: "LD-T1",
    OFF_HAND: "LD-A1",
    DROPS: "LD-C2",
    REVEALED: "LD-C1",
    GRAPPLED: "LD-G1",
    HELD_DOWN: "LD-G2",
    HOLD_KEPT: "LD-G1",
    HOLD_ENDS: "LD-G1",
    BREAKS: "LD-T1",
    SURRENDERS: "LD-T1",
    FLEES: "LD-T1",
    CALLED: "LD-T1",
}

SAYS = {
    PASS_BEGINS: "All have declared. The quickest acts first.",
    PHASE_BEGINS: "{actor} acts.",
    WALK: "{actor} moves, {metres} m at most.",
    AIM: "{actor} aims at {target}.",
    ATTACK: "{actor} attacks {target} with the {weapon}.",
    REPLY: "",
    HIT: "{actor} hits {target}: outcome {net_hits}, damage {damage}.",
    NO_EFFECT: "{target} takes no harm.",
    DAMAGE: "{target} takes {damage} damage.",
    WOUNDED: "{target} is {modifier}.",
    UNCONSCIOUS: "{target} is out.",
    ARRIVES: "{actor} enters the battle.",
    GRAPPLED: "{actor} holds {target}.",
    HELD_DOWN: "{actor} pins {target}.",
}


def _declares(numbers: Mapping[str, Any]) -> str:
    at = f" {numbers['target']}" if numbers["target"] else ""
    off = f", at -{numbers['penalty']} as all it does" if numbers["penalty"] else ""
    return f"{numbers['actor']} declares: {str(numbers['verb']).replace('_', ' ')}{at}{off}."


def _lapses(numbers: Mapping[str, Any]) -> str:
    at = f" {numbers['target']}" if numbers["target"] else ""
    return f"{numbers['actor']} cannot {str(numbers['verb']).replace('_', ' ')}{at} any more: that lapses."


EVENTS = Kinds(RULES, SAYS)
DECLARES = EVENTS.add(111, "declares", "LD-T1", "verb", "penalty", says=_declares, traits=APART)
LAPSES = EVENTS.add(112, "lapses", "LD-T1", "verb", says=_lapses)
FOOLED = EVENTS.add(113, "fooled", "LD-G5", says="{target} takes a feint of {actor} for an attack.")
FEINTED = EVENTS.add(114, "feinted", "LD-G5", says="{actor} has only feinted at {target}.")
AWAITS = EVENTS.add(115, "awaits", "LD-C1", says="{actor} waits for {target} to show itself.")
SHIELD_MOVED = EVENTS.add(116, "shield_moved", "LD-C2", "bearing", says="{actor} has its shield {bearing}.")
