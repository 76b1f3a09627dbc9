"""The action of a compiled bot, of any kind."""

from fireteam.env.rules.kernel import Array, Record, kernel

from .doctrine.choose import choose
from .doctrine.records import NETWORK
from .network.choosing import command


@kernel
def decide(battle: Record, arena: Record, log: Record, parameters: Record, memories: Array) -> tuple[int, int]:
    """Return the action (verb, argument) of a compiled bot for the pending decision; memories change.

    Args:
        parameters: a record of PARAMETERS: the bot.
        memories: records of MEMORY, shape (MAX_UNITS,).
    """
    if parameters.kind == NETWORK:
        return command(battle, arena, log, parameters, memories)
    return choose(battle, arena, log, parameters, memories)
