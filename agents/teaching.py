"""What a doctrine would do in place of a learner: the labels of behaviour cloning."""

from fireteam.env.observe.actions import encoded
from fireteam.env.rules.kernel import Array, entry

from .doctrine.choose import choose


@entry
def advise(battles: Array, arenas: Array, logs: Array, layouts: Array, bots: Array, memories: Array, actions: Array) -> None:
    """Write for every battle the number of the action that a doctrine would take now.

    Args:
        battles: each waits for a decision.
        logs: one log.
        bots: shape (MAX_TEAMS,).
        memories: shape (len(battles), MAX_UNITS): the memories of the units; zeros where a battle has just begun.
        actions: int64, shape (len(battles),).
    """
    for row in range(len(battles)):
        battle = battles[row]
        arena = arenas[battle.variant]
        parameters = bots[battle.units[battle.decider].team]
        verb, argument = choose(battle, arena, logs[0], parameters, memories[row])
        actions[row] = encoded(battle, arena, layouts[0], verb, argument)
