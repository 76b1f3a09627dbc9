"""The kinds of decisions of ladder: what a unit is asked, and what may be answered."""

from fireteam.env.rules.decisions import ACT, FIRST_OWN, PHASE, DecisionKind

from ..words.verbs import END, PASS, RESIST, STEP

DECLARE = ACT
# Numbers of kinds: they stand in records, so they stay.
MOVE, HOLD_OFF = range(FIRST_OWN, FIRST_OWN + 2)

DECISIONS = {
    DECLARE: PHASE._replace(
        name="declare",
        title="declares",
        question="{unit} declares what it will do in this turn. So far: {plan}. Add an action, or `end` if that is all. "
        "Two actions or more take their number off each roll (LD-A1); the quickest acts first, when all have declared.",
        feature="1 when it declares",
        left=(),
    ),
    MOVE: DecisionKind(
        "move",
        "moves",
        "{unit} moves: {metres}.",
        "1 when it moves",
        (STEP, END),
        own=True,
        left=(),
    ),
    HOLD_OFF: DecisionKind(
        "hold_off",
        "is grappled behind a shield",
        "{opponent} grapples {unit} by the shield: does it give up another action to resist?",
        "1 when grappled behind a shield",
        (PASS, RESIST),
        left=(),
    ),
}
