"""The kinds of decisions of d10_pool: what a unit is asked, and what may be answered."""

from fireteam.env.rules.decisions import ACT, FIRST_OWN, PHASE, DecisionKind

from ..words.verbs import BRAWL_WITH, DODGE, DODGE_WITH, FULL_DEFENSE, GIVE, PARRY_WITH, PASS

# Numbers of kinds: they stand in records, so they stay.
DEFEND, DIVIDE = range(FIRST_OWN, FIRST_OWN + 2)

DECISIONS = {
    ACT: PHASE._replace(question="{unit} acts.", left=()),
    DEFEND: DecisionKind(
        "defend",
        "is attacked",
        "{opponent} attacks {unit}: how does it defend, and with how many dice?",
        "1 when attacked",
        (PASS, DODGE, DODGE_WITH, PARRY_WITH, BRAWL_WITH, FULL_DEFENSE),
        left=(),
    ),
    DIVIDE: DecisionKind(
        "divide",
        "divides its burst",
        "How many successes of {unit} go to {opponent}?",
        "1 when the successes of a burst are divided",
        (GIVE,),
        left=(),
    ),
}
