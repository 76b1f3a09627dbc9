"""Whole battles between compiled bots, in one compiled call."""

from fireteam.env.rules.kernel import entry
from fireteam.env.rules.swan_song.flow import START, step

from .doctrine import choose


@entry
def fight_out(battles, arenas, logs, brains, minds, seeds, first, last, decisions):
    """Fight battles from row `first` to row `last`, each from its opening to its end.

    Args:
        battles: openings, seeds filled in; become the final positions.
        logs: one log, silent or not; cleared at every step.
        brains: shape (teams,) for all battles, or (len(battles), teams).
        minds: shape (MAX_UNITS,), working space.
        seeds: a seed per battle for the bots' own randomness.
        decisions: becomes the number of decisions of each battle.
    """
    for row in range(first, last):
        battle = battles[row]
        arena = arenas[battle.variant]
        for who in range(len(minds)):
            minds[who].clock = 0
        for team in range(arena.teams):
            brains[row % len(brains), team].seed = seeds[row] + team
        step(battle, arena, logs[0], START, 0)
        while battle.over == 0:
            brain = brains[row % len(brains), battle.units[battle.decider].team]
            verb, argument = choose(battle, arena, logs[0], brain, minds)
            step(battle, arena, logs[0], verb, argument)
        decisions[row] = battle.decisions
