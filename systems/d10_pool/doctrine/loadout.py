"""How a doctrine values gear: a weapon for the distance, and rounds in it."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import GEAR
from fireteam.agents.doctrine.values import use_here
from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY

from ..rules.attack.difficulty import strikes
from ..rules.attack.hands import NO_SLOT, has_rounds, slot_that_shoots
from ..rules.tables import UNARMED
from ..words.verbs import RELOAD, SWITCH

MUCH_BETTER = 1.3  # how much better another weapon must be to take it in hand


@kernel
def loadout(battle, arena, who, price, offers):
    """Offer changes of gear: rounds for a gun that lacks them, a weapon that does much more now."""
    unit = battle.units[who]
    slot = slot_that_shoots(arena, who, unit)
    if battle.open[RELOAD] and slot != NO_SLOT:
        weapon = arena.weapons[arena.sheets[who].weapons[slot]]
        if not has_rounds(arena, who, unit, slot, weapon.rate):
            offer(offers, GEAR, NOBODY, RELOAD, 0, 0.3, 1.0, 0.3 - price)
        elif unit.attacked:
            offer(offers, GEAR, NOBODY, RELOAD, 0, 0.05, 1.0, 0.05 - price)
    if battle.open[SWITCH] and unit.attacked == 0:
        now = use_of(battle, arena, who, unit.hand)
        for other in range(MAX_WEAPONS):
            if battle.open[SWITCH] >> other & 1:
                use = use_of(battle, arena, who, other)
                if use > MUCH_BETTER * now + 0.02:
                    offer(offers, GEAR, NOBODY, SWITCH, other, use - now, 1.0, use - now - price)


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
