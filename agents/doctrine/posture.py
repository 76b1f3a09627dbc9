"""How to stand: up again, or in cover."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.verbs import END, STAND_UP, TAKE_COVER

from .records import COVER
from .values import better, exposure


@kernel
def posture(battle, arena, weights, who, price):
    """Return the best change of posture (verb, argument, worth): to stand up, or to take cover."""
    best = (END, 0, 0.0)
    if battle.open[STAND_UP]:
        best = better(best, STAND_UP, 0, 0.15 - price)
    if battle.open[TAKE_COVER]:
        spared = exposure(battle, arena, who, 0) - exposure(battle, arena, who, 1)
        best = better(best, TAKE_COVER, 0, spared * weights[COVER] - price)
    return best
