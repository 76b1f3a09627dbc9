"""The kinds of decisions: what a unit is asked, in which words, and what may be answered.

Each rule system has a table of those that it has, DECISIONS of its port. Records identify the kinds of a system by numbers,
replays and observations by names.
"""

from typing import NamedTuple

from .verbs import Verbs

# Numbers of kinds. Every system has the first two, and numbers its own from the third on.
NO_DECISION, ACT, FIRST_OWN = range(3)


class DecisionKind(NamedTuple):
    """A kind of decision, as a rule system has it.

    Attributes:
        name: in replays, observations and standing answers.
        title: what the unit does or what befalls it, to follow its name.
        question: it as a sentence; fields: unit, opponent, points, metres, before, plan, has (fields of its record).
        feature: what it means that the number of this kind is 1 in an observation.
        answers: the verbs that may answer it; none if all may that are no answers.
        own: whether it is of the unit's own phase; else it interrupts something, and may be answered by standing order.
        offered: whether it is an offer that nobody makes at a table: who wants it speaks up, declining takes no time.
        left: what is told beside the question of what the unit has left; fields: points, has, next (whose phase comes).
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
        """Return the names of the verbs that may answer it, of those of its system."""
        return tuple(verbs[verb].name for verb in self.answers)


PHASE = DecisionKind("act", "acts", "{unit} acts: {points}, {metres}.", "1 in the own action phase", own=True)
