"""Bots that are asked for a decision: what they are, and how they are asked."""

from operator import index
from typing import Any, NamedTuple, Protocol, cast, runtime_checkable

import numpy as np

from fireteam.content.errors import ContentError, IllegalAction
from fireteam.content.reading import shown

from ..battle import Battle
from ..observe.actions import SLOTS, Action, decode, write_mask
from ..observe.observation import observation_size, observe
from ..rules import kernel
from ..rules.kernel import Array, entry
from ..rules.verbs import END
from ..scenario.options import check_room
from ..scenario.setup import Field


@runtime_checkable
class Bot(Protocol):
    """A bot decides for units: any object with `act`, from observation (with its mask) to an action number.

    >>> class First:
    ...     def act(self, observation):
    ...         return int(observation["action_mask"].argmax())
    >>> isinstance(First(), fireteam.Bot)
    True
    >>> fireteam.fight("duel", 2, bots={"red": First()})["battles"]
    2
    """

    def act(self, observation: dict[str, np.ndarray]) -> int:
        """Return the number of the action to take."""


@runtime_checkable
class InsideBot(Protocol):
    """A bot that reads the battle itself rather than an observation."""

    def decide(self, battle: Battle) -> Action:
        """Return the action for the pending decision."""


@entry
def look(battles: Array, arenas: Array, logs: Array, layouts: Array, who: int, observation: Array, mask: Array) -> None:
    """Write a unit's observation, and its mask: that of the decision if it decides, else only `end`, which has no effect."""
    battle = battles[0]
    arena = arenas[battle.variant]
    observe(battle, arena, logs[0], layouts[0], who, observation)
    if battle.over == 0 and battle.decider == who:
        write_mask(battle, arena, layouts[0], mask)
    else:
        mask[:] = 0
        mask[END] = 1


def ask(bot: Bot | InsideBot, battle: Battle, numbering: np.ndarray) -> Action:
    """Return the action of a bot of either kind for the pending decision.

    Raises:
        IllegalAction: the bot gave a number that is no action.
    """
    if decide := getattr(bot, "decide", None):
        return decide(battle)
    own, others = int(numbering[0]["own"]), int(numbering[0]["others"])
    observation = np.empty(observation_size(own, others, battle.field.scenario.system), np.float32)
    mask = np.empty(int(numbering[0]["size"]), np.int8)
    who = int(battle.record[0]["decider"])
    look(*battle.arrays, kernel.plain(numbering), who, observation, mask)
    number = cast(Bot, bot).act({"observation": observation, "action_mask": mask})
    return decode(battle.field, battle.field.roster[who].team, whole(number, int(numbering[0]["size"])), numbering)


def slots_of(bot: Bot | InsideBot, slots: tuple[int, int]) -> tuple[int, int] | None:
    """Return how many (own, others) units a bot can see: `slots` for a bot that gets observations.

    A bot that reads the battle itself has no limit, None, unless it has a limit of its own, as `slots`.
    """
    own: tuple[int, int] | None = getattr(bot, "slots", None)
    return own if isinstance(bot, InsideBot) else slots


def name_of(bot: Any) -> str:
    """Return the name of a bot."""
    return str(getattr(bot, "name", type(bot).__name__))


def why_of(bot: Bot | InsideBot, battle: Battle) -> Any:
    """Return a bot's reasons for its last decision, as JSON; None if it has no `why(battle)`.

    Call it before the battle is stepped.
    """
    why = getattr(bot, "why", None)
    return why(battle) if callable(why) else None


class Given(NamedTuple):
    """The order of a decision, for replays and for whoever watches a bot.

    Attributes:
        words: like "go to (12, 4), then shoot blue_3"; "" for none, and where it goes on.
        goes_on: whether the unit only goes on with the order that it was given last.
        kind: the family of the verb that it is about, "" for none.
    """

    words: str = ""
    goes_on: bool = False
    kind: str = ""


def order_of(bot: Bot | InsideBot, battle: Battle) -> Given:
    """Return the order that a bot has given with its last decision; none for a bot without `order_given(battle)`.

    Call it before the battle is stepped.
    """
    order = getattr(bot, "order_given", None)
    return Given(*order(battle)) if callable(order) else Given()


def whole(number: Any, count: int) -> int:
    """Return an action number as a Python integer.

    Raises:
        IllegalAction: it is no whole number; `count` is how many actions there are.
    """
    try:
        return index(number)
    except TypeError:
        raise IllegalAction(f"action {shown(number)} is no number: must be a whole number from 0 to {count - 1}") from None


def check_bot(bot: Any, option: str) -> None:
    """Raise a ContentError if an object is no bot."""
    if isinstance(bot, type) or not isinstance(bot, (Bot, InsideBot)):
        raise ContentError(f"{option}: {shown(bot)} is no bot: must be an object with act(observation) or decide(battle)")


def check_seat(bot: Bot | InsideBot, field: Field, slots: tuple[int, int] = (SLOTS, SLOTS)) -> None:
    """Raise a ContentError if a bot cannot play a battle: it is made for another rule system, or sees too few units."""
    if why := other_system(bot, field.scenario.system):
        raise ContentError(why)
    if own := slots_of(bot, slots):
        check_room(field, own)


def other_system(bot: Any, system: str) -> str:
    """Return a sentence on a bot whose `system` differs from a battle's; "" for a bot without one, or with the same."""
    own = getattr(bot, "system", "")
    if not isinstance(own, str) or own in ("", system):
        return ""
    return f"{name_of(bot)} is made for battles of the rule system {own}: it cannot play one of {system}"
