"""The meaning of a roll in ladder: four fudge dice are added up; what an evasion or a roll against a hold must beat."""

from fireteam.env.analysis.dice import Throw, Trial
from fireteam.env.game.questions import SUM_WANTED, Dice, Meaning
from fireteam.env.scenario.setup import Field

from ..rules.rolls import BLANK
from ..words import purposes

DICE = Dice(
    {"-": 1, "0": BLANK, "+": 3, "-1": 1, "+1": 3, "1": 3},
    hit=3,
    miss=BLANK,
    example="+ 0 -",
    nothing=BLANK,
)
WORDS = [purpose.words for purpose in purposes.PURPOSES]
NOBODYS = {WORDS[purposes.INSIGHT]}  # nobody is asked for: whoever rolls against a feint knows that it is one (LD-G5)
AIMED = {WORDS[purpose] for purpose in (purposes.ATTACK, purposes.GRAPPLE, purposes.FEINT)}
OPPOSED = {  # what each roll answers
    WORDS[purposes.EVASION]: WORDS[purposes.ATTACK],
    WORDS[purposes.RESISTANCE]: WORDS[purposes.GRAPPLE],
    WORDS[purposes.GRIP]: WORDS[purposes.BREAK],
}


def check_rolled(_field: Field) -> None:
    """Let people roll their own dice: in ladder they can in every battle."""


def meaning_of(_trial: Trial, throw: Throw) -> Meaning:
    """Return the meaning of a throw: the sum of its dice, and what it is against where the thrower knows that."""
    return Meaning(SUM_WANTED, throw.purpose in AIMED, context=context(throw))


def context(throw: Throw) -> str:
    """Return what a throw is against: the result of the roll that it answers; "" for none."""
    answered = OPPOSED.get(throw.purpose)
    for event in reversed(throw.events):
        if event.kind == "roll" and event.numbers["purpose"] == answered and event.actor == throw.against:
            return f"against a result of {event.numbers['hits']}"
    return ""
