"""The bots that search, by name."""

from collections.abc import Callable
from typing import Any

from . import bot

SEARCHERS: dict[str, Callable[..., Any]] = {bot.SEARCH_BOT: bot.search_bot}
SAYS = {bot.SEARCH_BOT: bot.SAYS}
FORMER = {"strategist": bot.SEARCH_BOT}  # names that a bot had once, and its name now


def searcher(text: str, seed: int = 0) -> Any:
    """Return a bot that searches as the command line names it, perhaps with options; None if a text names none.

    Raises:
        ContentError: it has no such option, or the option has an invalid value.
    """
    name, colon, options = text.partition(":")
    if name not in SEARCHERS or (colon and "=" not in options):
        return None
    return SEARCHERS[name](text, seed)
