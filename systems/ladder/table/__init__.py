"""Rolls of ladder in table mode: which dice a step throws, and what the faces that people enter mean."""

from .meaning import DICE, NOBODYS, check_rolled, meaning_of
from .throws import Clock, throws_in

__all__ = ["DICE", "NOBODYS", "Clock", "check_rolled", "meaning_of", "throws_in"]
