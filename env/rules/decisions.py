"""The kinds of decisions: what a unit is asked, in which words, and what may be answered."""

from typing import Any, NamedTuple

from .numbered import number
from .verbs import (
    BLOCK,
    CLOSE_CALL,
    DODGE,
    DROP_PRONE,
    FIGHT_FOR_LIFE,
    FULL_DEFENSE,
    KEEP_WITS,
    PARRY,
    PASS,
    PUNCH,
    PUSH,
    QUICKEN,
    REROLL,
    SHOOT,
    STEP_IN_AFTER,
    STEP_IN_TOGETHER,
    STRIKE,
    TAKE_COVER,
    VERBS,
)
from .verbs import STEP_IN as STEP_IN_BEFORE


class DecisionKind(NamedTuple):
    """A kind of decision.

    Attributes:
        name: in replays, observations and standing answers.
        title: what the unit does or what befalls it, to follow its name.
        question: it as a sentence; fields: unit, opponent, points, metres, before, karma.
        feature: what it means that the number of this kind is 1 in an observation.
        answers: the verbs that may answer it, none for the own phase, which all others are for.
    """

    name: str
    title: str
    question: str
    feature: str
    answers: tuple[int, ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return the names of the verbs that may answer it."""
        return tuple(VERBS[verb].name for verb in self.answers)


DECISIONS: list[DecisionKind] = []


def _kind(*columns: Any) -> int:
    return number(DECISIONS, DecisionKind(*columns))


NO_DECISION = _kind("none", "decides nothing", "", "")
ACT = _kind("act", "acts", "{unit} acts: {points}, {metres}.", "1 in the own action phase")
DEFEND = _kind(
    "defend",
    "is attacked",
    "{opponent} attacks {unit}: how does it defend? ({points})",
    "1 when attacked",
    (PASS, DODGE, PARRY, BLOCK, FULL_DEFENSE, PUSH),
)
INTERCEPT = _kind(
    "intercept",
    "may strike",
    "{opponent} acts within reach of {unit}: does it strike? ({points})",
    "1 when an enemy can be struck as it moves or fumbles",
    (PASS, STRIKE, PUNCH, SHOOT),
)
PINNED = _kind(
    "pinned",
    "is pinned down",
    "{unit} is pinned by the fire of {opponent}: where does it go?",
    "1 when pinned",
    (TAKE_COVER, DROP_PRONE),
)
STEP_IN = _kind(
    "step_in",
    "may step in",
    "{unit} waits for its moment{before}: does it step in?",
    "1 when a delayed action may step in",
    (PASS, STEP_IN_BEFORE, STEP_IN_TOGETHER, STEP_IN_AFTER),
)
KARMA = _kind(
    "karma",
    "may spend karma",
    "{unit} may spend karma ({karma} left).",
    "1 when karma may be spent on what was just rolled",
    (PASS, REROLL, CLOSE_CALL, QUICKEN, KEEP_WITS),
)
LAST_STAND = _kind(
    "last_stand",
    "is about to fall",
    "{unit} is about to fall: does it fight for its life? ({karma} karma left)",
    "1 when about to fall",
    (PASS, FIGHT_FOR_LIFE),
)
