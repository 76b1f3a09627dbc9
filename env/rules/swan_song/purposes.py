"""What a roll is for: one part of the key under which its dice are drawn."""

from typing import NamedTuple

from ..numbered import number


class Purpose(NamedTuple):
    """The words for a roll and the rule that calls for it."""

    words: str
    rule: str


PURPOSES: list[Purpose] = []


def _purpose(words: str, rule: str) -> int:
    return number(PURPOSES, Purpose(words, rule))


INITIATIVE = _purpose("initiative", "SS-T2")
COIN = _purpose("coin", "SS-T3")
ATTACK = _purpose("attack", "SS-R1")
DEFENSE = _purpose("defense", "SS-R2")
SOAK = _purpose("soak", "SS-R4")
SPRINT = _purpose("sprint", "SS-M3")
EVADE = _purpose("evade interception", "SS-I2")
PIN = _purpose("suppressive fire", "SS-U5")
RESIST_PIN = _purpose("resist being pinned", "SS-U6")
STRAY_SHOT = _purpose("stray shot", "SS-U7")
DODGE_STRAY = _purpose("dodge a stray shot", "SS-U7")
BARRIER = _purpose("barrier", "SS-B4")
