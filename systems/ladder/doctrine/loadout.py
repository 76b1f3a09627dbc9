"""How a doctrine values gear: a weapon for the distance, rounds in it, a shield on the arm."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import GEAR
from fireteam.agents.doctrine.values import use_here
from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY

from ..rules.attack.hands import NO_SLOT, SHOOTS, has_rounds, slot_that, strikes
from ..rules.plan import hands_then
from ..rules.tables import UNARMED
from ..words.verbs import RELOAD, STRAP_SHIELD, SWITCH

MUCH_BETTER = 1.3  # how much better another weapon must be to take it in hand
ROUNDS = 0.3  # worth of rounds in an empty gun
A_SHIELD = 0.05  # worth of bringing a shield onto the arm


@kernel
def loadout(battle, arena, who, price, lost, offers):
    """Offer changes of gear: rounds for an empty gun, a shield on the arm, a weapon that does more now.

    Everything except drawing a weapon is an action, which costs the rest of the plan `lost` worth (LD-A1).
    """
    unit = battle.units[who]
    hand, off_hand = hands_then(arena, who, unit)
    slot = slot_that(SHOOTS, arena, who, hand, off_hand)
    if battle.open[RELOAD] and slot != NO_SLOT and not has_rounds(arena, who, unit, slot, 1):
        offer(offers, GEAR, NOBODY, RELOAD, 0, ROUNDS, 1.0, ROUNDS - price - lost)
    if battle.open[STRAP_SHIELD]:
        offer(offers, GEAR, NOBODY, STRAP_SHIELD, 0, A_SHIELD, 1.0, A_SHIELD - price - lost)
    if battle.open[SWITCH]:
        now = use_of(battle, arena, who, hand)
        for other in range(MAX_WEAPONS):
            if battle.open[SWITCH] >> other & 1:
                use = use_of(battle, arena, who, other)
                if use > MUCH_BETTER * now + 0.02:
                    offer(offers, GEAR, NOBODY, SWITCH, other, use - now, 0.0, use - now - price)


@kernel
def use_of(battle, arena, who, slot):
    """Return the worth of the weapon in a slot from here (`use_here`): 0 if it has no rounds left."""
    if slot == BARE_HANDS:
        return use_here(battle, arena, who, slot, UNARMED)
    unit = battle.units[who]
    model = arena.sheets[who].weapons[slot]
    if not strikes(arena.weapons[model]) and not has_rounds(arena, who, unit, slot, 1) and unit.held[slot].spare == 0:
        return 0.0
    return use_here(battle, arena, who, slot, model)
