"""How a doctrine takes cover."""

from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.verbs import END, TAKE_COVER

from .records import COVER
from .values import better, exposure


@kernel
def posture(battle: Record, arena: Record, weights: Array, who: int, price: float) -> tuple[int, int, float]:
    """Return the worth of taking cover, as (verb, argument, worth)."""
    best = (END, 0, 0.0)
    if battle.open[TAKE_COVER]:
        spared = exposure(battle, arena, who, 0) - exposure(battle, arena, who, 1)
        best = better(best, TAKE_COVER, 0, spared * weights[COVER] - price)
    return best
