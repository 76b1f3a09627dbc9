"""What a doctrine would do in the place of a learner: the labels of behaviour cloning."""

from fireteam.env.observe.actions import encoded
from fireteam.env.rules.kernel import entry

from .doctrine.choose import choose


@entry
def advise(battles, arenas, logs, layouts, brains, minds, actions):
    """Write for every battle the number of the action that a doctrine would take now.

    Args:
        battles: each waits for a decision.
        logs: one log.
        brains: shape (MAX_TEAMS,).
        minds: shape (len(battles), MAX_UNITS): what the units keep in mind; zeros where a battle has just begun.
        actions: int64, shape (len(battles),).
    """
    for row in range(len(battles)):
        battle = battles[row]
        arena = arenas[battle.variant]
        brain = brains[battle.units[battle.decider].team]
        verb, argument = choose(battle, arena, logs[0], brain, minds[row])
        actions[row] = encoded(battle, arena, layouts[0], verb, argument)
