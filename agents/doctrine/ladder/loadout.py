"""Gear in a doctrine's eyes: a weapon for the distance, rounds in it, a shield on the arm."""

from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.ground.grid import apart
from fireteam.env.rules.ground.sight import NO_COVER, TOTAL, cover_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.ladder.attack.hands import NO_SLOT, has_rounds, slot_that_shoots, strikes
from fireteam.env.rules.ladder.attack.modifiers import is_reached
from fireteam.env.rules.ladder.plan.plan import hands_then
from fireteam.env.rules.verbs import END, RELOAD, STRAP_SHIELD, SWITCH

from ..values import is_enemy, points_left
from ..weighing import better

MUCH_BETTER = 1.3  # how much better another weapon must be to take it in hand
A_SHIELD = 0.05  # worth of bringing a shield onto the arm


@kernel
def loadout(battle, arena, who, price, lost):
    """Return the best change of gear (verb, argument, worth): rounds for an empty gun, the weapon that does most now.

    All but drawing a weapon is an action, by which `lost` is lost on the rest of the plan (LD-A1).
    """
    best = (END, 0, 0.0)
    unit = battle.units[who]
    hand, off_hand = hands_then(arena, who, unit)
    slot = slot_that_shoots(arena, who, hand, off_hand)
    if battle.open[RELOAD] and slot != NO_SLOT and not has_rounds(arena, who, unit, slot, 1):
        best = better(best, RELOAD, 0, 0.3 - price - lost)
    if battle.open[STRAP_SHIELD]:
        best = better(best, STRAP_SHIELD, 0, A_SHIELD - price - lost)
    if battle.open[SWITCH]:
        now = use_of(battle, arena, who, hand)
        for other in range(MAX_WEAPONS):
            if battle.open[SWITCH] >> other & 1:
                use = use_of(battle, arena, who, other)
                if use > MUCH_BETTER * now + 0.02:
                    best = better(best, SWITCH, other, use - now - price)
    return best


@kernel
def use_of(battle, arena, who, slot):
    """Return the share of its life that the weapon in a slot is expected to cost the best target from here."""
    unit = battle.units[who]
    if slot != BARE_HANDS:
        model = arena.sheets[who].weapons[slot]
        if not strikes(arena.weapons[model]) and not has_rounds(arena, who, unit, slot, 1):
            if unit.held[slot].spare == 0:
                return 0.0
    use = 0.0
    for other in range(arena.units):
        if not is_enemy(battle, who, other):
            continue
        enemy = battle.units[other]
        if cover_of(battle, arena, enemy, unit) == TOTAL:
            continue
        model = arena.sheets[who].weapons[slot] if slot != BARE_HANDS else 0
        if is_reached(arena, arena.weapons[model], apart(arena, unit, enemy)):
            use = max(use, min(arena.harm[who, slot, other, NO_COVER] / points_left(battle, arena, other), 1.0))
    return use
