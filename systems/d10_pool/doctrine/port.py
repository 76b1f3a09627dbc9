"""The considerations of doctrines in d10_pool, besides where to go: the kernels of the doctrines' interface."""

from fireteam.agents.doctrine.posture import posture
from fireteam.agents.doctrine.values import PRESS, better, outnumbers
from fireteam.env.rules.kernel import Array, Record, kernel

from ..words.decisions import DIVIDE
from ..words.verbs import END
from .attack import attack
from .loadout import loadout
from .reactions import choose_reply
from .reactions import divide as divided


@kernel
def best_answer(battle: Record, arena: Record, log: Record, weights: Array) -> tuple[int, int]:
    """Return the answer (verb, argument) to an attack, or how the successes of a burst are divided."""
    if battle.decision == DIVIDE:
        return divided(battle, arena)
    return choose_reply(battle, arena, log, weights)


@kernel
def best_action(
    battle: Record, arena: Record, log: Record, parameters: Record, who: int, memory: Record, price: float
) -> tuple[int, int, float]:
    """Return the best action (verb, argument, worth): gear, attack, posture."""
    best = (END, 0, 0.0)
    best = better(best, *loadout(battle, arena, who, price))
    best = better(best, *attack(battle, arena, log, parameters, who, price))
    return better(best, *posture(battle, arena, parameters.weights, who, price))


@kernel
def urge(battle: Record, arena: Record, who: int) -> float:
    """Return the extra worth of a metre nearer to its enemies, for a unit whose team outnumbers them."""
    return PRESS if outnumbers(battle, arena, battle.units[who].team) else 0.0
