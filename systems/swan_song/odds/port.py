"""The port of Swan Song's odds."""

from .attack import ANSWERS as REPLIES
from .attack import Asked, set_up
from .in_battle import quote
from .outcome import chance_of

__all__ = ["REPLIES", "Asked", "chance_of", "quote", "set_up"]
