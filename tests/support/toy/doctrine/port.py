"""What bots of the toy consider: whom to shoot; they always dodge when they can."""

from fireteam.agents.doctrine.values import better, focus, points_left
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.verbs import DODGE, END, PASS, SHOOT
from toy.rules.port import FACES, needed


@kernel
def best_action(battle, arena, log, parameters, who, memory, price):
    """Return the best shot (verb, argument, worth)."""
    best = (END, 0, 0.0)
    for target in range(arena.units):
        if battle.open[SHOOT] >> target & 1:
            harm = arena.sheets[who].damage * (FACES + 1 - needed(battle, arena, who, target)) / FACES
            share = min(harm / points_left(battle, arena, target), 1.0)
            best = better(best, SHOOT, target, share * focus(battle, arena, parameters.weights, who, target) - price)
    return best


@kernel
def best_answer(battle, arena, log, weights):
    """Return the answer (verb, argument) to an attack."""
    return (DODGE, 0) if battle.open[DODGE] else (PASS, 0)
