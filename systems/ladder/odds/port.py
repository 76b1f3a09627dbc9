"""The port of ladder's odds."""

from .attack import Asked, set_up
from .in_battle import REPLIES, quote
from .outcome import chance_of

__all__ = ["REPLIES", "Asked", "chance_of", "quote", "set_up"]
