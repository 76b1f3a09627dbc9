"""What shared code finds of the odds of Swan Song."""

from .attack import REPLIES, Asked, chance_of, odds_on_table
from .in_battle import quote

__all__ = ["REPLIES", "Asked", "chance_of", "odds_on_table", "quote"]
