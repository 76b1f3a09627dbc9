"""The words of Swan Song for rolls and options."""

from collections.abc import Iterable
from typing import Any

from fireteam.env.catalog import defaults
from fireteam.env.catalog.defaults import summed

TURN, SCORE = ("pass", "passes"), "initiative"  # a turn, one and several; the number by which units take theirs
SILENT = ("coin",)  # rolls that nobody is told of
ADDED_UP = ("initiative", "scatter", "setback")  # with what rolls begin whose dice are added up
GLITCHED = {"none": "", "glitch": ", a glitch", "hard_glitch": ", a hard glitch", "critical_glitch": ", a critical glitch"}

MEANINGS = {  # of the options
    **defaults.MEANINGS,
    "full_defense": "adds Willpower for the round; or the skill of Dodge, until the end of the next phase",
    "multiple_attacks": "the pool is split among the attacks; or every attack has a penalty",
    "passing": "who passes an enemy may be intercepted; or gives it an opportunity, as other acts beside it do",
    "called_shots": "whether shots may be called at locations",
    "dice": "hits are rolled; or bought, one for four dice",
    "first_pass": "a score of 0 or less does not act; or everyone acts in the first pass",
    "free_action": "free actions are for the own phase, as the source's Combat Round and Action Phase have it; or also for "
    "later in the pass, as its Free Actions allow, which asks more often",
    "hidden_defender": "a hidden defender who takes part in the fight defends itself; or is unaware of who it cannot see",
    "dodging": "a dodge is for melee; or for any attack",
    "sprinting_target": "a shot at a sprinter has the four dice less of a sprint; or besides the two of a run",
    "unconscious": "who lies unconscious suffers from blasts only; or may be attacked like anybody, and has no defense",
}


def pool(terms: Iterable[Any], purpose: str, core: str) -> str:
    """Return the terms of a pool as people write them: "7 dice = Agility 4 + Pistols 4 - 1 wounded (SS-H5)".

    The score of initiative consists of dice and numbers together (SS-T2).
    """
    terms = list(terms)
    text = summed(terms, core)
    if purpose == "initiative":
        return text
    return f"{max(sum(term.dice for term in terms), 0)} dice" + (f" = {text}" if text else "")


def reads(terms: Iterable[Any], purpose: str) -> dict[str, Any]:
    """Return how the dice of a roll are read: fives and sixes are hits, ones make glitches; sums have neither."""
    return {} if purpose.startswith(ADDED_UP) else {"least": 5, "ones": True}


def came_to(numbers: dict[str, Any]) -> str:
    """Return the result of a roll in words, from the numbers of its event; "" for a roll without a result."""
    purpose, hits = numbers["purpose"], numbers["hits"]
    if purpose in SILENT:
        return ""
    unit = "" if purpose == "initiative" else " hit" if hits == 1 else " hits"
    return f"{hits}{unit}{GLITCHED.get(str(numbers['glitch']), '')}"
