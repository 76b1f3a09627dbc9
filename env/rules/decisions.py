"""The kinds of decisions: what a unit is asked, in which words, and which verbs may answer.

Each rule system has a table of its own kinds, DECISIONS of its port. Records identify the kinds of a system by numbers,
replays and observations by names.
"""

from typing import NamedTuple

from .verbs import Verbs

# Numbers of kinds. Every system has the first two, and numbers its own from the third on.
NO_DECISION, ACT, FIRST_OWN = range(3)


class DecisionKind(NamedTuple):
    """A kind of decision of a rule system.

    Attributes:
        name: its name in replays, observations and standing answers.
        title: what the unit does or what befalls it; it follows the unit's name.
        question: the same as a question; fields: unit, opponent, points, metres, before, plan, has (fields of its record).
        feature: the meaning of a 1 at this kind's place in an observation.
        answers: the verbs that may answer it; empty if every verb may that is not an answer to some kind.
        answers: the verbs that may answer it; empty if any verb may that answers no other kind.
        offered: whether nobody asks for it at a table: a player who wants it speaks up, and declining takes no time.
        left: what the question adds about the means the unit has left; fields: points, has, next (whose phase comes).
    """

    name: str
    title: str
    question: str
    feature: str
    answers: tuple[int, ...] = ()
    own: bool = False
    offered: bool = False
    left: tuple[str, ...] = ("{points} left.",)

    def words(self, verbs: Verbs) -> tuple[str, ...]:
        """Return the names of the verbs that may answer it; `verbs` is the table of verbs of its system."""
        return tuple(verbs[verb].name for verb in self.answers)


PHASE = DecisionKind("act", "acts", "{unit} acts: {points}, {metres}.", "1 in the own action phase", own=True)
