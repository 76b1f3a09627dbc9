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
SURPRISE = _purpose("surprise", "SS-S1")
EXTRA_INITIATIVE = _purpose("initiative dice gained or lost", "SS-T5")
HIDE = _purpose("hide", "SS-U2")
OBSERVE = _purpose("detailed observation", "SS-U2")
RESIST = _purpose("resist an effect", "SS-C3")
FATIGUE = _purpose("resist fatigue", "SS-C3")
THROW = _purpose("throw", "SS-R1")
SCATTER = _purpose("scatter", "SS-T8")
BREACH = _purpose("attack on a barrier", "SS-B6")
SET_CHARGE = _purpose("set a charge", "SS-B6")
FIRST_AID = _purpose("first aid", "SS-H9")
REPAIR = _purpose("repair", "SS-D10")
PICK_LOCK = _purpose("pick a lock", "SS-D10")
SETBACK = _purpose("setback of an extended test", "SS-D10")
ASSIST = _purpose("assist", "SS-D11")
REMEDY = _purpose("remedy", "SS-U8")
GRAPPLE = _purpose("grapple", "SS-A4")
RESIST_GRAPPLE = _purpose("resist a grapple", "SS-A4")
BREAK_FREE = _purpose("break free", "SS-D12")
KEEP_HOLD = _purpose("keep a hold", "SS-A4")
REROLL = _purpose("rolled again", "SS-X2")
