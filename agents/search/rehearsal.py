"""Rehearsals: a battle is played on with each of several bots leading one unit's phase, over and over on the same dice."""

from fireteam.env.observe.reward import potential
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.interface import step
from fireteam.env.rules.kernel import entry, kernel
from fireteam.env.rules.record import turn_of

from ..doctrine.choose import choose
from ..doctrine.interface import acts
from ..doctrine.memory import clear_memories
from .determinization import determinize
from .plans import won


@entry
def rehearse(position, battles, arenas, logs, bots, tried, memories, seed, first, rounds, values):
    """Play a position on with several leaders of the phase in progress, and write what came of each battle.

    The battles begin with what the side that decides can believe (`determinization.py`).

    Args:
        position: shape (1,), dtype BATTLE, at a decision of a unit's own phase; not changed.
        battles: shape (n * count,): the last positions, those of one leader after each other. Written.
        bots: records of PARAMETERS, shape (any,); the first decides whatever is not of this phase. Seeds are overwritten.
        tried: numbers of the bots that lead, int64, shape (n,).
        memories: records of MEMORY, shape (MAX_UNITS,), working space.
        seed: of the dice and of the bots' own randomness; battle k of every leader has the same.
        first: number of the first battle of each leader.
        rounds: after how many further rounds a battle is broken off; 0 for never.
        values: float64, shape (n * count, 2), 0 to 1 for the side that decides: how far it has won, and its share of life
            against that of the others. Written.
    """
    count = len(battles) // len(tried)
    for row in range(len(battles)):
        number = first + row % count
        battles[row] = position[0]
        battle = battles[row]
        arena = arenas[battle.variant]
        team = battle.units[battle.decider].team
        determinize(battle, arena, battle.decider, mixed_word(seed, 4 * number + 3))
        battle.seed[0] = mixed_word(seed, 4 * number)
        battle.seed[1] = mixed_word(seed, 4 * number + 1)
        lead(battle, arena, logs[0], bots, tried[row // count], memories, mixed_word(seed, 4 * number + 2), rounds)
        life = potential(battle, arena, team)
        values[row, 0] = won(battle, team, life)
        values[row, 1] = 0.5 * (life + 1.0)


@kernel
def lead(battle, arena, log, bots, leader, memories, seed, rounds):
    """Play a battle on: the phase in progress as bot number `leader`, and everything else as the first bot."""
    clear_memories(memories)
    began, acting, phase = battle.round_number, battle.decider, turn_of(battle)
    while battle.over == 0 and (rounds == 0 or battle.round_number < began + rounds):
        who = battle.decider
        leads = who == acting and turn_of(battle) == phase and acts(battle)
        parameters = bots[leader if leads else 0]
        parameters.seed = seed + battle.units[who].team
        verb, argument = choose(battle, arena, log, parameters, memories)
        step(battle, arena, log, verb, argument)
