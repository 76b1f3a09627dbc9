"""What a roll is for: one part of the key under which its dice are drawn."""

from typing import NamedTuple

from fireteam.env.rules.dice import MAX_PURPOSES
from fireteam.env.rules.numbered import number


class Purpose(NamedTuple):
    """The words for a roll and the rule that calls for it."""

    words: str
    rule: str


PURPOSES: list[Purpose] = []


def _purpose(words: str, rule: str) -> int:
    return number(PURPOSES, Purpose(words, rule), MAX_PURPOSES)


INITIATIVE = _purpose("initiative", "LD-T1")
COIN = _purpose("coin", "LD-T1")
MOVEMENT = _purpose("movement", "LD-A3")
ATTACK = _purpose("attack", "LD-R1")
EVASION = _purpose("evasion", "LD-R1")
GRAPPLE = _purpose("grapple", "LD-G1")
RESISTANCE = _purpose("resistance", "LD-G1")
BREAK = _purpose("breaking free", "LD-G3")
GRIP = _purpose("grip", "LD-G3")
FEINT = _purpose("feint", "LD-G5")
INSIGHT = _purpose("insight", "LD-G5")
