"""The toy's records: what it adds to those of every system."""

import numpy as np

from fireteam.env.rules.arena import SHARED_NUMBERS, SHARED_OPTIONS, SHEET_FIELDS, arena_of
from fireteam.env.rules.decisions import ACT, FIRST_OWN, PHASE, DecisionKind
from fireteam.env.rules.log import log_of
from fireteam.env.rules.purposes import Purpose
from fireteam.env.rules.record import battle_of, frame_of, unit_of
from fireteam.env.rules.verbs import DODGE, PASS

from ..words import VERBS

PURPOSES = [Purpose("attack", "TOY-1"), Purpose("who begins", "TOY-2")]
CLAUSES = [Purpose("dodge", "TOY-3")]
OPTIONS, RULE_NUMBERS = SHARED_OPTIONS, SHARED_NUMBERS
SHOT_AT = FIRST_OWN
ASKS = "{opponent} shoots at {unit}: does it dodge?"
DECISIONS = {ACT: PHASE, SHOT_AT: DecisionKind("shot_at", "is shot at", ASKS, "1 when shot at", (PASS, DODGE))}
POINTS, SHOT = 6, 3  # of a phase, and what an attack takes of them

UNIT = unit_of(len(PURPOSES), [("life", "i1"), ("dodged", "i1")])
BATTLE = battle_of(UNIT, frame_of([]), 2, [], VERBS, room=80)
SHEET = np.dtype([*SHEET_FIELDS, ("life", "i1"), ("reach", "i1"), ("damage", "i1"), ("weapon", "i1")], align=True)
RULES = np.dtype([(name, "i2") for name in RULE_NUMBERS] + [(f"option_{name}", "i1") for name in OPTIONS], align=True)
ARENA = arena_of(RULES, SHEET, UNIT, [])
LOG = log_of(BATTLE)
