"""The kinds of events of Swan Song: the rules behind the shared ones, and its own; the sentence of each."""

from collections.abc import Mapping
from typing import Any

from fireteam.env.rules.events import *

RULES = {
    ROUND: "SS-T1",
    PASS_BEGINS: "SS-T4",
    INITIATIVE: "SS-T2",
    PHASE_BEGINS: "SS-T3",
    ROLL: "SS-D1",
    WALK: "SS-M1",
    RUN: "SS-M2",
    STEP: "SS-M8",
    TAKE_COVER: "SS-B1",
    SWITCH: "SS-A4",
    RELOAD: "SS-A4",
    DOOR: "SS-A4",
    AIM: "SS-U4",
    ATTACK: "SS-R1",
    REPLY: "SS-F2",
    FULL_DEFENSE: "SS-F3",
    MISS: "SS-R2",
    HIT: "SS-R2",
    NO_EFFECT: "SS-R5",
    DAMAGE: "SS-H2",
    WOUNDED: "SS-H5",
    UNCONSCIOUS: "SS-H6",
    DEAD: "SS-H6",
    PHASE_LOST: "SS-D7",
    ARRIVES: "SS-T6",
    SURPRISED: "SS-S1",
    STARTLED: "SS-S1",
    STUNNED: "SS-C3",
    OFF_HAND: "SS-X1",
    DROPS: "SS-A4",
    REVEALED: "SS-U2",
    GRAPPLED: "SS-A4",
    HELD_DOWN: "SS-A4",
    HOLD_KEPT: "SS-A4",
    PUTS_DOWN: "SS-B7",
    HOLD_ENDS: "SS-A4",
    BREAKS: "SS-A1",
    SURRENDERS: "SS-A1",
    FLEES: "SS-A1",
    CALLED: "SS-T6",
}

SAYS = {
    WOUNDED: "{target} is wounded: {modifier} dice.",
    STUNNED: "{target} is stunned and loses {points} initiative.",
}


def _suppression(numbers: Mapping[str, Any]) -> str:
    way = f"the {numbers['direction']}" if numbers["direction"] else "a line"
    return f"{numbers['actor']} suppresses {way}: density {numbers['density']}, pin {numbers['pin']}."


def _pinned(numbers: Mapping[str, Any]) -> str:
    return f"{numbers['actor']} pins {numbers['target']} {'in cover' if numbers['covered'] else 'on the ground'}."


