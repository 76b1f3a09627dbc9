"""The kinds of events of d10_pool: the rules behind the shared ones, and its own; the sentence of each."""

from fireteam.env.rules.events import *

RULES = {
    ROUND: "DP-T4",
    INITIATIVE: "DP-T1",
    PHASE_BEGINS: "DP-T4",
    ROLL: "DP-D1",
    WALK: "DP-M1",
    RUN: "DP-M1",
    STEP: "DP-M1",
    TAKE_COVER: "DP-R2",
    SWITCH: "DP-A3",
    RELOAD: "DP-A3",
    DOOR: "DP-A3",
    AIM: "DP-R2",
    ATTACK: "DP-A1",
    REPLY: "DP-A7",
    FULL_DEFENSE: "DP-A5",
    MISS: "DP-H1",
    HIT: "DP-H1",
    NO_EFFECT: "DP-H1",
    DAMAGE: "DP-H1",
    WOUNDED: "DP-H3",
    UNCONSCIOUS: "DP-H3",
    DEAD: "DP-H3",
    PHASE_LOST: "DP-H4",
    ARRIVES: "DP-T1",
    SURPRISED: "DP-T2",
    STARTLED: "DP-T3",
    STUNNED: "DP-H4",
    OFF_HAND: "DP-R2",
    REVEALED: "DP-T3",
    BREAKS: "DP-T4",
    SURRENDERS: "DP-T4",
    FLEES: "DP-T4",
    CALLED: "DP-T1",
}

SAYS = {
    PASS_BEGINS: "",
    PHASE_BEGINS: "{actor} acts.",
    RUN: "{actor} hurries, {metres} m at most.",
    AIM: "{actor} aims at {target}.",
    REPLY: "",
    FULL_DEFENSE: "{actor} does nothing but dodge.",
    HIT: "{actor} hits {target}: outcome {net_hits}.",
    NO_EFFECT: "{target} takes no harm.",
    DAMAGE: "{target} takes {damage} damage.",
    WOUNDED: "{target}: wound level {modifier}.",
    PHASE_LOST: "{actor} loses its turn.",
    ARRIVES: "{actor} enters the battle.",
    SURPRISED: "{actor} has walked into an ambush.",
    STARTLED: "{target} comes to itself in time.",
    STUNNED: "{target} is stunned.",
}

EVENTS = Kinds(RULES, SAYS)
