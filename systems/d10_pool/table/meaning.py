"""The meaning of a roll in d10_pool: which faces are successes, what the roll is against, whether ones count."""

from fireteam.env.analysis.dice import Throw, Trial
from fireteam.env.game.questions import FACES_WANTED, HITS_WANTED, Dice, Meaning, number
from fireteam.env.scenario.setup import Field

from ..rules.clauses import OF_DIFFICULTY
from ..rules.port import FACES
from ..words import purposes

SUCCESS = ("success", "successes")
DICE = Dice(
    {**{str(face): face for face in range(1, FACES + 1)}, "0": FACES},
    hit=FACES,
    miss=2,
    one=1,
    ones="Each takes a success away; without any success they are a botch.",
    example="8 3 1",
    counts=SUCCESS,
)
NOBODYS: set[str] = set()  # rolls of nobody in particular
DEFENSE, DAMAGE, ATTACK = (
    purposes.PURPOSES[purpose].words for purpose in (purposes.DEFENSE, purposes.DAMAGE, purposes.ATTACK)
)


def check_rolled(field: Field) -> None:
    """Let people roll their own dice: in d10_pool they can in every battle."""


def meaning_of(trial: Trial, throw: Throw) -> Meaning:
    """Return the meaning of a throw. Where a two is a success too, the number of successes does not fix the other faces."""
    difficulty = sum(term.dice for term in throw.terms if (term.words, term.rule) in OF_DIFFICULTY)
    if difficulty <= DICE.miss:
        return Meaning(FACES_WANTED, throw.purpose == ATTACK, context=f"difficulty {difficulty}")
    return Meaning(HITS_WANTED, throw.purpose == ATTACK, context=context(throw), ones=throw.purpose != DAMAGE)


def context(throw: Throw) -> str:
    """Return what a throw is against: the successes of the attack that a defense answers; "" if they are unknown.

    Divided successes (DP-A6) are unknown: the attack was rolled in an earlier step.
    """
    if throw.purpose == DEFENSE:
        for event in reversed(throw.events):
            if event.kind == "roll" and event.numbers["purpose"] == ATTACK and event.actor == throw.against:
                return f"against {number(event.numbers['hits'], *SUCCESS)}"
    return ""
