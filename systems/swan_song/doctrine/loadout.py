"""How a doctrine values weapons: which to hold, when to reload and make ready."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import GEAR
from fireteam.agents.doctrine.values import is_enemy, points_left, shoots_at_somebody
from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.ground.grid import apart
from fireteam.env.rules.ground.sight import NO_COVER
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import NOBODY

from ..words.verbs import PICK_UP, READY, RELOAD, SWITCH


@kernel
def loadout(battle, arena, who, price, offers):
    """Offer what can be done with weapons: make ready, pick up, reload, switch to a better one."""
    unit = battle.units[who]
    if battle.open[READY]:
        offer(offers, GEAR, NOBODY, READY, 0, 0.5, 1.0, 0.5 - price)
    if battle.open[PICK_UP]:
        offer(offers, GEAR, NOBODY, PICK_UP, 0, 0.4, 1.0, 0.4 - price)
    if battle.open[RELOAD]:
        held = unit.held[unit.hand]
        model = arena.sheets[who].weapons[unit.hand]
        if arena.weapons[model].firearm == 0 or held.ammo < 3:
            offer(offers, GEAR, NOBODY, RELOAD, 0, 0.45, 1.0, 0.45 - price)
        elif 2 * held.ammo < arena.weapons[model].magazine and not shoots_at_somebody(battle, who):
            offer(offers, GEAR, NOBODY, RELOAD, 0, 0.02, 1.0, 0.02)
    if battle.open[SWITCH]:
        now = usefulness(battle, arena, who, unit.hand)
        for slot in range(MAX_WEAPONS):
            if battle.open[SWITCH] >> slot & 1:
                gain = usefulness(battle, arena, who, slot) - now
                if gain > 0.05:
                    offer(offers, GEAR, NOBODY, SWITCH, slot, gain, 1.0, 0.3 + gain - price)


@kernel
def usefulness(battle, arena, who, slot):
    """Return the largest share of an enemy's life, 0 to 1, that a weapon could cost it here; distance lowers melee's."""
    unit = battle.units[who]
    model = -1 if slot == BARE_HANDS else arena.sheets[who].weapons[slot]
    if model >= 0:
        weapon = arena.weapons[model]
        held = unit.held[slot]
        if weapon.thrown:
            return 0.0
        if weapon.melee == 0 and held.ammo == 0 and held.spare == 0:
            return 0.0
    best = 0.0
    for enemy in range(arena.units):
        if not is_enemy(battle, who, enemy):
            continue
        body = battle.units[enemy]
        harm = arena.harm[who, slot, enemy, NO_COVER] / points_left(battle, arena, enemy)
        if model < 0 or arena.weapons[model].melee:
            distance = apart(arena, unit, body)
            reach = 1 + (arena.weapons[model].reach if model >= 0 else 0)
            harm *= 1.0 if distance <= reach else 0.7 if distance <= 12 else 0.2
        best = max(best, min(harm, 1.0))
    return best
