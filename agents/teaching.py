"""What a doctrine would do in the place of a learner: the labels of behaviour cloning."""

from fireteam.env.rules.kernel import entry, kernel
from fireteam.env.rules.verbs import ENEMY, FRIEND

from .doctrine import choose


@kernel
def number_of(battle, arena, layout, verb, argument):
    """Return the number of an action for the unit that decides, as `actions.encode` has it."""
    goal = arena.goals[battle.units[battle.decider].team]
    slot = argument
    if layout.domain[verb] == ENEMY and argument >= goal.first:
        slot = argument - goal.count
    elif layout.domain[verb] == FRIEND:
        slot = argument - goal.first
    return layout.first[verb] + slot


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
        actions[row] = number_of(battle, arena, layouts[0], verb, argument)
