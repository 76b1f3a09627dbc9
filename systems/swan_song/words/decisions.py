"""The kinds of decisions of Swan Song."""

from fireteam.env.rules.decisions import ACT, FIRST_OWN, PHASE, DecisionKind

from .verbs import *
from .verbs import STEP_IN as STEP_IN_BEFORE

# Numbers of kinds: they stand in records, so they stay.
DEFEND, INTERCEPT, PINNED, STEP_IN, KARMA, LAST_STAND = range(FIRST_OWN, FIRST_OWN + 6)

DECISIONS = {
    ACT: PHASE,
    DEFEND: DecisionKind(
        "defend",
        "is attacked",
        "{opponent} attacks {unit}: how does it defend? ({points})",
        "1 when attacked",
        (PASS, DODGE, PARRY, BLOCK, FULL_DEFENSE, PUSH),
    ),
    INTERCEPT: DecisionKind(
        "intercept",
        "may strike",
        "{opponent} acts within reach of {unit}: does it strike? ({points})",
        "1 when an enemy can be struck as it moves or fumbles",
        (PASS, STRIKE, PUNCH, SHOOT),
    ),
    PINNED: DecisionKind(
        "pinned",
        "is pinned down",
        "{unit} is pinned by the fire of {opponent}: where does it go?",
        "1 when pinned",
        (TAKE_COVER, DROP_PRONE),
    ),
    STEP_IN: DecisionKind(
        "step_in",
        "may step in",
        "{unit} waits for its moment{before}: does it step in?",
        "1 when a delayed action may step in",
        (PASS, STEP_IN_BEFORE, STEP_IN_TOGETHER, STEP_IN_AFTER),
        offered=True,
        left=("{next}", "{points} left."),
    ),
    KARMA: DecisionKind(
        "karma",
        "may spend karma",
        "{unit} may spend karma ({has[karma]} left).",
        "1 when karma may be spent on what was just rolled",
        (PASS, REROLL, CLOSE_CALL, QUICKEN, KEEP_WITS),
        offered=True,
        left=("{has[karma]} karma left.",),
    ),
    LAST_STAND: DecisionKind(
        "last_stand",
        "is about to fall",
        "{unit} is about to fall: does it fight for its life? ({has[karma]} karma left)",
        "1 when about to fall",
        (PASS, FIGHT_FOR_LIFE),
        left=("{has[karma]} karma left.",),
    ),
}
