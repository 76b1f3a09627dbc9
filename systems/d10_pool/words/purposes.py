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


INITIATIVE = _purpose("initiative", "DP-T1")
COIN = _purpose("coin", "DP-T1")
STEALTH = _purpose("stealth", "DP-T3")
ALERTNESS = _purpose("alertness", "DP-T3")
ATTACK = _purpose("attack", "DP-A1")
DEFENSE = _purpose("defense", "DP-A7")
DEDICATED_DODGE = _purpose("dedicated dodge", "DP-A5")
DAMAGE = _purpose("damage", "DP-H1")
