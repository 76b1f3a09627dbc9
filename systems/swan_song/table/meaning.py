"""The meaning of a roll in Swan Song: what counts, its limit, what it is against, whether sixes are rolled again."""

from fireteam.content.errors import ContentError
from fireteam.env.analysis.dice import Throw, Trial
from fireteam.env.game.questions import FACES_WANTED, HITS_WANTED, SUM_WANTED, Dice, Meaning, number
from fireteam.env.scenario.setup import Field

from ..rules.port import FACES
from ..rules.record import ATTACK, PUSH_SIX
from .throws import COIN_WORDS

DICE = Dice(
    {str(face): face for face in range(1, FACES + 1)},
    hit=5,
    miss=2,
    one=1,
    ones="Ones make glitches.",
    again="sixes are rolled again",
    example="6 3 1",
)
WANTED = {
    "initiative": SUM_WANTED,
    "initiative dice gained or lost": SUM_WANTED,
    "setback of an extended test": SUM_WANTED,
    "scatter": FACES_WANTED,
}
NOBODYS = {COIN_WORDS, "barrier"}  # rolls of nobody in particular: the engine makes them
OPPOSED = {"defense": "attack", "dodge a stray shot": "stray shot", "resist a grapple": "grapple"}
NEEDED = {  # hits that a test takes, as the catalog has them
    "surprise": "surprise_threshold",
    "evade interception": "evade_threshold",
    "detailed observation": "observe_threshold",
    "throw": "throw_threshold",
}
DAMAGE = ("hit", "through_cover", "caught")  # events that tell the damage that is soaked next


def check_rolled(field: Field) -> None:
    """Raise a ContentError if the rules of a battle do not let people roll dice."""
    if field.arena[0]["rules"]["option_dice"]:
        raise ContentError("with the option dice = 'bought' nobody rolls dice: there is nothing to type in")


def meaning_of(trial: Trial, throw: Throw) -> Meaning:
    """Return the meaning of a throw."""
    wanted = WANTED.get(throw.purpose, HITS_WANTED)
    limit = None
    explodes = False
    if wanted == HITS_WANTED:
        best = trial.run([*throw.before, *[DICE.hit] * throw.dice])[len(throw.events)].numbers["hits"]
        limit = best if isinstance(best, int) and best < throw.dice else None
        first = not any(event.kind == "roll" and event.actor == throw.unit for event in throw.events)
        explodes = first and bool(trial.start["units"][throw.key[0]]["push"] & PUSH_SIX)  # SS-D8
    return Meaning(wanted, throw.purpose == "attack", limit, context(trial, throw), explodes)


def context(trial: Trial, throw: Throw) -> str:
    """Return what a throw is against: another unit's hits, a threshold, the damage to soak; "" if unknown."""
    rolls = [event for event in throw.events if event.kind == "roll"]
    if throw.purpose in OPPOSED:
        for event in reversed(rolls):
            if event.numbers["purpose"] == "rolled again":
                return ""  # the hits it added are cut to a limit that is not told
            if event.numbers["purpose"] == OPPOSED[throw.purpose]:
                return f"against {number(event.numbers['hits'], 'hit')}"
        row = trial.start
        frame = row["stack"][max(row["depth"] - 1, 0)]  # of an attack that was rolled in an earlier step
        if throw.purpose == "defense" and row["depth"] and (frame["kind"], frame["target"]) == (ATTACK, throw.key[0]):
            return f"against {number(frame['hits'], 'hit')}"
    if throw.purpose == "soak":
        hurt = [event.numbers["damage"] for event in throw.events if event.kind in DAMAGE]
        return f"damage {hurt[-1]}" if hurt else ""
    if throw.purpose in NEEDED:
        return f"needs {number(trial.field.arena[0]['rules'][NEEDED[throw.purpose]], 'hit')}"
    return ""
