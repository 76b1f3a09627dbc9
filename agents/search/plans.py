"""Plans: what one unit may do in the rest of its phase, and the playouts of a plan.

A plan is an action now, and a bot that decides for the unit until its phase ends, perhaps with a tile to make
for. A tree (`tree.py`) chooses the bot that decides for the units in the phases after it; the first bot decides all else.
"""

import numpy as np

from fireteam.env.observe.reward import potential
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.interface import step
from fireteam.env.rules.kernel import Array, Record, entry, kernel
from fireteam.env.rules.record import NOBODY, turn_of

from ..doctrine.choose import choose
from ..doctrine.interface import acts, moment_of
from ..doctrine.memory import clear_memories
from .determinization import imagine
from .tree import begin_path, next_thinker

OPEN = -1  # of PLAN.verb: the action is not chosen yet
NO_GOAL = -1
HALF_WAY = 0.25  # potential at which a battle broken off counts as three quarters won

PLAN = np.dtype(
    [
        ("verb", "i2"),  # what is done now
        ("argument", "i2"),
        ("bot", "i2"),  # who thinks for the unit afterwards
        ("goal", "i2"),  # tile it makes for, NO_GOAL: the bot chooses it
        ("breach", "i2"),
        ("worth", "f4"),  # of being there
        ("root", "i2"),  # of its tree
    ],
    align=True,
)


@kernel
def remember_plan(battle: Record, plan: Record, memories: Array) -> None:
    """Write the goal of a plan into the memory of the unit that decides; all others choose their goals anew."""
    clear_memories(memories)
    if plan.goal == NO_GOAL or not acts(battle):
        return
    memory = memories[battle.decider]
    memory.clock = moment_of(battle)
    memory.goal = plan.goal
    memory.breach = plan.breach
    memory.worth = plan.worth


@entry
def propose(battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array, plans: Array) -> None:
    """Fill in each open plan's action now, and its goal tile, in the battle of the first row.

    Args:
        battles: shape (1,); not changed.
        bots: records of PARAMETERS, shape (any,), seeds filled in.
        memories: records of MEMORY, shape (MAX_UNITS,), working space.
        plans: records of PLAN, shape (n,); those whose verb is OPEN are completed.
    """
    battle = battles[0]
    for row in range(len(plans)):
        plan = plans[row]
        if plan.verb != OPEN:
            continue
        remember_plan(battle, plan, memories)
        verb, argument = choose(battle, arenas[battle.variant], logs[0], bots[plan.bot], memories)
        plan.verb = verb
        plan.argument = argument
        if acts(battle) and memories[battle.decider].clock != 0:
            plan.goal = memories[battle.decider].goal
            plan.breach = memories[battle.decider].breach
            plan.worth = memories[battle.decider].worth


@entry
def play_plans(
    position: Array, battles: Array, arenas: Array, logs: Array, bots: Array, memories: Array, plans: Array, trees: Array,
    paths: Array, seed: int, first: int, rounds: int, leaves: Array, values: Array,
) -> None:  # fmt: skip
    """Play plans through from one position, with many different dice, and write the result of each playout.

    The playouts begin with what the deciding side can believe (`determinization.py`).

    Args:
        position: shape (1,), dtype BATTLE; not changed.
        battles: shape (n * count,): the last positions of the playouts, those of one plan after each other. Written.
        bots: shape (any,), the thinkers; the first decides whatever no plan and no tree does. Their seeds are overwritten.
        memories: shape (MAX_UNITS,), working space.
        plans: shape (n,), none of them open.
        trees: shape (1,), dtype TREE; `plans.root` says where each plan has its own.
        paths: int64, shape (n * count, steps, 2): what each playout did in the trees. Written.
        seed: seed of the dice and of the bots' own randomness; playout k of every plan has the same.
        first: the number of the first playout of each plan.
        rounds: after how many further rounds a playout is broken off; 0 for never.
        leaves: whether it is broken off where it leaves the tree, after the phase of the node that it has added.
        values: float64, shape (n * count, 2), 0 to 1 for the deciding team: how far it has won, and its share of life
            against that of the others. Written.
    """
    count = len(battles) // len(plans)
    for row in range(len(battles)):
        plan = plans[row // count]
        number = first + row % count
        battles[row] = position[0]
        battle = battles[row]
        arena = arenas[battle.variant]
        team = battle.units[battle.decider].team
        imagine(battle, arena, seed, number)
        remember_plan(battle, plan, memories)
        own = mixed_word(seed, 4 * number + 2)
        play_plan(battle, arena, logs[0], bots, memories, plan, trees[0], paths[row], own, rounds, leaves)
        judge(battle, arena, team, values[row])


@kernel
def play_plan(
    battle: Record, arena: Record, log: Record, bots: Array, memories: Array, plan: Record, tree: Record, path: Array,
    seed: int, rounds: int, leaves: Array,
) -> None:  # fmt: skip
    """Play a battle on: a plan to the end of its phase, then phases as the tree says, then everything by the first bot.

    Args:
        path: int64, shape (steps, 2), one row of the `paths` of `play_plans`; the other arguments are as there.
        seed: seed of the bots' own randomness.
    """
    began = battle.round_number
    team = battle.units[battle.decider].team
    depth = begin_path(tree, path, plan.root)
    acting, phase = NOBODY, 0  # whose phase is played, in which pass, and who thinks in it
    thinker = plan.bot
    if acts(battle):
        acting, phase = battle.decider, turn_of(battle)
    step(battle, arena, log, plan.verb, plan.argument)
    while battle.over == 0 and (rounds == 0 or battle.round_number < began + rounds):
        who = battle.decider
        parameters = bots[0]
        if acts(battle):
            if who != acting or turn_of(battle) != phase:
                if leaves and depth == len(path):
                    return
                acting, phase = who, turn_of(battle)
                thinker, depth = next_thinker(tree, path, depth, who, battle.units[who].team == team)
            parameters = bots[thinker]
        parameters.seed = seed + battle.units[who].team
        verb, argument = choose(battle, arena, log, parameters, memories)
        step(battle, arena, log, verb, argument)


@kernel
def judge(battle: Record, arena: Record, team: int, values: Array) -> None:
    """Write how far a team has won a playout, 0 to 1, and its share of life against the others, 0 to 1."""
    life = potential(battle, arena, team)
    values[0] = won(battle, team, life)
    values[1] = 0.5 * (life + 1.0)


@kernel
def won(battle: Record, team: int, life: float) -> float:
    """Return how far a battle is won for a team, 0 to 1; while it goes on, a guess by its potential `life`, -1 to 1."""
    if battle.over == 0:
        return 0.5 + 0.5 * life / (abs(life) + HALF_WAY)
    if battle.winner == NOBODY:
        return 0.5
    return 1.0 if battle.winner == team else 0.0
