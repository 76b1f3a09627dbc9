"""What shared code finds of the odds of Swan Song."""

from .attack import Asked, chance_of, odds_on_table
from .in_battle import quote_attack, quotes

__all__ = ["Asked", "chance_of", "odds_on_table", "quote_attack", "quotes"]
