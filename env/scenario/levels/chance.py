"""Keyed chance for what is drawn before a battle: a seed and a topic make one stream of numbers for ever."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from ...rules.dice import mixed_word

Word = TypeVar("Word")


class Chance:
    """A stream of random numbers, made of a seed and a topic."""

    def __init__(self, seed: int, topic: int) -> None:
        self._key = (seed ^ topic << 56) & 0xFFFFFFFFFFFFFFFF
        self._drawn = 0

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1; the bias is below bound / 2**32."""
        self._drawn += 1
        return int(mixed_word(signed(self._key), self._drawn) * bound >> 32)

    def between(self, least: int, most: int) -> int:
        """Return a whole number from least to most."""
        return least + self.below(most - least + 1)

    def in_hundred(self, percent: int) -> bool:
        """Return True in so many cases of a hundred."""
        return self.below(100) < percent

    def one_of(self, words: Sequence[Word]) -> Word:
        """Return one of some words, each as often."""
        return words[self.below(len(words))]

    def weighted(self, weights: Mapping[Word, int]) -> Word:
        """Return a word of a table by its weight; one of them at least is above 0."""
        at = self.below(sum(weights.values()))
        for word, weight in weights.items():
            at -= weight
            if at < 0:
                return word
        raise ValueError(f"no weight in {dict(weights)} is above 0")


def signed(word: int) -> int:
    """Return a 64-bit word as the signed integer of the same bits, as kernels take it."""
    return word - 2**64 if word >= 2**63 else word
