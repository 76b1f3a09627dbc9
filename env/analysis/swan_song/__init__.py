"""Exact odds of the attacks of Swan Song."""

from .attack import as_numbers, attack_odds, chance_to_hit
from .in_battle import quote_attack, quotes

__all__ = ["as_numbers", "attack_odds", "chance_to_hit", "quote_attack", "quotes"]
