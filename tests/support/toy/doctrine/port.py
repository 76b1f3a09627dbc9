"""What bots of the toy consider: whom to shoot; they always dodge when they can."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import DEFEND, WAIT
from fireteam.agents.doctrine.orders import SHOOT as SHOOTING
from fireteam.agents.doctrine.values import focus, points_left
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.verbs import DODGE, PASS, SHOOT
from toy.rules.port import FACES, needed


@kernel
def offer_acts(battle, arena, log, parameters, who, memory, price, offers):
    """Offer shots."""
    for target in range(arena.units):
        if battle.open[SHOOT] >> target & 1:
            harm = arena.sheets[who].damage * (FACES + 1 - needed(battle, arena, who, target)) / FACES
            share = min(harm / points_left(battle, arena, target), 1.0)
            worth = share * focus(battle, arena, parameters.weights, who, target) - price
            offer(offers, SHOOTING, target, SHOOT, target, share, 1.0, worth)


@kernel
def offer_answers(battle, arena, log, weights, offers):
    """Offer to dodge."""
    offer(offers, WAIT, battle.opponent, PASS, 0, 0.0, 0.0, 0.0)
    if battle.open[DODGE]:
        offer(offers, DEFEND, battle.opponent, DODGE, 0, 0.0, 0.0, 1.0)
