"""The words of d10_pool for rolls and options."""

from collections.abc import Iterable
from typing import Any

from fireteam.env.catalog import defaults
from fireteam.env.catalog.defaults import summed

from ..rules.clauses import OF_DIFFICULTY
from ..words import purposes

SCORE = "initiative"
DAMAGE = purposes.PURPOSES[purposes.DAMAGE].words
COIN = purposes.PURPOSES[purposes.COIN].words

MEANINGS = {  # of the options
    **defaults.MEANINGS,
    "weather": "outdoors: clear, fog or a storm, each with a difficulty of its own (DP-R4)",
    "committed_firearms": "which firearms take a committed action: those marked so in their list, or all (DP-A4)",
}


def pool(terms: Iterable[Any], purpose: str, core: str) -> str:
    """Return the terms of a roll in words: those of its pool, then, summed separately, those of its difficulty.

    As "Dexterity 4 + Melee 1 - 2 of a split pool (DP-A3) at difficulty 7 = 6 weapon (DP-R1) + 1 walking (DP-R2)".
    """
    dice_terms, harder = parted(terms)
    dice = summed(dice_terms, core) or "no dice"
    if not harder:
        return dice
    difficulty = f"{dice} at difficulty {sum(term.dice for term in harder)}"
    return difficulty if len(harder) == 1 else f"{difficulty} = {summed(harder, core)}"


def parted(terms: Iterable[Any]) -> tuple[list[Any], list[Any]]:
    """Return the terms of a roll in two lists: those of its pool, those of its difficulty."""
    terms = list(terms)
    harder = [term for term in terms if (term.words, term.rule) in OF_DIFFICULTY]
    return [term for term in terms if (term.words, term.rule) not in OF_DIFFICULTY], harder


def reads(terms: Iterable[Any], purpose: str) -> dict[str, Any]:
    """Return how the dice of a roll are read: dice that reach the difficulty count, ones cancel but for damage (DP-D)."""
    places = {place: term.dice for place, term in enumerate(terms) if (term.words, term.rule) in OF_DIFFICULTY}
    less = [place for place, term in enumerate(terms) if (term.dice > 0 if place in places else term.dice < 0)]
    return {"least": sum(places.values()), "ones": purpose != DAMAGE, "hinders": less}


def came_to(numbers: dict[str, Any]) -> str:
    """Return the result of a roll from the numbers of its event: successes or a botch (DP-D1); "" for a coin."""
    if numbers["purpose"] == COIN:
        return ""
    if numbers["glitch"] == "botch":
        return "a botch"
    return f"{numbers['hits']} success{'' if numbers['hits'] == 1 else 'es'}"
