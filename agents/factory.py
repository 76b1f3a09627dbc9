"""Makes a bot again: with the seed of another battle, in another process, on another machine."""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fireteam.content.errors import ContentError
from fireteam.env.seats.bots import Bot, InsideBot

from .bots import own_seed


def factory_of(bot: Any) -> Callable[..., Any] | None:
    """Return the factory of a bot, called with `seed=...`: what its `maker` returns; None for a bot without one.

    It can be pickled, and holds nothing of the battles that the bot has fought.
    """
    maker = getattr(bot, "maker", None)
    return maker() if callable(maker) and not isinstance(bot, type) else None


def reseeded(bot: Any, seed: int) -> Any:
    """Return a bot as it begins the battle of a seed, independent of earlier battles; without `maker`, the bot itself."""
    make = factory_of(bot)
    return bot if make is None else make(seed=own_seed(seed))


def bot_at(text: str) -> Any:
    """Return the bot that a Python object is, named as module:object; a class is called without arguments.

    Raises:
        ContentError: there is no such module or object, or it has neither `act` nor `decide`.
    """
    module, _, name = text.partition(":")
    try:
        with from_current_folder():
            found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ContentError(f"bot {text!r}: {error}") from None
    bot = found() if isinstance(found, type) else found
    if not isinstance(bot, (Bot, InsideBot)):
        raise ContentError(f"bot {text!r} has neither act(observation) nor decide(battle)")
    return bot


@contextmanager
def from_current_folder() -> Iterator[None]:
    """Let Python import modules from the current folder, however it was started; installed modules come first."""
    sys.path.append("")
    try:
        yield
    finally:
        del sys.path[len(sys.path) - 1 - sys.path[::-1].index("")]


def is_at(text: str, bot: Any) -> bool:
    """Return whether `bot_at` makes this bot from a text: whether the text names the bot itself, or its class."""
    module, _, name = text.partition(":")
    found = getattr(sys.modules.get(module), name, None) if name else None
    return found is not None and (found is bot or found is type(bot))
