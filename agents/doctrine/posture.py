"""How a doctrine takes cover."""

from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.record import NOBODY
from fireteam.env.rules.verbs import TAKE_COVER

from .offers import offer
from .orders import COVER as COVERING
from .records import COVER
from .values import exposure


@kernel
def posture(battle: Record, arena: Record, weights: Array, who: int, price: float, offers: Array) -> None:
    """Offer to take cover, for the harm that it spares."""
    if battle.open[TAKE_COVER]:
        spared = exposure(battle, arena, who, 0) - exposure(battle, arena, who, 1)
        offer(offers, COVERING, NOBODY, TAKE_COVER, 0, spared, 1.0, spared * weights[COVER] - price)