EVENTS = Kinds(RULES, SAYS)
PHASE_ENDS = EVENTS.add(4, "phase_ends", "", "action_points", says="")  # by no rule of its own
SPRINT = EVENTS.add(8, "sprint", "SS-M3", "metres", says="{actor} sprints, {metres} m more.", traits=GOES)
MOVE_STOPPED = EVENTS.add(10, "move_stopped", "SS-I1", says="{actor} is stopped in its tracks.")
PRONE = EVENTS.add(11, "prone", "SS-A4", says="{actor} drops to the ground.")
STAND = EVENTS.add(12, "stand", "SS-A4", says="{actor} stands up.")
READY = EVENTS.add(16, "ready", "SS-A4", "weapon", says="{actor} readies the {weapon}.")
PICK_UP = EVENTS.add(17, "pick_up", "SS-A4", "weapon", says="{actor} picks up the {weapon}.")
MODE = EVENTS.add(18, "mode", "SS-U1", "mode", says="{actor} sets the weapon to {mode}.")
CHOKE = EVENTS.add(19, "choke", "SS-U1", "choke", says="{actor} sets the choke to {choke}.")
EVADE = EVENTS.add(22, "evade", "SS-I2", "enemies", says="{actor} looks for a way past: {enemies} enemies can be passed.")
CHARGE = EVENTS.add(23, "charge", "SS-U3", "metres", says="{actor} charges {target}!")
INTERCEPTION = EVENTS.add(
    25, "interception", "SS-I1", "weapon", says="{actor} strikes at {target} as it moves.", traits=ATTACKS, way=BY_WEAPON
)
GRAZE = EVENTS.add(29, "graze", "SS-R6", says="{actor} grazes {target}: no damage.")
THROUGH_COVER = EVENTS.add(
    31,
    "through_cover",
    "SS-B2",
    "damage",
    "material",
    says="The attack goes through the {material} to {target}: damage {damage}.",
)
STOPPED_BY_COVER = EVENTS.add(32, "stopped_by_cover", "SS-B4", "damage", "material", says="The {material} stops it.")
BARRIER_HIT = EVENTS.add(33, "barrier_hit", "SS-B4", "damage", "material", says="The {material} takes {damage}.")
SOAKED = EVENTS.add(35, "soaked", "SS-R4", "damage", "soaked", says="")
STRAIN = EVENTS.add(37, "strain", "SS-H4", "damage", says="{target} takes {damage} Strain.", traits=HURTS, way=BY_EFFORT)
CRITICAL_INJURY = EVENTS.add(39, "critical_injury", "SS-H7", "injuries", says="{target} suffers a critical injury.")
KNOCKDOWN = EVENTS.add(40, "knockdown", "SS-K1", says="{target} is knocked down.")
BLED = EVENTS.add(42, "bled", "SS-H6", "damage", says="{target} bleeds.", traits=HURTS, way=BY_BLEEDING)
WEAPON_JAMS = EVENTS.add(44, "weapon_jams", "SS-D5", "weapon", says="The {weapon} of {actor} must be readied.")
WEAPON_DROPS = EVENTS.add(45, "weapon_drops", "SS-D6", "weapon", says="{actor} drops the {weapon}.")
FALLS = EVENTS.add(46, "falls", "SS-D6", says="{actor} slips and falls.")
SUPPRESSION = EVENTS.add(48, "suppression", "SS-U5", "density", "pin", "direction", says=_suppression)
SUPPRESSION_ENDS = EVENTS.add(49, "suppression_ends", "SS-U7", says="The suppressive fire of {actor} ends.")
PINNED = EVENTS.add(50, "pinned", "SS-U6", "covered", says=_pinned, traits=PINS)
NOT_PINNED = EVENTS.add(51, "not_pinned", "SS-U6", says="{actor} keeps its head.")
BARRED = EVENTS.add(52, "barred", "SS-U6", says="{actor} does not dare to go on into the fire of {target}.")
STRAY_SHOT = EVENTS.add(
    53, "stray_shot", "SS-U7", "density", says="A stray shot of {actor} comes for {target}.", way=BY_FIRE_ZONE
)
THINNED = EVENTS.add(54, "thinned", "SS-U7", "density", says="The fire of {actor} thins out to density {density}.")
DELAYED = EVENTS.add(59, "delayed", "SS-T7", says="{actor} waits for its moment.")
STEPS_IN = EVENTS.add(60, "steps_in", "SS-T7", says="{actor} steps in.")
DELAY_LOST = EVENTS.add(61, "delay_lost", "SS-T7", says="{actor} has waited too long.")
SCORE_CHANGES = EVENTS.add(
    63, "score_changes", "SS-T5", "points", "score", says="The initiative of {target} changes by {points} to {score}."
)
KARMA_SPENT = EVENTS.add(66, "karma_spent", "SS-X2", "verb", "left", says="{actor} spends karma: {verb}.", traits=WEIGHS)
LAST_STAND = EVENTS.add(67, "last_stand", "SS-X3", says="{actor} will not go down: a last stand!")
SAVED = EVENTS.add(68, "saved", "SS-X3", says="{actor} has earned another round.")
CALLS_OUT = EVENTS.add(69, "calls_out", "SS-A4", "friends", says="{actor} calls out to {friends} friends.")
CALLED_SHOT = EVENTS.add(70, "called_shot", "SS-C1", "location", says="{actor} picks its mark: {location}.")
LOCATION_HIT = EVENTS.add(
    71, "location_hit", "SS-C2", "location", "damage", says="{target} is hit: {location}, damage {damage}."
)
AILS = EVENTS.add(73, "ails", "SS-C3", "ailment", "rounds", says="{target} is {ailment}.")
RECOVERS = EVENTS.add(74, "recovers", "SS-C3", "ailment", says="{target} is no longer {ailment}.")
MULTIPLE = EVENTS.add(75, "multiple", "SS-X1", "attacks", says="{actor} splits its attack in {attacks}.")
THROWN = EVENTS.add(
    78,
    "thrown",
    "SS-A4",
    "weapon",
    "scatter",
    "fuse",
    says="{actor} throws a {weapon} to {at}, {scatter} m astray.",
    traits=AIMS,
)
FUSE_SET = EVENTS.add(79, "fuse_set", "SS-T8", "fuse", says="{actor} sets its fuses: {fuse}.")
EXPLODES = EVENTS.add(80, "explodes", "SS-T8", "weapon", says="The {weapon} goes off at {at}!", way=BY_BLAST)
CAUGHT = EVENTS.add(
    81, "caught", "SS-F4", "damage", "metres", says="{target} is caught {metres} m from it: damage {damage}."
)
CLOUD = EVENTS.add(82, "cloud", "SS-R10", "weapon", "rounds", says="A cloud spreads from {at}.")
CLOUD_FADES = EVENTS.add(83, "cloud_fades", "SS-R10", "weapon", says="The cloud at {at} fades.")
CHARGE_SET = EVENTS.add(84, "charge_set", "SS-B6", "hits", says="{actor} sets a charge at {at}.")
BARRIER_BREAKS = EVENTS.add(85, "barrier_breaks", "SS-B6", "material", "terrain", says="The {material} at {at} breaks.")
UNLOCKED = EVENTS.add(86, "unlocked", "SS-D10", "terrain", says="{actor} opens the lock at {at}.")
TASK = EVENTS.add(87, "task", "SS-D10", "verb", "hits", "needed", says="{actor} works at it: {hits} of {needed} hits.")
TASK_FAILS = EVENTS.add(88, "task_fails", "SS-D10", "verb", says="{actor} does not manage it.")
ASSISTS = EVENTS.add(89, "assists", "SS-D11", "dice", says="{actor} helps {target}: {dice} dice.")
HEALED = EVENTS.add(90, "healed", "SS-H9", "points", "pool", says="{target} gets back {points} {pool}.")
STABILIZED = EVENTS.add(91, "stabilized", "SS-H9", says="{target} is stable.")
WAKES = EVENTS.add(92, "wakes", "SS-H9", says="{target} comes to.", traits=REVIVES)
REMEDY = EVENTS.add(93, "remedy", "SS-U8", "hits", says="{actor} shakes it off: {hits} hits.")
ITEM_USED = EVENTS.add(94, "item_used", "SS-A4", "item", "left", says="{actor} uses a {item}.")
OBSERVED = EVENTS.add(95, "observed", "SS-U2", "hits", says="{actor} looks closely: {hits} hits.")
LIFTS = EVENTS.add(101, "lifts", "SS-B7", says="{actor} lifts {target}.")
SHIELD_HIT = EVENTS.add(103, "shield_hit", "SS-B7", "damage", says="The body of {target} takes {damage}.")
OPPORTUNITY = EVENTS.add(
    104,
    "opportunity",
    "SS-U9",
    "weapon",
    "verb",
    says="{actor} sees its opportunity against {target}.",
    traits=ATTACKS,
    way=BY_WEAPON,
)
BOARDS = EVENTS.add(105, "boards", "SS-C4", says="{actor} gets into {target}.")
LEAVES = EVENTS.add(106, "leaves", "SS-C4", says="{actor} gets out of {target}.")
DRIVES = EVENTS.add(107, "drives", "SS-C4", "metres", says="{actor} drives {target}, {metres} m at most.")
RAMS = EVENTS.add(108, "rams", "SS-C4", "damage", says="{actor} rams {target}: damage {damage}.", way=BY_RAMMING)
SYSTEM_BREAKS = EVENTS.add(109, "system_breaks", "SS-C4", "system", says="{target}: {system} out of order.")
THROWN_OUT = EVENTS.add(110, "thrown_out", "SS-C4", says="{actor} is thrown out.")
